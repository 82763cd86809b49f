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
from lessons.kinds.common.given import Given
from lessons.kinds.registry import given
from lessons.mining.weighing import leaves, worth
from lessons.proving.turning_points import broken_rule, changed

NEAR: Final = 50
"""Points: what the other turns may bring more or less than the tempting one."""
OTHERS: Final = 2
"""So many other turns are shown to be allowed, the first of which does what is asked for."""


def idea_faults(item: Item) -> Iterator[str]:
    """What is wrong with the point of a puzzle, in English; nothing for one that tempts to nothing."""
    shown, rule, position = given(item.task), item.task.rules[0], item.position
    if not shown.tempting or position is None:
        return
    verdict = judge(position, shown.tempting, remedy=False)
    if broken_rule(verdict) != rule:
        yield f"tempting: it must break {rule} and nothing else"
        return
    brings = _brings_without(shown, position, rule)
    if brings is None:
        yield f"tempting: without {rule} it is not allowed, or does not do what is asked for"
        return
    yield from _faults_of_others(shown, position, brings)


def _brings_without(shown: Given, position: Position, rule: str) -> int | None:
    """What the tempting turn would bring where the one thing is otherwise; None where it is no good there either."""
    for there, actions in changed(rule, position, shown.tempting):
        verdict = judge(there, actions, remedy=False)
        if verdict.legal and _does(shown, there, actions, verdict):
            return worth(there, verdict)
    return None


def _does(shown: Given, position: Position, actions: tuple[Action, ...], verdict: Verdict) -> bool:
    return shown.accept is None or meets(shown.accept, position=position, actions=actions, verdict=verdict)


def _faults_of_others(shown: Given, position: Position, brings: int) -> Iterator[str]:
    verdicts = [judge(position, actions, remedy=False) for actions in shown.others]
    if len(verdicts) < OTHERS or not all(verdict.legal for verdict in verdicts):
        yield f"others: {OTHERS} turns that are allowed must be there"
        return
    if len({repr(leaves(verdict)) for verdict in verdicts}) < len(verdicts):
        yield "others: two of them come to the same"
    if any(abs(worth(position, verdict) - brings) > NEAR for verdict in verdicts):
        yield f"others: they must bring as much as the tempting turn, but for {NEAR} points"
    if not _does(shown, position, shown.others[0], verdicts[0]):
        yield "others: the first must do what is asked for"
