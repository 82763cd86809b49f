"""Ratings sort made-up solvers and puzzles rightly; answers that mean nothing sort nobody."""

from __future__ import annotations

import pytest

from tests.ranked import agreement, ranks, simulated


def test_ratings_sort_solvers_by_skill_and_puzzles_better_than_their_start() -> None:
    found = simulated(seed=1, solvers=50, puzzles=60, answers=30)
    assert found.solvers > 0.88
    assert found.puzzles > found.puzzles_at_start + 0.03
    assert found.off < 90


def test_who_answers_by_chance_is_not_sorted_by_skill() -> None:
    assert abs(simulated(seed=1, solvers=50, puzzles=60, answers=30, by_chance=True).solvers) < 0.45


def test_equal_values_share_the_middle_of_their_ranks() -> None:
    assert ranks([30, 10, 30, 20]) == [2.5, 0, 2.5, 1]
    assert agreement([1, 2, 3], [10, 20, 90]) == pytest.approx(1)
    assert agreement([1, 2, 3], [9, 5, 1]) == pytest.approx(-1)
