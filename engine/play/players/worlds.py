"""Worlds that fit what a player sees: the hidden cards dealt anew, the known ones left with who holds them."""

from __future__ import annotations

from operator import mul
from random import Random
from typing import Final

from engine.law.actions import NATURAL_KINDS, RANK_COUNT, Run
from engine.law.cards import BLACK_THREE_KIND, KIND_COUNT, RED_THREE_KIND, SUITS
from engine.play.players.believing import odds
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import SIMULATIONS, Simulation
from engine.play.simulator.tables import tables_of
from engine.play.view import View
from engine.turn.state import minimums
from engine.turn.turn import Turn

FINE_COUNT: Final = RANK_COUNT * len(SUITS)
"""Natural cards that differ by rank or suit."""


class Worlds:
    """Makes simulated deals that show the player of a view just that view. Red threes lie where they still can.

    At a prepared table cards may be out of play (``out``): which ones they are the player cannot know either.

    Who is concealed is not to be seen: of other players it is assumed that they have melded where their side has.
    Cards are likelier where melds and discards speak for them (:mod:`engine.play.players.believing`); not ``weighted``,
    every deal is as likely as another. Raises CannotSimulate for a rule set that is not simulated.
    """

    def __init__(self, view: View, *, weighted: bool = True) -> None:
        self.view = view
        self.base = _seen(view)
        unseen = view.unseen()
        self.reds = unseen[RED_THREE_KIND]
        self.pool = [kind for kind in range(RED_THREE_KIND) for _ in range(unseen[kind])]
        played = {seat for seat, _ in view.memory.thrown}
        self.hidden = [
            (seat, view.unseen_in(seat), seat in played)
            for seat in range(len(view.cards))
            if seat != view.seat
        ]
        self.suits = _unseen_suits(self.base) if isinstance(self.base, SuitedSimulation) else []
        self.out = sum(unseen) - sum(missing for _, missing, _ in self.hidden) - view.stock
        every = [odds(view, seat) if weighted else [1.0] * RED_THREE_KIND for seat, _, _ in self.hidden]
        self.odds = [(*each, 1.0) for each in zip(*every, strict=True)]
        """For each kind the odds of the hidden hands, last those of the stock."""

    def deal(self, rng: Random) -> Simulation:
        """A deal that fits the view."""
        view, sim = self.view, self.base.copy()
        in_hand = self._red_threes_in_hands(rng)
        wanted = [missing - in_hand.get(seat, 0) for seat, missing, _ in self.hidden]
        hands = [view.memory.known[seat][:] for seat, _, _ in self.hidden]
        pool = self._spread(wanted, hands, rng)
        for hand, (seat, _, _) in zip(hands, self.hidden, strict=True):
            hand[RED_THREE_KIND] = in_hand.get(seat, 0)
            sim.hands[seat] = hand
        left = self.reds - sum(in_hand.values())
        if left:
            pool = _shuffled(pool + [RED_THREE_KIND] * left, rng)
        sim.stock, sim.drawn = pool[: view.stock] if self.out > 0 else pool, 0
        if isinstance(sim, SuitedSimulation):
            self._give_suits(sim, rng)
        return sim

    def _spread(self, wanted: list[int], hands: list[list[int]], rng: Random) -> list[int]:
        """Deal the hidden cards one by one to the hands, which want so many, and to the stock, which is given back.

        Where a card goes is as likely as places are left there, times the odds.
        """
        number, stock, every = rng.random, len(wanted), self.odds
        free = [*wanted, len(self.pool) - sum(wanted)]
        rest: list[int] = []
        for kind in _shuffled(self.pool, rng):
            shares = list(map(mul, free, every[kind]))
            mark, place = number() * sum(shares), 0
            while place < stock and mark >= shares[place]:
                mark -= shares[place]
                place += 1
            if not free[place]:  # only by the last bit of a sum
                place = max(range(stock + 1), key=shares.__getitem__)
            free[place] -= 1
            if place < stock:
                hands[place][kind] += 1
            else:
                rest.append(kind)
        return rest

    def _give_suits(self, sim: SuitedSimulation, rng: Random) -> None:
        """Deal the suits that the player cannot see: those in the sets on the table are as unknown to it as others."""
        left = [iter(_shuffled(suits, rng)) for suits in self.suits]
        for seat, _, _ in self.hidden:
            suited = sim.suited[seat] = [0] * len(sim.suited[seat])
            for kind, count in enumerate(sim.hands[seat][:BLACK_THREE_KIND]):
                for _ in range(count):
                    suited[next(left[kind])] += 1
        sim.fine_stock = [next(left[kind]) if kind < BLACK_THREE_KIND else -1 for kind in sim.stock]

    def _red_threes_in_hands(self, rng: Random) -> dict[int, int]:
        """Who has played has put every red three down: only others can still hold some."""
        waiting = [(seat, missing) for seat, missing, played in self.hidden if not played]
        if not waiting or not self.reds:
            return {}
        places = [seat for seat, missing in waiting for _ in range(missing)]
        drawn = rng.sample(places + [-1] * (self.view.stock + max(0, self.out)), self.reds)
        return {seat: drawn.count(seat) for seat, _ in waiting}


