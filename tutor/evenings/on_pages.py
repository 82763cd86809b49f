"""What pages of other areas say of evenings."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tutor.evenings.models import Evening
from tutor.evenings.sheet import sheet_of
from tutor.evenings.showing import summary
from tutor.learning.learner import learner_of
from tutor.site.parts import Part


def on_home(request: HttpRequest | None, about: Any) -> Part:
    """The way to the score sheet, and to the last one if its game is not over; two queries."""
    learner = learner_of(request) if request else None
    last = Evening.objects.filter(learner=learner).first() if learner else None
    sheet = sheet_of(last) if last else None
    running = summary(sheet) if sheet and sheet.decided is None else None
    return Part("evenings/_on_home.html", {"running": running})
