"""What the next player may do with a discard: the chance that the pile is taken, and what that would cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.law.actions import NEXT_OF_RANK, RANK_COUNT, Move, sequence_grown, sequence_of
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, TWO_KIND
from engine.law.ruleset import NATURAL_PAIR
from engine.play.players.deciding import chance_of, is_live
from engine.play.players.style import Style
from engine.play.view import View

THROWN_BEFORE = 0.4
"""How much likelier somebody who threw a rank away holds a pair of it than somebody of whom nothing is known."""
LEFT_BEFORE = 0.72
"""The same of somebody who left such a card lying on the pile."""
NOT_OPENED = 0.33
"""The share of pairs with which a side that has not opened can also lay a high minimum."""
OPENING: Final = ((50, 0.7), (90, 0.45))
"""The same for minimums up to so many points."""

HOARDED = 1.8
"""By how much the odds are better where everybody draws two cards and throws one: hands grow, and pairs are kept."""
HARDLY = 0.1
KEEPING_WILDS = 2.6
"""So many times as many draws as a hand has cards have brought its wild cards: nobody throws them away."""


@dataclass(frozen=True, slots=True)
class Risk:
    """The chance that the next player can take the pile, from 0 to 1.

    ``proved`` says that the rules and the cards seen leave no doubt.
    """

    chance: float
    proved: bool = False


class Fear:
    """What can be known of the next player, worked out once for all discards of a turn."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.next_seat
        self.side = self.seat % view.sides
        self.known = view.memory.known[self.seat]
        self.unseen = view.unseen()
        self.total = sum(self.unseen)
        self.cards = view.unseen_in(self.seat)
        self.opened = view.has_opened(self.side)
        self.thrown = {kind for seat, kind in view.memory.thrown if seat == self.seat}
        nothing = (1 - self.holds(TWO_KIND, 1)) * (1 - self.holds(JOKER_KIND, 1))
        self.wild = 1 - nothing**KEEPING_WILDS
        self.left = {kind for seat, kind in view.memory.left if seat == self.seat}

    def holds(self, kind: int, least: int) -> float:
        """The chance that the next player holds so many cards of a kind, by the cards alone."""
        missing = least - self.known[kind]
        return chance_of(self.unseen[kind], self.total, self.cards, missing)

    def risk(self, discard: Move) -> Risk:
        """The chance that the next player can take the pile after this discard."""
        view, rules, kind = self.view, self.view.rules, discard.kinds[0]
        if not is_live(kind):
            return Risk(0.0, proved=kind == BLACK_THREE_KIND or rules.wild_top_takeable == "never")
        if not self.opened and rules.pickup_before_initial == "never":
            return Risk(0.0, proved=True)
        closed = bool(view.frozen) or not self.opened
        if not closed and (self._joins(kind) or self._extends(discard)):
            kept = (
                view.cards[self.seat] + len(view.pile) > 1
            )  # else the pile may not be taken, or leaves no card
            return Risk(1.0, proved=True) if kept else Risk(HARDLY)
        pair = self.holds(kind, NATURAL_PAIR)
        if not closed and rules.pickup_natural_plus_wild:
            pair += (self.holds(kind, 1) - pair) * self.wild
        if not pair:
            return Risk(0.0, proved=True)
        if self.known[kind] < NATURAL_PAIR:
            if kind in self.thrown:
                pair *= THROWN_BEFORE
            elif rules.draw_count > 1 and not view.frozen:
                pair = HOARDED * pair / (1 + (HOARDED - 1) * pair)
            pair *= LEFT_BEFORE if kind in self.left else 1
        return Risk(pair if self.opened else pair * self._share_that_opens())

    def _share_that_opens(self) -> float:
        """The share of pairs with which the next side can lay its minimum."""
        minimum = self.view.minimums[self.side]
        return next((share for most, share in OPENING if minimum <= most), NOT_OPENED)

    def _extends(self, discard: Move) -> bool:
        """Whether the card fits an end of a sequence of the next side that is not complete."""
        fine = discard.fine[0] if discard.fine else -1
        for number in self.view.sequences[self.side]:
            suit, low, high = sequence_of(number)
            whole = high - low + 1 >= (self.view.rules.sequence_max or 0)
            if fine // RANK_COUNT == suit and not whole and sequence_grown(number, fine % RANK_COUNT) >= 0:
                return True
        return False

    def _joins(self, kind: int) -> bool:
        """Whether a meld of the next side lets the unfrozen pile be taken with this card alone."""
        melds, rules = self.view.melds[self.side], self.view.rules
        number = kind
        while number in melds:
            full = sum(melds[number]) >= rules.canasta_size
            if rules.pickup_add_to_canasta if full else rules.pickup_add_to_meld:
                return True
            number += NEXT_OF_RANK
        return False


def pile_worth(view: View, style: Style, kind: int) -> float:
    """What it costs, in points, if the next player gets the pile with this card on top."""
    cards = len(view.pile) + 1
    return style.pile_card * cards + sum([KIND_POINTS[each] for each in view.pile]) + KIND_POINTS[kind]
