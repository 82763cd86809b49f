"""Where rule sets part: the rules on which two of them differ, and positions of the rulebook that show it.

A probe is a position with actions, or what a side has at the end of a deal, kept with its rule. It is put to each of
the two rule sets; where it is impossible in one of them (a sequence lies on the table, the game has reached its
target), it shows nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.rulebook import RULES, rules_answer
from engine.law.ruleset import RuleSet
from engine.law.verdict import Verdict
from engine.notation.as_json import position_from_json, position_to_json, rules_to_json
from engine.score.questions import check_score_cards, score_side_from_json
from engine.score.sheet import ScoreSheet, ScoreSide, score_side
from lessons.content.reading import RulePage
from lessons.content.rulebook import Probe, ScoreQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A position with actions under one rule set, and the verdict."""

    position: Position
    actions: tuple[Action, ...]
    verdict: Verdict

    @property
    def outcome(self) -> tuple[Any, ...]:
        """What must differ for the rule sets to part."""
        broken = frozenset(finding.rule for finding in self.verdict.broken)
        return self.verdict.legal, broken, self.verdict.went_out


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """What a side has at the end of a deal under one rule set, and its sheet."""

    rules: RuleSet
    side: ScoreSide
    sheet: ScoreSheet

    @property
    def outcome(self) -> tuple[Any, ...]:
        return self.sheet.total, self.sheet.game_over


@dataclass(frozen=True, slots=True)
class Parting:
    """One probe under two rule sets that answer it differently."""

    first: Judged | Scored
    second: Judged | Scored


def differing(first: RuleSet, second: RuleSet) -> tuple[str, ...]:
    """The rules to which the two give different values, or about which only one of the texts contradicts itself."""
    one, other = said_of_rules(first), said_of_rules(second)
    return tuple(rule for rule in RULES if _answer(one[rule]) != _answer(other[rule]))


@lru_cache(maxsize=64)
def said_of_rules(rules: RuleSet) -> dict[str, dict[str, Any]]:
    """What the rule set says of every rule: value, status and sources, as the command ``rules`` answers."""
    said: dict[str, dict[str, Any]] = rules_answer(rules)["ids"]
    return said


def parting(page: RulePage, first: RuleSet, second: RuleSet) -> Parting | None:
    """The probe of the rule that shows best how the two part: allowed in one and not in the other, if there is one."""
    found = [
        Parting(one, other)
        for probe in page.all_probes
        if (one := under(probe, first)) and (other := under(probe, second)) and one.outcome != other.outcome
    ]
    return min(found, key=_plainness, default=None)


def under(probe: Probe | ScoreQuestion, rules: RuleSet) -> Judged | Scored | None:
    """The probe under a rule set, None where it is impossible there, or the game was over before."""
    return judged_under(probe, rules) if isinstance(probe, Probe) else scored_under(probe, rules)


@lru_cache(maxsize=1024)  # tables of their own come and go; what the rule sets say of each position stays
def judged_under(probe: Probe, rules: RuleSet) -> Judged | None:
    if is_over(probe.position, rules):
        return None
    try:
        return _judged(probe, rules)
    except EngineError:
        return None


def _judged(probe: Probe, rules: RuleSet) -> Judged:
    data = position_to_json(probe.position) | {"rules": rules_to_json(rules)}
    data.pop("players", None)
    position = position_from_json(data)
    verdict = judge(position, probe.actions, remedy=False)
    return Judged(position=position, actions=probe.actions, verdict=verdict)


def is_over(position: Position, rules: RuleSet) -> bool:
    """Whether a side has already reached the target of these rules, so that no deal is played any more."""
    return any(side.score >= rules.target for side in (position.own, *position.opponents))


def under_rules(position: Position, rules: RuleSet) -> Position:
    """The same position under another rule set, for as many players if that has a game for them.

    Raises EngineError where it is impossible there.
    """
    data = position_to_json(position) | {"rules": rules_to_json(rules)}
    if position.players in rules.player_counts:
        data["players"] = position.players
    else:
        data.pop("players", None)
    return position_from_json(data)


def scored_under(question: ScoreQuestion, rules: RuleSet) -> Scored | None:
    try:
        return _scored(question, rules)
    except EngineError:
        return None


def _scored(question: ScoreQuestion, rules: RuleSet) -> Scored:
    side = score_side_from_json(question["side"], rules)
    check_score_cards([side], rules, names=["side"])
    return Scored(rules=rules, side=side, sheet=score_side(side, rules))


def refusal_under(probe: Probe | ScoreQuestion, rules: RuleSet) -> EngineError | None:
    """Why the probe is impossible under a rule set; None where it is not."""
    try:
        _judged(probe, rules) if isinstance(probe, Probe) else _scored(probe, rules)
    except EngineError as error:
        return error
    return None


def _answer(said: dict[str, Any]) -> tuple[Any, bool]:
    return said["value"], said["status"] == "contradiction"


def _plainness(found: Parting) -> int:
    """Zero where one allows what the other forbids, more where only the reasons differ."""
    if isinstance(found.first, Scored) or isinstance(found.second, Scored):
        return 0
    answers = {found.first.verdict.legal, found.second.verdict.legal}
    return 0 if answers == {True, False} else 1 if len(answers) == 2 else 2
