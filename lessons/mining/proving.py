"""The proof of an item: the engine decides it as its kind needs, and a second, independent judge says the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.law.verdict import Verdict
from engine.notation.as_json import position_to_json, rules_to_json
from engine.score.questions import score_request
from lessons.content.reading import Item
from lessons.kinds.common.reasons import fitting_reasons
from lessons.kinds.registry import Judged, given, kind_of
from lessons.mining.one_point import idea_faults
from lessons.proving.checks import item_faults


class Judge(Protocol):
    """What a second judge can do. The one there is belongs to the tests, so those who make and prove bring it along."""

    def judge(
        self, position: dict[str, Any], actions: list[str], unfinished: bool = False
    ) -> dict[str, Any]: ...

    def score(self, request: dict[str, Any]) -> dict[str, Any]: ...


def faults_of(item: Item, second: Judge | None) -> list[str]:
    """All that is wrong with an item, in English; without a second judge only what the engine finds."""
    found = [f"{key}: {message}" for key, message in item_faults(item)]
    found += _unclear(item)
    if not found:
        found += idea_faults(item)
    if not found and second is not None:
        found += _disagreements(item, second)
    return found


def _unclear(item: Item) -> Iterator[str]:
    """What the checks of content allow and a mined item may not be: two rules at fault, several fitting reasons."""
    task = item.task
    reasons = given(task).reasons
    if item.position is None or not reasons:
        return
    ((position, actions, unfinished),) = kind_of(item).judged(item)
    verdict = judge(position, actions, unfinished=unfinished, remedy=False)
    fitting = fitting_reasons(verdict) & set(reasons)
    if len(fitting) != 1:
        yield f"reasons: exactly one offered reason must fit, but these do: {', '.join(sorted(fitting)) or 'none'}"
    if verdict.legal is False and len(verdict.broken) != 1:
        yield f"actions: one rule must be broken, but {len(verdict.broken)} findings say so"
    if kind_of(item).solution(item) is None:
        yield "reasons: no answer that is offered is right"
    if task.rules[0] not in fitting_reasons(verdict):
        yield f"rules: {task.rules[0]} does not decide"


def _disagreements(item: Item, second: Judge) -> Iterator[str]:
    for position, actions, unfinished in questions_of(item):
        yield from _other_verdict(position, actions, unfinished, second)
    for side in kind_of(item).scored(item):
        for rules in kind_of(item).rule_sets(item):
            yield from _other_sheet(side, rules, second)


def questions_of(item: Item) -> Iterator[Judged]:
    """Every list of actions that the item has judged, the solution's too: position, actions, whether unfinished."""
    return kind_of(item).judged(item)


def _other_verdict(
    position: Position, actions: Sequence[Action], unfinished: bool, second: Judge
) -> Iterator[str]:
    words = [str(action) for action in actions]
    mine = _in_short(judge(position, actions, unfinished=unfinished, remedy=False))
    try:
        other = second.judge(position_to_json(position), words, unfinished)
    except ValueError as error:
        yield f"{', '.join(words)}: the second judge refuses the question: {error}"
        return
    for key, value in mine.items():
        if other[key] != value:
            yield f"{', '.join(words)}: {key} is {value}, the second judge says {other[key]}"


def _in_short(verdict: Verdict) -> dict[str, Any]:
    return {
        "legal": verdict.legal,
        "broken": sorted({finding.rule for finding in verdict.broken}),
        "undecided": sorted(verdict.undecided),
        "went_out": verdict.went_out,
    }


def _other_sheet(side: Mapping[str, Any], rules: RuleSet, second: Judge) -> Iterator[str]:
    request = {"rules": rules_to_json(rules), "side": dict(side)}
    try:
        mine, other = score_request(request), second.score(request)
    except (EngineError, ValueError) as error:
        yield f"side: the sheet cannot be counted: {error}"
        return
    for key in ("total", "score_after", "next_minimum"):
        if mine[key] != other[key]:
            yield f"side: {key} is {mine[key]}, the second judge says {other[key]}"
    if _lines(mine) != _lines(other):
        yield f"side: the lines differ: {_lines(mine)} and {_lines(other)}"


def _lines(sheet: Mapping[str, Any]) -> list[tuple[str, str, int]]:
    return sorted((line["item"], line["rule"], line["points"]) for line in sheet["lines"])
