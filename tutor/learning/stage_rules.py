"""The rules of a stage as its steps play them: a stage about Samba must not end with the numbers of classic play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from engine.law.ruleset import RuleSet
from lessons.content.reading import Item, RulePage, Stage
from lessons.kinds.registry import kind_of
from lessons.saying.rule_values import ABSENT, HOLDS, said
from lessons.saying.wording import rule_short, rule_title
from lessons.words import naming

_OPTIONAL: Final = ("players", "sambaopt", "house")
"""Topics whose rules nobody expects elsewhere: what does not know them need not be named."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a stage says of a rule: a title that is true of all its rule sets, and what each of them says."""

    title: str
    short: str


def told_of(rule: RulePage, stage: Stage) -> Told:
    """The rule as the classic law has it, or what the rule sets say by which the stage plays it."""
    sets = _rule_sets(rule.id, stage)
    alone = all(step.plays_alone for step in _steps(rule.id, stage))
    other = [rules for rules in sets if rule_short(rule.id, rules) != str(rule.short)]
    if not other:
        return Told(str(rule.title), str((alone and rule.alone) or rule.short))
    return Told(rule_title(rule.id, other[0]), " ".join(_each_once(rule.id, sets, alone=alone)))


def _steps(rule: str, stage: Stage) -> Sequence[Item]:
    """The steps about this rule; those of the whole stage where none names it."""
    return [step for step in stage.steps if rule in step.task.rules] or stage.steps


def _rule_sets(rule: str, stage: Stage) -> list[RuleSet]:
    """The rule sets of the steps about this rule, without repetition."""
    found = [rules for step in _steps(rule, stage) for rules in kind_of(step).rule_sets(step)]
    return [rules for place, rules in enumerate(found) if rules not in found[:place]]


def _each_once(rule: str, sets: list[RuleSet], *, alone: bool) -> list[str]:
    """What each rule set says, with its name; of several that say the same only the first."""
    lines: dict[tuple[str, str], str] = {}
    for rules in sets:
        told = said(rules, rule)
        if told.value == str(ABSENT) and rule.partition(".")[0] in _OPTIONAL:
            continue
        value = f"{told.value} ({told.note})" if told.note else told.value
        line = gettext("%(rules)s: %(value)s.") % {"rules": naming.rule_set_name(rules), "value": value}
        if told.value == str(HOLDS):
            # The rule has no value of its own, but its words may depend on one.
            line = rule_short(rule, rules, alone=alone)
            lines.setdefault((line, ""), line)
        else:
            lines.setdefault((told.value, told.note), line)
    return list(lines.values())
