"""Counts and scores that add up with the cards that a made-up position shows."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from engine.law.position import Position, Side, seating
from engine.law.ruleset import RuleSet
from engine.turn.state import minimums
from lessons.proving.could_happen import (
    cards_in_hand,
    dealt_to_each,
    drawn_now,
    held_by_each,
    laid,
    miscounts,
    told_of,
    too_few,
    worth,
)

NEAR_EMPTY: Final = 3
"""A stock of so few cards is meant: it stays as it is."""
LEAST: Final = 8
"""So many cards a stock has at least that is given to a position."""
MOST_FROM_PILES: Final = 20
"""So many cards opponents who have opened may hold beyond what they were dealt."""
_LOWEST, _HIGHEST = -60, 700


def that_adds_up(position: Position, rng: Random) -> Position | None:
    """The position with the same cards, and with counts and scores that add up.

    None where the hand itself cannot be: with too few cards in it and on the table, or with a number of them that
    nobody holds who has not melded.
    """
    found = _counted(_scored(position, rng), rng)
    if found is None or miscounts(found) or too_few(found):
        return None
    return found


def _scored(position: Position, rng: Random) -> Position:
    own = _fitting(position.own, position.rules, rng) if position.own.opened else position.own
    opponents = tuple(_fitting(side, position.rules, rng) for side in position.opponents)
    return replace(position, own=own, opponents=opponents)


def _fitting(side: Side, rules: RuleSet, rng: Random) -> Side:
    """The side with a score at which its melds were enough to open: from 0 up where there is one."""
    points = worth(side)
    if not side.melds or minimums(rules, side.score)[1] <= points:
        return side
    scores = [5 * number for number in range(_LOWEST, _HIGHEST) if minimums(rules, 5 * number)[1] <= points]
    fitting = [score for score in scores if score >= 0] or scores
    return replace(side, score=rng.choice(fitting)) if fitting else side


def _counted(position: Position, rng: Random) -> Position | None:
    """With a partner's hand, a stock and, where that stays near empty, a pile that go with the cards in sight."""
    wanted, seats = position.stock, seating(position.players)
    if wanted is None:
        return position
    partner = _partner(position)
    others = len(seats.at_table(0)) - len(seats.at_table(0)) // len(seats.sides)
    least = _least_for_opponents(position, others)
    bare = replace(position, stock=0, partner_hand=partner)
    free = position.rules.deck_size - told_of(bare) - least  # for the stock, the pile and what opponents took
    opened = any(side.opened for side in position.opponents)
    taken = MOST_FROM_PILES if opened else 0
    if wanted <= NEAR_EMPTY:
        pile = max(0, free - wanted - taken)
        return replace(bare, stock=wanted, pile_size=position.pile_size + pile) if free >= wanted else None
    if opened and max(LEAST, free - taken) <= wanted <= free:
        return replace(bare, stock=wanted)
    stock = free - (rng.randint(0, min(taken, free - LEAST)) if free > LEAST else 0)
    return replace(bare, stock=stock) if stock >= LEAST else None


def _partner(position: Position) -> int | None:
    """What the partner holds: of a side that has not opened what was dealt, else enough for what was dealt to both."""
    if position.partner_hand is None:
        return None
    if not position.own.opened:
        return held_by_each(position)[len(seating(position.players).sides)]
    dealt = dealt_to_each(position)
    return max(
        position.partner_hand,
        2 * dealt + drawn_now(position) - cards_in_hand(position) - laid(position.own),
    )


def _least_for_opponents(position: Position, others: int) -> int:
    """The fewest cards that opponents hold; exactly so many while none of them has opened."""
    if not any(side.opened for side in position.opponents):
        held, seats = held_by_each(position), seating(position.players)
        return sum(held[place] for place in range(len(held)) if place % len(seats.sides))
    lying = sum(map(laid, position.opponents))
    return max(others, others * dealt_to_each(position) - lying)
