"""Searching everything: terms, rules, questions, rule sets, stages and exercises, in groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from lessons.content.reading import Library, library
from lessons.saying.wording import rule_on_card
from lessons.words.glossing import in_language
from lessons.words.naming import rule_set_name
from tutor.learning.addresses import item_crumbs, item_url, rule_line, rule_set_url, stage_place, stage_url
from tutor.reference.answering import Answer, answers
from tutor.reference.everywhere import question_url
from tutor.reference.ours import Ours, ours
from tutor.reference.rule_set_named import rule_set_named
from tutor.reference.search_entries import KINDS, Kind
from tutor.reference.searching import LONGEST_QUERY, Hit, Results, search
from tutor.reference.views.glossary import term_url

SHOWN_AT_ONCE: Final = {"term": 3, "rule": 8, "question": 4, "rule-set": 3, "stage": 4, "exercise": 6}
MOST_SHOWN: Final = 40
ANSWERS: Final = 3
"""So many rules are told at once: the first as the answer, the others as what may have been meant."""
EXAMPLES: Final = ("discard-pile", "frozen", "natural-canasta", "black-three", "going-out", "sequence")
"""Terms whose other name is offered as something to look for."""


@vary_on_cookie
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """What answers a query, then all that it finds, best first in each group; without one, what can be looked for.

    A word that nobody has written is read as the likest one, and the page says so; with ``exact`` it is not.
    """
    content = library()
    query = request.GET.get("q", "")
    answered = answers(query[:LONGEST_QUERY], mend="exact" not in request.GET)
    results = search(answered.read_as or query)
    named, _ = rule_set_named(query[:LONGEST_QUERY], "de" if get_language() == "de" else "en")
    told = [
        _answer(content, one, None if named else ours(request, one.rule), named or CLASSIC)
        for one in answered.found[:ANSWERS]
    ]
    context = {
        "section": "search",
        "q": answered.query or results.query,
        "read_as": answered.read_as,
        "longest": LONGEST_QUERY,
        "answer": told[0] if told else None,
        "others": told[1:],
        "rules_named": rule_set_name(named) if named else "",
        "total": len(results.hits),
        "is_partial": results.is_partial,
        "missing": results.missing,
        "suggestion": results.suggestion,
        "groups": [_group(content, kind, results.of(kind)) for kind in _kinds(results) if results.of(kind)],
        "examples": _examples(content),
    }
    return render(request, "lessons/search.html", context)


def _answer(content: Library, answer: Answer, at_table: Ours | None, rules: RuleSet) -> dict[str, Any]:
    """A rule as the answer: its sentence under these rules or at the visitor's table, the likest reader's question."""
    question, page = content.questions.get(answer.question), content.rules[answer.rule]
    return {
        "sentence": rule_on_card(answer.rule, rules),
        "ours": at_table,
        "rule": rule_line(page, rules) | ({"title": at_table.title} if at_table else {}),
        "question": question and {"title": question.title, "url": question_url(question)},
    }


def _kinds(results: Results) -> Sequence[Kind]:
    """The groups in their order: rule sets come before the rules where one of them is what was looked for."""
    best = {kind: max((hit.score for hit in results.of(kind)), default=0.0) for kind in KINDS}
    if best["rule-set"] <= best["rule"]:
        return KINDS
    return sorted(KINDS, key=lambda kind: (kind != "term", kind != "rule-set"))


def _group(content: Library, kind: Kind, hits: tuple[Hit, ...]) -> dict[str, Any]:
    lines = [_line(content, hit) for hit in hits[:MOST_SHOWN]]
    first = SHOWN_AT_ONCE[kind]
    if len(lines) == first + 1:  # one more is not worth a disclosure
        first += 1
    return {
        "kind": kind,
        "title": _title(kind),
        "count": len(hits),
        "first": lines[:first],
        "more": lines[first:],
        "unlisted": len(hits) - len(lines),
    }


def _title(kind: Kind) -> str:
    return {
        "term": gettext("Terms"),
        "rule": gettext("Rules"),
        "question": gettext("Questions from the table"),
        "rule-set": gettext("Rule sets"),
        "stage": gettext("Stages of the course"),
        "exercise": gettext("Exercises"),
    }[kind]


def _line(content: Library, hit: Hit) -> dict[str, Any]:
    """A hit as the page shows it: where it leads, and a number or a place that tells it from others."""
    line: dict[str, Any] = {"title": hit.title, "excerpt": hit.excerpt, "names": hit.names}
    match hit.kind:
        case "term":
            line["url"] = term_url(hit.id)
        case "rule":
            rule = rule_line(content.rules[hit.id])
            line |= {"url": rule["url"], "number": rule["number"]}
        case "question":
            line["url"] = question_url(content.questions[hit.id])
        case "rule-set":
            line["url"] = rule_set_url(hit.id)
        case "stage":
            stage = content.stage(hit.id)
            if stage is not None:
                line |= {
                    "url": stage_url(stage),
                    "place": stage_place(stage, content),
                    "adds": f"stage:{hit.id}",
                }
        case "exercise":
            item = content.items[hit.id]
            line |= {
                "url": item_url(item),
                "adds": f"item:{hit.id}",
                "place": " · ".join(title for title, _ in item_crumbs(item, content)),
            }
    return line


def _examples(content: Library) -> list[dict[str, str]]:
    """Other names of terms, as links that search for them."""
    also = {term.key: in_language(term, _language()).also for term in content.glossary}
    names = [also[key][0] for key in EXAMPLES if also.get(key)]
    return [{"name": name, "url": f"{reverse('lessons:search')}?q={name}"} for name in names]


def _language() -> str:
    return "de" if (get_language() or "en").startswith("de") else "en"
