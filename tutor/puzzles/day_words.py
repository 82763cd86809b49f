"""How the position of the day and the set of the week stand, as pages of other areas say it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext

from tutor.learning.learner import learner_of
from tutor.puzzles import daily, weekly
from tutor.site.parts import Part


def on_home(request: HttpRequest | None, about: Any) -> Part:
    """The position of the day and the set of the week on the home page."""
    return Part("practice/_on_home.html", {"daily": day_words(request), "week": week_words(request)})


def week_words(request: HttpRequest | None) -> dict[str, str]:
    """How this week's set stands for the reader: ``state`` is open, begun or over, ``words`` say it in one line."""
    played = weekly.round_of(learner_of(request) if request else None, weekly.this_week())
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


def day_words(request: HttpRequest | None) -> dict[str, str]:
    """How today's position stands for the reader: ``state`` is open, right or wrong, ``words`` say it in one line."""
    learner = learner_of(request) if request else None
    today = localdate()
    standing = daily.standing(learner, today)
    state, in_a_row = standing.of(today), standing.in_a_row
    said = {
        "right": gettext("Solved today."),
        "wrong": gettext("Not solved today; tomorrow there is another."),
    }.get(state, gettext("Today’s is open."))
    if in_a_row > 1:
        row = ngettext("%(count)s day in a row.", "%(count)s days in a row.", in_a_row) % {"count": in_a_row}
        said = f"{said} {row}"
    return {"state": state, "words": said}
