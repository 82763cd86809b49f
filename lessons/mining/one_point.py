"""The proof that a puzzle with something tempting has one point: see :mod:`lessons.mining.ask_decide`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.position import Position
from engine.law.verdict import Verdict
from lessons.content.reading import Item
from lessons.kinds.common.accepting import meets, sheet_now
from lessons.kinds.common.given import Given
from lessons.kinds.registry import given
from lessons.mining.exact import cheapest_first, ends, keeps, played
from lessons.mining.weighing import leaves, worth
from lessons.parting.probing import under_rules
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
    yield from _not_exact(shown, position)
    verdict = judge(position, shown.tempting, remedy=False)
    if verdict.legal and shown.accept is not None and shown.accept.sheet_min is not None:
        yield from _sheet_faults(shown, position, shown.accept.sheet_min)
        return
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


def turns_on_a_number(item: Item) -> bool:
    """Whether what tempts is allowed and falls short by one number: with so much more for going out it would do."""
    shown, position = given(item.task), item.position
    if not shown.tempting or position is None or shown.accept is None or shown.accept.sheet_min is None:
        return False
    legal = judge(position, shown.tempting, remedy=False).legal
    return bool(legal) and next(_sheet_faults(shown, position, shown.accept.sheet_min), None) is None


def _not_exact(shown: Given, position: Position) -> Iterator[str]:
    """What is asked for to the point has to be the very best that there is."""
    accept = shown.accept
    if accept is not None and accept.cheapest is not None and accept.keeps_pair is not None:
        pair = accept.keeps_pair
        least = next((laid for laid, way in cheapest_first(position) if keeps(position, way, pair)), None)
        if least != accept.cheapest:
            yield f"accept: the cheapest that keeps the pair is {least}"
    if accept is not None and accept.sheet_min is not None:
        best = max(ends(position) or (), key=lambda one: one.points, default=None)
        way = played(position, best) if best is not None else None
        most = sheet_now(way[1], position.rules) if way is not None else None
        if most != accept.sheet_min:
            yield f"accept: the most on the sheet is {most}"


def _sheet_faults(shown: Given, position: Position, most: int) -> Iterator[str]:
    """Faults where what tempts is allowed: going out, which falls short by one number, the bonus for it."""
    rules = position.rules
    lures = judge(position, shown.tempting, remedy=False)
    short = most - sheet_now(lures, rules)
    if lures.went_out == "no" or short <= 0:
        yield "tempting: it must go out, and fall short"
        return
    there = under_rules(position, rules.changed({"going_out_bonus": rules.going_out_bonus + short}))
    if sheet_now(judge(there, shown.tempting, remedy=False), there.rules) < most:
        yield "tempting: with so much more for going out it must be as good"
    verdicts = [judge(position, actions, remedy=False) for actions in shown.others]
    if len(verdicts) <= OTHERS or not all(verdict.legal for verdict in verdicts):
        yield f"others: the answer and {OTHERS} turns that are allowed must be there"
        return
    if len({repr(leaves(verdict)) for verdict in verdicts}) < len(verdicts):
        yield "others: two of them come to the same"
    if any(abs(sheet_now(verdict, rules) - most + short) > NEAR for verdict in verdicts[1:]):
        yield f"others: but for the answer they must bring as much as the tempting turn, but for {NEAR} points"
    if sheet_now(verdicts[0], rules) < most:
        yield "others: the first must do what is asked for"
