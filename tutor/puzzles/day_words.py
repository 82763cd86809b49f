"""How the position of the day stands, as pages of other areas say it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.timezone import localdate
from django.utils.translation import gettext, ngettext

from tutor.learning.learner import learner_of
from tutor.puzzles import daily
from tutor.site.parts import Part


def on_home(request: HttpRequest | None, about: Any) -> Part:
    """The position of the day on the home page."""
    return Part("practice/_on_home.html", {"daily": day_words(request)})


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
