"""Finding an answer that is accepted: the proof that an item can be solved, and the solution that is shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from engine.judging.judge import judge, legal_actions
from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.melds import is_run
from engine.law.position import Position
from engine.notation.text import format_cards
from lessons.content.choices import (
    CompareTask,
    FindAllTask,
    MistakeTask,
    OrderTask,
    PredictTask,
    SheetMistakeTask,
)
from lessons.content.reading import Item
from lessons.content.schema import CardsTask, LegalTask, MeldsTask, NumberTask, SheetTask, TurnTask
from lessons.counting.computing import compute, score_side_of, sheet_of
from lessons.kinds import both_sides
from lessons.kinds.answers import AnswerError
from lessons.kinds.choosing import columns, legal_options, mistake_verdict
from lessons.kinds.grading import grade
from lessons.kinds.reasons import fitting_reasons, reasons_of, row_reasons
from lessons.saying.cards import property_of
from lessons.table.staging import stage

MOST_STATES: Final = 4000
MOST_APART: Final = 3
"""Cards of one suit that are no row are tried up to so many at once: they may go to both ends of a sequence."""
_LAST = ("discard", "end")
_FIRST_VERBS = ("take", "meld", "add", "merge", "draw", "expose", "discard", "end", "ask")


@lru_cache(maxsize=256)
def solution(item: Item) -> dict[str, Any] | None:
    """An answer in its normal form that is graded right; None where none is found."""
    task = item.task
    match task:
        case LegalTask():
            return _legal(task)
        case CardsTask():
            return _cards(item, task)
        case MeldsTask() | TurnTask():
            return _actions(item, task)
        case NumberTask():
            return {"number": str(compute(item))}
        case FindAllTask():
            legal = legal_options(task)
            return {"ticks": [str(place) for place in legal], **({} if legal else {"none": True})}
        case PredictTask():
            return {"choice": str(legal_options(task)[0])} if len(legal_options(task)) == 1 else None
        case MistakeTask():
            return _mistake(task)
        case SheetMistakeTask():
            return _sheet_mistake(item, task)
        case OrderTask():
            return {"order": [str(place) for place in range(len(task.actions))]}
        case CompareTask():
            first, second = columns(task)
            return {"first": first.answer, "second": second.answer}
        case SheetTask():
            rows = both_sides.right_sheet(task, item.rules)
            return {"rows": {key: str(value) for key, value in rows.items()}}


def _mistake(task: MistakeTask) -> dict[str, Any] | None:
    verdict = mistake_verdict(task)
    for finding in verdict.broken:
        reason = next((rule for rule in task.reasons if rule in reasons_of([finding])), None)
        if finding.action is not None and reason is not None:
            return {"choice": str(finding.action), "reason": reason}
    return None


def _sheet_mistake(item: Item, task: SheetMistakeTask) -> dict[str, Any] | None:
    key = task.wrong_row
    sheet, side = sheet_of(task.side, item.rules), score_side_of(task.side, item.rules)
    fitting = row_reasons(key, task.wrong_number, sheet=sheet, side=side, rules=item.rules)
    reason = next((rule for rule in task.reasons if rule in fitting), None)
    return {"choice": key, "reason": reason} if reason else None


def _legal(task: LegalTask) -> dict[str, Any] | None:
    verdict = judge(task.position, task.actions, unfinished=task.unfinished, remedy=False)
    fitting = fitting_reasons(verdict)
    reason = next((rule for rule in task.reasons if rule in fitting), None)
    if reason is None or verdict.legal is None:
        return None
    return {"legal": "yes" if verdict.legal else "no", "reason": reason}


def _cards(item: Item, task: CardsTask) -> dict[str, Any] | None:
    if task.find:
        shown = task.cards or (task.position.hand if task.position else ())
        cards = [card for card in shown if property_of(task.find)(card)]
        return {"cards": format_cards(cards)} if cards else {"cards": "", "none": True}
    assert task.position is not None
    for cards in _choices(task.position):
        answer = {"cards": format_cards(cards)}
        if _is_right(item, answer):
            return answer
    return None


def _choices(position: Position) -> Iterator[tuple[Card, ...]]:
    """Selections of hand cards, small ones first: cards of a rank, each once up to suits, and rows of a suit."""
    suits_count = position.rules.sequences
    seen: set[tuple[int, ...]] = set()
    for size in range(min(len(position.hand), 8) + 1):
        for cards in combinations(position.hand, size):
            ranks = {card.kind for card in cards if not card.is_wild}
            key = tuple(sorted(card.order if suits_count else card.kind for card in cards))
            one_suit = suits_count and len({card.suit for card in cards if card.is_natural}) == 1
            one_kind = len(ranks) <= 1 or (suits_count and is_run(cards)) or (one_suit and size <= MOST_APART)
            if one_kind and key not in seen:
                seen.add(key)
                yield cards


def _actions(item: Item, task: MeldsTask | TurnTask) -> dict[str, Any] | None:
    """Depth-first through legal steps: laying before discarding, so that an answer is found early."""
    next_cards = task.next_cards if isinstance(task, TurnTask) else ()
    seen: set[object] = set()
    stack: list[tuple[Action, ...]] = [()]
    while stack and len(seen) < MOST_STATES:
        actions = stack.pop()
        if (
            actions
            and _may_be_answer(task, actions)
            and _is_right(item, {"actions": [str(a) for a in actions]})
        ):
            return {"actions": [str(action) for action in actions]}
        if actions and actions[-1].verb in _LAST:
            continue
        hand = stage(task.position, actions).hand
        for step in sorted(_next_steps(task, actions), key=lambda step: _turn(step, hand), reverse=True):
            try:
                following = stage(task.position, (*actions, step), next_cards=next_cards).actions
            except EngineError:
                continue
            key = _state(task.position, following)
            if key not in seen:
                seen.add(key)
                stack.append(following)
    return None


def _turn(step: Action, hand: tuple[Card, ...]) -> tuple[int, ...]:
    """When to try a step: by its verb, and among discards first what a player parts with most easily."""
    verb = _FIRST_VERBS.index(step.verb)
    if step.verb != "discard":
        return (verb,)
    discard = step.cards[0]
    return (
        verb,
        discard.is_wild,
        sum(card.kind == discard.kind for card in hand),
        discard.points,
        discard.kind,
    )


def _next_steps(task: MeldsTask | TurnTask, actions: tuple[Action, ...]) -> list[Action]:
    steps = legal_actions(task.position, actions)
    if isinstance(task, MeldsTask):
        return [step for step in steps if step.verb in ("meld", "add", "merge")]
    return steps


def _may_be_answer(task: MeldsTask | TurnTask, actions: tuple[Action, ...]) -> bool:
    if isinstance(task, MeldsTask):
        return True
    return actions[-1].verb in _LAST or not stage(task.position, actions).hand


def _state(position: Position, actions: tuple[Action, ...]) -> object:
    verdict = judge(position, actions, unfinished=True, remedy=False)
    return verdict.after if verdict.legal else actions


def _is_right(item: Item, answer: dict[str, Any]) -> bool:
    try:
        return grade(item, answer).outcome == "right"
    except AnswerError:
        return False
