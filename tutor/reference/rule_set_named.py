"""The rule set that a query names, as people call it who ask for what holds there."""

from __future__ import annotations

import re

from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from lessons.content.reading import library


def rule_set_named(query: str, language: str) -> tuple[RuleSet | None, str]:
    """The rule set, and the words without it ("may I in Samba …"); None and the words where none is named."""
    words = " ".join(query.split())
    for name, rule_set in _names(language):
        pattern = rf"(?:\b(?:im|in|beim|bei|at|by|under|nach|nach den)\s+)?\b{re.escape(name)}\b"
        rest, times = re.subn(pattern, " ", words.replace("'", "’"), flags=re.IGNORECASE)
        if times:
            return RULE_SETS[rule_set], " ".join(rest.split())
    return None, words


def _names(language: str) -> list[tuple[str, str]]:
    """What the rule sets are called, the longest names first: one may begin with another's."""
    found = [
        (name, entry.name)
        for entry in library().rule_sets.values()
        for name in (entry.called.in_language(language) if entry.called else ())
    ]
    return sorted(found, key=lambda one: -len(one[0]))
