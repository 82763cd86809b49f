"""Rule sets: the list of them, one by one with all its rules, and any two compared."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS, RuleSetName
from lessons.content.reading import Library, RulePage, library, load, seeds_folder
from lessons.content.rulebook import Probe, RuleSetEntry
from lessons.content.topics import TOPICS
from lessons.parting.probing import differing, judged_under, under
from lessons.proving.coverage import exercise_for
from lessons.saying import comparing
from lessons.saying.remedies import actions_in_words
from lessons.saying.rule_values import said
from lessons.words import naming
from tutor.learning.addresses import compare_url, item_url, position_url, rule_line, rule_set_url

FIRST_PAIR: Final[tuple[RuleSetName, RuleSetName]] = ("classic", "samba")
"""What the form compares when nobody has chosen anything."""


@vary_on_cookie
@require_safe
def rule_sets(request: HttpRequest) -> HttpResponse:
    """All rule sets, each in a sentence."""
    content = library()
    context = {
        "section": "rules",
        "rule_sets": [_line(content, entry) for entry in content.rule_sets.values()],
        **_form(content, *FIRST_PAIR),
    }
    return render(request, "lessons/rule_sets.html", context)


@vary_on_cookie
@require_safe
def rule_set(request: HttpRequest, name: str) -> HttpResponse:
    """One rule set: what it is, what it changes, how that looks on the table, and all rules as it has them."""
    entry = _entry(library(), name)
    body = _presented(seeds_folder(), name, get_language() or "en")
    return render(request, "lessons/rule_set.html", {"section": "rules", "entry": entry, "body": body})


@vary_on_cookie
@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Two rule sets side by side; without a choice, only the form."""
    content = library()
    chosen = [request.GET.get(key, "") for key in ("a", "b")]
    context: dict[str, Any] = {"section": "rules", **_form(content, *FIRST_PAIR)}
    if any(chosen):
        first, second = (_entry(content, name) for name in chosen)
        found, body = _compared(seeds_folder(), first.name, second.name, get_language() or "en")
        context |= {
            **_form(content, first.name, second.name),
            "first": _line(content, first),
            "second": _line(content, second),
            "swapped_url": compare_url(second.name, first.name),
            "count": found,
            "count_words": naming.number_word(found),
            "body": body,
        }
    return render(request, "lessons/compare.html", context)


@lru_cache(maxsize=64)
def _presented(root: Path, name: str, language: str) -> SafeString:
    """The page of a rule set below its frame. It depends on the content and the language only."""
    content = load(root)
    entry, rules = content.rule_sets[name], RULE_SETS[name]
    parent = content.rule_sets.get(entry.parent or "")
    examples = [_example(content.rules[rule], rules) for rule in entry.examples]
    context = {
        "entry": entry,
        "rules": rules,
        "parent": {**_line(content, parent), "compare_url": compare_url(name, parent.name)}
        if parent
        else None,
        "sources": [source for key in entry.sources if (source := content.source(key))],
        "changes": _changes(content, rules, RULE_SETS[parent.name]) if parent else (),
        "examples": [example for example in examples if example],
        "topics": _topics(content, rules, changed=differing(RULE_SETS[parent.name], rules) if parent else ()),
        "variants": [_line(content, other) for other in content.rule_sets.values() if other.parent == name],
        **_form(content, name, parent.name if parent else FIRST_PAIR[1]),
    }
    return render_to_string("lessons/_rule_set.html", context)


@lru_cache(maxsize=32)
def _compared(root: Path, first: str, second: str, language: str) -> tuple[int, SafeString]:
    """How many differences there are, and all of them drawn. They depend on the content and the language only."""
    content = load(root)
    found = comparing.differences(content, RULE_SETS[first], RULE_SETS[second])
    drawn = [_drawn(difference) for difference in found]
    context = {
        "titles": [content.rule_sets[name].title for name in (first, second)],
        "with_position": [one for one in drawn if one["shown"]],
        "without": [one for one in drawn if not one["shown"]],
    }
    return len(found), render_to_string("lessons/_differences.html", context)


