"""Themes that give part of the answer away are those of which the bank says so."""

from __future__ import annotations

from lessons.content import bank
from lessons.kinds.asking.solving import solution
from tutor.puzzles.giveaways import GIVE_AWAY, weight_of_theme


def test_give_away_themes_are_those_of_the_bank_where_one_answer_does_for_half() -> None:
    assert set(GIVE_AWAY) <= {theme.slug for theme in bank.themes()}
    for theme in bank.themes():
        if theme.kinds != ("legal",):
            continue
        answers = [str(solution(one)) for one in bank.items_of(theme.slug)]
        most = max(answers.count(one) for one in set(answers))
        assert (theme.slug in GIVE_AWAY) == (most >= len(answers) / 2), theme.slug
    assert weight_of_theme("a-meld-or-not") < weight_of_theme("open-pile") == 1
