"""Readers' questions: each with its position, the answer under every rule set, and something to try."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from lessons.content.questions import QuestionCase, QuestionEntry
from lessons.content.reading import Library, library
from lessons.parting.probing import under
from lessons.saying.comparing import show_one
from tutor.learning.addresses import item_url, position_url, rule_line
from tutor.reference.everywhere import answers_view, question_url, rule_sets_for
from tutor.tables.models import Table
from tutor.tables.services import table_of


@vary_on_cookie
@require_safe
def questions(request: HttpRequest) -> HttpResponse:
    """All questions."""
    content = library()
    entries = [
        {"number": number, "title": entry.title, "asked": entry.asked, "url": question_url(entry)}
        for number, entry in enumerate(content.questions.values(), start=1)
    ]
    return render(request, "lessons/questions.html", {"section": "rules", "questions": entries})


@vary_on_cookie
@require_safe
def question(request: HttpRequest, slug: str) -> HttpResponse:
    """One question: its positions, what each rule set says of them, the rules, and an exercise."""
    content = library()
    entry = content.questions.get(slug)
    if entry is None:
        raise Http404(slug)
    entries = list(content.questions.values())
    place = entries.index(entry)
    item = content.item(entry.try_it)
    context = {
        "section": "rules",
        "question": entry,
        "number": place + 1,
        "cases": [_case(content, entry, case, table_of(request)) for case in entry.case],
        "rules": [rule_line(content.rules[rule]) for rule in entry.rules if rule in content.rules],
        "try_it": {"goal": item.goal, "url": item_url(item)} if item else None,
        "previous": _link(entries[place - 1]) if place else None,
        "next": _link(entries[place + 1]) if place + 1 < len(entries) else None,
    }
    return render(request, "lessons/question.html", context)


def _link(entry: QuestionEntry) -> dict[str, Any]:
    return {"title": entry.title, "url": question_url(entry)}


def _case(content: Library, entry: QuestionEntry, case: QuestionCase, table: Table | None) -> dict[str, Any]:
    """A position or a side, and the rule sets grouped by what they answer: first what holds at the visitor's table."""
    found = {name: under(case.probe, rules) for name, rules in rule_sets_for(table).items()}
    first = next((one for one in found.values() if one is not None), None)
    return {
        "text": case.text,
        "shown": show_one(entry.rules[0], first) if first is not None else None,
        "position_url": position_url(case.position) if case.position else "",
        **answers_view(content, entry.rules[0], found, table),
    }
