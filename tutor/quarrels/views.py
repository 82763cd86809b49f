"""One field for a quarrel at the table: say it in words, tap what decides, read the answer."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from engine.notation.position_line import parse_rules
from lessons.content.reading import library
from lessons.saying.engine_errors import error_at_its_place
from lessons.saying.wording import rule_on_card
from lessons.words.naming import rule_set_name
from tutor.learning.addresses import rule_line
from tutor.quarrels.finding import quarrels_for
from tutor.quarrels.points import counted, typed_in
from tutor.quarrels.showing import by_topic, link_to, shown
from tutor.reference.answering import answers
from tutor.site.heavy import heavy
from tutor.tables.models import MOST_RULES, Table
from tutor.tables.services import table_of

LONGEST: Final = 120
RULES: Final = 3
"""So many rules stand below the quarrel that was meant."""


@vary_on_cookie
@require_safe
@heavy
def ask(request: HttpRequest) -> HttpResponse:
    """The field, and what answers the words in it; without any, all quarrels."""
    query = " ".join(request.GET.get("q", "").split())[:LONGEST]
    content, table = library(), table_of(request)
    context: dict[str, Any] = {"section": "table", "q": query, "longest": LONGEST, "table": table}
    typed = typed_in(query) if query else None
    if typed is not None:
        rules = table.rule_set if table else CLASSIC
        context["points"] = {"problem": typed.problem} if typed.problem else counted(typed, rules)
    elif query:
        context |= _meant(query, table)
    context["topics"] = by_topic(content)
    context["opens_list"] = not query or not (typed or context.get("quarrel") or context.get("rules"))
    return render(request, "quarrels/ask.html", context)


def _meant(query: str, table: Table | None) -> dict[str, Any]:
    """The quarrel that the words mean, those near it, and rules about it: by what they name, or the table's."""
    content, meant = library(), quarrels_for(query)
    rules = meant.rules or (table.rule_set if table else CLASSIC)
    found: dict[str, Any] = {
        "others": [link_to(one, query=query, rules=meant.rules) for one in meant.others],
        "rules": [
            rule_line(content.rules[one.rule], rules) | {"sentence": rule_on_card(one.rule, rules)}
            for one in answers(query).found[:RULES]
        ],
        "rules_named": rule_set_name(meant.rules) if meant.rules else "",
        "cards_named": meant.cards,
        "is_must": meant.is_must,
    }
    if meant.quarrel:
        found["quarrel"] = shown(content, meant.quarrel, meant.chosen, table, query=query, linked=meant.rules)
    return found


@vary_on_cookie
@require_safe
@heavy
def quarrel(request: HttpRequest, slug: str) -> HttpResponse:
    """One quarrel, as far as its questions are answered in the address."""
    content, table = library(), table_of(request)
    entry = content.quarrels.get(slug)
    if entry is None:
        raise Http404(slug)
    query = " ".join(request.GET.get("q", "").split())[:LONGEST]
    chosen = {one.key: request.GET.get(one.key, "") for one in entry.decide}
    linked, problem = _linked(request)
    context = {
        "problem": problem,
        "section": "table",
        "q": query,
        "longest": LONGEST,
        "table": table,
        "quarrel": shown(content, entry, chosen, table, query=query, linked=linked),
        "topics": by_topic(content),
        "opens_list": False,
    }
    return render(request, "quarrels/ask.html", context, status=400 if problem else 200)


def _linked(request: HttpRequest) -> tuple[RuleSet | None, str]:
    """The rules that a link names, or a sentence about what is wrong with them."""
    text = request.GET.get("rules", "")
    if not text:
        return None, ""
    try:
        return parse_rules(text[:MOST_RULES]), ""
    except EngineError as error:
        return None, error_at_its_place(error)
