"""Whole turns that somebody could play in a position, by lot, and what each leaves on the table and in the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from engine.judging.judge import judge
from engine.judging.moves import legal_moves
from engine.law.actions import Action, Move
from engine.law.cards import BLACK_THREE_KIND
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.law.verdict import Verdict
from engine.score.sheet import ScoreSide, score_side
from engine.turn.table import Table, realise
from engine.turn.turn import Turn

MOST_STEPS: Final = 14
LEAVES: Final = 0.7
"""How gladly a step is taken that goes only here."""
WEIGHTS: Final = {"take": 30.0, "meld": 9.0, "add": 9.0, "merge": 0.5, "expose": 50.0, "end": 1.0}


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole turn with its verdict, and what it is worth: see :func:`worth`."""

    actions: tuple[Action, ...]
    verdict: Verdict
    worth: int


def leaves(verdict: Verdict) -> object:
    """What lies on the table afterwards: the same for turns that differ only in their order or their discard."""
    return sorted([card.kind for card in meld.cards] for meld in verdict.after.own.melds)


def plans(
    position: Position,
    rng: Random,
    *,
    number: int,
    begun: tuple[Action, ...] = (),
    but_in: Position | None = None,
) -> Iterator[Plan]:
    """Different legal turns from here, at most so many tries; ``begun`` is what was done before, the draw.

    With ``but_in`` only such as have a step that is not to be done there.
    """
    seen: set[object] = set()
    for _ in range(number):
        beside = Turn.start(but_in) if but_in is not None else None
        moves = _by_lot(Turn.start(position), rng, beside)
        if moves is None:
            continue
        key = tuple(sorted(map(repr, moves)))
        if key in seen:
            continue
        seen.add(key)
        try:
            actions = _with_cards(position, moves)
            verdict = judge(position, actions, remedy=False)
        except EngineError:
            continue
        if verdict.legal:
            yield Plan((*begun, *actions), verdict, worth(position, verdict))


def _by_lot(turn: Turn, rng: Random, beside: Turn | None) -> list[Move] | None:
    """The moves of a turn that gladly lays cards down; None without an end, or where all of it goes beside as well."""
    eager = rng.choice((0.3, 1.0, 1.0, 3.0))
    made: list[Move] = []
    while len(made) < MOST_STEPS:
        moves = [move for move in legal_moves(turn) if move.verb not in ("draw", "ask")]
        if beside is not None:
            there = set(legal_moves(beside))
            only = [move for move in moves if move not in there]
            if only and rng.random() < LEAVES:
                moves, beside = only, None
            else:
                moves = [move for move in moves if move in there]
        if not moves:
            break
        move = rng.choices(moves, [_weight(move, turn, eager) for move in moves])[0]
        made.append(move)
        turn.apply(move)
        if beside is not None:
            beside.apply(move)
        if turn.over or turn.hand_is_empty:
            break
    return made if (turn.over or turn.hand_is_empty) and beside is None else None


def _weight(move: Move, turn: Turn, eager: float) -> float:
    if move.verb != "discard":
        return max(WEIGHTS.get(move.verb, 1.0) * eager * len(move.kinds or (0,)), 0.01)
    kind = move.kinds[0]
    return 0.3 if kind > BLACK_THREE_KIND else 1.0 / max(1, turn.hand[kind]) ** 2


def _with_cards(position: Position, moves: list[Move]) -> tuple[Action, ...]:
    table = Table(position)
    actions = []
    for move in moves:
        actions.append(realise(table, move))
        table.do(actions[-1])
    return tuple(actions)


def worth(before: Position, verdict: Verdict) -> int:
    """What a turn brings the own side, in points: cards laid with their bonuses, less the cards that stay in the hand.

    The bonus of going out is left out, because whoever weighs two ways to lay the same cards knows it for both.
    """
    return _balance(verdict.after, before.rules) - _balance(before, before.rules, holds=False)


def _balance(position: Position, rules: RuleSet, *, holds: bool = True) -> int:
    own = position.own
    side = ScoreSide(melds=own.melds, red_threes=(), hands=(position.hand,) if holds else ((),))
    return score_side(side, rules).total
