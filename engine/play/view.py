"""What a person in one seat sees, and may remember of what everybody saw.

Nothing that is hidden from the seat can be read here: of the other hands their sizes and the cards known to be in them,
of the stock its size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.law.actions import FIRST_SEQUENCE, KIND_MASK, WILD_MELD, Move, sequence_of
from engine.law.cards import (
    BLACK_THREE_KIND,
    JOKER_KIND,
    KIND_COUNT,
    RED_THREE_KIND,
    TWO_KIND,
    Card,
    counts_of,
    full_deck,
)
from engine.law.ruleset import RuleSet
from engine.play.deal import Deal
from engine.play.simulator.looking import turn_of
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation
from engine.turn.state import Counts
from engine.turn.turn import Turn

Pile = Sequence[int]


@dataclass(slots=True)
class Memory:
    """What everybody at the table could remember of a deal. Changes with :meth:`note`.

    ``known`` are the cards known to be in each hand because they came with a taken pile, counts by kind. ``thrown``
    are the discards in their order, each with its seat; ``left`` the top cards of piles that a seat left lying.
    """

    known: list[list[int]]
    thrown: list[tuple[int, int]] = field(default_factory=list)
    left: list[tuple[int, int]] = field(default_factory=list)

    @classmethod
    def of_table(cls, seats: int) -> Memory:
        """Of a deal in which nothing has happened yet."""
        return cls([[0] * KIND_COUNT for _ in range(seats)])

    def copy(self) -> Memory:
        return Memory([known[:] for known in self.known], self.thrown[:], self.left[:])

    def note(self, seat: int, move: Move, pile: Pile) -> None:
        """Remember a move of this seat; ``pile`` are the kinds in the pile before it."""
        verb = move.verb
        known = self.known[seat]
        if verb == "draw":
            if pile:
                self.left.append((seat, pile[-1]))
            return
        if verb == "discard":
            self.thrown.append((seat, move.kinds[0]))
        if verb == "take":
            for kind in pile[:-1]:
                known[kind] += kind != RED_THREE_KIND
        if verb != "expose":
            for kind in move.kinds:
                if known[kind]:
                    known[kind] -= 1


@dataclass(slots=True)
class View:
    """The table from one seat, whose turn it need not be. To be read only: it may share lists with the deal.

    ``hand`` counts the own cards by kind. ``melds`` are the sets of each side by number, ``sequences`` the numbers of
    its sequences; ``cards`` how many cards each seat holds. ``pile`` are the kinds from bottom to top. ``frozen`` is
    why it is frozen for everybody, "" where it is not. ``minimums`` are what the first melds of the sides need.
    ``turn`` is the turn in play as its player sees it; None on the view of anybody else. ``fine_pile`` is the pile by
    ``Card.fine`` where suits matter, empty elsewhere.
    """

    rules: RuleSet
    players: int
    seat: int
    sides: int
    hand: Sequence[int]
    melds: Sequence[Mapping[int, Counts]]
    sequences: Sequence[Sequence[int]]
    red_threes: Sequence[int]
    cards: Sequence[int]
    pile: Pile
    stock: int
    frozen: str
    minimums: Sequence[int]
    scores: Sequence[int]
    memory: Memory
    turn: Turn | None
    fine_pile: Pile = ()

    @property
    def side(self) -> int:
        return self.seat % self.sides

    @property
    def next_seat(self) -> int:
        """The seat that plays after this one."""
        return (self.seat + 1) % len(self.cards)

    @property
    def partner(self) -> int:
        """The partner's seat; -1 for who plays alone."""
        seats = range(self.side, len(self.cards), self.sides)
        return next((seat for seat in seats if seat != self.seat), -1)

    def has_opened(self, side: int) -> bool:
        return bool(self.melds[side] or self.sequences[side])

    def canastas(self, side: int) -> int:
        """Canastas of a side, complete sequences included."""
        size, full = self.rules.canasta_size, self.rules.sequence_max or 0
        sets = [sum(c) >= size and n & KIND_MASK != BLACK_THREE_KIND for n, c in self.melds[side].items()]
        runs = [high - low + 1 >= full for _, low, high in map(sequence_of, self.sequences[side])]
        return sum(sets) + sum(runs)

    def unseen(self) -> list[int]:
        """Cards by kind that lie in other hands or in the stock, those that are known to be in a hand left out."""
        left = list(deck_counts(self.rules))
        for kind, count in enumerate(self.hand):
            left[kind] -= count
        for kind in self.pile:
            left[kind] -= 1
        for melds in self.melds:
            for number, (naturals, twos, jokers) in melds.items():
                kind = number & KIND_MASK
                if kind != WILD_MELD:
                    left[kind] -= naturals
                left[TWO_KIND] -= twos
                left[JOKER_KIND] -= jokers
        for sequences in self.sequences:
            for _, low, high in map(sequence_of, sequences):
                for kind in range(low, high + 1):
                    left[kind] -= 1
        left[RED_THREE_KIND] -= sum(self.red_threes)
        for seat, known in enumerate(self.memory.known):
            if seat != self.seat:
                for kind, count in enumerate(known):
                    left[kind] -= count
        return left

    def unseen_in(self, seat: int) -> int:
        """How many cards of another hand are not known."""
        return max(0, self.cards[seat] - sum(self.memory.known[seat]))


