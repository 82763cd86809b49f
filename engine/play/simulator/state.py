"""A deal in counts of kinds: mutable, quick to copy, one move after another.

Seats are numbered in the order of play; seat ``s`` belongs to side ``s % sides``. The one who plays a deal that counts
plays it in :mod:`engine.play.deal`; here nothing is judged, and what is done must come from the list of legal moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from engine.law.actions import KIND_MASK, NEXT_OF_RANK, WILD_MELD, Move
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_COUNT, KIND_POINTS, RED_THREE_KIND, TWO_KIND
from engine.law.position import SINGLE_PLAYERS, freeze_cause
from engine.law.ruleset import RuleSet
from engine.law.verdict import WentOut
from engine.play.deal import DealtCards
from engine.play.simulator.tables import Tables, tables_of
from engine.turn.state import NOTHING, Counts, minimums

_NONE: Final[frozenset[int]] = frozenset()
_CANASTAS_FOR_PLUS: Final = {"melded": 0, "one_canasta": 1, "two_canastas": 2}


class Simulation:
    """A deal in play. Attributes are plain so that playing stays quick; read them, and change them with :meth:`apply`.

    ``hands`` are counts by kind for each seat, ``melds`` the sets of each side by number, each as naturals, twos and
    jokers, ``rising`` these numbers in order, as far as they were asked for (:meth:`numbers`), ``red_threes`` how
    many lie before each side. ``pile`` runs from bottom to top, ``stock`` from the first
    card to the last, of which ``drawn`` are gone. ``frozen`` is why the pile is frozen for everybody, "" where it is
    not. ``minimums`` are what each side's first meld surely needs, ``least_minimums`` below what nothing suffices.

    Of the turn: ``opened`` is whether the side had melds when it began, ``laid`` the points laid, ``held`` the cards
    that may be laid until the minimum is reached (None where that does not matter), ``fresh`` the numbers of the melds
    begun in it, ``touched_old`` whether another one was added to, ``answer`` the partner's to a question. ``over`` is
    whether the deal is over, ``went_out`` how and ``out_seat`` who did, -1 for nobody.
    """

    __slots__ = (
        "answer", "asked", "drawn", "drew", "fresh", "frozen", "hands", "has_melded", "held", "laid",
        "laid_since_draw", "last_red_three", "least_minimums", "melds", "minimums", "opened", "out_seat", "over",
        "phase", "pile", "players", "red_threes", "rising", "rules", "scores", "seat", "sides", "stock", "tables",
        "touched_old", "went_out",
    )  # fmt: skip

    tables: Tables
    rules: RuleSet
    players: int
    sides: int
    scores: tuple[int, ...]
    minimums: tuple[int, ...]
    least_minimums: tuple[int, ...]
    hands: list[list[int]]
    melds: list[dict[int, Counts]]
    rising: list[tuple[int, ...]]
    red_threes: list[int]
    has_melded: list[bool]
    pile: list[int]
    stock: Sequence[int]
    drawn: int
    frozen: str
    seat: int
    phase: Literal["draw", "play"]
    drew: Literal["", "stock", "pile"]
    opened: bool
    laid: int
    held: list[int] | None
    fresh: frozenset[int]
    touched_old: bool
    asked: bool
    answer: str | None
    laid_since_draw: bool
    last_red_three: bool
    over: bool
    went_out: WentOut
    out_seat: int

    @classmethod
    def begin(
        cls, dealt: DealtCards, rules: RuleSet, *, scores: Sequence[int], players: int | None = None
    ) -> Simulation:
        """The deal before its first turn, as :meth:`engine.play.deal.Deal.begin`.

        Raises CannotSimulate for a rule set that is not played here.
        """
        sim = (SIMULATIONS.get(rules.sequences, cls))()
        sim.lay_out(dealt, rules, scores=scores, players=players)
        return sim

    def lay_out(
        self, dealt: DealtCards, rules: RuleSet, *, scores: Sequence[int], players: int | None = None
    ) -> None:
        """Put the dealt cards where they lie before the first turn."""
        self.tables = tables_of(rules)
        self.rules, self.players, self.sides = rules, players or len(dealt.hands), len(scores)
        self.scores = tuple(scores)
        readings = [minimums(rules, score) for score in scores]
        self.minimums = tuple([surely for surely, _ in readings])
        self.least_minimums = tuple([least for _, least in readings])
        self.hands = [[0] * KIND_COUNT for _ in dealt.hands]
        for hand, cards in zip(self.hands, dealt.hands, strict=True):
            for card in cards:
                hand[card.kind] += 1
        self.melds = [{} for _ in scores]
        self.rising = [()] * len(scores)
        self.red_threes = [0] * len(scores)
        self.has_melded = [False] * len(dealt.hands)
        self.pile = [card.kind for card in dealt.pile]
        self.stock, self.drawn = tuple([card.kind for card in dealt.stock]), 0
        self.frozen = freeze_cause(rules, dealt.pile, unlisted=False) or ""
        self.over, self.went_out, self.out_seat = False, "no", -1
        self._begin_turn(0)

    def _begin_turn(self, seat: int) -> None:
        self.seat, self.phase, self.drew = seat, "draw", ""
        self.opened = bool(self.melds[seat % self.sides])
        self.fresh = _NONE
        self.laid, self.held, self.touched_old, self.asked = 0, None, False, False
        self.answer, self.laid_since_draw, self.last_red_three = None, False, False

    def copy(self) -> Simulation:
        """A deal of its own at the same point."""
        other = Simulation.__new__(Simulation)
        self._copy_to(other)
        return other

    def _copy_to(self, other: Simulation) -> None:
        # Written out: this runs for every world that a player looks at.
        other.tables, other.rules, other.players, other.sides = (
            self.tables, self.rules, self.players, self.sides
        )  # fmt: skip
        other.scores, other.minimums, other.least_minimums = self.scores, self.minimums, self.least_minimums
        other.hands = [hand[:] for hand in self.hands]
        other.melds, other.rising = [melds.copy() for melds in self.melds], self.rising[:]
        other.red_threes, other.has_melded = self.red_threes[:], self.has_melded[:]
        other.pile, other.stock, other.drawn, other.frozen = (
            self.pile[:], self.stock, self.drawn, self.frozen
        )  # fmt: skip
        other.seat, other.phase, other.drew, other.opened = self.seat, self.phase, self.drew, self.opened
        other.laid, other.fresh, other.touched_old = self.laid, self.fresh, self.touched_old
        other.held = self.held[:] if self.held is not None else None
        other.asked, other.answer, other.laid_since_draw = self.asked, self.answer, self.laid_since_draw
        other.last_red_three, other.over = self.last_red_three, self.over
        other.went_out, other.out_seat = self.went_out, self.out_seat

    # What follows from the state

    @property
    def sequences(self) -> Sequence[tuple[int, ...]]:
        """The numbers of each side's sequences: none here."""
        return ((),) * self.sides

    @property
    def side(self) -> int:
        """The side whose turn it is."""
        return self.seat % self.sides

    @property
    def stock_left(self) -> int:
        return len(self.stock) - self.drawn

    @property
    def has_partner(self) -> bool:
        return self.players > SINGLE_PLAYERS

    @property
    def cards_in_hand(self) -> int:
        """Cards held by who is to act; a red three counts while the stock can replace it."""
        hand = self.hands[self.seat]
        return sum(hand) if self.drawn < len(self.stock) else sum(hand) - hand[RED_THREE_KIND]

    @property
    def owes_minimum(self) -> bool:
        """Whether something was laid by a side that has not opened and the minimum is not reached."""
        return not self.opened and bool(self.fresh) and self.laid < self.minimums[self.side]

    def canastas(self, side: int) -> int:
        """The canastas of a side."""
        size = self.tables.canasta
        return sum(
            [
                sum(counts) >= size and number & KIND_MASK != BLACK_THREE_KIND
                for number, counts in self.melds[side].items()
            ]
        )

    def numbers(self, side: int) -> tuple[int, ...]:
        """The numbers of the sets of a side, rising; kept until they change, for every list of moves needs them."""
        found = self.rising[side]
        if not found:
            found = self.rising[side] = tuple(sorted(self.melds[side]))
        return found

    # Playing

    def apply(self, move: Move, *, answer: str | None = None) -> None:
        """Do one of the legal moves. ``answer`` is the partner's, to an ``ask``."""
        verb, seat = move.verb, self.seat
        hand = self.hands[seat]
        if verb == "discard":
            self._discard(move.kinds[0], hand, seat)
            return
        if verb == "draw":
            self.phase, self.drew = "play", "stock"
            self._receive(self.tables.draws)
            return
        elif verb == "meld" or verb == "add":
            kinds = move.kinds
            for kind in kinds:
                hand[kind] -= 1
            if verb == "add":
                self._lay(kinds, move.target)
            else:
                self._lay(kinds, self._fresh_number(kinds[0] if kinds[0] < WILD_MELD else WILD_MELD))
            if self.held is not None:
                self._spend(kinds)
            self.laid_since_draw = True
        elif verb == "take":
            self._take(move, hand)
        elif verb == "ask":
            self.asked, self.answer = True, answer
        elif verb == "expose":
            hand[RED_THREE_KIND] -= 1
            self.red_threes[self.side] += 1
            self._receive(1)
        elif verb == "merge":
            self._merge(move.target, move.source)
        else:
            self._end_turn("end")
            return
        if self.phase == "play" and not self.over and not any(hand):
            self._end_turn("")

    def _receive(self, number: int) -> None:
        """Draw so many cards; red threes go to the table and are replaced as long as the stock lasts."""
        stock, place, hand = self.stock, self.drawn, self.hands[self.seat]
        last = len(stock)
        if place >= last:
            return
        kind = -1
        while number and place < last:
            kind = stock[place]
            place += 1
            if kind == RED_THREE_KIND:
                self.red_threes[self.seat % self.sides] += 1
            else:
                hand[kind] += 1
                number -= 1
        self.drawn = place
        if place == last and kind == RED_THREE_KIND:
            self.last_red_three = True
            if self.rules.last_stock_red_three != "meld_no_discard":
                self._end_turn("deal")

    def _discard(self, kind: int, hand: list[int], seat: int) -> None:
        hand[kind] -= 1
        self.pile.append(kind)
        if kind >= TWO_KIND and self.tables.freezes:
            self.frozen = "wild"
        if not any(hand):
            self._end_turn("discard")
            return
        if self.laid:
            self.has_melded[seat] = True
        self._begin_turn((seat + 1) % len(self.hands))

    def _end_turn(self, how: str) -> None:
        """The turn is over: the next begins, unless somebody is out or the stock ended the deal."""
        seat = self.seat
        if self.phase == "play" and not any(self.hands[seat]):
            self.went_out = "concealed" if self.rules.concealed_is_special and self._is_concealed() else "yes"
            self.out_seat = seat
        if self.out_seat >= 0 or how != "discard":
            self.over = True
        if self.laid:
            self.has_melded[seat] = True
        if not self.over:
            self._begin_turn((seat + 1) % len(self.hands))

    def _is_concealed(self) -> bool:
        rules = self.rules
        if self.has_melded[self.seat] or (rules.concealed_forbids_partner_add and self.touched_old):
            return False
        if not rules.concealed_needs_own_canasta:
            return True
        melds, size = self.melds[self.side], self.tables.canasta
        return any(
            n & KIND_MASK != BLACK_THREE_KIND and sum(melds[n]) >= size for n in self.fresh if n in melds
        )

    def _fresh_number(self, kind: int) -> int:
        """The number of a new meld of this kind, which is fresh from now on."""
        side = self.seat % self.sides
        melds = self.melds[side]
        while kind in melds:
            kind += NEXT_OF_RANK
        self.rising[side] = ()
        self.fresh |= {kind}
        return kind

    def _lay(self, kinds: Sequence[int], number: int) -> None:
        """Put cards that have left the hand on the meld with this number, and count their points."""
        melds = self.melds[self.seat % self.sides]
        if number not in self.fresh:
            self.touched_old = True
        naturals, twos, jokers = melds.get(number, NOTHING)
        laid = self.laid
        for kind in kinds:
            laid += KIND_POINTS[kind]
            if kind < TWO_KIND:
                naturals += 1
            elif kind == TWO_KIND:
                twos += 1
            else:
                jokers += 1
        melds[number] = naturals, twos, jokers
        self.laid = laid

    def _spend(self, kinds: Sequence[int]) -> None:
        """These of the cards that alone may be laid until the minimum is reached are gone."""
        held = self.held
        if held is not None:
            for kind in kinds:
                held[kind] -= 1
            if self.laid >= self.minimums[self.seat % self.sides]:
                self.held = None

    def _take(self, move: Move, hand: list[int]) -> None:
        pile = self.pile
        top = pile.pop()
        kinds = move.kinds
        for kind in kinds:
            hand[kind] -= 1
        number = move.target
        if number < 0:
            number = self._fresh_number(top if top < BLACK_THREE_KIND else _rank_of(kinds))
        self._lay((*kinds, top), number)
        if not self.opened and self.laid < self.minimums[self.seat % self.sides]:
            self.held = hand[:]
        self._gain_pile(hand)

    def _gain_pile(self, hand: list[int]) -> None:
        """What lies below the top card, which is gone, comes into the hand."""
        for kind in self.pile:
            if kind == RED_THREE_KIND:
                self.red_threes[self.seat % self.sides] += 1
            else:
                hand[kind] += 1
        self.pile, self.frozen = [], ""
        self.phase, self.drew = "play", "pile"

    def _merge(self, one: int, other: int) -> None:
        """Join two sets: the later one of a rank goes, and the ones behind it move up."""
        melds = self.melds[self.side]
        first, second = min(one, other), max(one, other)
        a, b = melds[first], melds[second]
        melds[first] = (a[0] + b[0], a[1] + b[1], a[2] + b[2])
        fresh = first in self.fresh and second in self.fresh
        self.touched_old = self.touched_old or not fresh
        numbers = self.fresh - {first, second} | ({first} if fresh else set())
        while second + NEXT_OF_RANK in melds:
            melds[second] = melds[second + NEXT_OF_RANK]
            if second + NEXT_OF_RANK in numbers:
                numbers = numbers - {second + NEXT_OF_RANK} | {second}
            second += NEXT_OF_RANK
        del melds[second]
        self.rising[self.side] = ()
        self.fresh = frozenset(numbers)

    # Counting

    def totals(self) -> tuple[int, ...]:
        """What the deal brings each side, in points; while it goes on, as if it ended here by itself."""
        return tuple([self._total(side) for side in range(self.sides)])

    def _total(self, side: int) -> int:
        rules, tables, melds = self.rules, self.tables, self.melds[side]
        total = 0
        for number, counts in melds.items():
            naturals, twos, jokers = counts
            total += twos * KIND_POINTS[TWO_KIND] + jokers * KIND_POINTS[JOKER_KIND]
            total += naturals * KIND_POINTS[number & KIND_MASK] + tables.bonus(number, counts)
        reds = self.red_threes[side]
        if reds:
            whole, value = rules.red_three_set
            canastas = self.canastas(side)
            opened = bool(melds or self.sequences[side])
            plus = opened and canastas >= _CANASTAS_FOR_PLUS[rules.red_three_plus_if]
            value = value if reds == whole else reds * rules.red_three_value
            total += value if plus else -value
        if self.out_seat >= 0 and self.out_seat % self.sides == side:
            total += rules.concealed_total if self.went_out == "concealed" else rules.going_out_bonus
        for hand in self.hands[side :: self.sides]:
            for kind, count in enumerate(hand):
                total -= count * KIND_POINTS[kind]
            total -= hand[RED_THREE_KIND] * rules.red_three_forgotten
        return total


def _rank_of(kinds: Sequence[int]) -> int:
    """The rank that a wild top card plays: that of the natural cards which take it."""
    naturals = [kind for kind in kinds if kind < BLACK_THREE_KIND]
    return max(naturals, key=naturals.count)


SIMULATIONS: Final[dict[bool, type[Simulation]]] = {}
"""The class of deals in which suits matter (True), where it is not the one above."""
