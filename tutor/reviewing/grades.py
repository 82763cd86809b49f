"""How choices are graded in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.play.review.turns import Moment
from tutor.reviewing.advised import coach_agrees
from tutor.reviewing.storing import StoredChoice

ADVISED: Final = "advised"
"""Something else is better, and the coach would have advised what was done: nobody's mistake."""
FOUND: Final = ("big", "mistake", "doubtful", ADVISED)
"""Grades of choices for which something better was found."""
GRADES: Final[dict[str, Promise]] = {
    "big": gettext_lazy("a big mistake"),
    "mistake": gettext_lazy("a mistake"),
    "doubtful": gettext_lazy("doubtful"),
    ADVISED: gettext_lazy("better was possible"),
    "close": gettext_lazy("too close to call"),
    "good": gettext_lazy("clearly the best"),
    "fine": gettext_lazy("nothing wrong with it"),
}
"""How a choice is graded in words, the gravest first."""


def grade_of(moment: Moment, choice: StoredChoice) -> str:
    """The grade as it is told."""
    return ADVISED if choice.is_finding and coach_agrees(moment, choice) else choice.grade


def worst(grades: Iterable[str]) -> str:
    """The gravest of the grades; empty without one."""
    return min(grades, key=list(GRADES).index, default="")
