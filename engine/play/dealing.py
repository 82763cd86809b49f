"""Shuffling and dealing: the only randomness of the engine, from a ``random.Random`` that is passed in."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.law.cards import Card, full_deck, sort_cards
from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class DealtCards:
    """Where the cards lie before the first turn.

    ``hands`` are in the order of play. ``pile`` runs from bottom to top, ``stock`` from the first card that will be
    drawn to the last.
    """

    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]
    stock: tuple[Card, ...]


def shuffled_deck(rules: RuleSet, rng: Random) -> tuple[Card, ...]:
    """The whole deck in random order."""
    deck = list(full_deck(packs=rules.packs, jokers=rules.jokers))
    rng.shuffle(deck)
    return tuple(deck)


def may_open_the_pile(card: Card, rules: RuleSet) -> bool:
    """Whether this card, turned up after the deal, stays on top. Ledger 1.10 and 1.11.

    Wild cards and red threes are covered, black threes in most rule sets.
    """
    return card.is_natural or (card.is_black_three and not rules.upcard_cover_black_three)


def deal_cards(
    deck: tuple[Card, ...], rules: RuleSet, *, players: int, hands: int | None = None
) -> DealtCards:
    """Deal a deck in the order it lies: hands one after another, then the upcard with what covers it.

    ``hands`` is how many play in this deal where not all ``players`` of the game do. Raises EngineError if the rule
    set is not for so many players.
    """
    sizes = dict(rules.hand_size)
    if players not in sizes:
        raise EngineError("position", "players", "wrong-players", name=rules.name, players=players)
    size = sizes[players]
    dealt = hands or players
    held = tuple(sort_cards(deck[size * seat : size * (seat + 1)]) for seat in range(dealt))
    rest = deck[size * dealt :]
    turned = 1
    while turned < len(rest) and not may_open_the_pile(rest[turned - 1], rules):
        turned += 1
    return DealtCards(held, rest[:turned], rest[turned:])
