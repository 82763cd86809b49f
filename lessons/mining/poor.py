"""Puzzles that are not worth it, by kind: those that offer what nobody would try, and those in which nothing decides.

None of them is made, and the bank offers none; a solver who is good has done each before having thought.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from lessons.content.reading import Item
from lessons.kinds.registry import given, kind_of
from lessons.mining.offers import OFFERS
from lessons.mining.silly import is_silly

LEAST: Final = 3
"""Cards of a rank that are a meld by themselves."""


def why_poor(item: Item) -> str:
    """Why a puzzle is not worth it, in English; empty where nothing is known against it."""
    if _offers_silly(item):
        return "it offers what nobody would try"
    if undecided := kind_of(item).undecided(item):
        return undecided
    accept = given(item.task).accept
    if accept is None or given(item.task).tempting or item.position is None:
        return ""
    if accept.took_pile:
        return "" if _taking_decides(item.position) else "the pile lies ready"
    if accept.cards_left == 0 and _all_fits(item.position):
        return "every card has its place"
    return ""


def _offers_silly(item: Item) -> bool:
    return any(is_silly(one, rows=item.rules.sequences) for one in kind_of(item).lists_of_actions(item))


def _taking_decides(position: Position) -> bool:
    """Whether one may take the pile wrongly here: no pair lies ready after the first meld, and a way is forbidden."""
    ways = [way for way in dict.fromkeys(OFFERS["takes"](position, Random(0))) if way]
    verdicts = {way: _is_legal(position, way) for way in ways}
    ready = position.own.opened and any(
        legal and _is_of_one_rank(way[0], position) for way, legal in verdicts.items()
    )
    return not ready and False in verdicts.values()


def _all_fits(position: Position) -> bool:
    """Whether a hand without wild cards and black threes is a discard and what lies or makes a meld by itself."""
    if position.phase != "play" or position.rules.sequences:
        return False
    if any(card.is_wild or card.is_black_three for card in position.hand):
        return False
    lying = {card.rank for meld in position.own.melds for card in meld.naturals}
    left = [
        count
        for rank, count in Counter(card.rank for card in position.hand).items()
        if rank not in lying and count < LEAST
    ]
    return sum(left) <= 1


def _is_legal(position: Position, way: tuple[Action, ...]) -> bool | None:
    try:
        return judge(position, way, unfinished=True, remedy=False).legal
    except EngineError:
        return None


def _is_of_one_rank(take: Action, position: Position) -> bool:
    """Whether a natural pair from the hand takes the top card, and nothing else."""
    top = position.upcard
    return top is not None and len(take.cards) > 1 and all(card.kind == top.kind for card in take.cards)
