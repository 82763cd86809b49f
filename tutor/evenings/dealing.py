"""Who plays in a deal of an evening, and who deals."""

from __future__ import annotations

from itertools import count

from engine.law.position import MOST_OF_A_SIDE, Seating
from tutor.evenings.models import Evening


def at_table(seats: Seating, number: int, dealing: int) -> tuple[int, ...]:
    """The players of a deal of the seating in the order of play, the last of them deals."""
    if dealing == Evening.Dealing.BY_PLACE:
        return _by_place(seats, number)
    return seats.at_table(number)


def deal_of(dealer: int, seats: Seating, dealing: int) -> int:
    """The first deal of the seating in which this player deals. Everybody does within a few."""
    return next(number for number in count() if at_table(seats, number, dealing)[-1] == dealer)


def _by_place(seats: Seating, number: int) -> tuple[int, ...]:
    """As it was said before: the deal moved on by places, whoever sat there.

    What a sheet has said stays on it.
    """
    places = min(MOST_OF_A_SIDE, *map(len, seats.sides))
    playing = [
        [player for place, player in enumerate(side) if len(side) <= places or place != number % len(side)]
        for side in seats.sides
    ]
    order = [side[row] for row in range(places) for side in playing]
    first = number % len(order)
    return tuple(order[first:] + order[:first])
