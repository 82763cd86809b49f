"""A position that a link carries, and the display settings."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.errors import EngineError
from engine.notation import format_position, parse_position
from lessons import presenting
from lessons.answers import AnswerError
from lessons.display import display_from_form, display_of, remember_display
from lessons.engine_errors import error_in_words, place_in_words


@vary_on_cookie
@require_safe
def position(request: HttpRequest) -> HttpResponse:
    """The position of the link; a link that cannot be read is answered with what is wrong and where."""
    text = request.GET.get("p", "").strip()
    if not text:
        return _unreadable(request, gettext("This link carries no position."), "")
    try:
        found = parse_position(text, german=(get_language() or "").startswith("de"))
    except EngineError as error:
        place = place_in_words(error)
        message = error_in_words(error)
        if place:
            message = gettext("%(place)s: %(message)s") % {
                "place": place[:1].upper() + place[1:],
                "message": message,
            }
        return _unreadable(request, message, text[:500])
    context = {
        "facts": presenting.facts(found),
        "table": presenting.table(found),
        "hand": presenting.hand(found.hand, selectable=False, unknown=found.unknown_cards),
        "position_text": format_position(found),
        "answer_error": None,
    }
    return render(request, "lessons/position.html", context)


def _unreadable(request: HttpRequest, message: str, text: str) -> HttpResponse:
    error = AnswerError("position", message)
    return render(
        request, "lessons/position.html", {"answer_error": error, "position_text": text}, status=400
    )


@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def display_settings(request: HttpRequest) -> HttpResponse:
    """Theme, suit colours, large cards, motion and keys, kept in a cookie."""
    here = reverse("lessons:settings")
    if request.method == "POST":
        back = _safe_path(request, request.POST.get("next", ""))
        response = HttpResponseRedirect(back or f"{here}?saved=1", status=303)
        remember_display(response, display_from_form(request.POST), secure=settings.SESSION_COOKIE_SECURE)
        return response
    came_from = _safe_path(request, request.GET.get("next", ""))
    context = {
        "section": "settings",
        "settings": display_of(request),
        "next": came_from,
        "saved": request.GET.get("saved") == "1",
    }
    return render(request, "lessons/settings.html", context)


def _safe_path(request: HttpRequest, path: str) -> str:
    """The path if it leads to this site, else an empty text."""
    safe = url_has_allowed_host_and_scheme(
        path, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return path if safe and path.startswith("/") else ""
