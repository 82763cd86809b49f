"""Other cards in place of these: ranks and suits change places, so that every verdict stays as it was."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from engine.law.actions import Action
from engine.law.cards import CARDS, NATURAL_RANKS, Card, sort_cards
from engine.law.melds import Meld
from engine.law.position import Position, Side
from engine.notation.text import format_cards, parse_cards
from lessons.content.base import SideTable

CLASSES: Final = ("4567", "89TJQK", "A")
"""Ranks that count the same: where they change places within a class, every sum of a meld stays."""
FREE: Final = ("456789TJQK", "A")
_NAME: Final = re.compile(r"([4-9TJQKA])([cdhs]?)")


@dataclass(frozen=True, slots=True)
class Exchange:
    """Which card stands for which. Threes keep their colour, wild cards their kind."""

    ranks: Mapping[str, str]
    suits: Mapping[str, str]

    def card(self, card: Card) -> Card:
        if not card.suit:
            return card
        if card.rank == "3":
            partner = {"c": "s", "s": "c", "h": "d", "d": "h"}[card.suit]
            crossed = self.suits["c"] in "sd" if card.is_black_three else self.suits["d"] in "hc"
            return CARDS["3" + (partner if crossed else card.suit)]
        return CARDS[self.ranks.get(card.rank, card.rank) + self.suits[card.suit]]

    def cards(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(map(self.card, cards))

    def name(self, name: str) -> str:
        """A meld as actions name it: ``K``, ``K#2``, ``5h-7h``, ``W``, ``opp:K``."""
        prefix, colon, plain = name.rpartition(":")
        new = _NAME.sub(
            lambda match: self.ranks[match[1]] + (self.suits[match[2]] if match[2] else ""), plain
        )
        return f"{prefix}{colon}{new}"

    def action(self, action: Action) -> Action:
        return replace(
            action,
            cards=self.cards(action.cards),
            others=self.cards(action.others),
            target=self.name(action.target),
            source=self.name(action.source),
        )

    def side(self, side: Side) -> Side:
        return replace(
            side,
            melds=tuple(Meld(self.cards(meld.cards), by=meld.by) for meld in side.melds),
            red_threes=self.cards(side.red_threes),
        )

    def position(self, position: Position) -> Position:
        return replace(
            position,
            hand=self.cards(position.hand),
            own=self.side(position.own),
            opponents=tuple(map(self.side, position.opponents)),
            pile=self.cards(position.pile),
        )

    def of(self, value: Any) -> Any:
        """A part of a task with the other cards, whatever it is: see :func:`_has_cards`."""
        if isinstance(value, tuple):
            return tuple(map(self.of, value))
        match value:
            case Card():
                return self.card(value)
            case Action():
                return self.action(value)
            case Position():
                return self.position(value)
            case SideTable():
                return self.side_table(value)
        raise TypeError(f"{type(value).__name__} is made of no cards")

    def side_table(self, side: SideTable) -> SideTable:
        def text(cards: str) -> str:
            return format_cards(sort_cards(self.cards(parse_cards(cards))))

        return side.model_copy(
            update={
                "melds": tuple(map(text, side.melds)),
                "red_threes": text(side.red_threes),
                "hands": tuple(map(text, side.hands)),
            }
        )


def any_exchange(rng: Random, groups: Sequence[str], *, colours_count: bool) -> Exchange:
    """Any exchange of the ranks within each of these groups, and of the suits."""
    ranks = {rank: rank for rank in NATURAL_RANKS}
    for group in groups:
        shuffled = list(group)
        rng.shuffle(shuffled)
        ranks |= dict(zip(group, shuffled, strict=True))
    return Exchange(ranks, any_suits(rng, colours_count=colours_count))


def any_suits(rng: Random, *, colours_count: bool) -> dict[str, str]:
    """Any exchange of suits; where the colour of twos counts, clubs with spades and hearts with diamonds only."""
    if colours_count:
        black, red = rng.choice(("cs", "sc")), rng.choice(("dh", "hd"))
        return {"c": black[0], "s": black[1], "d": red[0], "h": red[1]}
    suits = list("cdhs")
    rng.shuffle(suits)
    return dict(zip("cdhs", suits, strict=True))
