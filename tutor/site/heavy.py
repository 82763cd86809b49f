"""Few heavy questions at once: those that the engine may think about for a while wait for a place, not for ever.

The other threads of the process go on with pages that cost little. Who gets no place is told so, and when to come back.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tutor.site.errors import error_page

AT_ONCE: Final = 2
"""Heavy questions that run at the same time in a process."""
MOST_WAITING: Final = 4
"""So many more may wait for long; with them some threads of the process are still free."""
LONG_WAIT: Final = 4.0
SHORT_WAIT: Final = 0.25
"""Seconds: most questions take a few hundredths, so that even a crowd is soon through."""
RETRY_AFTER: Final = 5
"""Seconds after which it is worth trying again."""


class Busy(Exception):
    """No place has become free in time."""


class Places:
    """Places for heavy questions and for those that wait."""

    def __init__(self) -> None:
        self._running = threading.BoundedSemaphore(AT_ONCE)
        self._waiting = threading.BoundedSemaphore(MOST_WAITING)

    @contextmanager
    def one(self) -> Iterator[None]:
        """A place for a heavy question. Raises Busy where none becomes free in time."""
        if not self._running.acquire(blocking=False) and not self._waited():
            raise Busy
        try:
            yield
        finally:
            self._running.release()

    def _waited(self) -> bool:
        if not self._waiting.acquire(blocking=False):
            return self._running.acquire(timeout=SHORT_WAIT)
        try:
            return self._running.acquire(timeout=LONG_WAIT)
        finally:
            self._waiting.release()


places: Final = Places()


def heavy(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that may ask the engine something heavy; where no place is free, a page that says so."""

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            with places.one():
                return view(request, *args, **kwargs)
        except Busy:
            return busy_page(request)

    return respond


def busy_page(request: HttpRequest) -> HttpResponse:
    """503 with the time after which to try again."""
    page = error_page(
        request,
        status=503,
        title=_("Too many questions at the moment"),
        text=_("Wait a few seconds and try again. Nothing you entered is lost if you go back."),
    )
    page["Retry-After"] = str(RETRY_AFTER)
    return page
