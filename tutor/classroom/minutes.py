"""About how long exercises take: an estimate for who plans a lesson, not a promise."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final

from lessons.content.reading import Item
from lessons.kinds.registry import kind_of

SECONDS: Final = 30
"""Reading the table and choosing an answer, at the easiest level."""
EACH_LEVEL: Final = 12
"""So many seconds more for each step of difficulty."""
LAYING: Final = 1.5
"""As much longer where cards are laid, as many times as where an answer is picked."""
SHEET: Final = 4.0
"""The same for a whole score sheet."""


def minutes_for(items: Iterable[Item]) -> int:
    """Whole minutes for all of them, with their verdicts read; 0 for none."""
    return ceil(sum(map(_seconds, items)) / 60)


def _seconds(item: Item) -> float:
    kind = kind_of(item)
    usual = SECONDS + EACH_LEVEL * ((item.task.difficulty or 1) - 1)
    return usual * (SHEET if kind.fills_sheet else 1.0 if kind.judges_claim else LAYING)