def _shuffled(kinds: list[int], rng: Random) -> list[int]:
    """The same in random order; quicker than ``shuffle``, since this runs for every world."""
    number = rng.random
    return sorted(kinds, key=lambda _: number())


def _unseen_suits(sim: SuitedSimulation) -> list[list[int]]:
    """The natural cards of each rank, by ``Card.fine``, that are neither in the own hand nor open to view."""
    left = [sim.rules.packs] * len(sim.suited[sim.seat])
    for fine, count in enumerate(sim.suited[sim.seat]):
        left[fine] -= count
    for fine in sim.fine_pile:
        if fine >= 0:
            left[fine] -= 1
    for sequences in sim.sequences:
        for number in sequences:
            for fine in Run.lying(number).fine:
                left[fine] -= 1
    return [
        [fine for fine in range(kind, len(left), RANK_COUNT) for _ in range(left[fine])]
        for kind in NATURAL_KINDS
    ]


def _seen(view: View) -> Simulation:
    """The deal as far as the view shows it, the hidden hands and the stock empty."""
    turn = view.turn
    if turn is None:
        raise ValueError("only who is to act looks at worlds")
    made = SIMULATIONS.get(view.rules.sequences, Simulation)
    sim = made.__new__(made)
    if isinstance(sim, SuitedSimulation):
        _see_suits(sim, view, turn)
    sim.tables, sim.rules, sim.players, sim.sides = (
        tables_of(view.rules),
        view.rules,
        view.players,
        view.sides,
    )
    sim.scores, sim.minimums = tuple(view.scores), tuple(view.minimums)
    sim.least_minimums = tuple([minimums(view.rules, score)[1] for score in view.scores])
    sim.hands = [[0] * KIND_COUNT for _ in view.cards]
    sim.hands[view.seat] = list(view.hand)
    sim.melds = [dict(melds) for melds in view.melds]
    sim.rising = [()] * view.sides
    sim.red_threes = list(view.red_threes)
    sim.has_melded = [view.has_opened(seat % view.sides) for seat in range(len(view.cards))]
    sim.has_melded[view.seat] = bool(turn.has_melded)
    sim.pile, sim.stock, sim.drawn, sim.frozen = list(view.pile), (), 0, view.frozen
    sim.seat, sim.phase, sim.drew, sim.opened = view.seat, turn.phase, turn.drew, turn.opened
    sim.laid, sim.fresh, sim.touched_old = turn.laid, turn.fresh, turn.touched_old
    sim.held = turn.held[:] if turn.held is not None else None
    sim.asked, sim.answer, sim.laid_since_draw = turn.asked, turn.permission, turn.laid_since_draw
    sim.last_red_three, sim.over = turn.last_red_three, False
    sim.went_out, sim.out_seat = "no", -1
    return sim


def _see_suits(sim: SuitedSimulation, view: View, turn: Turn) -> None:
    sim.sequences = [tuple(sequences) for sequences in view.sequences]
    sim.fresh_sequences = tuple(turn.fresh_sequences)
    sim.suited = [[0] * FINE_COUNT for _ in view.cards]
    sim.suited[view.seat] = list(turn.suited or ())
    sim.held_suited = turn.held_suited[:] if turn.held_suited is not None else None
    sim.fine_pile, sim.fine_stock = list(view.fine_pile), ()
