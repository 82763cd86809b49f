"""Which card to discard in a playout where there are sequences, by rank and suit."""

from __future__ import annotations

from typing import Final

from engine.judging.moves import FINE_DISCARDS
from engine.law.actions import RANK_COUNT, Move
from engine.law.cards import BLACK_THREE_KIND, KIND_POINTS
from engine.play.players.by_suit import JOINS, beside, ends_of, suited_deal
from engine.play.players.playout_throwing import ALONE_AT_MOST, Throwing
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import DISCARDS
from engine.reach.points import USUAL_NATURALS

_NATURALS: Final = range(BLACK_THREE_KIND)


class SuitedThrowing(Throwing):
    """Chooses discards by rank and suit."""

    def move(self, sim: Simulation, hand: list[int]) -> Move:
        """The discard that costs least."""
        fine, least = self._cheapest(sim, hand)
        other = self._or_special(sim, hand, -1, least)
        return FINE_DISCARDS[fine] if other < 0 else DISCARDS[other]

    def discard(self, sim: Simulation, hand: list[int]) -> int:
        """The kind whose discard costs least."""
        return self.move(sim, hand).kinds[0]

    def _cheapest(self, sim: Simulation, hand: list[int]) -> tuple[int, float]:
        """The natural card whose discard costs least, -1 where there is none, and what it costs in points."""
        deal, style, pile = suited_deal(sim), self.style, sim.pile
        side, following = sim.seat % sim.sides, (sim.seat + 1) % len(sim.hands)
        theirs, their_runs = sim.melds[following % sim.sides], deal.sequences[following % sim.sides]
        opened = bool(theirs or their_runs)
        closed = bool(sim.frozen) or not opened
        row = self._risks(sim, following, opened, closed)
        worth = style.pile_card * (len(pile) + 1) + sum([KIND_POINTS[kind] for kind in pile])
        suited, longest = deal.suited[sim.seat], self.longest
        own_ends = ends_of(deal.sequences[side], longest)
        their_ends = set() if closed else ends_of(their_runs, longest)
        best, least = -1, 1e9
        for kind in _NATURALS:
            if not hand[kind]:
                continue
            kept, left = self._kept(sim, hand, kind)
            lying = theirs.get(kind)
            joined = (
                lying and not closed and (self.joins if sum(lying) < self.canasta else self.joins_canasta)
            )
            dear = worth + KIND_POINTS[kind]
            for fine in range(kind, len(suited), RANK_COUNT):
                if not suited[fine]:
                    continue
                sure = joined or fine in their_ends
                cost = kept + (style.fears if sure else row[left]) * dear
                if suited[fine] == 1:
                    cost += beside(suited, fine) + (JOINS if fine in own_ends else 0)
                if cost < least:
                    best, least = fine, cost
        return best, least

    def _kept(self, sim: Simulation, hand: list[int], kind: int) -> tuple[float, int]:
        """What a card of this rank is worth in the hand, in points, and how many of the rank are somewhere else."""
        side, count = sim.seat % sim.sides, hand[kind]
        left = self.copies - count - sim.pile.count(kind)
        for melds in sim.melds:
            left -= melds[kind][0] if kind in melds else 0
        left = max(0, left)
        cost = KIND_POINTS[kind] / 10
        mine = sim.melds[side]
        if kind in mine:
            cost += 12
        if count == 1:
            return cost + min(left, ALONE_AT_MOST), left
        pair = self.style.pair * (1.5 if sim.frozen or not mine else 1.0)
        return cost + (pair if left else 0.3 * pair) + (12 if count > USUAL_NATURALS else 0), left
