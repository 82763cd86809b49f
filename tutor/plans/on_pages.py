"""What pages of a class say of plans for lessons."""

from __future__ import annotations

from django.http import HttpRequest

from tutor.classroom.models import Classroom
from tutor.site.parts import Part


def on_class(request: HttpRequest | None, classroom: Classroom) -> Part:
    """The way there; no query."""
    return Part("plans/_on_class.html", {"classroom": classroom})


def on_kinds(request: HttpRequest | None, classroom: Classroom) -> Part:
    """A whole lesson in place of an assignment."""
    return Part("plans/_on_kinds.html", {"classroom": classroom})
