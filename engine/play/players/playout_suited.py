"""The player by rules without its reasons where there are sequences: whole turns of a simulated deal, by the thousand.

As :mod:`engine.play.players.playout`; cards go to sequences before they go to sets.
"""

from __future__ import annotations

from typing import Final

from engine.law.actions import KIND_MASK, RANK_COUNT, Move, sequence_grown, sequence_length, sequence_of
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, TWO_KIND
from engine.law.ruleset import RuleSet
from engine.play.players.by_suit import all_of, lengthening, run_moves, spared, suited_deal
from engine.play.players.playout import KEPT, Playout, value_of_kinds
from engine.play.players.playout_ending import Ending
from engine.play.players.playout_opening import Opening
from engine.play.players.playout_suited_throwing import SuitedThrowing
from engine.play.players.style import CAREFUL, Style
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation
from engine.reach.points import USUAL_NATURALS
from engine.turn.state import Counts

_NATURALS: Final = range(BLACK_THREE_KIND)
_SAMBA: Final = 60
"""What each card more in a sequence is worth, in points, when the pile is taken onto it."""


class SuitedOpening(Opening):
    """Finds first melds of sequences and sets."""

    def first_melds(
        self,
        sim: Simulation,
        usable: list[int],
        melds: dict[int, Counts],
        needed: int,
        taking: Move | None = None,
    ) -> list[Move] | None:
        """Sets alone, or sequences and then sets: what spends fewer wild cards, or else fewer cards."""
        suited = self._usable(suited_deal(sim), taking)
        ways = []
        sets = self.plan(usable, melds, needed)
        if sets is not None:
            ways.append([_set_of(suited, kinds) for kinds in sets])
        runs = sorted(run_moves(suited, self.tables.longest_run), key=value_of_kinds, reverse=True)
        if runs:
            with_runs = self._with_runs(usable[:], suited, melds, needed, runs)
            ways += [] if with_runs is None else [with_runs]
        return min(ways, key=_spent, default=None)

    def _usable(self, sim: SuitedSimulation, taking: Move | None) -> list[int]:
        suited = sim.suited[sim.seat][:]
        if sim.held_suited is not None:
            suited = [max(0, min(pair)) for pair in zip(sim.held_suited, suited, strict=True)]
        for fine in taking.fine if taking is not None else ():
            suited[fine] -= 1
        return suited

    def _with_runs(
        self, hand: list[int], suited: list[int], melds: dict[int, Counts], needed: int, runs: list[Move]
    ) -> list[Move] | None:
        found = []
        for run in runs:
            if needed <= 0:
                break
            found.append(run)
            needed -= value_of_kinds(run)
            for kind, fine in zip(run.kinds, run.fine, strict=True):
                hand[kind] -= 1
                suited[fine] -= 1
        sets = self.plan(hand, melds, needed) if needed > 0 else []
        return None if sets is None else found + [_set_of(suited, kinds) for kinds in sets]


def _set_of(suited: list[int], kinds: tuple[int, ...]) -> Move:
    """A new set of all cards of a rank at hand, with wild cards among ``kinds`` or without."""
    return Move("meld", kinds, fine=all_of(suited, kinds[0]))


def _spent(moves: list[Move]) -> tuple[int, int]:
    return sum([move.wilds for move in moves]), sum([len(move.kinds) for move in moves])


