"""Going out in a playout: whether, and in which steps."""

from __future__ import annotations

from typing import Final

from engine.law.actions import Move
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, TWO_KIND
from engine.play.players.going_out import OPPONENTS_CARD
from engine.play.players.style import Style
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import DISCARDS, Tables
from engine.reach.points import USUAL_NATURALS
from engine.turn.state import Counts

_NATURALS: Final = range(BLACK_THREE_KIND)


class Ending:
    """Goes out where that is possible and good."""

    def __init__(self, tables: Tables, style: Style) -> None:
        self.tables, self.style = tables, style
        self.rules = tables.rules
        self.with_wilds = pairs_take_wilds(tables)

    def goes_out(self, sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> bool:
        """Go out, or do nothing and say so."""
        if sim.asked or not self._may_go_out(hand, melds) or self.gain_of_out(sim) < 0:
            return False
        steps = self._way_out(hand[:], melds.copy())
        for step in steps or ():
            sim.apply(step)
        return steps is not None

    def _may_go_out(self, hand: list[int], melds: dict[int, Counts]) -> bool:
        """A quick look, true too often: whether the whole hand but a discard could lie, with canastas enough."""
        wilds = hand[TWO_KIND] + hand[JOKER_KIND]
        alone = hand[BLACK_THREE_KIND] if hand[BLACK_THREE_KIND] <= USUAL_NATURALS else 0
        pairs = 0
        for kind in _NATURALS:
            count = hand[kind]
            if count and count <= USUAL_NATURALS and kind not in melds:
                if count == 1:
                    alone += 1
                else:
                    pairs += 1
        if alone > 1 or pairs > wilds + (1 if not alone else 0):
            return False
        size = self.tables.canasta
        reached = 0
        for kind, counts in melds.items():
            if sum(counts) + (hand[kind] if kind < BLACK_THREE_KIND else 0) + wilds >= size:
                reached += 1
        if reached < self.tables.to_go_out:
            return max(hand[:BLACK_THREE_KIND]) + wilds >= size
        return True

    def _way_out(self, hand: list[int], melds: dict[int, Counts], others: int = 0) -> list[Move] | None:
        """Steps that lay all but at most one card, with the canastas that are needed; None where none are found.

        ``others`` are canastas that are not among the melds.
        """
        steps, pairs, alone = self._naturals_out(hand, melds)
        wilds = [TWO_KIND] * hand[TWO_KIND] + [JOKER_KIND] * hand[JOKER_KIND]
        if len(alone) > 1 or len(pairs) > len(wilds) or (pairs and not self.with_wilds):
            return None
        for kind in pairs:
            wild = wilds.pop()
            melds[kind] = USUAL_NATURALS, int(wild == TWO_KIND), int(wild == JOKER_KIND)
            steps.append(Move("meld", (kind, kind, wild)))
        while wilds and (step := self._placed(melds, wilds[-1])) is not None:
            naturals, twos, jokers = melds[step.target]
            wild = wilds.pop()
            melds[step.target] = naturals, twos + (wild == TWO_KIND), jokers + (wild == JOKER_KIND)
            steps.append(step)
        alone += wilds
        size = self.tables.canasta
        canastas = sum([sum(counts) >= size for kind, counts in melds.items() if kind != BLACK_THREE_KIND])
        if len(alone) > 1 or canastas + others < self.tables.to_go_out:
            return None
        return steps + [DISCARDS[kind] for kind in alone]

    def _naturals_out(
        self, hand: list[int], melds: dict[int, Counts]
    ) -> tuple[list[Move], list[int], list[int]]:
        """Steps that lay natural cards alone, kinds with a pair that needs a wild card, and cards that fit nowhere.

        The melds are changed as the steps change them.
        """
        steps: list[Move] = []
        pairs: list[int] = []
        alone = [BLACK_THREE_KIND] * hand[BLACK_THREE_KIND]
        for kind in _NATURALS:
            count = hand[kind]
            if not count:
                continue
            if kind in melds:
                naturals, twos, jokers = melds[kind]
                melds[kind] = naturals + count, twos, jokers
                steps.append(Move("add", (kind,) * count, kind))
            elif count > USUAL_NATURALS:
                melds[kind] = count, 0, 0
                steps.append(Move("meld", (kind,) * count))
            elif count == USUAL_NATURALS:
                pairs.append(kind)
            else:
                alone.append(kind)
        return steps, pairs, alone

    def _placed(self, melds: dict[int, Counts], wild: int) -> Move | None:
        """Where one more wild card goes: to the largest meld that is no canasta yet, else to any that has room."""
        size = self.tables.canasta
        twos, jokers = int(wild == TWO_KIND), int(wild == JOKER_KIND)
        for number in sorted(melds, key=lambda number: (sum(melds[number]) >= size, -sum(melds[number]))):
            moves = self.tables.adds(number, melds[number], 0, twos, jokers)
            if moves:
                return moves[0]
        return None

    def gain_of_out(self, sim: Simulation) -> float:
        """As :func:`engine.play.players.going_out.gain_of_out`."""
        side, sides, style = sim.seat % sim.sides, sim.sides, self.style
        gain = style.out_bonus + self.rules.going_out_bonus / 2
        for seat, hand in enumerate(sim.hands):
            if seat % sides != side:
                gain += OPPONENTS_CARD * sum(hand)
            elif seat != sim.seat:
                gain -= style.partner_card * sum(hand)
        theirs = max([sim.canastas(other) for other in range(sides) if other != side])
        return gain + (50 if not theirs else -10 * sim.canastas(side))


def pairs_take_wilds(tables: Tables) -> bool:
    """Whether a pair and a wild card make a meld."""
    return tables.least <= USUAL_NATURALS and tables.rooms[USUAL_NATURALS] > 0
