"""The player by rules without its reasons: whole turns of a simulated deal, by the thousand.

It weighs what :mod:`engine.play.players.player` weighs, coarser: chances come from a table instead of a count of what
is unseen, and what somebody did before is not looked at. It sees of other hands only their sizes. Where few cards are
left, the stock is empty or the turn owes points that no plan reaches, it chooses from the complete list of moves.
"""

from __future__ import annotations

from typing import Final

from engine.judging.moves import DRAW, EXPOSE
from engine.law.actions import Move
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, RED_THREE_KIND, TWO_KIND
from engine.law.ruleset import RuleSet
from engine.play.players.laying import LAST_CARDS
from engine.play.players.playout_ending import Ending
from engine.play.players.playout_opening import Opening
from engine.play.players.playout_throwing import Throwing
from engine.play.players.style import CAREFUL, Style
from engine.play.simulator.moves import legal_moves
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import CannotSimulate, Tables, tables_of, why_not
from engine.reach.points import USUAL_NATURALS
from engine.turn.state import NOTHING, Counts

_NATURALS: Final = range(BLACK_THREE_KIND)
KEPT: Final = 2
"""Cards that a player who does not go out holds before the discard."""


def why_not_played(rules: RuleSet) -> str:
    """Why no deals of a rule set are played on, as an id; empty where they are."""
    return why_not(rules)


