"""Positions of the course and of the puzzles could have come out of a deal: by their cards, and by the points laid.

Whoever draws one card throws one, and a red three is replaced, so as long as a side has nothing on the table each of
its players holds what was dealt to them; where two cards are drawn, one more with each turn.
"""

from __future__ import annotations

from engine.law.cards import points_of
from engine.law.position import Position, Side, cards_of_side, seating
from engine.turn.state import minimums
from lessons.content.reading import library

ITEMS = [(item.slug, item.position) for item in library().items.values() if item.position is not None]
SCENES = [
    (f"{stage.slug} scene {place}", scene.position)
    for stage in library().stages
    for place, scene in enumerate(stage.scenes, 1)
]
TABLES = [*ITEMS, *SCENES]


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


def wrong_hands(position: Position) -> list[str]:
    """Hands that do not hold what a player who has nothing on the table holds, with how many they have and need."""
    rules, own = position.rules, position.own
    if rules.draw_count > 1 and any(side.opened for side in (own, *position.opponents)):
        return []  # a pile may have been taken, so it does not tell how many turns were played
    sides = len(seating(position.players).sides)
    at_table = len(seating(position.players).at_table(0))
    dealt = dict(rules.hand_size)[position.players]
    thrown = max(0, position.pile_size - covered(position))
    turns = [
        (thrown + at) // at_table for at in range(at_table)
    ]  # in the order of play, the player's own first
    held = [dealt + taken * (rules.draw_count - 1) for taken in turns]
    found = []
    if not own.opened:
        drawn = rules.draw_count if position.phase == "play" else 0
        found += told_wrong("hand", len(position.hand) + position.unknown_cards, held[0] + drawn)
        if position.partner_hand is not None:
            found += told_wrong("partner", position.partner_hand, held[sides])
    closed = len(position.opponents) == sides - 1 and not any(side.opened for side in position.opponents)
    if closed and position.stock is not None and (position.partner_hand is not None or at_table == sides):
        lying = sum(
            len(cards) for side in (own, *position.opponents) for _, cards in cards_of_side(side, where="")
        )
        told = len(position.hand) + position.unknown_cards + position.pile_size + position.stock + lying
        left = rules.deck_size - told - (position.partner_hand or 0)
        found += told_wrong("opponents", left, sum(held) - held[0] - (held[sides] if at_table > sides else 0))
    return found


def covered(position: Position) -> int:
    """How many cards of the pile nobody has thrown: the one turned up, and those that it had to cover."""
    if len(position.pile) < position.pile_size:
        return 1
    return next((place for place, card in enumerate(position.pile, 1) if card.is_natural), 1)


def told_wrong(who: str, has: int, needs: int) -> list[str]:
    return [] if has == needs else [f"{who} {has}, not {needs}"]


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
    assert [name for name, position in TABLES if too_many(position)] == []


def test_who_has_nothing_on_the_table_holds_what_was_dealt() -> None:
    assert {name: wrong for name, position in TABLES if (wrong := wrong_hands(position))} == {}


def test_every_side_on_the_table_has_reached_its_minimum() -> None:
    assert [name for name, position in TABLES if never_opened(position)] == []
