"""A simulated deal in which suits matter: the same in counts of kinds, with the natural cards counted by suit besides.

Sequences have numbers of their own (:func:`engine.law.actions.sequence_number`), which say which cards they hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.law.actions import (
    FIRST_SEQUENCE,
    Move,
    Run,
    run_number,
    sequence_length,
    sequence_of,
)
from engine.law.cards import BLACK_THREE_KIND, FINE_CARDS, FIRST_CARDS, KIND_POINTS, Card
from engine.law.ruleset import RuleSet
from engine.play.deal import DealtCards
from engine.play.simulator.state import SIMULATIONS, Simulation
from engine.turn.state import suited_counts

Runs = tuple[int, ...]


class SuitedSimulation(Simulation):
    """A deal in play with sequences.

    ``suited`` counts the natural cards of each hand by ``Card.fine``, ``sequences`` are the numbers of each side's,
    rising, ``fresh_sequences`` those of the turn. ``fine_pile`` and ``fine_stock`` are the pile and the stock by
    ``Card.fine``, -1 for what is no natural card. ``held_suited`` is ``held`` by suit.
    """

    __slots__ = ("fine_pile", "fine_stock", "fresh_sequences", "held_suited", "sequences", "suited")

    suited: list[list[int]]
    sequences: list[Runs]
    fresh_sequences: Runs
    fine_pile: list[int]
    fine_stock: Sequence[int]
    held_suited: list[int] | None

    def lay_out(
        self, dealt: DealtCards, rules: RuleSet, *, scores: Sequence[int], players: int | None = None
    ) -> None:
        """As in :class:`Simulation`, with the suits."""
        self.suited = [suited_counts(cards) for cards in dealt.hands]
        self.sequences = [() for _ in scores]
        self.fine_pile = [card.fine for card in dealt.pile]
        self.fine_stock = tuple([card.fine for card in dealt.stock])
        super().lay_out(dealt, rules, scores=scores, players=players)

    def _begin_turn(self, seat: int) -> None:
        Simulation._begin_turn(self, seat)
        if self.sequences[seat % self.sides]:
            self.opened = True
        self.fresh_sequences, self.held_suited = (), None

    def copy(self) -> SuitedSimulation:
        """A deal of its own at the same point."""
        other = SuitedSimulation.__new__(SuitedSimulation)
        self._copy_to(other)
        other.suited = [suited[:] for suited in self.suited]
        other.sequences, other.fresh_sequences = self.sequences[:], self.fresh_sequences
        other.fine_pile, other.fine_stock = self.fine_pile[:], self.fine_stock
        other.held_suited = self.held_suited[:] if self.held_suited is not None else None
        return other

    @property
    def pile_cards(self) -> tuple[Card, ...]:
        """The pile in cards; of what is no natural card the first of its kind."""
        both = zip(self.fine_pile, self.pile, strict=True)
        return tuple([FINE_CARDS[fine] if fine >= 0 else FIRST_CARDS[kind] for fine, kind in both])

    @property
    def owes_minimum(self) -> bool:
        """Whether something was laid by a side that has not opened and the minimum is not reached."""
        laid = bool(self.fresh or self.fresh_sequences)
        return not self.opened and laid and self.laid < self.minimums[self.side]

    def canastas(self, side: int) -> int:
        """The canastas of a side, complete sequences included."""
        whole = self.rules.sequence_max or 0
        return super().canastas(side) + sum([sequence_length(n) >= whole for n in self.sequences[side]])

    # Playing

    def apply(self, move: Move, *, answer: str | None = None) -> None:
        """Do one of the legal moves. ``answer`` is the partner's, to an ``ask``."""
        verb, fines, kinds, seat = move.verb, move.fine, move.kinds, self.seat
        if fines:
            suited = self.suited[seat]
            for fine in fines:
                suited[fine] -= 1
        if verb == "discard":
            self.fine_pile.append(fines[0] if fines else -1)
            self._discard(kinds[0], self.hands[seat], seat)
            return
        # Of two ranks beside each other a legal new meld is a sequence.
        if (verb == "meld" and kinds[0] != kinds[1] < BLACK_THREE_KIND) or (
            verb == "add" and move.target >= FIRST_SEQUENCE
        ):
            self._lay_run(move)
        else:
            Simulation.apply(self, move, answer=answer)
        if self.held_suited is not None:
            self._keep_held(move)

    def _keep_held(self, move: Move) -> None:
        """Of the cards that were held before the pile came these are gone; all that matters ends with the minimum."""
        if self.held is None:
            self.held_suited = None
        elif move.verb in ("meld", "add") and self.held_suited is not None:
            for fine in move.fine:
                self.held_suited[fine] -= 1

    def _lay_run(self, move: Move) -> None:
        """Lay a new sequence, or lengthen one."""
        hand = self.hands[self.seat]
        for kind in move.kinds:
            hand[kind] -= 1
        if move.verb == "meld":
            self._put_run(run_number(move.fine), fresh=True)
        else:
            self._lengthen(move.target, move.fine)
        for kind in move.kinds:
            self.laid += KIND_POINTS[kind]
        if self.held is not None:
            self._spend(move.kinds)
        self.laid_since_draw = True
        if not any(hand):
            self._end_turn("")

    def _put_run(self, number: int, *, fresh: bool) -> None:
        side = self.seat % self.sides
        self.sequences[side] = tuple(sorted((*self.sequences[side], number)))
        if fresh:
            self.fresh_sequences += (number,)

    def _lengthen(self, number: int, fine: Sequence[int]) -> None:
        side = self.seat % self.sides
        self.sequences[side] = _without(self.sequences[side], number)
        fresh = number in self.fresh_sequences
        if fresh:
            self.fresh_sequences = _without(self.fresh_sequences, number)
        else:
            self.touched_old = True
        self._put_run(run_number((*Run.lying(number).fine, *fine)), fresh=fresh)

    def _receive(self, number: int) -> None:
        suited, begun = self.suited[self.seat], self.drawn
        Simulation._receive(self, number)
        for fine in self.fine_stock[begun : self.drawn]:
            if fine >= 0:
                suited[fine] += 1

    def _take(self, move: Move, hand: list[int]) -> None:
        fine_pile, opened = self.fine_pile, self.opened
        suited = self.suited[self.seat]
        top = fine_pile.pop()
        if not opened:
            self.held_suited = suited[:]
        if move.target >= FIRST_SEQUENCE:
            kind = self.pile[-1]
            self.pile.pop()
            self._lengthen(move.target, (top,))
            self.laid += KIND_POINTS[kind]
            self._gain_pile(hand)
        else:
            super()._take(move, hand)
        for fine in fine_pile:
            if fine >= 0:
                suited[fine] += 1
        self.fine_pile = []

    def _is_concealed(self) -> bool:
        if super()._is_concealed():
            return True
        whole = self.rules.sequence_max or 0
        mine = self.has_melded[self.seat] or (self.rules.concealed_forbids_partner_add and self.touched_old)
        return not mine and any(sequence_length(number) >= whole for number in self.fresh_sequences)

    def _total(self, side: int) -> int:
        total, whole = super()._total(side), self.rules.sequence_max or 0
        for number in self.sequences[side]:
            _, low, high = sequence_of(number)
            total += sum(KIND_POINTS[low : high + 1])
            if high - low + 1 >= whole:
                total += self.rules.bonus_samba or 0
        return total


def _without(numbers: Runs, number: int) -> Runs:
    place = numbers.index(number)
    return numbers[:place] + numbers[place + 1 :]


SIMULATIONS[True] = SuitedSimulation
