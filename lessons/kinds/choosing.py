"""What lies behind tasks that are answered by choosing: verdicts of options, the shown order, two rule sets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.law.verdict import Verdict
from engine.notation.position_json import position_from_json, position_to_json, rules_to_json
from engine.notation.position_line import parse_rules
from engine.score.sheet import ScoreSheet
from lessons.content.choices import CompareTask, FindAllTask, MistakeTask, OrderTask, Player, PredictTask
from lessons.content.reading import Item
from lessons.counting.computing import sheet_of

MOST_SHUFFLES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One of the two rule sets of a comparison: the verdict there, or the score sheet."""

    rules: RuleSet
    position: Position | None = None
    verdict: Verdict | None = None
    sheet: ScoreSheet | None = None

    @property
    def answer(self) -> str:
        """What is to be answered: ``yes``, ``no``, ``undecided``, or the total as a number."""
        if self.sheet is not None:
            return str(self.sheet.total)
        assert self.verdict is not None
        return {True: "yes", False: "no", None: "undecided"}[self.verdict.legal]


def seat_of(item: Item) -> Player:
    """From whose seat the position of an exercise is seen."""
    return "partner" if isinstance(item.task, PredictTask) else getattr(item.task, "player", "you")


@lru_cache(maxsize=512)
def option_verdict(position: Position, actions: tuple[Action, ...]) -> Verdict:
    """The verdict on one option: as far as the turn goes, more may follow. Raises EngineError."""
    return judge(position, actions, unfinished=True, remedy=False)


def legal_options(task: FindAllTask | PredictTask) -> tuple[int, ...]:
    """The places of the options that are allowed."""
    return tuple(
        place for place, actions in enumerate(task.options) if option_verdict(task.position, actions).legal
    )


def faulty_actions(verdict: Verdict) -> frozenset[int | None]:
    """The places of the actions that break a rule; None among them for a fault of the whole list."""
    return frozenset(finding.action for finding in verdict.broken)


def mistake_verdict(task: MistakeTask) -> Verdict:
    """The verdict on the turn that was played."""
    return judge(task.position, task.actions, unfinished=not _ends(task.actions), remedy=False)


@lru_cache(maxsize=256)
def shown_order(item: Item) -> tuple[int, ...]:
    """The order in which the actions are shown first: always the same for an item, and never a right one."""
    task = item.task
    assert isinstance(task, OrderTask)
    rng = Random(item.slug)
    order = list(range(len(task.actions)))
    for _ in range(MOST_SHUFFLES):
        rng.shuffle(order)
        verdict = order_verdict(task, order)
        if verdict is None or not verdict.legal:
            return tuple(order)
    raise ValueError("every order of these actions is legal, so there is nothing to put in order")


def order_verdict(task: OrderTask, order: Iterable[int]) -> Verdict | None:
    """The verdict on the actions in this order; None where one of them is not possible at its place."""
    try:
        return judge(task.position, [task.actions[place] for place in order], remedy=False)
    except EngineError:
        return None


def columns(task: CompareTask) -> tuple[Column, Column]:
    """The task under its own rule set and under the other one. Raises EngineError where it is impossible there."""
    other = parse_rules(task.against)
    if task.side is not None:
        own = parse_rules(task.rule_set)
        return Column(rules=own, sheet=sheet_of(task.side, own)), Column(
            rules=other, sheet=sheet_of(task.side, other)
        )
    assert task.position is not None
    return _judged(task, task.position), _judged(task, under_rules(task.position, other))


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


def _judged(task: CompareTask, position: Position) -> Column:
    verdict = judge(position, task.actions or (), unfinished=task.unfinished, remedy=False)
    return Column(rules=position.rules, position=position, verdict=verdict)


def _ends(actions: Iterable[Action]) -> bool:
    return any(action.verb in ("discard", "end") for action in actions)
