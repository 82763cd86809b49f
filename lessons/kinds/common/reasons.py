"""Which rules may be given as the reason of a verdict, or of a row of a score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Final

from pydantic import AfterValidator

from engine.law.cards import CARDS
from engine.law.position import SINGLE_PLAYERS, Position
from engine.law.rulebook import RULES
from engine.law.ruleset import RuleSet
from engine.law.verdict import Finding, Verdict
from engine.score.sheet import ScoreSheet, ScoreSide
from lessons.content.base import RuleId, three_or_four
from lessons.kinds.common.given import given_in
from lessons.kinds.common.sheets import rule_of_empty

if TYPE_CHECKING:
    from lessons.content.reading import Item

Reasons = Annotated[tuple[RuleId, ...], AfterValidator(three_or_four)]
"""The rules that a task offers as reasons, as its file writes them."""
OF_PARTNERS: Final = frozenset(
    {
        "seat.partnership-draw",
        "meld.add-own-partner",
        "out.ask-optional",
        "out.ask-timing",
        "out.ask-binding",
        "concealed.no-partner-add",
        "penalty.ask-and-fail",
    }
)
"""Rules that need a partner: where everybody plays alone they are no reason for anything."""


def offered_reasons(item: Item) -> tuple[str, ...]:
    """The rules to choose the reason from, without those about partners where there is none."""
    reasons = given_in(item.task).reasons
    players = item.position.players if item.position else item.rules.default_players
    if players > SINGLE_PLAYERS:
        return reasons
    return tuple(rule for rule in reasons if rule not in OF_PARTNERS)


def fitting_reasons(verdict: Verdict) -> frozenset[str]:
    """The rules that may be given as the reason: those that decided, and those that explain why they apply.

    Of a legal verdict also those that allow it by what they do not ask for, or by what is met: with another value of
    such a rule the same actions would not be legal.
    """
    found = reasons_of(verdict.broken or verdict.findings)
    if verdict.legal is not True:
        return found
    return found.union(*(_met_as_well(finding, verdict.after) for finding in verdict.findings))


def _met_as_well(finding: Finding, after: Position) -> Iterator[str]:
    """Rules without which this finding would not allow the actions, though the engine need not cite them."""
    facts, rules = finding.facts, after.rules
    if finding.rule == "wild.max-per-meld" and facts["have"] >= facts["naturals"]:
        yield "wild.majority"
    # Whoever lays black threes, or asks and hears yes, has to go out with it.
    if finding.rule == "black3.meld-only-going-out" or (
        finding.rule == "out.ask-timing" and after.permission == "yes"
    ):
        yield "out.canastas-needed"
    if finding.rule == "meld.merge" and rules.max_wilds is not None:
        rank = str(facts["melds"][0]).partition("#")[0]
        if any(meld.wilds for meld in after.own.melds if meld.rank == rank):
            yield "wild.max-per-meld"
    if finding.rule.startswith(("pickup.", "freeze.")) and rules.wild_top_takeable == "with_pair":
        top = CARDS.get(str(facts.get("card", "")))
        if top is not None and top.is_wild:
            yield "pickup.top-wild"


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
