"""All rules and all readers' questions on one page: first as the visitor's table plays, then officially."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from lessons.content.questions import QuestionCase, QuestionEntry
from lessons.content.reading import Library, library, load, seeds_folder
from lessons.content.topics import TOPICS
from lessons.parting.probing import under
from lessons.saying.wording import rule_on_card, rule_short
from tutor.learning.addresses import rule_line
from tutor.reference.answering import printed_index
from tutor.reference.everywhere import answers_view, rule_sets_for
from tutor.reference.searching import LONGEST_QUERY
from tutor.site.private import ask_anew
from tutor.tables.models import Table
from tutor.tables.services import table_of


@ask_anew
@vary_on_cookie
@require_safe
def book(request: HttpRequest) -> HttpResponse:
    """The rulebook and the readers' questions on one page, as the visitor's table plays."""
    content, table = library(), table_of(request)
    context = {
        "section": "rules",
        "table": table,
        "topics": _topics(content, table),
        "questions": _questions(seeds_folder(), get_language() or "en", *_named(table)),
        "longest": LONGEST_QUERY,
    }
    return render(request, "offline/book.html", context)


@gzip_page
@ask_anew
@require_safe
def index(request: HttpRequest) -> JsonResponse:
    """By which words the rules on that page are found."""
    data = printed_index(language=get_language() or "en")
    return JsonResponse(data, json_dumps_params={"ensure_ascii": False, "separators": (",", ":")})


def _topics(content: Library, table: Table | None) -> list[dict[str, Any]]:
    """The rules by topic, each with its sentences and its text."""
    pages = sorted(content.rules.values(), key=lambda page: page.section)
    return [
        {
            "number": section,
            "title": TOPICS[section],
            "rules": [
                {
                    **rule_line(page, table.rule_set if table else None),
                    "id": page.id,
                    "page": page,
                    "ours": _ours(page.id, table),
                }
                for page in group
            ],
        }
        for section, group in groupby(pages, key=lambda page: page.section)
    ]


def _ours(rule: str, table: Table | None) -> dict[str, Any] | None:
    """The rule as the table has it, and whether the official law says otherwise; None without a table."""
    if table is None:
        return None
    sentence = rule_on_card(rule, table.rule_set)
    return {"sentence": sentence, "differs": sentence != rule_short(rule)}


def _named(table: Table | None) -> tuple[str, str, str]:
    """By what two tables are the same here: public id, name and rules; empty without a table."""
    return (table.public_id, table.name, table.rules) if table else ("", "", "")


@lru_cache(maxsize=64)
def _questions(root: Path, language: str, public_id: str, name: str, rules: str) -> SafeString:
    """The readers' questions, each with what every rule set answers to its cases; judged once for a table."""
    content = load(root)
    table = Table(public_id=public_id, name=name, rules=rules) if rules else None
    asked = [
        {"entry": entry, "cases": [_case(content, entry, case, table) for case in entry.case]}
        for entry in content.questions.values()
    ]
    return render_to_string("offline/_questions.html", {"questions": asked})


def _case(content: Library, entry: QuestionEntry, case: QuestionCase, table: Table | None) -> dict[str, Any]:
    found = {name: under(case.probe, rules) for name, rules in rule_sets_for(table).items()}
    return {"text": case.text, **answers_view(content, entry.rules[0], found, table)}
