"""The expected result of a deal, turn by turn, as something to draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tutor.reviewing.grades import FOUND
from tutor.reviewing.storing import StoredTurn

WIDTH: Final = 640
HEIGHT: Final = 300
LEFT: Final = 64
RIGHT: Final = 12
TOP: Final = 14
BOTTOM: Final = 40
_STEPS: Final = (50, 100, 200, 250, 500, 1000, 2000, 5000)
_MOST_LINES: Final = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A point of the plot; ``grade`` is that of the dearest choice of the turn that ends here."""

    x: float
    y: float
    grade: str = ""

    @property
    def is_found(self) -> bool:
        """Whether something better was found in the turn."""
        return self.grade in FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A place on an axis with its number; ``is_zero`` is the line of a deal that nobody wins."""

    at: float
    value: int
    is_zero: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """A line through what was to be expected before each turn, after the draw and after the turn, and how it ended."""

    line: str
    dots: tuple[Dot, ...]
    end: Dot
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    foot: int = HEIGHT - BOTTOM + 20


def plot(turns: Sequence[StoredTurn], grades: Sequence[str], end: float) -> Plot | None:
    """The plot of the turns, each with its worst grade; ``end`` is what the deal was won by. None for no turn."""
    told = [(turn, grade) for turn, grade in zip(turns, grades, strict=True) if turn.after is not None]
    if not told:
        return None
    values = [one.mean for turn, _ in told for one in (turn.before, turn.after) if one is not None] + [end]
    rows = _rows(min(values), max(values))
    low, high = rows[0], rows[-1]

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    step = (WIDTH - LEFT - RIGHT) / (len(told) + 0.6)
    path: list[Dot] = []
    dots: list[Dot] = []
    for place, (turn, grade) in enumerate(told):
        x = LEFT + step * (place + 0.2)
        if turn.before is not None:
            path.append(Dot(x=round(x, 1), y=y(turn.before.mean)))
            if turn.draw is not None:
                path.append(Dot(x=round(x + step * 0.25, 1), y=y(turn.before.mean + turn.draw.mean)))
        assert turn.after is not None
        dots.append(Dot(x=round(x + step * 0.5, 1), y=y(turn.after.mean), grade=grade))
        path.append(dots[-1])
    last = Dot(x=round(LEFT + step * (len(told) + 0.3), 1), y=y(end))
    return Plot(
        line=" ".join(f"{dot.x},{dot.y}" for dot in [*path, last]),
        dots=tuple(dots),
        end=last,
        rows=tuple(Tick(at=y(value), value=value, is_zero=not value) for value in rows),
        columns=tuple(
            Tick(at=dot.x, value=turn.number + 1) for dot, (turn, _) in zip(dots, told, strict=True)
        ),
    )


def _rows(low: float, high: float) -> list[int]:
    """Round values from below the least to above the greatest; nothing is always among them or at their edge."""
    low, high = min(low, 0), max(high, 0)
    step = next((one for one in _STEPS if (high - low) / one <= _MOST_LINES - 1), _STEPS[-1])
    first = int(low // step)
    last = max(first + 1, -int(-high // step))
    return [step * place for place in range(first, last + 1)]
