"""Themes that give part of the answer away are those of which the bank says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lessons.content import bank
from lessons.content.reading import Item
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from tests.samples import some
from tutor.puzzles.giveaways import GIVE_AWAY, weight_of_theme


def is_right(item: Item, answer: Mapping[str, Any]) -> bool:
    """Whether this answer, to another item of the theme, would do here as well."""
    offered = item.task.reasons  # type: ignore[attr-defined]
    return answer["reason"] in offered and grade(item, answer).outcome == "right"


def test_give_away_themes_are_those_of_the_bank_where_one_answer_does_for_half() -> None:
    assert set(GIVE_AWAY) <= {theme.slug for theme in bank.themes()}
    for theme in some((theme for theme in bank.themes() if theme.kinds == ("legal",)), 6):
        items = bank.items_of(theme.slug)
        answers = {str(answer): answer for answer in map(solution, items)}
        most = max(sum(is_right(item, answer) for item in items) for answer in answers.values())
        assert (theme.slug in GIVE_AWAY) == (most >= len(items) / 2), theme.slug
    assert weight_of_theme("pile-for-the-first-meld") < weight_of_theme("open-pile") == 1
