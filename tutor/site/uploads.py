"""How much may be sent to the site at once, and what is told to whoever sends more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from tutor.site.errors import error_page
from tutor.site.language import language_of

TooLarge = Callable[[HttpRequest, int], HttpResponse]
_OTHERWISE: Final[dict[str, TooLarge]] = {}
REFUSED: Final = "tutor.refused"
"""In a request's environment: the status with which the server that read it (the bridge) has refused its body."""


def within_limits(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that answers too large and too slow uploads before anything of them is stored."""

    def respond(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        refused = request.META.get(REFUSED)
        large = length.isdecimal() and int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if refused is None and not large:
            return get_response(request)
        with translation.override(language_of(request)):
            return too_slow(request) if refused == 408 else too_large(request, int(length))

    return respond


def answer_otherwise(prefix: str, answer: TooLarge) -> None:
    """Let an area answer in its own way to too large a body of at least so many bytes, below its addresses."""
    _OTHERWISE[prefix] = answer


def too_large(request: HttpRequest, length: int) -> HttpResponse:
    """For a body of at least so many bytes."""
    for prefix, answer in _OTHERWISE.items():
        if request.path_info.startswith(prefix):
            return answer(request, length)
    return error_page(
        request,
        status=413,
        title=_("This is too large"),
        text=_("At most %(limit)s MB can be sent at once, so nothing was stored. Go back and send less.")
        % {"limit": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // (1024 * 1024)},
    )


def too_slow(request: HttpRequest) -> HttpResponse:
    return error_page(
        request,
        status=408,
        title=_("This took too long to arrive"),
        text=_("The connection broke or was very slow, and nothing was stored. Go back and try again."),
    )
