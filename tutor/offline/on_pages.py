"""What pages of other areas say of the time without a network."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tutor.offline.keeping import kept_by
from tutor.site.parts import Part


def panel(request: HttpRequest | None, about: Any) -> Part | None:
    """Below the sheet of an evening and on the page of the device's table: keep it for the time without a network?"""
    return Part("offline/_panel.html", {"kept": kept_by(request)}) if request else None


def on_hub(request: HttpRequest | None, about: Any) -> Part:
    """The way to it from all that there is for a table."""
    return Part("offline/_on_hub.html")
