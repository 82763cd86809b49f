"""Which rules may be given as the reason of a verdict, or of a row of a score sheet."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rule_ids import RULES
from engine.ruleset import RuleSet
from engine.scoring import ScoreSheet, ScoreSide
from engine.verdict import Finding, Verdict
from lessons.sheets import rule_of_empty


def fitting_reasons(verdict: Verdict) -> frozenset[str]:
    """The rules that may be given as the reason: those that decided, and those that explain why they apply."""
    return reasons_of(verdict.broken or verdict.findings)


def reasons_of(findings: Iterable[Finding]) -> frozenset[str]:
    """The rules of these findings, with those that explain why they apply."""
    findings = tuple(findings)
    because = [rule for finding in findings for rule in finding.facts.get("because", ())]
    return frozenset([*(finding.rule for finding in findings), *because])


def row_reasons(
    key: str, given: int, *, sheet: ScoreSheet, side: ScoreSide, rules: RuleSet
) -> frozenset[str]:
    """The rules that say what a row of a score sheet counts, where ``given`` stands in it."""
    lines = [line for line in sheet.lines if line.item == key]
    right = sum(line.points for line in lines)
    if key == "red-threes" and side.red_threes:
        if given == -right:
            return frozenset({"red3.sign-condition"})
        if len(side.red_threes) == rules.red_three_set[0]:
            return frozenset({"red3.all-bonus"})
        return frozenset({"red3.value-each"})
    found = {line.rule for line in lines} | {rule_of_empty(key, rules)}
    if key == "melded-cards":
        found |= {"canasta.card-values-extra", "score.formula"}
    return frozenset(rule for rule in found if rule in RULES)
