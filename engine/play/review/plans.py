"""What else could have been done: other ways to begin a turn, and other ways to lay and discard.

A plan is what is done from a moment to the end of the turn, or as much of it as is fixed; a policy does the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.law.actions import Move
from engine.play.players.deciding import Asked
from engine.play.players.player import RulePlayer
from engine.play.players.strong import Sampling, StrongPlayer
from engine.play.players.style import CAREFUL, QUICK, SLOW, Style
from engine.play.review.turns import BEGINNINGS, Moment
from engine.play.simulator.moves import legal_moves
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation
from engine.play.view import Memory, view_of_simulation

Plan = tuple[Move, ...]

_STYLES: Final = tuple(replace(style, asks=False) for style in (CAREFUL, SLOW, QUICK))
_MOST: Final = StrongPlayer(sampling=Sampling(takes=3, lays=4, discards=6))
_FEW_DISCARDS: Final = 2


def beginnings(moment: Moment) -> list[Plan]:
    """The ways to begin the turn, the one that was chosen first.

    A taking with further cards of the hand is none: they can still be laid on it in the same turn.
    """
    asked = Asked(moment.view, moment.legal, CAREFUL)
    made = moment.made[0]
    others = [
        move
        for move in _MOST.candidates(asked, made)
        if move.verb in BEGINNINGS and not _is_more_of(move, made)
    ]
    others += [move for move in asked.of("draw", "end") if move != made]
    return list(dict.fromkeys([(made,), *((move,) for move in others)]))


def _is_more_of(take: Move, made: Move) -> bool:
    """Whether both take the pile into the same meld, one of them with more cards from the hand."""
    if take == made or take.verb != "take" or made.verb != "take":
        return False
    same = (take.target, take.top_only) == (made.target, made.top_only)
    return same and Counter(made.kinds) < Counter(take.kinds) and bool(made.kinds or take.target >= 0)


def plans(moment: Moment, sim: Simulation) -> list[Plan]:
    """Ways to lay and discard, what was done first; those that end alike once.

    ``sim`` is any deal that fits the view: only what the player sees is looked at.
    """
    memory = moment.view.memory
    made = moment.made
    lays = tuple([move for move in made if move.verb != "discard"])
    found: list[Plan] = [made]
    if len(lays) < len(made):
        found += _with_discards(sim, memory, lays, _MOST.sampling.discards)
    found += [_finished(sim, memory, (), style) for style in _STYLES]
    if lays:
        found += _with_discards(sim, memory, (), _FEW_DISCARDS)
    found += [
        _finished(sim, memory, (move,), _STYLES[0])
        for move in _MOST.candidates(_asked(sim, memory), made[0])
        if move.verb != "discard"
    ]
    return _each_once(sim, found)


def _asked(sim: Simulation, memory: Memory, style: Style = CAREFUL) -> Asked:
    return Asked(view_of_simulation(sim, memory), legal_moves(sim), style)


def _after(sim: Simulation, plan: Sequence[Move]) -> Simulation:
    after = sim.copy()
    for move in plan:
        after.apply(move)
    return after


def _with_discards(sim: Simulation, memory: Memory, lays: Plan, most: int) -> Iterator[Plan]:
    """The lays and then each of the discards that seem cheapest."""
    after = _after(sim, lays)
    asked = _asked(after, memory)
    discards = [move for move in _MOST.candidates(asked, Move("end")) if move.verb == "discard"]
    for move in discards[:most]:
        if move in asked.moves:
            yield (*lays, move)


def _finished(sim: Simulation, memory: Memory, plan: Plan, style: Style) -> Plan:
    """The plan with the rest of the turn as a player of this style plays it."""
    after, player = _after(sim, plan), RulePlayer(style)
    seat, done = sim.seat, list(plan)
    while not after.over and after.seat == seat:
        asked = _asked(after, memory, style)
        move = player.choose(asked.view, asked.moves).move
        done.append(move)
        after.apply(move)
    return tuple(done)


def _each_once(sim: Simulation, found: Sequence[Plan]) -> list[Plan]:
    """The plans without those that leave the same table, hand and pile as an earlier one."""
    kept: dict[object, Plan] = {}
    for plan in found:
        after = _after(sim, plan)
        side, seat = sim.seat % sim.sides, sim.seat
        left: object = after.suited[seat] if isinstance(after, SuitedSimulation) else ()
        melds = sorted(after.melds[side].items()), after.sequences[side]
        kept.setdefault(repr((melds, after.hands[seat], left, after.pile, after.over)), plan)
    return list(kept.values())
