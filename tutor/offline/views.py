"""What is there without a network: what a device keeps, and the service worker that keeps it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from tutor.offline.keeping import kept_by
from tutor.reference.searching import LONGEST_QUERY
from tutor.site.private import ask_anew
from tutor.tables.services import table_of

WORKER: Final = Path(__file__).with_name("worker.js")


@ask_anew
@vary_on_cookie
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What this device keeps for the time without a network, how much that is, and letting go of it."""
    context = {
        "section": "settings",
        "kept": kept_by(request),
        "table": table_of(request),
        "longest": LONGEST_QUERY,
    }
    return render(request, "offline/offline.html", context)


@ask_anew
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It has an address at the root, for that is how far it sees."""
    return HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")


@lru_cache(maxsize=1)
def _worker() -> bytes:
    return WORKER.read_bytes()
