"""What a position has to give, looked at whole: every way to open, and every end of a turn with its points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.judging.best_play import turns
from engine.judging.judge import judge
from engine.judging.moves import legal_moves
from engine.law.actions import Action, Move
from engine.law.cards import FIRST_CARDS
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.law.verdict import Verdict
from engine.reach.points import value
from engine.score.sheet import ScoreSide, score_side
from engine.turn.table import Table, realise
from engine.turn.turn import Turn as TurnState
from lessons.kinds.common.accepting import PAIR
from lessons.table.staging import stage

MOST_WAYS: Final = 300
MOST_STATES: Final = 6000
"""A turn with more is too wide to look at whole."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of the turn: the moves, whether the player is out, and the points of the sheet that it adds to."""

    moves: tuple[Move, ...]
    out: bool
    points: int


def cheapest_first(position: Position) -> list[tuple[int, tuple[Action, ...]]]:
    """Every way to open with its points, from which no card can be dropped; none where they are too many to list."""
    try:
        ways = turns(position, most=MOST_WAYS)
    except EngineError:
        return []
    if not ways.complete:
        return []
    return sorted(((stage(position, way).laid, way) for way in ways.turns), key=lambda one: one[0])


def keeps(position: Position, way: Sequence[Action], rank: str) -> bool:
    """Whether a pair of this rank is still in the hand afterwards."""
    left = stage(position, tuple(way)).hand
    return sum(card.rank == rank for card in left) >= PAIR


def ends(position: Position) -> list[End] | None:
    """The best end for each set of melds and cards that stay; None where the turn is too wide to look at whole."""
    start = TurnState.start(position)
    base = value(start)
    stack: list[tuple[TurnState, tuple[Move, ...]]] = [(start, ())]
    seen: set[object] = set()
    found: list[End] = []
    while stack:
        turn, moves = stack.pop()
        if turn.over or turn.hand_is_empty:
            out = turn.hand_is_empty
            held = score_of_hand(tuple(turn.hand), position.rules)
            bonus = position.rules.going_out_bonus if out else 0
            found.append(End(moves, out, value(turn) - base + held + bonus))
            continue
        for move in legal_moves(turn):
            if move.verb in ("ask", "end"):
                continue
            after = turn.copy()
            after.apply(move)
            key = (after.key(), bool(after.over))
            if key not in seen:
                seen.add(key)
                stack.append((after, (*moves, move)))
        if len(seen) > MOST_STATES:
            return None
    return found


@lru_cache(maxsize=4096)
def score_of_hand(counts: tuple[int, ...], rules: RuleSet) -> int:
    """What the cards that stay in the hand count, as the sheet counts them."""
    cards = tuple(FIRST_CARDS[kind] for kind, count in enumerate(counts) for _ in range(count))
    return score_side(ScoreSide(hands=(cards,)), rules).total


def played(position: Position, end: End) -> tuple[tuple[Action, ...], Verdict] | None:
    """The end with cards in place of kinds, and its verdict; None where it is not allowed after all."""
    table, actions = Table(position), []
    for move in end.moves:
        actions.append(realise(table, move))
        table.do(actions[-1])
    verdict = judge(position, actions, remedy=False)
    return (tuple(actions), verdict) if verdict.legal else None
