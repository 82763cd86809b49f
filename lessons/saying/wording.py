"""The words of the rulebook and of the glossary that hold in the rule set at hand.

An entry says with ``holds`` for which values of parameters its words are so, and with ``otherwise`` what is said where
they are not. A rule whose own value is another one than in the classic law is told by that value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext

from engine.law.position import SINGLE_PLAYERS
from engine.law.ruleset import ABOUT, RuleSet
from engine.law.variants import CLASSIC
from lessons.content.base import Text
from lessons.content.reading import RulePage, library
from lessons.content.rulebook import NONE, Otherwise, TermEntry
from lessons.saying.own_values import told_by_value
from lessons.saying.rule_values import said
from lessons.words import naming

_FILLED: Final = re.compile(r"\[\[(\w+)\]\]")
"""Where the number of a parameter stands in the text of a term."""


def rule_title(rule_id: str, rules: RuleSet = CLASSIC) -> str:
    """The rule's title; where its words do not hold in this rule set, what the rule is about."""
    page = library().rules.get(rule_id)
    if page is None:
        return ""
    if not _same_value(rule_id, rules):
        return str(page.about)
    if holds(page.holds, rules):
        return str(page.title)
    other = _otherwise(page, rules)
    return str((other and other.title) or page.about)


def rule_short(rule_id: str, rules: RuleSet = CLASSIC, *, alone: bool = False) -> str:
    """The rule in one sentence, or in the words of the rule set where it says otherwise than the classic law.

    ``alone`` is for those who play without a partner. An empty text where the rulebook does not tell it.
    """
    page = library().rules.get(rule_id)
    if page is None:
        return ""
    return _in_its_words(page, rules, alone=alone) or gettext("%(rules)s: %(value)s.") % {
        "rules": naming.rule_set_name(rules),
        "value": _value_and_note(rule_id, rules),
    }


def is_told_in_words(rule_id: str, rules: RuleSet) -> bool:
    """Whether the rulebook has a sentence for the rule in this rule set, and not only its value."""
    page = library().rules.get(rule_id)
    return page is not None and bool(_in_its_words(page, rules))


def rule_on_card(rule_id: str, rules: RuleSet) -> str:
    """The rule in one sentence, or what it is about with its value, where everything else is of this rule set, too."""
    page = library().rules.get(rule_id)
    if page is None:
        return ""
    return rule_as_sentence(rule_id, rules) or gettext("%(about)s: %(value)s.") % {
        "about": page.about,
        "value": _value_and_note(rule_id, rules),
    }


def rule_as_sentence(rule_id: str, rules: RuleSet) -> str:
    """The rule in one whole sentence, of the rulebook or made for its value; empty where there is none."""
    page = library().rules.get(rule_id)
    if page is None:
        return ""
    alone = rules.default_players <= SINGLE_PLAYERS
    return _in_its_words(page, rules, alone=alone) or told_by_value(rule_id, rules)


def _in_its_words(page: RulePage, rules: RuleSet, *, alone: bool = False) -> str:
    """The sentence of the rulebook that holds in this rule set; empty where none does."""
    if not _same_value(page.id, rules):
        return ""
    if holds(page.holds, rules):
        return str((alone and page.alone) or page.short)
    other = _otherwise(page, rules)
    return str(other.short) if other else ""


def _value_and_note(rule_id: str, rules: RuleSet) -> str:
    told = said(rules, rule_id)
    return f"{told.value} ({told.note})" if told.note else told.value


def term_text(entry: TermEntry, rules: RuleSet = CLASSIC) -> str:
    """What the glossary says of a term, as it is in this rule set, with its numbers."""
    text: Text | None = entry.text if holds(entry.holds, rules) else None
    if text is None:
        other = _otherwise(entry, rules)
        text = other.text if other else None
    return _FILLED.sub(lambda found: naming.number(getattr(rules, found[1])), str(text or entry.text))


def holds(said_for: Mapping[str, tuple[Any, ...]], rules: RuleSet) -> bool:
    """Whether each of these parameters has one of its values in this rule set."""
    return all(_value(name, rules) in values for name, values in said_for.items())


def _value(name: str, rules: RuleSet) -> Any:
    value = getattr(rules, name)
    if value is None:
        return NONE
    if name in ABOUT:
        return ABOUT[name].to_json(value)
    return list(value) if isinstance(value, tuple) else value


def _otherwise(entry: RulePage | TermEntry, rules: RuleSet) -> Otherwise | None:
    return next((other for other in entry.otherwise if holds(other.holds, rules)), None)


def _same_value(rule_id: str, rules: RuleSet) -> bool:
    """Whether the rule's value is that of the classic law. Words of a step of the initial meld name its scores, too."""
    here = said(rules, rule_id)
    return (
        str(here) == str(said(CLASSIC, rule_id))
        and rules.step_of(rule_id) == CLASSIC.step_of(rule_id)
        and here.status != "contradiction"
    )
