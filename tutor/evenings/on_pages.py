"""What pages of other areas say of evenings."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tutor.evenings.models import Evening
from tutor.evenings.sheet import sheet_of
from tutor.evenings.showing import summary
from tutor.learning.learner import learner_of
from tutor.site.parts import Part
from tutor.tables.models import Table


def on_home(request: HttpRequest | None, about: Any) -> Part:
    """The way to the score sheet, and to the last one if its game is not over; two queries."""
    return Part("evenings/_on_home.html", {"running": _running(request)})


def on_hub(request: HttpRequest | None, about: Any) -> Part:
    """The same at the head of what there is for a table."""
    return Part("evenings/_on_hub.html", {"running": _running(request)})


def on_table(request: HttpRequest | None, table: Table) -> Part:
    """From a table with rules of its own to an evening by them."""
    return Part("evenings/_on_table.html", {"table": table})


def _running(request: HttpRequest | None) -> dict[str, Any] | None:
    """The last evening of this device, if its game is not over."""
    learner = learner_of(request) if request else None
    last = Evening.objects.filter(learner=learner).first() if learner else None
    sheet = sheet_of(last) if last else None
    return summary(sheet) if sheet and sheet.decided is None else None
