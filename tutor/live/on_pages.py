"""What pages of a class say of its live round."""

from __future__ import annotations

from django.http import HttpRequest

from tutor.classroom.models import Classroom
from tutor.live.selectors import running
from tutor.site.parts import Part


def on_class(request: HttpRequest | None, classroom: Classroom) -> Part:
    """For its teachers: to the round that is on, or to a new one; one query."""
    return Part("live/_on_class.html", {"classroom": classroom, "live_on": running(classroom)})


def on_mine(request: HttpRequest | None, classroom: Classroom) -> Part | None:
    """For its pupils, while a round is on; one query."""
    return Part("live/_on_mine.html", {"classroom": classroom}) if running(classroom) is not None else None
