"""What pages of a class say of its lobby."""

from __future__ import annotations

from django.http import HttpRequest

from tutor.classroom.models import Classroom
from tutor.site.parts import Part


def on_class(request: HttpRequest | None, classroom: Classroom) -> Part:
    """The way there; no query."""
    return Part("classroom/lobby/_on_class.html", {"classroom": classroom})
