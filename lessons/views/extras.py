"""A position that a link carries, and the display settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.notation.position_line import format_position, parse_position
from engine.notation.text import parse_actions
from lessons.display import COOKIE, display_from_form, display_of, remember_display
from lessons.kinds.answers import AnswerError
from lessons.saying.engine_errors import error_at_its_place
from lessons.saying.verdicts import explain
from lessons.table import position_words, presenting
from lessons.table.staging import stage
from lessons.views.paths import position_url

MOST_SHOWN: Final = 500
"""Of a line that cannot be read, so many characters are shown again."""


@vary_on_cookie
@require_safe
def position(request: HttpRequest) -> HttpResponse:
    """The position of the link, and the actions of a turn in progress with what the rules say of them.

    A link that cannot be read is answered with what is wrong and where; what could be read is shown.
    """
    text, done = request.GET.get("p", "").strip(), request.GET.get("a", "").strip()
    if not text:
        return _unreadable(request, gettext("This link carries no position."))
    try:
        found = parse_position(text, german=(get_language() or "").startswith("de"))
    except EngineError as error:
        return _unreadable(
            request, error_at_its_place(error), position_text=text[:MOST_SHOWN], actions_text=done
        )
    context = _shown(found)
    if not done:
        return render(request, "lessons/position.html", context)
    try:
        # The empty part behind a last semicolon is none.
        listed = parse_actions([part.strip() for part in done.rstrip("; ").split(";")])
        stage(found, listed)
    except EngineError as error:
        return _unreadable(request, error_at_its_place(error), **context | {"actions_text": done})
    return render(request, "lessons/position.html", context | _played(found, listed))


def _shown(found: Position) -> dict[str, Any]:
    return {
        "facts": position_words.facts(found),
        "table": presenting.table(found),
        "hand": presenting.hand(found.hand, selectable=False, unknown=found.unknown_cards),
        "position_text": format_position(found),
        "answer_error": None,
    }


def _played(found: Position, listed: Sequence[Action]) -> dict[str, Any]:
    """The actions in words, the verdict on them, and the table after those that are allowed."""
    told = {
        "staged": presenting.tray(listed).staged,
        "actions_text": "; ".join(map(str, listed)),
    }
    over = listed[-1].verb in ("discard", "end")
    try:
        verdict = judge(found, listed, unfinished=not over, remedy=False)
    except EngineError as error:  # the link is sound, but it leaves open what would decide
        return told | {"undecided": error_at_its_place(error)}
    explanation = explain(verdict, position=found, actions=listed)
    said = {
        True: gettext("It is allowed."),
        False: gettext("It is not allowed."),
        None: gettext("The text does not decide."),
    }
    after = verdict.after
    return told | {
        "outcome": "right" if verdict.legal else "wrong" if verdict.legal is False else "undecided",
        "headline": said[verdict.legal],
        "explanation": explanation,
        "facts": position_words.facts(after),
        "table": presenting.table(after),
        "hand": presenting.hand(after.hand, selectable=False, unknown=after.unknown_cards),
        "before_url": position_url(found),
    }


def _unreadable(request: HttpRequest, message: str, **context: Any) -> HttpResponse:
    error = AnswerError("position", message)
    context["actions_text"] = str(context.get("actions_text", ""))[:MOST_SHOWN]
    return render(request, "lessons/position.html", context | {"answer_error": error}, status=400)


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
    # Whether the browser took the cookie shows when it comes back.
    told, is_kept = request.GET.get("saved") == "1", COOKIE in request.COOKIES
    context = {
        "section": "settings",
        "settings": display_of(request),
        "next": came_from,
        "saved": told and is_kept,
        "refused": told and not is_kept,
    }
    return render(request, "lessons/settings.html", context)


def _safe_path(request: HttpRequest, path: str) -> str:
    """The path if it leads to this site, else an empty text."""
    safe = url_has_allowed_host_and_scheme(
        path, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return path if safe and path.startswith("/") else ""