def _drawn(difference: comparing.Difference) -> dict[str, Any]:
    shown = difference.shown
    return {
        **_rule(difference.page),
        "columns": difference.columns,
        "shown": shown,
        "position_url": position_url(shown.position) if shown and shown.position else "",
    }


def _rule(page: RulePage) -> dict[str, Any]:
    """A rule as it is named beside a value: by what it is about."""
    return {**rule_line(page), "title": page.about}


def _changes(content: Library, rules: RuleSet, parent: RuleSet) -> list[dict[str, Any]]:
    """The rules that a rule set changes against its parent, with both values."""
    return [
        {**_rule(content.rules[rule]), "here": said(rules, rule), "there": said(parent, rule)}
        for rule in differing(parent, rules)
        if rule in content.rules
    ]


def _example(page: RulePage, rules: RuleSet) -> dict[str, Any] | None:
    probes = [found for probe in page.all_probes if (found := under(probe, rules))]
    own = page.example
    if own is not None and own.position.rules == rules:
        shown = comparing.show_position(own.position)
        lines = {
            "may": actions_in_words(own.legal) if own.legal else "",
            "maynot": actions_in_words(own.illegal) if own.illegal else "",
        }
    elif probes:
        shown, lines = comparing.show_one(page.id, probes[0]), {}
    else:
        return None
    return {
        **_rule(page),
        "shown": shown,
        "lines": lines,
        "position_url": position_url(shown.position) if shown.position else "",
    }


def _topics(content: Library, rules: RuleSet, *, changed: tuple[str, ...]) -> list[dict[str, Any]]:
    """All rules by topic with the value that this rule set gives them, a position, and something to try."""
    rows = [
        {
            **_rule(page),
            "said": said(rules, page.id),
            "changed": page.id in changed,
            "section": page.section,
            "example_url": _example_url(page, rules),
            "try_url": item_url(item) if (item := exercise_for(content, page.id, rules)) else "",
        }
        for page in content.rules.values()
    ]
    return [
        {"number": section, "title": TOPICS[section], "rules": list(group)}
        for section, group in groupby(rows, key=lambda row: row["section"])
    ]


def _example_url(page: RulePage, rules: RuleSet) -> str:
    """A position that shows the rule as this rule set has it; empty where there is none.

    Under its own rule set the rulebook's example says what is allowed; under another one it serves if its answer is the
    same there.
    """
    own = page.example
    if own is not None and own.position.rules == rules:
        return f"{rule_line(page)['url']}#example"
    probed = next((found for probe in page.probes if (found := judged_under(probe, rules))), None)
    if probed is not None:
        return position_url(probed.position)
    if own is None:
        return ""
    for actions, expected in ((own.legal, True), (own.illegal, False)):
        if actions:
            found = judged_under(Probe.model_construct(position=own.position, actions=actions), rules)
            if found is not None and found.verdict.legal is expected:
                return position_url(found.position)
    return ""


def _form(content: Library, first: str, second: str) -> dict[str, Any]:
    """The two choices of the form that compares."""
    entries = list(content.rule_sets.values())
    return {
        "compare_action": reverse("lessons:compare"),
        "choices": [
            {"key": key, "options": [(entry.name, entry.title, entry.name == chosen) for entry in entries]}
            for key, chosen in (("a", first), ("b", second))
        ],
    }


def _line(content: Library, entry: RuleSetEntry) -> dict[str, Any]:
    parent = content.rule_sets.get(entry.parent or "")
    return {
        "name": entry.name,
        "title": entry.title,
        "summary": entry.summary,
        "players": entry.players,
        "url": rule_set_url(entry.name),
        "parent": parent.title if parent else "",
    }


def _entry(content: Library, name: str) -> RuleSetEntry:
    entry = content.rule_sets.get(name)
    if entry is None:
        raise Http404(name)
    return entry
