"""A whole turn takes few taps."""

from __future__ import annotations

from statistics import median

from lessons.content.reading import library
from tests.taps import taps_of, turns


def test_whole_turns_take_at_most_six_taps_as_a_rule_and_none_of_them_many() -> None:
    """Every fifth: `python -m tests.taps` counts all of them."""
    counted = [taps_of(item) for item in turns()[::5]]
    assert median(counted) <= 6
    assert max(counted) <= 13


def test_turn_with_the_pile_takes_few_taps() -> None:
    item = library().item("one-natural-is-enough/the-best-way")
    assert item is not None
    assert taps_of(item) == 7
