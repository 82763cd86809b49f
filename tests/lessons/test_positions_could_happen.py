"""Positions of the course and of the puzzles could have come out of a deal: by their cards, and by the points laid."""

from __future__ import annotations

from engine.law.cards import points_of
from engine.law.position import Position, Side, cards_of_side
from engine.turn.state import minimums
from lessons.content.reading import library

ITEMS = [(item, item.position) for item in library().items.values() if item.position is not None]


def too_many(position: Position) -> bool:
    """Whether so many cards are told of that too few are left for the others: as dealt, until somebody melds."""
    if position.stock is None:
        return False
    sides = (position.own, *position.opponents)
    dealt = 1 if any(side.melds for side in sides) else dict(position.rules.hand_size)[position.players]
    told = len(position.hand) + position.unknown_cards + position.pile_size + position.stock
    told += position.partner_hand or 0
    told += sum(len(cards) for side in sides for _, cards in cards_of_side(side, where=""))
    others = position.players - 1 - (position.partner_hand is not None)
    return told + others * dealt > position.rules.deck_size


def never_opened(position: Position) -> list[Side]:
    """Sides with melds that are together worth less than their initial meld had to be."""
    sides = [position.own] if position.own.opened else []
    return [
        side
        for side in (*sides, *position.opponents)
        if side.melds and worth(side) < minimums(position.rules, side.score)[1]
    ]


def worth(side: Side) -> int:
    return sum(points_of(meld.cards) for meld in side.melds)


def test_no_position_tells_of_more_cards_than_there_are() -> None:
    assert [item.slug for item, position in ITEMS if too_many(position)] == []


def test_every_side_on_the_table_has_reached_its_minimum() -> None:
    assert [item.slug for item, position in ITEMS if never_opened(position)] == []
