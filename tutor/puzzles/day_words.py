"""How the position of the day and the set of the week stand, as pages of other areas say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext

from tutor.learning.learner import learner_of
from tutor.learning.models import Learner
from tutor.puzzles import daily, weekly
from tutor.puzzles.models import Round
from tutor.site.parts import Part


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """How a learner stands today: with the positions of the days, and with this week's set where it was begun."""

    days: daily.Standing
    week: Round | None

    @property
    def today(self) -> str:
        """Whether today's position is ``right``, ``wrong`` or ``open``."""
        return self.days.of(localdate())


def now_of(learner: Learner | None) -> Now:
    """What is asked once for a page, for all that says it: two queries, none without a learner."""
    return Now(days=daily.standing(learner), week=weekly.round_of(learner, weekly.this_week()))


def on_home(request: HttpRequest | None, about: Any) -> Part:
    """The position of the day and the set of the week on the home page."""
    now = now_of(learner_of(request) if request else None)
    return Part("practice/_on_home.html", {"daily": day_words(now), "week": week_words(now)})


def week_words(now: Now) -> dict[str, str]:
    """How this week's set stands for the reader: ``state`` is open, begun or over, ``words`` say it in one line."""
    played = now.week
    if played is None:
        return {"state": "open", "words": gettext("This week’s is open.")}
    facts = {
        "right": played.right,
        "count": len(played.questions),
        "open": weekly.marks_of(played).count("open"),
    }
    if played.finished is None:
        return {"state": "begun", "words": gettext("Still open: %(open)s of %(count)s.") % facts}
    return {"state": "over", "words": gettext("%(right)s of %(count)s right on the first try.") % facts}


def day_words(now: Now) -> dict[str, str]:
    """How today's position stands for the reader: ``state`` is open, right or wrong, ``words`` say it in one line."""
    state, in_a_row = now.today, now.days.in_a_row
    said = {
        "right": gettext("Solved today."),
        "wrong": gettext("Not solved today; there will be another tomorrow."),
    }.get(state, gettext("Today’s is open."))
    if in_a_row > 1:
        row = ngettext("%(count)s day in a row.", "%(count)s days in a row.", in_a_row) % {"count": in_a_row}
        said = f"{said} {row}"
    return {"state": state, "words": said}