class Playout:
    """Plays turns of simulated deals under one rule set without sequences, in one style.

    Raises CannotSimulate for a rule set that is not played here; :func:`playout_of` finds who plays it.
    """

    sequences = False
    """Whether the rule sets that are played have sequences."""

    def __init__(self, rules: RuleSet, style: Style = CAREFUL) -> None:
        reason = why_not_played(rules) or ("sequences" if rules.sequences != self.sequences else "")
        if reason:
            raise CannotSimulate(rules, reason)
        self.rules, self.style = rules, style
        self.tables: Tables = tables_of(rules)
        self.before_opening = rules.pickup_before_initial != "never"
        self.opening: Opening = Opening(self.tables)
        self.ending: Ending = Ending(self.tables, style)
        self.throwing: Throwing = Throwing(self.tables, style)
        self._best_takes: dict[tuple[int, ...], Move | None] = {}
        self._completing: dict[tuple[int, ...], Move | None] = {}

    def play(self, sim: Simulation, *, turns: int = -1) -> None:
        """Play on to the end of the deal, or so many turns; the one in play counts as one."""
        while turns and not sim.over:
            self.play_turn(sim)
            turns -= 1

    def play_turn(self, sim: Simulation) -> None:
        """Play the turn in play to its end."""
        seat = sim.seat
        if sim.phase == "draw" and not self._begin(sim):
            self._slowly(sim, seat)
        elif not sim.over and (sim.seat == seat and sim.phase == "play"):
            self._go_on(sim, seat)

    # Beginning

    def _begin(self, sim: Simulation) -> bool:
        """Draw or take the pile; False where that needs a longer look."""
        hand = sim.hands[sim.seat]
        while hand[RED_THREE_KIND]:
            sim.apply(EXPOSE)
            if sim.over:
                return True
        if sim.drawn >= len(sim.stock) or sim.last_red_three:
            return False
        pile = sim.pile
        if len(pile) > 1 and pile[-1] < BLACK_THREE_KIND and self._takes(sim, hand, pile):
            return True
        sim.apply(DRAW)
        return True

    def _takes(self, sim: Simulation, hand: list[int], pile: list[int]) -> bool:
        """Take the pile, and open with it if need be, where that brings more than drawing."""
        top, opened, style = pile[-1], sim.opened, self.style
        if not opened and not self.before_opening:
            return False
        melds = sim.melds[sim.seat % sim.sides]
        move = self._way_to_take(sim, hand, top, melds)
        if move is None:
            return False
        kinds = move.kinds
        gain = style.card * (len(pile) - 1 - self.rules.draw_count) + KIND_POINTS[top]
        for kind in pile:
            gain += KIND_POINTS[kind] / 4
            if kind in melds or hand[kind] > 1:
                gain += style.pair / 2
        gain -= kinds.count(TWO_KIND) * style.two + kinds.count(JOKER_KIND) * style.joker
        gain += style.card if move.target < 0 else -4 * len(kinds)
        left = sum(hand) - len(kinds)
        came = len(pile) - 1 - pile.count(RED_THREE_KIND)
        if left + came < KEPT:
            return False
        if opened:
            if gain < style.smallest_take:
                return False
            sim.apply(move)
            return True
        return self._opens_with(sim, hand, move, gain, came)

    def _opens_with(self, sim: Simulation, hand: list[int], move: Move, gain: float, came: int) -> bool:
        needed = sim.minimums[sim.seat % sim.sides] - KIND_POINTS[sim.pile[-1]]
        rest = hand[:]
        for kind in move.kinds:
            rest[kind] -= 1
            needed -= KIND_POINTS[kind]
        wanted = self.opening.first_melds(sim, rest, {sim.pile[-1]: NOTHING}, needed, move)
        if wanted is None:
            return False
        left = sum(rest) + came - sum([len(meld.kinds) for meld in wanted])
        gain -= self.style.card * max(0, self.style.keep_cards + 2 - left)
        if left < KEPT or gain < self.style.smallest_take:
            return False
        sim.apply(move)
        for meld in wanted:
            sim.apply(meld)
        return True

    def _way_to_take(
        self, sim: Simulation, hand: list[int], top: int, melds: dict[int, Counts]
    ) -> Move | None:
        """The best way to take the pile; None where there is none."""
        count, closed = hand[top], bool(sim.frozen) or not sim.opened
        if count < USUAL_NATURALS and (closed or not (count or top in melds)):
            return None
        return self._best_take(top, melds, count, hand, closed)

    def _best_take(
        self, top: int, melds: dict[int, Counts], count: int, hand: list[int], closed: bool
    ) -> Move | None:
        """The taking with the fewest wild cards, then the fewest others on a meld and the most in a new one."""
        lying = melds.get(top, NOTHING)
        target = top if top in melds else -1
        key = (top, target, *lying, count, hand[TWO_KIND], hand[JOKER_KIND], closed)
        if key in self._best_takes:
            return self._best_takes[key]
        moves = self.tables.takes(top, target, lying, count, hand[TWO_KIND], hand[JOKER_KIND], closed=closed)
        best = min(moves, key=self._dearness, default=None)
        self._best_takes[key] = best
        return best

    def _dearness(self, move: Move) -> float:
        twos, jokers = move.kinds.count(TWO_KIND), move.kinds.count(JOKER_KIND)
        return twos * self.style.two + jokers * self.style.joker + 4 * len(move.kinds)

    # Going on

    def _go_on(self, sim: Simulation, seat: int) -> None:
        """Lay and discard."""
        hand = sim.hands[seat]
        if sim.last_red_three or hand[RED_THREE_KIND] or sim.answer == "yes":
            self._slowly(sim, seat)
            return
        side = seat % sim.sides
        melds = sim.melds[side]
        if not sim.opened and sim.laid < sim.minimums[side] and not self._opens(sim, hand, melds):
            if sim.laid:
                self._slowly(sim, seat)
                return
        elif sim.opened or sim.laid:
            self._lay(sim, hand, melds)
        if sim.over or sim.seat != seat:
            return
        if sum(hand) < KEPT or BLACK_THREE_KIND in sim.fresh:
            self._slowly(sim, seat)
        else:
            sim.apply(self.throwing.move(sim, hand))

    def _opens(self, sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> bool:
        """Lay what reaches the minimum; False where nothing does, or too few cards would be left."""
        usable = hand
        if sim.held is not None:
            usable = [max(0, min(pair)) for pair in zip(sim.held, hand, strict=True)]
        wanted = self.opening.first_melds(sim, usable, melds, sim.minimums[sim.seat % sim.sides] - sim.laid)
        if wanted is None:
            return False
        left = sum(hand) - sum([len(meld.kinds) for meld in wanted])
        keep = 1 if sim.laid or sim.stock_left <= LAST_CARDS else self.style.keep_cards
        if left - 1 < max(1, keep):
            return False
        for meld in wanted:
            sim.apply(meld)
        self._lay(sim, hand, sim.melds[sim.seat % sim.sides])
        return True

    # Laying

    def _lay(self, sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> None:
        """Go out where that is possible and good; else lay what should lie."""
        if self.ending.goes_out(sim, hand, melds):
            return
        style = self.style
        hurry = self.in_a_hurry(sim)
        keep = KEPT if hurry else style.hold_cards + 1
        left = sum(hand)
        if left <= KEPT:
            return
        size, closed = self.tables.canasta, sim.frozen
        for kind in _NATURALS:
            count = hand[kind]
            if not count:
                continue
            if kind in melds:
                lying = sum(melds[kind])
                completes = lying < size <= lying + count
                if left - count < (KEPT if completes else keep):
                    continue
                if count > 1 and closed and not hurry and not completes and style.keeps_pairs:
                    continue
                sim.apply(Move("add", (kind,) * count, kind))
            elif count > USUAL_NATURALS:
                if left - count < keep:
                    continue
                pair = style.pair + 2 * len(sim.pile)
                if closed and not hurry and pair > count * (KIND_POINTS[kind] / 4 + 2) and style.keeps_pairs:
                    continue
                sim.apply(Move("meld", (kind,) * count))
            else:
                continue
            left -= count
        if hand[TWO_KIND] + hand[JOKER_KIND]:
            self._lay_wilds(sim, hand, melds, hurry=hurry)

    def _lay_wilds(self, sim: Simulation, hand: list[int], melds: dict[int, Counts], *, hurry: bool) -> None:
        """Complete canastas with wild cards; in a hurry lay them wherever they may lie."""
        size, style = self.tables.canasta, self.style
        first = not sim.canastas(sim.seat % sim.sides)
        order = sorted(melds, key=lambda number: -sum(melds[number]))
        for number in order:
            lying = melds[number]
            missing = size - sum(lying)
            if missing <= 0 or number >= BLACK_THREE_KIND or sum(hand) - missing < KEPT:
                continue
            if missing > hand[TWO_KIND] + hand[JOKER_KIND]:
                break
            almost_natural = 3 < lying[0] < size - 1 and not lying[1] + lying[2]
            if almost_natural and not hurry and not first:
                continue
            worth = 150 + (100 if first else 0) - style.two * missing
            if worth < 0 and not hurry:
                continue
            move = self._complete(number, lying, missing, hand[TWO_KIND], hand[JOKER_KIND])
            if move is not None:
                sim.apply(move)
                first = False
        if hurry:
            self._spend_wilds(sim, hand, melds)

    def _complete(self, number: int, lying: Counts, missing: int, twos: int, jokers: int) -> Move | None:
        key = (number, *lying, twos, jokers)
        if key not in self._completing:
            moves = self.tables.adds(number, lying, 0, twos, jokers)
            fit = [move for move in moves if len(move.kinds) == missing]
            self._completing[key] = min(fit, key=self._dearness, default=None)
        return self._completing[key]

    def _spend_wilds(self, sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> None:
        for number in sorted(melds):
            spare = sum(hand) - KEPT
            if spare <= 0 or not hand[TWO_KIND] + hand[JOKER_KIND]:
                return
            moves = self.tables.adds(number, melds[number], 0, hand[TWO_KIND], hand[JOKER_KIND])
            fit = [move for move in moves if len(move.kinds) <= spare and BLACK_THREE_KIND not in move.kinds]
            if fit:
                sim.apply(max(fit, key=value_of_kinds))

    def in_a_hurry(self, sim: Simulation) -> bool:
        """As :func:`engine.play.players.laying.in_a_hurry`."""
        if len(sim.stock) - sim.drawn <= LAST_CARDS:
            return True
        side, sides = sim.seat % sim.sides, sim.sides
        for seat, hand in enumerate(sim.hands):
            near = seat % sides != side and sum(hand) <= LAST_CARDS
            if near and sim.canastas(seat % sides) >= self.tables.to_go_out:
                return True
        return False

    # The longer look

    def _slowly(self, sim: Simulation, seat: int) -> None:
        """Play the turn to its end from the complete lists of moves."""
        while not sim.over and sim.seat == seat:
            moves = legal_moves(sim)
            sim.apply(max(moves, key=lambda move: self._roughly(sim, move)), answer="no")

    def _roughly(self, sim: Simulation, move: Move) -> float:
        """What a move is worth where no time is spent on it."""
        verb = move.verb
        if verb == "expose":
            return 1000
        if verb == "take":
            return 10 * len(sim.pile) - self._dearness(move)
        if verb == "ask":
            return -1000
        if verb == "discard":
            kind = move.kinds[0]
            wanted = sum(sim.hands[sim.seat]) > 1 and self.throwing.discard(sim, sim.hands[sim.seat]) == kind
            return -40 + 20 * wanted
        if verb == "merge":
            return -60
        return value_of_kinds(move)


def value_of_kinds(move: Move) -> int:
    """The points of the cards of a move."""
    return sum([KIND_POINTS[kind] for kind in move.kinds])
