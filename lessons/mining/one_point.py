"""The proof that a puzzle with something tempting has one point: see :mod:`lessons.mining.ask_decide`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.position import Position
from engine.law.verdict import Verdict
from lessons.content.reading import Item
from lessons.kinds.common.accepting import meets
from lessons.kinds.common.building import StagedTask
from lessons.mining.weighing import leaves, worth
from lessons.proving.turning_points import broken_rule, changed

NEAR: Final = 50
"""Points: what the other turns may bring more or less than the tempting one."""
OTHERS: Final = 2
"""So many other turns are shown to be allowed, the first of which does what is asked for."""


def idea_faults(item: Item) -> Iterator[str]:
    """What is wrong with the point of a puzzle, in English; nothing for one that tempts to nothing."""
    task = item.task
    if not isinstance(task, StagedTask) or not task.tempting:
        return
    verdict = judge(task.position, task.tempting, remedy=False)
    if broken_rule(verdict) != task.rules[0]:
        yield f"tempting: it must break {task.rules[0]} and nothing else"
        return
    brings = _brings_without(task)
    if brings is None:
        yield f"tempting: without {task.rules[0]} it is not allowed, or does not do what is asked for"
        return
    yield from _faults_of_others(task, brings)


def _brings_without(task: StagedTask) -> int | None:
    """What the tempting turn would bring where the one thing is otherwise; None where it is no good there either."""
    for there, actions in changed(task.rules[0], task.position, task.tempting):
        verdict = judge(there, actions, remedy=False)
        if verdict.legal and _does(task, there, actions, verdict):
            return worth(there, verdict)
    return None


def _does(task: StagedTask, position: Position, actions: tuple[Action, ...], verdict: Verdict) -> bool:
    return task.accept is None or meets(task.accept, position=position, actions=actions, verdict=verdict)


def _faults_of_others(task: StagedTask, brings: int) -> Iterator[str]:
    verdicts = [judge(task.position, actions, remedy=False) for actions in task.others]
    if len(verdicts) < OTHERS or not all(verdict.legal for verdict in verdicts):
        yield f"others: {OTHERS} turns that are allowed must be there"
        return
    if len({repr(leaves(verdict)) for verdict in verdicts}) < len(verdicts):
        yield "others: two of them come to the same"
    if any(abs(worth(task.position, verdict) - brings) > NEAR for verdict in verdicts):
        yield f"others: they must bring as much as the tempting turn, but for {NEAR} points"
    if not _does(task, task.position, task.others[0], verdicts[0]):
        yield "others: the first must do what is asked for"
