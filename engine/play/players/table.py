"""Deals played by players, in the simulator or in the deal that counts.

A player that names a move which is not one of the legal ones is a programming error: ValueError.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.law.actions import Move
from engine.play.deal import Deal
from engine.play.players.deciding import Decision
from engine.play.players.player import Player
from engine.play.simulator.moves import legal_moves
from engine.play.simulator.state import Simulation
from engine.play.view import Memory, View, view_of_deal, view_of_simulation

Watch = Callable[[View, Decision], None]


def play_simulation(sim: Simulation, players: Sequence[Player], *, watch: Watch | None = None) -> None:
    """Play a simulated deal to its end; ``players`` are those of the seats."""
    memory = Memory.of_table(len(sim.hands))
    while not sim.over:
        moves = legal_moves(sim)
        seat = sim.seat
        view = view_of_simulation(sim, memory)
        decision = players[seat].choose(view, moves)
        if watch is not None:
            watch(view, decision)
        move = _legal(decision, moves)
        answer = None
        if move.verb == "ask":
            answer = _answer(players, view_of_simulation(sim, memory, view.partner))
        memory.note(seat, move, sim.pile)
        sim.apply(move, answer=answer)


def play_deal(deal: Deal, players: Sequence[Player], *, watch: Watch | None = None) -> Deal:
    """Play a deal that counts to its end, which is given back."""
    memory = Memory.of_table(len(deal.hands))
    while not deal.over:
        moves = deal.legal_moves()
        view = view_of_deal(deal, memory)
        decision = players[deal.seat].choose(view, moves)
        if watch is not None:
            watch(view, decision)
        move = _legal(decision, moves)
        answer = None
        if move.verb == "ask":
            answer = _answer(players, view_of_deal(deal, memory, view.partner))
        memory.note(deal.seat, move, view.pile)
        deal = deal.play_move(move, answer=answer)
    return deal


def _answer(players: Sequence[Player], view: View) -> str:
    """What the player of this view says to the partner's question."""
    return "yes" if players[view.seat].answer(view) else "no"


def _legal(decision: Decision, moves: Sequence[Move]) -> Move:
    if decision.move not in moves:
        raise ValueError(f"{decision.move} is not legal here: {decision.reason}")
    return decision.move