_DECKS: Final[dict[tuple[int, int], tuple[int, ...]]] = {}


def deck_counts(rules: RuleSet) -> tuple[int, ...]:
    """The whole deck by kind."""
    key = rules.packs, rules.jokers
    if key not in _DECKS:
        _DECKS[key] = tuple(counts_of(full_deck(packs=rules.packs, jokers=rules.jokers)))
    return _DECKS[key]


def view_of_simulation(sim: Simulation, memory: Memory, seat: int | None = None) -> View:
    """What the seat that is to act, or another one, sees of a simulated deal."""
    mine = sim.seat if seat is None else seat
    return View(
        rules=sim.rules,
        players=sim.players,
        seat=mine,
        sides=sim.sides,
        hand=sim.hands[mine],
        melds=sim.melds,
        sequences=sim.sequences,
        red_threes=sim.red_threes,
        cards=[sum(hand) for hand in sim.hands],
        pile=sim.pile,
        stock=sim.stock_left,
        frozen=sim.frozen,
        minimums=sim.minimums,
        scores=sim.scores,
        memory=memory,
        turn=turn_of(sim) if mine == sim.seat else None,
        fine_pile=sim.fine_pile if isinstance(sim, SuitedSimulation) else (),
    )


def view_of_deal(deal: Deal, memory: Memory, seat: int | None = None) -> View:
    """What the seat that is to act, or another one, sees of a deal that counts."""
    mine = deal.seat if seat is None else seat
    turn, acting = deal.turn, deal.side_of(deal.seat)
    sides = range(len(deal.scores))
    melds = [{m.number: m.counts for m in deal.melds[s] if m.number < FIRST_SEQUENCE} for s in sides]
    runs = [tuple(m.number for m in deal.melds[s] if m.number >= FIRST_SEQUENCE) for s in sides]
    melds[acting], runs[acting] = turn.melds, turn.sequences
    hands = [counts_of(hand) for hand in deal.hands]
    hands[deal.seat] = turn.hand
    return View(
        rules=deal.rules,
        players=deal.players,
        seat=mine,
        sides=len(deal.scores),
        hand=hands[mine],
        melds=melds,
        sequences=runs,
        red_threes=_red_threes(deal),
        cards=[sum(hand) for hand in hands],
        pile=[card.kind for card in turn.pile],
        stock=turn.stock or 0,
        frozen=turn.freeze_cause or "",
        minimums=[Turn.begun(deal.rules, (), score=score).minimum for score in deal.scores],
        scores=deal.scores,
        memory=memory,
        turn=turn if mine == deal.seat else None,
        fine_pile=[card.fine for card in turn.pile] if deal.rules.sequences else (),
    )


def _red_threes(deal: Deal) -> list[int]:
    """Those on the table, with what came in the turn that is being played."""
    found = [len(reds) for reds in deal.red_threes]
    side = deal.side_of(deal.seat)
    for step in deal.steps:
        found[side] += step.move.verb == "expose"
        found[side] += _count_red(step.come)
        if step.move.verb == "take":
            found[side] += _count_red(deal.pile)
    return found


def _count_red(cards: Sequence[Card]) -> int:
    return sum(card.is_red_three for card in cards)
