"""The rulebook: all rules by topic, and a page for each rule."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.law.variants import RULE_SETS
from lessons.content.reading import Library, library
from lessons.content.rulebook import RuleExample
from lessons.content.topics import TOPICS
from lessons.proving.coverage import exercise_for, rule_sets_of
from lessons.saying.remedies import actions_in_words
from lessons.saying.rule_values import Said, said
from lessons.table import presenting
from lessons.words import naming
from tutor.learning.addresses import item_url, position_url, rule_line, rule_set_url
from tutor.reference.ours import ours, values_of_table
from tutor.reference.searching import LONGEST_QUERY
from tutor.tables.models import Table
from tutor.tables.services import table_of

MOST_EXERCISES: Final = 6


@vary_on_cookie
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """All rules by topic. Links to a search from before there was a page for it still work."""
    search = request.GET.get("q", "").strip()
    if search:
        return redirect(f"{reverse('lessons:search')}?{urlencode({'q': search})}")
    context = {"section": "rules", "topics": _topics(library(), table_of(request)), "longest": LONGEST_QUERY}
    return render(request, "lessons/rules.html", context)


@vary_on_cookie
@require_safe
def rule(request: HttpRequest, rule_id: str) -> HttpResponse:
    """One rule: in one sentence, with its reason, an example, its sources and where to practise it."""
    content = library()
    page = content.rules.get(rule_id)
    if page is None:
        raise Http404(rule_id)
    neighbours = list(content.rules.values())
    place = neighbours.index(page)
    at_table = ours(request, rule_id)
    context = {
        "section": "rules",
        "rule": page,
        "title": at_table.title if at_table else page.title,
        "ours": at_table,
        "topic": {"number": page.section, "title": TOPICS[page.section]},
        "sources": [
            {
                "title": source.title if source else entry.source,
                "standing": _standing(entry.standing),
                "note": entry.note,
                "description": source.description if source else "",
            }
            for entry in page.sources
            for source in [content.source(entry.source)]
        ],
        "example": _example(page.example) if page.example else None,
        "values": _values(content, rule_id),
        "taught_in": _exercises(content, rule_id),
        "previous": rule_line(neighbours[place - 1]) if place else None,
        "next": rule_line(neighbours[place + 1]) if place + 1 < len(neighbours) else None,
    }
    return render(request, "lessons/rule.html", context)


def _values(content: Library, rule_id: str) -> list[dict[str, Any]]:
    """What the rule sets say of the rule: each value and note once, with the rule sets that have it."""
    groups: dict[Said, list[dict[str, Any]]] = {}
    for entry in content.rule_sets.values():
        line = {"title": entry.title, "url": rule_set_url(entry.name)}
        groups.setdefault(said(RULE_SETS[entry.name], rule_id), []).append(line)
    return [{"said": value, "rule_sets": names} for value, names in groups.items()]


def _topics(content: Library, table: Table | None) -> list[dict[str, Any]]:
    """All rules by topic, with the value of the visitor's table where that is another one."""
    values, rules = values_of_table(table), table.rule_set if table else None
    pages = sorted(content.rules.values(), key=lambda page: page.section)
    return [
        {
            "number": section,
            "title": TOPICS[section],
            "rules": [rule_line(page, rules) | {"ours": values.get(page.id)} for page in group],
        }
        for section, group in groupby(pages, key=lambda page: page.section)
    ]


def _example(example: RuleExample) -> dict[str, Any]:
    position = example.position
    unknown = position.unknown_cards
    return {
        "table": presenting.table(position),
        "hand": presenting.hand(position.hand, selectable=False, unknown=unknown) if position.hand else None,
        "legal": [actions_in_words(example.legal)] if example.legal else [],
        "illegal": [actions_in_words(example.illegal)] if example.illegal else [],
        "position_url": position_url(position),
    }


def _exercises(content: Library, rule_id: str) -> list[dict[str, Any]]:
    """Steps and puzzles about this rule: of classic Canasta those whose main rule it is first, then one of each other
    rule set that has any, with its name.
    """
    about = [item for item in content.items.values() if rule_id in item.task.rules]
    about.sort(key=lambda item: item.task.rules.index(rule_id) > 0)
    classic = [item for item in about if RULE_SETS["classic"] in rule_sets_of(item)][:MOST_EXERCISES]
    others: dict[str, list[str]] = {}
    for name, entry in content.rule_sets.items():
        item = exercise_for(content, rule_id, RULE_SETS[name])
        if item is not None and item not in classic:
            others.setdefault(item.slug, []).append(str(entry.title))
    lines = [{"title": item.goal, "url": item_url(item), "rule_set": ""} for item in classic]
    return lines + [
        {
            "title": content.items[slug].goal,
            "url": item_url(content.items[slug]),
            "rule_set": naming.join_words(titles),
        }
        for slug, titles in others.items()
    ]


def _standing(standing: str) -> str:
    """How a rule stands in a source, in words."""
    return {
        "text": gettext("Stated in the text."),
        "implied": gettext("Follows from the text."),
        "silent": gettext("Says nothing about it."),
        "fallback": gettext("Says nothing about it; the official rule is used."),
        "contradicts": gettext("Says otherwise."),
        "differs": gettext("Says otherwise."),
        "contradiction": gettext("Contradicts itself."),
        "second-hand": gettext("Known only second-hand."),
        "comment": gettext("Only a reader’s comment mentions it."),
        "inherits": gettext("Adopts the official rule."),
        "disputed": gettext("The official books disagree."),
    }.get(standing, standing)
