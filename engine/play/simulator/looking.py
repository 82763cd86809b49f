"""The turn of a simulated deal as the engine's own, for the few steps where somebody has to look ahead.

Whether a turn that owes points or leaves few cards can still end well is decided by :mod:`engine.reach`; what is known
without it, from counts, is in :mod:`engine.play.simulator.ending`.
"""

from __future__ import annotations

from engine.law.cards import FIRST_CARDS
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation
from engine.turn.turn import Turn


def turn_of(sim: Simulation) -> Turn:
    """The turn in play. It shares the counts of the deal: to be looked at, and copied before anything is done."""
    turn = object.__new__(Turn)
    side, seat = sim.seat % sim.sides, sim.seat
    turn.rules, turn.position, turn.my_turn = sim.rules, None, not sim.over
    turn.phase, turn.drew, turn.over = sim.phase, sim.drew, ""
    turn.hand, turn.melds = sim.hands[seat], sim.melds[side]
    turn.loose = None
    turn.held, turn.laid, turn.opened = sim.held, sim.laid, sim.opened
    turn.broken_runs = {}
    if isinstance(sim, SuitedSimulation):
        turn.suited, turn.held_suited = sim.suited[seat], sim.held_suited
        turn.sequences, turn.fresh_sequences = sim.sequences[side], sim.fresh_sequences
    else:
        turn.suited = turn.held_suited = None
        turn.sequences = turn.fresh_sequences = ()
    turn.fresh, turn.touched_old, turn.laid_on = sim.fresh, sim.touched_old, -1
    turn.has_melded, turn.has_partner = sim.has_melded[seat], sim.has_partner
    turn.score = sim.scores[side]
    turn.minimum, turn.least_minimum = sim.minimums[side], sim.least_minimums[side]
    turn.asked, turn.permission, turn.laid_since_draw = sim.asked, sim.answer, sim.laid_since_draw
    turn.last_red_three, turn.stock, turn.unknown, turn.red_twos = sim.last_red_three, sim.stock_left, 0, 0
    turn.red_twos_on_threes = 0
    turn.taken, turn.memo, turn.frozen_unlisted = (), None, False
    turn.freeze_cause = sim.frozen or None
    turn.pile_size = len(sim.pile)
    # In play nobody asks what lies in the pile.
    if sim.phase != "draw":
        turn.pile = ()
    elif isinstance(sim, SuitedSimulation):
        turn.pile = sim.pile_cards
    else:
        turn.pile = tuple([FIRST_CARDS[kind] for kind in sim.pile])
    return turn
