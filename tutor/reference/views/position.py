"""A position that a link carries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.notation.position_line import format_position, parse_position
from engine.notation.text import parse_actions
from lessons.kinds.common.answers import AnswerError
from lessons.saying.engine_errors import error_at_its_place
from lessons.saying.verdicts import explain
from lessons.table import position_words, presenting
from lessons.table.staging import stage
from tutor.learning.addresses import position_url

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
        return _page(request, context)
    try:
        # The empty part behind a last semicolon is none.
        listed = parse_actions([part.strip() for part in done.rstrip("; ").split(";")])
        stage(found, listed)
    except EngineError as error:
        return _unreadable(request, error_at_its_place(error), **context | {"actions_text": done})
    return _page(request, context | _played(found, listed))


def _shown(found: Position) -> dict[str, Any]:
    return {
        "facts": position_words.facts(found),
        **presenting.looked_at(found),
        "ask_url": _ask_url(found) if found.hand else "",
        "rules": found.rules,
        "position_text": format_position(found),
        "adds": f"table:{urlencode({'p': format_position(found)})}",
        "answer_error": None,
    }


def _ask_url(found: Position) -> str:
    """Where a move can be made on this table."""
    return f"{reverse('editor:ask')}?{urlencode({'p': format_position(found)})}"


def _played(found: Position, listed: Sequence[Action]) -> dict[str, Any]:
    """The actions in words, the verdict on them, and the table after those that are allowed."""
    told = {
        "staged": presenting.tray(listed).staged,
        "actions_text": "; ".join(map(str, listed)),
        "adds": f"table:{urlencode([('p', format_position(found)), *(('action', str(one)) for one in listed)])}",
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
        **presenting.looked_at(after),
        "ask_url": "",
        "before_url": position_url(found),
    }


def _unreadable(request: HttpRequest, message: str, **context: Any) -> HttpResponse:
    error = AnswerError("position", message)
    context["actions_text"] = str(context.get("actions_text", ""))[:MOST_SHOWN]
    return _page(request, context | {"answer_error": error}, status=400)


def _page(request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    around = {"crumbs": ((gettext("Rulebook"), reverse("lessons:rules")),), "place": gettext("Position")}
    return render(request, "lessons/position.html", around | context, status=status)
