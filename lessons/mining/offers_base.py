"""What all offers are made of: the cards of a hand by what they are, and actions made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.melds import Meld
from engine.law.position import Position

Tried = tuple[Action, ...]
Offer = Callable[[Position, Random], Iterator[Tried]]


def by_rank(position: Position) -> dict[str, list[Card]]:
    """The natural cards of the hand by rank, in the order of ranks."""
    found: dict[str, list[Card]] = {}
    for card in position.hand:
        if card.is_natural:
            found.setdefault(card.rank, []).append(card)
    return found


def wilds_of(position: Position) -> list[Card]:
    """The wild cards of the hand, twos first."""
    return [card for card in position.hand if card.is_wild]


def meld(*cards: Card) -> Action:
    return Action(verb="meld", cards=cards)


def add(target: str, *cards: Card) -> Action:
    return Action(verb="add", cards=cards, target=target)


def take(*cards: Card, onto: str = "", top_only: bool = False) -> Action:
    return Action(verb="take", cards=cards, target=onto, top_only=top_only)


def discard(card: Card) -> Action:
    return Action(verb="discard", cards=(card,))


def names(position: Position) -> list[tuple[str, Meld]]:
    """The own melds with the names by which actions call them; of equal sequences only the first."""
    seen: dict[str, int] = {}
    found = []
    for lying in position.own.melds:
        seen[lying.rank] = seen.get(lying.rank, 0) + 1
        place = seen[lying.rank]
        if place == 1 or not lying.is_sequence:
            found.append((lying.rank if place == 1 else f"{lying.rank}#{place}", lying))
    return found


def pairs_of(ranks: dict[str, list[Card]], rng: Random) -> list[tuple[Card, ...]]:
    pairs = [tuple(cards[:2]) for cards in ranks.values() if len(cards) > 1]
    rng.shuffle(pairs)
    return pairs


def some(wilds: Sequence[Card], number: int, rng: Random) -> list[Card]:
    return rng.sample(list(wilds), number) if number else []
