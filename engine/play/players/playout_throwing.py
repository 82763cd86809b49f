"""Which card to discard in a playout: what it is worth to keep, and what the next player may do with it."""

from __future__ import annotations

from typing import Final

from engine.law.actions import Move
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, TWO_KIND
from engine.play.players.fearing import NOT_OPENED
from engine.play.players.style import Style
from engine.play.players.throwing import WORTH_STOPPING
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import DISCARDS, Tables
from engine.reach.points import USUAL_NATURALS

_NATURALS: Final = range(BLACK_THREE_KIND)
_LEVELS: Final = 40
_MOST_LEFT: Final = 25  # six packs have as many cards of a rank, and nobody fears more
_HAS_WILD: Final = 0.75
ALONE_AT_MOST: Final = 4


def _chances(least: int) -> list[list[float]]:
    """The chance to hold so many of ``left`` cards, each with a chance of ``level / _LEVELS``: [level][left]."""
    table = []
    for level in range(_LEVELS + 1):
        each = level / _LEVELS
        row = []
        for left in range(_MOST_LEFT):
            none = (1 - each) ** left
            one = left * each * (1 - each) ** (left - 1) if left else 0.0
            row.append(1 - none - (one if least == USUAL_NATURALS else 0.0))
        table.append(row)
    return table


_ONE: Final = _chances(1)
_PAIR: Final = _chances(USUAL_NATURALS)


class Throwing:
    """Chooses discards under one rule set, in one style."""

    def __init__(self, tables: Tables, style: Style) -> None:
        rules = tables.rules
        self.rules, self.style, self.canasta = rules, style, tables.canasta
        self.longest = tables.longest_run
        self.copies = min(4 * rules.packs, _MOST_LEFT)
        self.joins, self.joins_canasta = rules.pickup_add_to_meld, rules.pickup_add_to_canasta
        self.freezing = rules.wild_discard_effect == "freeze"
        self._rows: dict[tuple[int, bool, bool], list[float]] = {}

    def move(self, sim: Simulation, hand: list[int]) -> Move:
        """The discard that costs least."""
        return DISCARDS[self.discard(sim, hand)]

    def discard(self, sim: Simulation, hand: list[int]) -> int:
        """The kind whose discard costs least."""
        style, pile, sides, seat = self.style, sim.pile, sim.sides, sim.seat
        following = (seat + 1) % len(sim.hands)
        mine, theirs = sim.melds[seat % sides], sim.melds[following % sides]
        closed = bool(sim.frozen) or not theirs
        row = self._risks(sim, following, bool(theirs), closed)
        worth = style.pile_card * (len(pile) + 1) + sum([KIND_POINTS[kind] for kind in pile])
        pair = style.pair * (1.5 if sim.frozen or not mine else 1.0)
        best, least = -1, 1e9
        for kind in _NATURALS:
            count = hand[kind]
            if not count:
                continue
            left = self.copies - count - pile.count(kind)
            points = KIND_POINTS[kind]
            cost = points / 10
            if kind in mine:
                cost += 12
                left -= mine[kind][0]
            lying = theirs.get(kind)
            if lying is not None:
                left -= lying[0]
            left = max(0, left)
            if count == 1:
                cost += min(left, ALONE_AT_MOST)
            else:
                cost += (pair if left else 0.3 * pair) + (12 if count > USUAL_NATURALS else 0)
            if lying and not closed and (self.joins if sum(lying) < self.canasta else self.joins_canasta):
                cost += style.fears * (worth + points)
            else:
                cost += row[left] * (worth + points)
            if cost < least:
                best, least = kind, cost
        return self._or_special(sim, hand, best, least)

    def _risks(self, sim: Simulation, following: int, opened: bool, closed: bool) -> list[float]:
        """The chance that the next player takes the pile with cards of the hand, by how many of the rank are left."""
        cards = sum(sim.hands[following])
        unseen = len(sim.stock) - sim.drawn + cards * (len(sim.hands) - 1)
        level = min(_LEVELS, _LEVELS * cards // unseen) if unseen else 0
        key = level, opened, closed
        row = self._rows.get(key)
        if row is None:
            share = 1.0 if opened else NOT_OPENED if self.rules.pickup_before_initial != "never" else 0.0
            wild = 0.0 if closed or not self.rules.pickup_natural_plus_wild else _HAS_WILD
            both = zip(_ONE[level], _PAIR[level], strict=True)
            row = [share * self.style.fears * (pair + (one - pair) * wild) for one, pair in both]
            self._rows[key] = row
        return row

    def _or_special(self, sim: Simulation, hand: list[int], best: int, least: float) -> int:
        """A black three or a wild card, where it costs less than the best natural card."""
        style = self.style
        if hand[BLACK_THREE_KIND]:
            cost = style.stop if style.stops and len(sim.pile) < WORTH_STOPPING else 0
            if cost < least:
                best, least = BLACK_THREE_KIND, cost
        wild = 60 if style.freezes and self.freezing and not sim.frozen else 120
        if hand[TWO_KIND] and wild + style.two < least:
            best, least = TWO_KIND, wild + style.two
        if hand[JOKER_KIND] and wild + style.joker < least:
            best = JOKER_KIND
        return best
