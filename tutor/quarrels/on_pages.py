"""What pages of other areas say of quarrels."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tutor.quarrels.finding import quarrels_for
from tutor.quarrels.showing import link_to
from tutor.site.parts import Part


def on_hub(request: HttpRequest | None, about: Any) -> Part:
    """The one field, at the head of what there is for a table."""
    return Part("quarrels/_on_hub.html")


def on_search(request: HttpRequest | None, query: Any) -> Part | None:
    """The quarrel that somebody seems to mean who searches, above what else was found."""
    meant = quarrels_for(str(query or ""))
    if meant.quarrel is None:
        return None
    return Part(
        "quarrels/_on_search.html", {"quarrel": link_to(meant.quarrel, meant.chosen, rules=meant.rules)}
    )
