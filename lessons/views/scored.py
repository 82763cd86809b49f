"""The sides of a deal that is scored, as a link carries them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.law.errors import EngineError
from lessons.content.base import SideTable, Text
from lessons.content.reading import Item
from lessons.content.schema import SheetTask
from lessons.counting.sides_text import format_sides, parse_sides
from lessons.kinds.work import Work
from lessons.saying.engine_errors import error_at_its_place
from lessons.views.exercise_answer import table_context
from lessons.views.exercise_context import facts_of
from lessons.views.extras import MOST_SHOWN

_NO_TEXT = Text(de="–", en="–")


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
    item = _item_of(rules, *sides)
    context = {
        "item": item,
        "facts": facts_of(item),
        "position_text": format_sides(rules, sides),
        **table_context(item, Work()),
    }
    return render(request, "lessons/scored.html", context)


def _item_of(rules: str, side: SideTable, other: SideTable | None = None) -> Item:
    """The sides in the shape of an exercise, which the table of exercises can show. It is never kept."""
    task = SheetTask.model_construct(
        kind="sheet", slug="scored", goal=_NO_TEXT, look=_NO_TEXT, rules=("score.formula",),
        side=side, other=other, rule_set=rules,
    )  # fmt: skip
    return Item(
        slug="scored", task=task, content_hash="", group="scored", number=1, is_puzzle=False, source=("", "")
    )


def _unreadable(request: HttpRequest, message: str, text: str) -> HttpResponse:
    context = {"problem": message, "position_text": text[:MOST_SHOWN]}
    return render(request, "lessons/scored.html", context, status=400)
