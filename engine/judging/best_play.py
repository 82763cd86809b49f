"""Answers about the best play: highest first meld, ways to take the pile, way out, best lay-down.

All are exact; only the list of ways stops, and says so, when the steps of its budget are spent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.judging.judge import judge
from engine.judging.moves import (
    DISCARDS,
    DRAW,
    FINE_DISCARDS,
    Budget,
    BudgetSpent,
    Looks,
    legal_moves,
    look_cost,
    merge_moves,
)
from engine.law.actions import RANK_COUNT, Action, Move
from engine.law.cards import BLACK_THREE_KIND, KIND_POINTS, RED_THREE_KIND
from engine.law.position import Position
from engine.reach.finishing import can_go_out
from engine.reach.laying import add_moves, meld_moves, take_moves
from engine.reach.points import best_points, most_gained, reaches, value
from engine.rules.registry import is_sound
from engine.turn.table import Table, realise
from engine.turn.turn import Turn

MOST_TURNS: Final = 1000
LISTED: Final = 20
"""Steps for each way that is listed: it is written with cards."""
SORTED_IN_A_STEP: Final = 4
"""So many steps of a turn are put in order in a step of the search."""
UNBOUNDED: Final = 10**9
"""Steps for what makes and checks content, which may take its time."""
KEPT: Final = 2  # the card to discard and the one to keep


@dataclass(frozen=True, slots=True)
class Play:
    """A list of actions and what it brings, in points."""

    points: int
    actions: tuple[Action, ...]

    def to_json(self) -> dict[str, Any]:
        return {"points": self.points, "actions": [str(action) for action in self.actions]}


@dataclass(frozen=True, slots=True)
class Turns:
    """Ways to begin: each a list of actions.

    ``complete`` is False where there were too many to list or the search stopped at its limit; then there may be a
    higher first meld too.
    """

    turns: tuple[tuple[Action, ...], ...]
    complete: bool
    highest_initial_meld: Play | None

    def to_json(self) -> dict[str, Any]:
        highest = self.highest_initial_meld
        return {
            "turns": [[str(action) for action in turn] for turn in self.turns],
            "complete": self.complete,
            "highest_initial_meld": highest.to_json() if highest else None,
        }


def turns(position: Position, *, most: int = MOST_TURNS, budget: Budget | None = None) -> Turns:
    """Every way to take the pile and every first meld from which no card can be dropped, in a stable order."""
    budget = budget or Budget()
    found: list[tuple[Action, ...]] = []
    complete = True
    highest = _highest(Turn.start(position), for_highest := budget.keep_back(budget.left // 2))
    budget.settle(for_highest)
    try:
        for moves in _ways(Turn.start(position), budget):
            if len(found) == most:
                complete = False
                break
            budget.spend(LISTED)
            found.append(_realised(position, moves))
    except BudgetSpent:
        complete = False
    play = Play(highest[0], _realised(position, highest[1])) if highest else None
    return Turns(tuple(found), complete and bool(for_highest.left), play)


def highest_initial_meld(position: Position) -> Play | None:
    """The dearest first meld that leaves what must be kept, None for a side that has opened or cannot open now.

    At the beginning of a turn the pile may be taken for it, if it can; else a card is drawn first that nobody knows.
    """
    best = _highest(Turn.start(position), Budget(UNBOUNDED))
    return Play(best[0], _realised(position, best[1])) if best else None


def _highest(start: Turn, budget: Budget) -> tuple[int, tuple[Move, ...]] | None:
    """The dearest first meld as points and moves, as far as the budget reaches: spent, it has nothing left."""
    if start.opened or not start.my_turn or start.over:
        return None
    best: tuple[int, tuple[Move, ...]] | None = None
    try:
        for points, moves in _dearest(start, budget):
            if best is None or best[0] < points:
                best = points, moves
    except BudgetSpent:
        pass
    return best


def _dearest(start: Turn, budget: Budget) -> Iterator[tuple[int, tuple[Move, ...]]]:
    """The dearest first meld after each way to begin."""
    for opening in _openings(start):
        turn = _after(start, opening)
        budget.spend(2 * look_cost(turn))
        points = turn.laid + best_points(turn, keep=KEPT, spend=budget.spend)
        way: tuple[Move, ...] | None = None
        if points >= turn.minimum and is_sound(turn, budget.spend):
            way = _lay_points(turn, points, budget)
        if can_go_out(turn, budget.spend):
            out = _way_out(turn, budget)
            laid = _after(turn, out or ()).laid
            if out and laid > (points if way is not None else -1):
                points, way = laid, tuple(move for move in out if move.verb not in ("discard", "end"))
        if way is not None:
            yield points, (*opening, *way)


def way_out(position: Position) -> tuple[Action, ...] | None:
    """How the player can go out in this turn with the cards that are known, None where that is not possible."""
    start = Turn.start(position)
    for opening in _openings(start):
        turn = _after(start, opening)
        moves = _way_out(turn, Budget(UNBOUNDED)) if can_go_out(turn) else None
        if moves is not None:
            actions = _realised(position, (*opening, *moves))
            if judge(position, actions, remedy=False).legal:
                return actions
    return None


def best_lay_down(position: Position) -> Play | None:
    """What to lay in phase play so that card points and bonuses gained add up to the most; the bonus for going out too.

    None where nothing can be laid. Cards that stay in the hand cost nothing here.
    """
    start = Turn.start(position)
    if start.phase != "play" or start.over or not start.my_turn:
        return None
    best: tuple[int, tuple[Move, ...]] | None = None
    gain = most_gained(start, keep=KEPT)
    if gain is not None and gain > 0:
        best = gain, _lay_gain(start, gain)
    if can_go_out(start):
        moves = _way_out(start, Budget(UNBOUNDED))
        if moves is not None:
            after = _after(start, moves)
            out = value(after) - value(start) + start.rules.going_out_bonus
            if best is None or out > best[0]:
                best = out, moves
    return Play(best[0], _realised(position, best[1])) if best else None


# Ways to begin


def _openings(start: Turn) -> list[tuple[Move, ...]]:
    """What comes before the first meld: nothing in the phase of play, else drawing or a way to take the pile."""
    if start.phase == "play":
        return [()]
    takes: list[tuple[Move, ...]] = [(move,) for move in take_moves(start)]
    return [*takes, (DRAW,)] if start.stock != 0 else takes


def _ways(start: Turn, budget: Budget) -> Iterator[tuple[Move, ...]]:
    if start.over or not start.my_turn:
        return
    if start.phase == "draw":
        if start.opened:
            yield from ((move,) for move in legal_moves(start, looks=Looks(budget)) if move.verb == "take")
            return
        for take in take_moves(start):
            yield from _least_melds(start, (take,), budget)
    elif not start.opened and not start.fresh and not start.fresh_sequences:
        yield from _least_melds(start, (), budget)


def _least_melds(start: Turn, begun: tuple[Move, ...], budget: Budget) -> Iterator[tuple[Move, ...]]:
    """The ways to go on to a first meld from which no card can be dropped."""
    first = _after(start, begun)
    budget.spend(look_cost(first))
    if first.laid >= first.minimum:
        if is_sound(first, budget.spend) and _needs_all(start, begun, budget):
            yield begun
        return
    order = list(meld_moves(first))
    budget.spend(len(order))

    def extend(turn: Turn, chosen: tuple[Move, ...], place: int) -> Iterator[tuple[Move, ...]]:
        for index in range(place, len(order)):
            move = order[index]
            budget.spend(1)
            if not _fits(turn, move):
                continue
            budget.spend(look_cost(turn))
            after = _after(turn, (move,))
            moves = (*chosen, move)
            if after.laid >= after.minimum:
                if is_sound(after, budget.spend) and _needs_all(start, moves, budget):
                    yield moves
            elif reaches(after, after.minimum - after.laid, keep=0, spend=budget.spend):
                yield from extend(after, moves, index if _may_repeat(after, move) else index + 1)

    yield from extend(first, begun, 0)


def _may_repeat(turn: Turn, move: Move) -> bool:
    return turn.rules.several_melds_per_rank or turn.rules.sequences


def _fits(turn: Turn, move: Move) -> bool:
    """Whether this new meld can still be laid: the cards are there, and its rank has no meld where one is the most."""
    usable = turn.hand if turn.held is None else turn.held
    if any(usable[kind] < move.kinds.count(kind) for kind in set(move.kinds)):
        return False
    suited = turn.suited if turn.held_suited is None else turn.held_suited
    if suited is not None and any(suited[fine] < move.fine.count(fine) for fine in set(move.fine)):
        return False
    if turn.rules.several_melds_per_rank or (move.fine and len(set(move.kinds)) > 1):
        return True
    return min(move.kinds) not in turn.melds


def _needs_all(start: Turn, moves: tuple[Move, ...], budget: Budget) -> bool:
    """Whether every meld and every card of these moves is needed for the minimum."""
    whole = _after(start, moves)
    spare = whole.laid - whole.minimum
    if spare < 0:
        return False
    for place, move in enumerate(moves):
        points = sum(KIND_POINTS[kind] for kind in move.kinds)
        if move.verb == "meld" and points <= spare:
            return False
        for kind in set(move.kinds):
            budget.spend(look_cost(start))
            if KIND_POINTS[kind] <= spare and any(
                _stands(start, moves, place, smaller) for smaller in _without(move, kind)
            ):
                return False
    return True


def _without(move: Move, kind: int) -> Iterator[Move]:
    """The move with one card of this kind less; by suit where suits matter."""
    kinds = list(move.kinds)
    kinds.remove(kind)
    if not move.fine or kind >= BLACK_THREE_KIND:
        yield move._replace(kinds=tuple(kinds))
        return
    for fine in {one for one in move.fine if one % RANK_COUNT == kind}:
        rest = list(move.fine)
        rest.remove(fine)
        yield move._replace(kinds=tuple(kinds), fine=tuple(rest))


def _stands(start: Turn, moves: tuple[Move, ...], place: int, smaller: Move) -> bool:
    """Whether the smaller move is one that could be made in the place of the larger one."""
    turn = _after(start, moves[:place])
    options = take_moves(turn) if smaller.verb == "take" else meld_moves(turn)
    return smaller in options


# The search for the actions: step by step, as long as the aim stays in reach


def _largest_first(moves: Iterable[Move]) -> list[Move]:
    return sorted(moves, key=lambda move: -sum(KIND_POINTS[kind] for kind in move.kinds) - len(move.kinds))


def _lay_points(turn: Turn, points: int, budget: Budget) -> tuple[Move, ...]:
    return _step_by_step(
        turn,
        lambda now: now.laid >= points,
        lambda now: (
            now.cards_in_hand >= KEPT and reaches(now, points - now.laid, keep=KEPT, spend=budget.spend)
        ),
        lambda now: [*meld_moves(now), *add_moves(now)],
        budget,
    )


def _way_out(turn: Turn, budget: Budget) -> tuple[Move, ...] | None:
    def is_out(now: Turn) -> bool:
        return now.hand_is_empty and is_sound(now, budget.spend)

    moves = _step_by_step(
        turn, is_out, lambda now: is_out(now) or can_go_out(now, budget.spend), _all_moves, budget
    )
    return moves if is_out(_after(turn, moves)) else None


def _all_moves(turn: Turn) -> list[Move]:
    moves = [*meld_moves(turn), *add_moves(turn), *merge_moves(turn)]
    if sum(turn.hand) == 1 and not turn.hand[RED_THREE_KIND]:
        kind = next(kind for kind, count in enumerate(turn.hand) if count)
        fine = next((f for f, count in enumerate(turn.suited or ()) if count), None)
        moves.append(DISCARDS[kind] if fine is None else FINE_DISCARDS[fine])
    return moves


def _lay_gain(turn: Turn, gain: int) -> tuple[Move, ...]:
    aim = value(turn) + gain
    return _step_by_step(
        turn,
        lambda now: value(now) >= aim and not now.owes_minimum,
        lambda now: (more := most_gained(now, keep=KEPT)) is not None and value(now) + more >= aim,
        lambda now: [*meld_moves(now), *add_moves(now), *merge_moves(now)],
        Budget(UNBOUNDED),
    )


def _step_by_step(
    turn: Turn,
    done: Callable[[Turn], bool],
    in_reach: Callable[[Turn], bool],
    steps: Callable[[Turn], list[Move]],
    budget: Budget,
) -> tuple[Move, ...]:
    """Steps that lead to the aim; only such are taken after which it is still in reach."""
    chosen: list[Move] = []
    while not done(turn):
        moves = _largest_first(steps(turn))
        budget.spend(1 + len(moves) // SORTED_IN_A_STEP)
        for move in moves:
            budget.spend(4 * look_cost(turn))
            after = _after(turn, (move,))
            if in_reach(after):
                chosen.append(move)
                turn = after
                break
        else:
            break
    return tuple(chosen)


def _after(turn: Turn, moves: Iterable[Move]) -> Turn:
    after = turn.copy()
    for move in moves:
        after.apply(move)
    return after


def _realised(position: Position, moves: Iterable[Move]) -> tuple[Action, ...]:
    table = Table(position)
    actions = []
    for move in moves:
        actions.append(realise(table, move))
        table.do(actions[-1])
    return tuple(actions)
