"""The sides of a deal that is scored, as a link carries them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.law.errors import EngineError
from lessons.counting.sides_text import format_sides, parse_sides
from lessons.kinds.common.work import Work
from lessons.kinds.sheet import deal_of
from lessons.saying.engine_errors import error_at_its_place
from tutor.learning.exercise_answer import table_context
from tutor.learning.exercise_facts import facts_of
from tutor.reference.views.position import MOST_SHOWN


@vary_on_cookie
@require_safe
def scored(request: HttpRequest) -> HttpResponse:
    """What the sides of the link have at the end of a deal. One that cannot be read is answered with what is wrong."""
    text = request.GET.get("s", "").strip()
    if not text:
        return _unreadable(request, gettext("This link carries no position."), text)
    try:
        rules, sides = parse_sides(text, german=(get_language() or "").startswith("de"))
    except EngineError as error:
        return _unreadable(request, error_at_its_place(error), text)
    item = deal_of(*sides, rule_set=rules)
    context = {
        "item": item,
        "facts": facts_of(item),
        "position_text": format_sides(rules, sides),
        **table_context(item, Work()),
    }
    return render(request, "lessons/scored.html", context)


def _unreadable(request: HttpRequest, message: str, text: str) -> HttpResponse:
    context = {"problem": message, "position_text": text[:MOST_SHOWN]}
    return render(request, "lessons/scored.html", context, status=400)
