"""Readers' questions: each with its position, the answer under every rule set, and something to try."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.variants import RULE_SETS
from lessons.comparing import Outcome, show_one
from lessons.content import Library, library
from lessons.probing import Judged, under
from lessons.schema_questions import QuestionCase, QuestionEntry
from lessons.views.paths import item_url, position_url, rule_line, rule_set_url


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
        "cases": [_case(content, entry, case) for case in entry.case],
        "rules": [rule_line(content.rules[rule]) for rule in entry.rules if rule in content.rules],
        "try_it": {"goal": item.goal, "url": item_url(item)} if item else None,
        "previous": _link(entries[place - 1]) if place else None,
        "next": _link(entries[place + 1]) if place + 1 < len(entries) else None,
    }
    return render(request, "lessons/question.html", context)


def question_url(entry: QuestionEntry) -> str:
    return reverse("lessons:reader-question", args=[entry.slug])


def _link(entry: QuestionEntry) -> dict[str, Any]:
    return {"title": entry.title, "url": question_url(entry)}


def _case(content: Library, entry: QuestionEntry, case: QuestionCase) -> dict[str, Any]:
    """A position or a side, and the rule sets grouped by what they answer, the same answers together."""
    answers: dict[tuple[str, str], dict[str, Any]] = {}
    missing = []
    shown = None
    for name, rules in RULE_SETS.items():
        title = content.rule_sets[name].title if name in content.rule_sets else name
        line: dict[str, Any] = {"title": title, "url": rule_set_url(name)}
        found = under(case.probe, rules)
        if found is None:
            missing.append(line)
            continue
        one = show_one(entry.rules[0], found)
        line["silent"] = isinstance(found, Judged) and bool(found.verdict.fallback)
        shown = shown or one
        outcome = one.outcomes[0]
        answers.setdefault(_key(outcome), {"outcome": outcome, "rule_sets": []})["rule_sets"].append(line)
    return {
        "text": case.text,
        "shown": shown,
        "position_url": position_url(case.position) if case.position else "",
        "answers": list(answers.values()),
        "silent": any(line["silent"] for answer in answers.values() for line in answer["rule_sets"]),
        "missing": missing,
    }


def _key(outcome: Outcome) -> tuple[str, str]:
    return outcome.word, " ".join(str(sentence) for sentence in outcome.sentences)
