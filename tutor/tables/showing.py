"""What the named rule sets answer to a question of the table, and a position on which two answers part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import ngettext

from engine.law.errors import EngineError
from engine.law.ruleset import ABOUT, RuleSet
from engine.law.variants import RULE_SETS
from engine.notation.position_line import format_rules, parse_rules
from lessons.content.reading import library
from lessons.content.rulebook import Probe, ScoreQuestion
from lessons.parting.probing import Parting, under
from lessons.saying.rule_values import value_in_words
from lessons.words import naming
from tutor.tables.asking import HANDS, STEPS, Question, questions_by_parameter

MOST_NAMED: Final = 3
"""Rule sets that are named beside an answer; of more the number is told."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The probe that shows a difference, under the usual answer and under the other one, with the rule it is about."""

    rule: str
    usual: RuleSet
    other: RuleSet
    apart: Parting


def value_of(rules: RuleSet, question: Question) -> Any:
    """What the rule set answers to the question, as JSON data."""
    return ABOUT[question.parameter].to_json(getattr(rules, question.parameter))


def in_words(question: Question, value: Any) -> str:
    """An answer in the words of the table."""
    if question.options:
        return next((str(option.words) for option in question.options if option.value == value), str(value))
    if value is None:
        return str(question.none or "")
    if question.parameter in (HANDS, STEPS) or question.parts:
        return value_in_words(question.rule, value)
    return naming.number(value)


def said_elsewhere(question: Question) -> list[tuple[Any, str]]:
    """The answers of all named rule sets, each with who gives it: "Classic, Samba and 4 others"."""
    found: dict[str, tuple[Any, list[str]]] = {}
    for name, rules in RULE_SETS.items():
        value = value_of(rules, question)
        found.setdefault(repr(value), (value, []))[1].append(naming.named_rule_set(name))
    return [(value, _named(names)) for value, names in found.values()]


def _named(names: list[str]) -> str:
    if len(names) <= MOST_NAMED + 1:
        return ", ".join(names)
    rest = len(names) - MOST_NAMED
    words = ngettext("and %(count)s other", "and %(count)s others", rest) % {"count": rest}
    return f"{', '.join(names[:MOST_NAMED])} {words}"


def differences(rules: RuleSet) -> list[dict[str, Any]]:
    """What a table's rules answer otherwise than those that it starts from: the question, its answer, the usual one."""
    base = RULE_SETS[rules.base or rules.name]
    asked = questions_by_parameter()
    return [
        {
            "question": asked[name],
            "here": in_words(asked[name], ABOUT[name].to_json(value)),
            "there": in_words(asked[name], value_of(base, asked[name])),
            "rule": library().rules.get(asked[name].rule),
        }
        for name, value in rules.changes
        if name in asked
    ]


def shown(question: Question, base: RuleSet, here: RuleSet | None) -> Shown | None:
    """A position, or a side at the end of a deal, on which the answer of this table and the usual one part.

    Where the table answers as usual, or its answer makes no difference, another answer is shown instead.
    """
    rivals = (
        []
        if here is None or value_of(here, question) == value_of(base, question)
        else [value_of(here, question)]
    )
    for value in (*rivals, *_others(question, base)):
        other = _with(base, question, value)
        found = _parting(question.parameter, format_rules(base), format_rules(other)) if other else None
        if found:
            return found
    return None


def _others(question: Question, base: RuleSet) -> Iterator[Any]:
    usual = value_of(base, question)
    of_its_own = [] if question.example is None else [question.example]
    named = [value for value, _ in said_elsewhere(question)]
    for value in (*(option.value for option in question.options), *of_its_own, *named):
        if value != usual:
            yield value


def _with(base: RuleSet, question: Question, value: Any) -> RuleSet | None:
    """The rule set with this answer, and with what has to go along with it; None where that is impossible."""
    changes = {question.parameter: value}
    for other in questions_by_parameter().values():
        wanted = other.only_if.get(question.parameter)
        if wanted is not None:
            changes[other.parameter] = (value_of(base, other) or other.example) if value in wanted else None
        if (
            other.parameter in question.only_if
            and value_of(base, other) not in question.only_if[other.parameter]
        ):
            changes[other.parameter] = question.only_if[other.parameter][0]
    if question.only_if and value is None:
        return None
    try:
        return base.changed(changes)
    except EngineError:
        return None


@lru_cache(maxsize=512)
def _parting(parameter: str, usual: str, other: str) -> Shown | None:
    """Asked with the rule sets as text, so that what was found once serves every table that plays so."""
    question = questions_by_parameter()[parameter]
    first, second = parse_rules(usual), parse_rules(other)
    pages = library().rules
    own = pages.get(question.rule)
    probes = [(question.rule, question.probe)] if question.probe else []
    probes += [(own.id, probe) for probe in own.all_probes] if own else []
    found = _best(probes, first, second)
    if found is None:
        elsewhere = (page for page in pages.values() if page.id != question.rule)
        found = _best([(page.id, probe) for page in elsewhere for probe in page.all_probes], first, second)
    return found


def _best(probes: list[tuple[str, Probe | ScoreQuestion]], first: RuleSet, second: RuleSet) -> Shown | None:
    """The first probe that one allows and the other forbids, or scores otherwise; else the first that parts them."""
    second_best = None
    for rule, probe in probes:
        one, other = under(probe, first), under(probe, second)
        if one is None or other is None or one.outcome == other.outcome:
            continue
        found = Shown(rule, first, second, Parting(one, other))
        if one.outcome[0] is not other.outcome[0]:
            return found
        second_best = second_best or found
    return second_best
