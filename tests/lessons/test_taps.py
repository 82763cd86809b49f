"""A whole turn takes few taps."""

from __future__ import annotations

from statistics import median

from lessons.content.reading import library
from tests.taps import taps_of, turns


def test_whole_turns_take_at_most_eight_taps_as_a_rule() -> None:
    """Every fifth: `python -m tests.taps` counts all of them."""
    assert median(taps_of(item) for item in turns()[::5]) <= 8


def test_turn_with_the_pile_takes_few_taps() -> None:
    item = library().item("one-natural-is-enough/the-best-way")
    assert item is not None
    assert taps_of(item) == 10
