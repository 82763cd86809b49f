"""The figures of a deal, turn by turn, so that they add up.

Each is an estimate of its own, so before, draw and play come to what was expected after the turn only roughly. What is
missing is shared out among them, the most to the least certain. In tens they add up as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.play.review.weighing import Estimate, added
from tutor.reviewing.storing import StoredTurn

NOTHING: Final = Estimate(0.0, 0.0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A turn in tens: before + draw + play = after, and with what the ``others`` did then it is before the next one.

    ``draw`` is None where no card was drawn.
    """

    before: int
    draw: int | None
    play: int
    after: int
    others: int


def balanced(turn: StoredTurn) -> StoredTurn:
    """The turn with figures that add up; unchanged where it has none."""
    draw, play = turn.draw or NOTHING, turn.play or NOTHING
    gave = added(draw, play)
    before, after = turn.before, turn.after
    if before is not None and after is not None:
        return _shared(turn, before, draw, play, after)
    if before is not None:
        return replace(turn, after=added(before, gave))
    return turn if after is None else replace(turn, before=added(after, _moved(gave, -2 * gave.mean)))


def _shared(
    turn: StoredTurn, before: Estimate, draw: Estimate, play: Estimate, after: Estimate
) -> StoredTurn:
    """The turn with what is missing shared out by the squares of the errors."""
    missing = after.mean - before.mean - draw.mean - play.mean
    whole = sum(one.error**2 for one in (before, draw, play, after))

    if not whole:
        return replace(turn, before=_moved(before, missing))

    def nearer(one: Estimate, missing: float) -> Estimate:
        return _moved(one, missing * one.error**2 / whole)

    return replace(
        turn,
        before=nearer(before, missing),
        draw=None if turn.draw is None else nearer(draw, missing),
        play=None if turn.play is None else nearer(play, missing),
        after=nearer(after, -missing),
    )


def _moved(one: Estimate, by: float) -> Estimate:
    return replace(one, mean=one.mean + by)


def figures(turns: Sequence[StoredTurn], end: int) -> list[Figures | None]:
    """The figures of balanced turns; None for a turn that has none. ``end`` is what the deal was won by."""
    found: list[Figures | None] = []
    following = end
    for turn in reversed(turns):
        if turn.before is None or turn.after is None:
            found.append(None)
            continue
        before, after = tens(turn.before.mean), tens(turn.after.mean)
        drawn = before if turn.draw is None else tens(turn.before.mean + turn.draw.mean)
        found.append(
            Figures(
                before=before,
                draw=None if turn.draw is None else drawn - before,
                play=after - drawn,
                after=after,
                others=following - after,
            )
        )
        following = before
    return found[::-1]


def tens(value: float) -> int:
    """The value to the nearest ten."""
    return 10 * round(value / 10)
