"""Puzzles that are not worth it, by kind: those that offer what nobody would try, and those in which nothing decides.

None of them is made, and the bank offers none; a solver who is good has done each before having thought.
"""

from __future__ import annotations

from itertools import permutations
from math import factorial
from random import Random
from typing import Final

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from lessons.content.reading import Item
from lessons.counting.sheet_rows import TOTAL
from lessons.kinds.common import sheets
from lessons.kinds.mistake import MistakeTask
from lessons.kinds.order import OrderTask, order_verdict
from lessons.kinds.registry import given
from lessons.kinds.sheet_mistake import SheetMistakeTask
from lessons.mining.offers import OFFERS
from lessons.mining.silly import is_silly

FEWEST_ROWS: Final = 4
"""So many rows of a filled sheet are not nought where one of them is wrong."""
FEWEST_TO_GO_OUT: Final = 3
"""Who goes out has so many cards at least, or there is nothing to think about."""
MOST_ORDERS: Final = 1 / 2
"""At most so many of the orders of what stands between drawing and discarding are allowed."""


def why_poor(item: Item) -> str:
    """Why a puzzle is not worth it, in English; empty where nothing is known against it."""
    if _offers_silly(item):
        return "it offers what nobody would try"
    match item.task:
        case OrderTask():
            return "" if _order_matters(item.task) else "the order hardly matters"
        case SheetMistakeTask():
            return (
                ""
                if _rows_to_look_at(item, item.task) >= FEWEST_ROWS
                else "the wrong row stands nearly alone"
            )
    accept = given(item.task).accept
    if (
        accept is not None
        and accept.took_pile
        and not given(item.task).tempting
        and item.position is not None
    ):
        return "" if _taking_decides(item.position) else "the pile lies ready"
    return ""


def _offers_silly(item: Item) -> bool:
    shown = given(item.task)
    lists = [*shown.options, *([shown.actions] if isinstance(item.task, MistakeTask) else [])]
    return any(is_silly(one, rows=item.rules.sequences) for one in lists)


def _order_matters(task: OrderTask) -> bool:
    """Drawing comes first and discarding last, as everybody knows: what is between has to have an order."""
    last = len(task.actions) - 1
    between = permutations(range(1, last))
    verdicts = (order_verdict(task, (0, *order, last)) for order in between)
    fitting = sum(verdict is not None and bool(verdict.legal) for verdict in verdicts)
    return fitting <= MOST_ORDERS * factorial(last - 1)


def _rows_to_look_at(item: Item, task: SheetMistakeTask) -> int:
    filled = sheets.rows_with(task.side, item.rules, {task.wrong_row: task.wrong_number})
    return sum(bool(number) for key, number in filled.items() if key != TOTAL)


def _taking_decides(position: Position) -> bool:
    """Whether one may take the pile wrongly here: no pair lies ready after the first meld, and a way is forbidden."""
    ways = [way for way in dict.fromkeys(OFFERS["takes"](position, Random(0))) if way]
    verdicts = {way: _is_legal(position, way) for way in ways}
    ready = position.own.opened and any(
        legal and _is_of_one_rank(way[0], position) for way, legal in verdicts.items()
    )
    return not ready and False in verdicts.values()


def _is_legal(position: Position, way: tuple[Action, ...]) -> bool | None:
    try:
        return judge(position, way, unfinished=True, remedy=False).legal
    except EngineError:
        return None


def _is_of_one_rank(take: Action, position: Position) -> bool:
    """Whether a natural pair from the hand takes the top card, and nothing else."""
    top = position.upcard
    return top is not None and len(take.cards) > 1 and all(card.kind == top.kind for card in take.cards)
