"""Rules and steps: where the course teaches each rule, and where it asks it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.law.rulebook import RULES
from engine.law.variants import RULE_SETS, RuleSetName
from lessons.content.reading import Item, Library, library
from lessons.content.topics import TOPICS
from lessons.proving.coverage import COURSES, Covered, coverage
from lessons.saying.wording import rule_on_card
from tutor.learning.addresses import item_url, rule_line

MOST_ASKING: Final = 6


@vary_on_cookie
@require_safe
def matrix(request: HttpRequest) -> HttpResponse:
    """Every rule that decides something, with its steps in classic Canasta and in Samba."""
    content = library()
    columns = {name: {one.rule: one for one in coverage(content, name)} for name in COURSES}
    rows = [
        _row(content, rule, columns) for rule in RULES if any(rule in column for column in columns.values())
    ]
    topics = [
        {"number": section, "title": TOPICS[section], "rows": list(group)}
        for section, group in groupby(rows, key=lambda row: RULES[row["id"]].section)
    ]
    context = {
        "section": "course",
        "crumbs": [(gettext("Course"), reverse("lessons:course"))],
        "place": gettext("Rules and steps"),
        "topics": topics,
    }
    return render(request, "lessons/matrix.html", context)


def _row(content: Library, rule: str, columns: Mapping[RuleSetName, dict[str, Covered]]) -> dict[str, Any]:
    """``otherwise`` is what Samba says where a value is the same and what it means is not."""
    classic, samba = (columns[name].get(rule) for name in COURSES)
    same = samba is not None and classic is not None and not samba.is_special
    here, there = (rule_on_card(rule, RULE_SETS[name]) for name in COURSES)
    return {
        **rule_line(content.rules[rule]),
        "classic": _cell(content, classic),
        "samba": _cell(content, samba),
        "same": same,
        "otherwise": there if same and here != there else "",
    }


def _cell(content: Library, covered: Covered | None) -> dict[str, Any] | None:
    if covered is None:
        return None
    return {
        "teaching": _step(content, covered.teaching) if covered.teaching else None,
        "asking": [_step(content, step) for step in covered.asking[:MOST_ASKING]],
        "count": len(covered.asking),
        "rest": max(0, len(covered.asking) - MOST_ASKING),
    }


def _step(content: Library, step: Item) -> dict[str, Any]:
    return {"stage": content.group_of(step).title, "number": step.number, "url": item_url(step)}
