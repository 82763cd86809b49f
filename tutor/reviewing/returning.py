"""Findings in the spaced review: each brings back a puzzle of its theme, with the rule that the puzzle is about."""

from __future__ import annotations

from collections.abc import Sequence

from lessons.content import bank
from lessons.content.reading import PUZZLE_PREFIX
from lessons.parting.families import family_of
from tutor.learning.attempts import item_row
from tutor.learning.companions import left_out
from tutor.learning.models import Attempt, Learner
from tutor.learning.review import bring
from tutor.play.models import PlayedGame
from tutor.reviewing.differing import BY_SLUG, Difference
from tutor.reviewing.models import DealFinding


def bring_back(game: PlayedGame, findings: Sequence[DealFinding]) -> None:
    """Make a puzzle of each theme that was found in a deal of this game due now."""
    for slug in dict.fromkeys(one.theme for one in findings):
        entry = _puzzle(game, BY_SLUG[slug])
        item = None if entry is None else bank.item(entry.slug)
        if item is not None:
            bring(learner=game.learner, rule=item.task.rules[0], item=item_row(item))


def _puzzle(game: PlayedGame, theme: Difference) -> bank.Entry | None:
    """The easiest puzzle of the theme that the learner has not answered, about its rule where there is one.

    One of those that were answered where there is no other; the review deals it with other cards.
    """
    if not theme.puzzles:
        return None
    family, answered, out = family_of(game.rule_set), _answered(game.learner, theme), left_out()
    there = [one for one in bank.entries_of(theme.puzzles) if one.slug not in out]
    entries = [one for one in there if one.slug not in answered] or there
    at_home = [one for one in entries if family_of(one.rule_set) == family] or entries
    return min(
        at_home, key=lambda one: (one.rules[0] != theme.rule, one.difficulty, one.number), default=None
    )


def _answered(learner: Learner, theme: Difference) -> set[str]:
    """The puzzles of the theme that the learner has answered; one query."""
    of_theme = Attempt.objects.filter(
        learner=learner, item__slug__startswith=f"{PUZZLE_PREFIX}{theme.puzzles}/"
    )
    return set(of_theme.values_list("item__slug", flat=True))