class SuitedEnding(Ending):
    """Goes out with sequences and sets."""

    def goes_out(self, sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> bool:
        """Go out, or do nothing and say so."""
        deal = suited_deal(sim)
        if sim.asked or not self._may_reach(deal, hand, melds) or self.gain_of_out(sim) < 0:
            return False
        for with_runs in (True, False):
            steps = self._way(deal, hand[:], melds.copy(), with_runs=with_runs)
            if steps is not None:
                for step in steps:
                    sim.apply(step)
                return True
        return False

    def _may_reach(self, sim: SuitedSimulation, hand: list[int], melds: dict[int, Counts]) -> bool:
        """A quick look, true too often: whether there may be canastas enough."""
        if max(hand) >= self.tables.canasta or sum(hand) > 2 * self.tables.longest_run:
            return True
        wilds = min(hand[TWO_KIND] + hand[JOKER_KIND], self.tables.most_wilds)
        size, longest, held = self.tables.canasta, self.tables.longest_run, sum(hand)
        reached = sum([sequence_length(n) + held >= longest for n in sim.sequences[sim.seat % sim.sides]])
        for number, counts in melds.items():
            kind = number & KIND_MASK
            if kind < BLACK_THREE_KIND and sum(counts) + hand[kind] + wilds >= size:
                reached += 1
        return reached >= self.tables.to_go_out

    def _way(
        self, sim: SuitedSimulation, hand: list[int], melds: dict[int, Counts], *, with_runs: bool
    ) -> list[Move] | None:
        """Steps that lay all but at most one card; cards of sets go into new sequences only ``with_runs``."""
        longest, suited = self.tables.longest_run, sim.suited[sim.seat][:]
        steps: list[Move] = []
        whole = 0
        for number in sim.sequences[sim.seat % sim.sides]:
            more = lengthening(number, suited, longest)
            if more is not None:
                self._gone(more, hand, suited)
                steps.append(more)
            whole += sequence_length(number) + (len(more.kinds) if more is not None else 0) >= longest
        if with_runs:
            for run in run_moves(suited, longest):
                self._gone(run, hand, suited)
                steps.append(run)
                whole += len(run.kinds) >= longest
        rest = self._way_out(hand, melds, whole)
        return None if rest is None else steps + [_with_suits(step, suited) for step in rest]

    def _gone(self, move: Move, hand: list[int], suited: list[int]) -> None:
        for kind, fine in zip(move.kinds, move.fine, strict=True):
            hand[kind] -= 1
            suited[fine] -= 1


def _with_suits(move: Move, suited: list[int]) -> Move:
    """A step that lays all cards of a rank, or discards the last one, with their suits."""
    kind = move.kinds[0]
    return move._replace(fine=all_of(suited, kind)) if kind < BLACK_THREE_KIND else move


class SuitedPlayout(Playout):
    """Plays turns of simulated deals with sequences."""

    sequences = True

    def __init__(self, rules: RuleSet, style: Style = CAREFUL) -> None:
        super().__init__(rules, style)
        self.opening, self.ending = SuitedOpening(self.tables), SuitedEnding(self.tables, style)
        self.throwing = SuitedThrowing(self.tables, style)

    def _way_to_take(
        self, sim: Simulation, hand: list[int], top: int, melds: dict[int, Counts]
    ) -> Move | None:
        """Onto a sequence where the top card lengthens one, else as without sequences."""
        deal = suited_deal(sim)
        side, fine = sim.seat % sim.sides, deal.fine_pile[-1]
        if deal.sequences[side] and not sim.frozen and sim.opened:
            for number in deal.sequences[side]:
                if sequence_length(number) >= self.tables.longest_run:
                    continue
                if sequence_of(number)[0] == fine // RANK_COUNT and sequence_grown(number, top) >= 0:
                    return Move("take", (), number)
        move = super()._way_to_take(sim, hand, top, melds)
        if move is None or not move.kinds:
            return move
        naturals = move.kinds.count(top)
        return move._replace(fine=spared(deal.suited[sim.seat], top, naturals))

    def _lay(self, sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> None:
        """Go out where that is possible and good; else lay what should lie, sequences before sets."""
        deal = suited_deal(sim)
        if self.ending.goes_out(sim, hand, melds):
            return
        hurry = self.in_a_hurry(sim)
        keep = KEPT if hurry else self.style.hold_cards + 1
        self._lay_runs(deal, hand, keep)
        self._lay_sets(deal, hand, melds, keep, hurry=hurry)
        if hand[TWO_KIND] + hand[JOKER_KIND]:
            self._lay_wilds(sim, hand, melds, hurry=hurry)

    def _lay_runs(self, sim: SuitedSimulation, hand: list[int], keep: int) -> None:
        suited, longest = sim.suited[sim.seat], self.tables.longest_run
        left = sum(hand)
        for number in sim.sequences[sim.seat % sim.sides]:
            more = lengthening(number, suited, longest)
            if more is None:
                continue
            completes = sequence_length(number) + len(more.kinds) >= longest
            if left - len(more.kinds) >= (KEPT if completes else keep):
                sim.apply(more)
                left -= len(more.kinds)
        for run in run_moves(suited, longest):
            if left - len(run.kinds) >= (KEPT if len(run.kinds) >= longest else keep):
                sim.apply(run)
                left -= len(run.kinds)

    def _lay_sets(
        self, sim: SuitedSimulation, hand: list[int], melds: dict[int, Counts], keep: int, *, hurry: bool
    ) -> None:
        suited, size, style, closed = sim.suited[sim.seat], self.tables.canasta, self.style, sim.frozen
        left = sum(hand)
        for kind in _NATURALS:
            count = hand[kind]
            if not count or (kind not in melds and count <= USUAL_NATURALS):
                continue
            lying = sum(melds[kind]) if kind in melds else 0
            completes = lying < size <= lying + count
            if left - count < (KEPT if completes else keep):
                continue
            if count > 1 and closed and not hurry and not completes and style.keeps_pairs:
                continue
            fine = all_of(suited, kind)
            kinds = (kind,) * count
            sim.apply(Move("add", kinds, kind, fine=fine) if lying else Move("meld", kinds, fine=fine))
            left -= count
