"""The history of a rating as a plot: where each mark stands, for a drawing without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Final

MOST_MARKS: Final = 60
MOST_DOTS: Final = 30
"""With more marks only the line is drawn, and its end."""
HEIGHT: Final = 190
TOP: Final = 24
BOTTOM: Final = 164
LEFT: Final = 1.0
RIGHT: Final = 99.0
STEPS: Final = (10, 20, 50, 100, 200, 500)
MOST_LINES: Final = 4
SMALLEST_SPAN: Final = 40


@dataclass(frozen=True, slots=True)
class Mark:
    """A rating in the drawing: ``x`` in per cent of the width, ``y`` in pixels from above."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Line:
    """A level line, with the rating it stands for."""

    value: int
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """A rating from answer to answer. ``count`` answers lie between ``start`` and ``end``."""

    marks: tuple[Mark, ...]
    lines: tuple[Line, ...]
    height: int
    count: int
    start: int
    end: int
    lowest: int
    highest: int
    first_day: date
    last_day: date

    @property
    def segments(self) -> tuple[tuple[Mark, Mark], ...]:
        """The line, piece by piece: lengths in per cent stand only there."""
        return tuple(pairwise(self.marks))

    @property
    def dots(self) -> tuple[Mark, ...]:
        return self.marks if len(self.marks) <= MOST_DOTS else self.marks[-1:]


def plot_of(ratings: Sequence[float], *, first_day: date, last_day: date) -> Plot | None:
    """The plot of ratings: the one before the first answer, then the one after each. None where there is no answer.

    Of many only some are drawn, evenly spread, the last always.
    """
    values = [round(rating) for rating in ratings]
    if len(values) <= 1:
        return None
    low, high = min(values), max(values)
    spare = max(0, SMALLEST_SPAN - (high - low)) / 2
    bottom, top = low - spare, high + spare
    shown = _spread(values)
    across = (RIGHT - LEFT) / (len(shown) - 1)

    def y(value: float) -> float:
        return round(BOTTOM - (value - bottom) / (top - bottom) * (BOTTOM - TOP), 1)

    return Plot(
        marks=tuple(Mark(round(LEFT + place * across, 2), y(value)) for place, value in enumerate(shown)),
        lines=tuple(Line(value, y(value)) for value in _levels(bottom, top)),
        height=HEIGHT,
        count=len(values) - 1,
        start=values[0],
        end=values[-1],
        lowest=low,
        highest=high,
        first_day=first_day,
        last_day=last_day,
    )


def _spread(values: list[int]) -> list[int]:
    if len(values) <= MOST_MARKS:
        return values
    last = len(values) - 1
    return [values[place * last // (MOST_MARKS - 1)] for place in range(MOST_MARKS)]


def _levels(bottom: float, top: float) -> list[int]:
    """Round ratings between two, at most four of them."""
    for step in STEPS:
        first = -(-bottom // step) * step
        found = [int(first + step * number) for number in range(int((top - first) // step) + 1)]
        if len(found) <= MOST_LINES:
            return found
    return [round(bottom), round(top)]
