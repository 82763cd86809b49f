"""The first melds in a playout: which of the cards, with as few wild cards as possible."""

from __future__ import annotations

from typing import Final

from engine.law.actions import Move
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, TWO_KIND
from engine.play.players.laying import JOKER_COST, PAIR_COST, TWO_COST
from engine.play.players.playout_ending import pairs_take_wilds
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import Tables
from engine.reach.points import USUAL_NATURALS
from engine.turn.state import Counts

Plan = list[tuple[int, ...]]

_NATURALS: Final = range(BLACK_THREE_KIND)


class Opening:
    """Finds first melds under one rule set."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.with_wilds = pairs_take_wilds(tables)

    def first_melds(
        self,
        sim: Simulation,
        usable: list[int],
        melds: dict[int, Counts],
        needed: int,
        taking: Move | None = None,
    ) -> list[Move] | None:
        """Melds of these cards that are worth so many points, after a taking where there is one; None for none."""
        wanted = self.plan(usable, melds, needed)
        return None if wanted is None else [Move("meld", kinds) for kinds in wanted]

    def plan(self, hand: list[int], melds: dict[int, Counts], needed: int) -> Plan | None:
        """As :func:`engine.play.players.laying.plan`: melds worth so many points with few wild cards, or None."""
        points = 0
        sets: list[int] = []
        pairs: list[int] = []
        for kind in _NATURALS:
            count = hand[kind]
            if count >= USUAL_NATURALS and kind not in melds:
                if count > USUAL_NATURALS:
                    points += count * KIND_POINTS[kind]
                    sets.append(kind)
                else:
                    pairs.append(kind)
        if points >= needed:
            return self._enough(hand, sets, needed)
        twos, jokers = hand[TWO_KIND], hand[JOKER_KIND]
        if not twos + jokers or not self.with_wilds or not (pairs or sets):
            return None
        pairs.sort(key=lambda kind: -KIND_POINTS[kind])
        sums = [0]
        for kind in pairs:
            sums.append(sums[-1] + USUAL_NATURALS * KIND_POINTS[kind])
        if points + sums[min(len(pairs), twos + jokers)] + 20 * twos + 50 * jokers < needed:
            return None
        room = max([self.tables.rooms[hand[kind]] for kind in sets], default=0)
        best: tuple[float, int, int] | None = None
        for more_twos in range(twos + 1):
            for more_jokers in range(jokers + 1):
                wilds = more_twos + more_jokers
                paired = min(wilds, len(pairs))
                if (
                    wilds - paired > room
                    or points + sums[paired] + 20 * more_twos + 50 * more_jokers < needed
                ):
                    continue
                cost = TWO_COST * more_twos + JOKER_COST * more_jokers + PAIR_COST * paired
                if best is None or cost < best[0]:
                    best = cost, more_twos, more_jokers
        return None if best is None else self._with_wilds(hand, sets, pairs, best[1], best[2])

    def _enough(self, hand: list[int], sets: list[int], needed: int) -> Plan:
        found: Plan = []
        for kind in sorted(sets, key=lambda kind: -KIND_POINTS[kind]):
            if needed <= 0:
                break
            found.append((kind,) * hand[kind])
            needed -= hand[kind] * KIND_POINTS[kind]
        return found

    def _with_wilds(self, hand: list[int], sets: list[int], pairs: list[int], twos: int, jokers: int) -> Plan:
        wilds = [JOKER_KIND] * jokers + [TWO_KIND] * twos
        found: Plan = [(kind, kind, wild) for kind, wild in zip(pairs, wilds, strict=False)]
        spare = tuple(sorted(wilds[len(found) :]))
        roomy = max(sets, key=lambda kind: self.tables.rooms[hand[kind]], default=-1)
        for kind in sets:
            found.append((kind,) * hand[kind] + (spare if kind == roomy else ()))
        return found
