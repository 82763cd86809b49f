"""One player's turn in progress, in counts of kinds: what the rules look at while a list of actions is judged.

Where suits do not matter a hand is a list of counts per kind, and a set is how many naturals, twos and jokers it
holds. Where there are sequences the natural cards are counted by suit besides. A turn changes with
:meth:`Turn.apply`; copy it first where the old state is still needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from engine.actions import Action
from engine.cards import (
    BLACK_THREE_KIND,
    JOKER_KIND,
    KIND_POINTS,
    RED_THREE_KIND,
    SUITS,
    TWO_KIND,
    Card,
    counts_of,
)
from engine.melds import BLOCKING_THREES, BLOCKING_WILDS
from engine.numbering import (
    FIRST_SEQUENCE,
    KIND_MASK,
    NEXT_OF_RANK,
    RANK_COUNT,
    WILD_KINDS,
    WILD_MELD,
    Move,
    ends_number,
    run_number,
    sequence_length,
)
from engine.position import Position, freeze_cause
from engine.ruleset import RuleSet
from engine.runs import Run, meant_as_run

OUT_OF_REACH: Final = 1_000_000_000
Counts = tuple[int, int, int]  # naturals, twos, jokers


class Turn:
    """The state of a turn. Attributes are plain so that the searches stay quick; rules only read them.

    ``melds`` are the own side's sets, black threes and wild melds by number, ``sequences`` the numbers of its
    sequences, rising; ``broken_runs`` are cards that were laid as a sequence and are none. ``suited`` counts the
    natural cards in the hand by ``Card.fine``, None where suits do not matter; ``red_twos`` are those among the
    twos. ``position`` is where the turn began, None in a deal, where the turn knows every card that matters.
    ``held`` are the cards that may be laid until the first meld's minimum is reached, None where that does not
    matter, ``held_suited`` the same by suit. ``loose`` are the twos and black threes among the held cards, None
    where their suits do not matter. ``fresh`` holds the numbers of the melds that the player began in this turn.
    ``taken`` are the cards that came with the pile. ``minimum`` is what surely suffices for the first meld, and
    less than ``least_minimum`` surely does not; they differ only where the rule set's text leaves a choice.
    ``memo`` is for what the rules work out about one action. ``laid_on`` is the number of the meld that was laid or
    added to last. ``freeze_cause`` is why the pile is frozen for everybody, None where it is not. ``over`` is how
    the turn ended: "" (it has not), "discard", "end", or "deal" when the last card of the stock was a red three.
    ``last_red_three`` says that it was; where a rule set lets the drawer meld all the same, the turn goes on, and
    nothing is discarded.
    """

    __slots__ = (
        "asked", "broken_runs", "drew", "freeze_cause", "fresh", "fresh_sequences", "frozen_unlisted", "hand",
        "has_melded", "has_partner", "held", "held_suited", "laid", "laid_on", "laid_since_draw",
        "last_red_three", "least_minimum", "loose", "melds", "memo", "minimum", "my_turn", "opened", "over",
        "permission", "phase", "pile", "pile_size", "position", "red_twos", "rules", "score", "sequences", "stock",
        "suited", "taken", "touched_old", "unknown",
    )  # fmt: skip

    rules: RuleSet
    position: Position | None
    phase: Literal["draw", "play"]
    drew: Literal["", "stock", "pile"]
    over: Literal["", "discard", "end", "deal"]
    hand: list[int]
    suited: list[int] | None
    held: list[int] | None
    held_suited: list[int] | None
    loose: tuple[Card, ...] | None
    melds: dict[int, Counts]
    sequences: tuple[int, ...]
    broken_runs: dict[int, Run]
    fresh: frozenset[int]
    fresh_sequences: tuple[int, ...]
    pile: tuple[Card, ...]
    taken: tuple[Card, ...]
    freeze_cause: str | None
    permission: str | None
    has_melded: bool | None
    last_red_three: bool
    stock: int | None
    memo: tuple[Action, object] | None

    @classmethod
    def start(cls, position: Position, *, asks: bool = False) -> Turn:
        """The turn as the position shows it. ``asks`` says that the list to be judged holds an ``ask``."""
        turn = cls()
        turn.position = position
        rules = turn.rules = position.rules
        turn.phase = position.phase
        turn.drew = position.drew if position.phase == "play" else ""
        turn.over = ""
        turn.last_red_three = False
        turn.my_turn = position.my_turn
        turn.has_partner = position.has_partner
        turn.hand = counts_of(position.hand)
        turn.suited = suited_counts(position.hand) if rules.sequences else None
        turn.red_twos = sum(c.kind == TWO_KIND and c.suit in "dh" for c in position.hand)
        turn.unknown = position.unknown_cards
        turn.held = turn.held_suited = None
        turn.loose = tuple([c for c in position.hand if c.is_loose]) if rules.sequences else None
        turn.has_melded = position.has_melded
        turn.melds = {}
        turn.sequences = turn.fresh_sequences = ()
        turn.broken_runs = {}
        fresh = set()
        for meld in position.own.melds:
            begun = position.phase == "play" and meld.by == "self" and position.player_has_melded is False
            if meld.is_sequence:
                number = run_number([c.fine for c in meld.cards])
                turn.sequences = tuple(sorted((*turn.sequences, number)))
                turn.fresh_sequences += (number,) if begun else ()
                continue
            number = turn.next_number(meld.kind if meld.kind >= 0 else WILD_MELD)
            jokers = sum(c.kind == JOKER_KIND for c in meld.cards)
            turn.melds[number] = (len(meld.naturals), len(meld.wilds) - jokers, jokers)
            if begun:
                fresh.add(number)
        turn.fresh = frozenset(fresh)
        turn.touched_old = False
        turn.taken = ()
        turn.opened = position.own.opened
        turn.score = position.own.score
        turn._set_minimum()
        turn.laid = 0
        turn.laid_on = -1
        turn.memo = None
        turn.laid_since_draw = False
        turn.permission = position.permission
        turn.asked = position.permission is not None and not asks
        turn.stock = position.stock
        turn.pile = position.pile
        turn.pile_size = position.pile_size
        turn.frozen_unlisted = position.frozen
        turn.freeze_cause = freeze_cause(rules, turn.pile, unlisted=turn.frozen_unlisted)
        return turn

    def _set_minimum(self) -> None:
        readings = self.rules.initial_readings(self.score)
        self.minimum = max(readings, default=OUT_OF_REACH)
        self.least_minimum = min(readings, default=0)

    def copy(self) -> Turn:
        # Written out: this runs for every step that a search looks at.
        other = Turn.__new__(Turn)
        other.rules, other.position = self.rules, self.position
        other.phase, other.drew, other.over, other.my_turn = self.phase, self.drew, self.over, self.my_turn
        other.has_partner, other.has_melded = self.has_partner, self.has_melded
        other.hand = self.hand[:]
        other.suited = self.suited[:] if self.suited is not None else None
        other.held = self.held[:] if self.held is not None else None
        other.held_suited = self.held_suited[:] if self.held_suited is not None else None
        other.red_twos, other.unknown, other.loose = self.red_twos, self.unknown, self.loose
        other.broken_runs = self.broken_runs  # never changed, only replaced
        other.melds = self.melds.copy()
        other.sequences, other.fresh_sequences, other.fresh = self.sequences, self.fresh_sequences, self.fresh
        other.touched_old, other.taken, other.opened, other.score = (
            self.touched_old, self.taken, self.opened, self.score
        )  # fmt: skip
        other.minimum, other.least_minimum = self.minimum, self.least_minimum
        other.laid, other.laid_since_draw, other.laid_on = self.laid, self.laid_since_draw, self.laid_on
        other.permission, other.asked, other.last_red_three = self.permission, self.asked, self.last_red_three
        other.stock, other.pile, other.pile_size = self.stock, self.pile, self.pile_size
        other.frozen_unlisted, other.freeze_cause = self.frozen_unlisted, self.freeze_cause
        other.memo = None
        return other

    def key(self) -> tuple[object, ...]:
        """Everything that decides how this turn can go on, for memo tables of one question."""
        return (
            self.phase, self.drew, self.over, tuple(self.hand), self.unknown, self.red_twos,
            tuple(self.suited) if self.suited is not None else None,
            tuple(self.held) if self.held is not None else None, tuple(sorted(self.melds.items())), self.fresh,
            self.sequences, self.touched_old, self.laid, self.laid_since_draw, self.asked, self.stock, self.pile_size,
            self.last_red_three, self.loose if self.held is not None else None,
        )  # fmt: skip

    # What follows from the state

    @property
    def cards_in_hand(self) -> int:
        """Cards held, unnamed ones included; a red three counts while the stock can replace it."""
        reds = self.hand[RED_THREE_KIND] if self.stock == 0 else 0
        return sum(self.hand) - reds + self.unknown

    @property
    def kept_at_least(self) -> int:
        """Cards that a player holds who stops without going out: one to keep, and one for the discard that is owed."""
        return 1 if self.last_red_three else 2

    @property
    def hand_is_empty(self) -> bool:
        return not self.unknown and not any(self.hand)

    @property
    def owes_minimum(self) -> bool:
        """Whether something was laid by a side that has not opened and the minimum is not reached."""
        return not self.opened and self.laid < self.minimum and self.laid_anything

    @property
    def laid_anything(self) -> bool:
        return not self.opened and bool(self.fresh or self.fresh_sequences or self.broken_runs)

    @property
    def black_threes_melded(self) -> bool:
        return BLACK_THREE_KIND in self.fresh

    @property
    def may_ask(self) -> bool:
        """Whether there is a partner to ask, and the rule set knows the question."""
        return self.rules.permission != "none" and self.has_partner

    @property
    def binding_answer(self) -> str | None:
        """The partner's answer that binds the player, None where nobody asked."""
        return self.permission if self.asked else None

    @property
    def is_simple(self) -> bool:
        """Whether each rank has one set at most and there are no sequences and no melds of wild cards."""
        rules = self.rules
        if rules.several_melds_per_rank or rules.sequences or rules.wild_only_melds != "no":
            return False
        return all(number < WILD_MELD for number in self.melds)

    def numbers_of(self, kind: int) -> list[int]:
        """Numbers of the own sets of this kind, in their order."""
        found, number = [], kind
        while number in self.melds:
            found.append(number)
            number += NEXT_OF_RANK
        return found

    def next_number(self, kind: int) -> int:
        """The number that the next new set of this kind gets."""
        while kind in self.melds:
            kind += NEXT_OF_RANK
        return kind

    def has_meld(self, number: int) -> bool:
        if number < FIRST_SEQUENCE:
            return number in self.melds
        return number in self.sequences or number in self.broken_runs

    def is_canasta(self, number: int) -> bool:
        if number in self.broken_runs:
            return len(self.broken_runs[number].kinds) >= self.rules.canasta_size
        if number >= FIRST_SEQUENCE:
            return sequence_length(number) >= (self.rules.sequence_max or 0)
        return (number & KIND_MASK) != BLACK_THREE_KIND and sum(self.melds[number]) >= self.rules.canasta_size

    @property
    def canastas(self) -> int:
        """Canastas of the side, complete sequences included; a blocking canasta stands apart."""
        size = self.rules.canasta_size
        sets = sum(
            sum(counts) >= size and (number & KIND_MASK) != BLACK_THREE_KIND
            for number, counts in self.melds.items()
        )
        if self.broken_runs:
            sets += sum(map(self.is_canasta, self.broken_runs))
        return sets + sum(map(self.is_canasta, self.sequences)) if self.sequences else sets

    @property
    def blocking_canastas(self) -> int:
        naturals, twos, jokers = self.melds.get(BLACK_THREE_KIND, (0, 0, 0))
        of_one_sort = (twos, jokers) in ((0, BLOCKING_WILDS), (BLOCKING_WILDS, 0))
        return int(self.rules.sperr_canasta and naturals == BLOCKING_THREES and of_one_sort)

    @property
    def fresh_canastas(self) -> int:
        sets = sum(self.is_canasta(number) for number in self.fresh if number in self.melds)
        return sets + sum(map(self.is_canasta, self.fresh_sequences))

    @property
    def may_be_concealed(self) -> bool:
        """Whether this turn, so far, keeps to what a concealed hand demands of the player's own history."""
        rules = self.rules
        return (
            self.has_melded is False
            and not (rules.concealed_forbids_partner_add and self.touched_old)
            and (not rules.concealed_needs_own_canasta or self.fresh_canastas > 0)
        )

    @property
    def minimum_waived(self) -> bool:
        """Whether going out with this lay-down needs no first-meld minimum."""
        if not self.rules.concealed_waives_minimum or self.drew != "stock":
            return False
        return self.may_be_concealed and self.fresh_canastas > 0

    # Doing things

    def apply(self, move: Move, drawn: Iterable[Card] = (), replacements: Iterable[Card] = ()) -> None:
        """Do the move as if it were legal.

        ``drawn`` and ``replacements`` are the cards that come, if named; ``drawn`` are those laid where none come.
        """
        if self.loose and drawn and self._lays(move):
            self._part_with(drawn)
        match move.verb:
            case "discard":
                self._remove(move)
                self.over = self.over or "discard"
            case "draw":
                self._draw(tuple(drawn))
            case "take":
                self._take(move)
            case "meld":
                self._remove(move)
                self._begin(move, None)
                self.laid_since_draw = True
            case "add":
                self._remove(move)
                if move.target >= 0:
                    self._lay(move, move.target, None)
                self.laid_since_draw = True
            case "swap":
                self._remove(move)
                if move.target >= 0:
                    self._lay(move, move.target, None)
                self._pull(move.others, (), move.target)
            case "move":
                self._pull(move.kinds, move.fine, move.source)
                self._remove(move)
                if move.target >= 0:
                    self._lay(move, move.target, None)
            case "merge":
                self._merge(move.target, move.source)
            case "expose":
                self._expose(move, tuple(replacements))
            case "ask":
                self.asked = True
            case "end":
                self.over = self.over or "end"

    def _remove(self, move: Move) -> None:
        hand = self.hand
        for kind in move.kinds:
            hand[kind] -= 1
            if kind == TWO_KIND and self.red_twos:
                self._remove_two()
        if self.suited is not None:
            for fine in move.fine:
                self.suited[fine] -= 1

    def _lays(self, move: Move) -> bool:
        """Whether the move's own cards go from the hand to the table."""
        return move.verb in ("meld", "add", "swap") or (move.verb == "take" and takes_with_meld(self, move))

    def _part_with(self, cards: Iterable[Card]) -> None:
        rest = list(self.loose or ())
        for card in cards:
            if card in rest:
                rest.remove(card)
        self.loose = tuple(rest)

    def _remove_two(self) -> None:
        """Keep the colour of twos of which there are more: three of a colour can lie in a blocking canasta."""
        black = self.hand[TWO_KIND] + 1 - self.red_twos
        if self.red_twos < black or not black:
            self.red_twos -= 1

    def gain(self, card: Card) -> None:
        """Put a card into the hand."""
        self.hand[card.kind] += 1
        if self.suited is not None and card.fine >= 0:
            self.suited[card.fine] += 1
        if card.kind == TWO_KIND and card.suit in "dh":
            self.red_twos += 1
        if self.loose is not None and card.is_loose:
            self.loose = (*self.loose, card)

    def _draw(self, cards: tuple[Card, ...]) -> None:
        self._receive(cards, self.rules.draw_count)
        self.phase, self.drew = "play", "stock"

    def _receive(self, cards: tuple[Card, ...], unnamed: int) -> None:
        if cards and len(cards) == self.stock and cards[-1].is_red_three:
            self.last_red_three = True
            if self.rules.last_stock_red_three != "meld_no_discard":
                self.over = self.over or "deal"
        taken = len(cards) or (unnamed if self.stock is None else min(unnamed, self.stock))
        for card in cards:
            if not card.is_red_three:
                self.gain(card)
        if not cards:
            self.unknown += taken
        if self.stock is not None:
            self.stock = max(0, self.stock - taken)

    def _expose(self, move: Move, replacements: tuple[Card, ...]) -> None:
        self._remove(move)
        if self.stock != 0:
            self._receive(replacements, 1)

    def _take(self, move: Move) -> None:
        top = self.pile[-1]
        melds = takes_with_meld(self, move)
        if melds:
            self._remove(move)
        if not self.opened:
            self.held = self.hand[:]
            self.held_suited = self.suited[:] if self.suited is not None else None
        if melds:
            target = self.taken_onto(move)
            if target >= 0:
                self._lay(move, target, top)
            else:
                self._begin(move, top)
        elif not top.is_red_three:
            self.gain(top)  # nothing is melded with it
        if move.top_only:
            self.pile, self.pile_size = self.pile[:-1], self.pile_size - 1
            self.freeze_cause = freeze_cause(self.rules, self.pile, unlisted=self.frozen_unlisted)
        else:
            held = self.loose
            for card in self.pile[:-1]:
                if not card.is_red_three:
                    self.gain(card)
            self.loose = held
            self.unknown += self.pile_size - len(self.pile)
            self.taken = self.pile[:-1]
            self.pile, self.pile_size, self.frozen_unlisted, self.freeze_cause = (), 0, False, None
        self.phase, self.drew = "play", "pile"

    def taken_onto(self, move: Move) -> int:
        """The meld that the top card joins, -1 where it begins a new one."""
        if move.target >= 0 or self.rules.several_melds_per_rank:
            return move.target
        kind = taken_kind(self, move)
        return kind if kind in self.melds else -1

    def _begin(self, move: Move, top: Card | None) -> None:
        """Lay a new meld, of the move's cards and the top card of the pile where there is one."""
        if self.rules.sequences:
            added = Run.laid(move, top)
            if meant_as_run(added.fine):
                self._count(move, top)
                self._put_run(added, fresh=True)
                return
        naturals = [kind for kind in move.kinds if kind <= BLACK_THREE_KIND]
        kind = taken_kind(self, move) if top is not None else min(naturals, default=WILD_MELD)
        number = self.next_number(kind)
        self.fresh |= {number}
        self._lay(move, number, top)

    def _lay(self, move: Move, target: int, top: Card | None) -> None:
        """Put the move's cards, already out of the hand, and the top card of the pile on an own meld."""
        self._count(move, top)
        self.laid_on = target
        if target >= FIRST_SEQUENCE:
            self._extend(target, Run.laid(move, top))
            return
        naturals, twos, jokers = self.melds.get(target, (0, 0, 0))
        for kind in (*move.kinds, top.kind) if top is not None else move.kinds:
            if kind == TWO_KIND:
                twos += 1
            elif kind == JOKER_KIND:
                jokers += 1
            else:
                naturals += 1
        if target not in self.fresh:
            self.touched_old = True
        self.melds[target] = (naturals, twos, jokers)

    def _count(self, move: Move, top: Card | None) -> None:
        """Count the points that are laid, and the cards that were held before the pile came."""
        points = top.points if top is not None else 0
        for kind in move.kinds:
            points += KIND_POINTS[kind]
        self.laid += points
        if self.held is None:
            return
        if top is None:
            for kind in move.kinds:
                self.held[kind] -= 1
            if self.held_suited is not None:
                for fine in move.fine:
                    self.held_suited[fine] -= 1
        if self.laid >= self.minimum:
            self.held = self.held_suited = None

    def _put_run(self, run: Run, *, fresh: bool) -> None:
        """Let these cards lie as a sequence, whether they make one or not; two in a row can still become one."""
        number = run_number(run.fine, least=2) if len(run.fine) == len(run.kinds) else -1
        if number >= 0:
            self.sequences = tuple(sorted((*self.sequences, number)))
            self.fresh_sequences += (number,) if fresh else ()
        else:
            number = ends_number(run.fine)
            self.broken_runs = self.broken_runs | {number: run}
        self.laid_on = number

    def _extend(self, number: int, added: Run) -> None:
        fresh = True
        if number in self.sequences:
            run = Run.lying(number)
            rest = list(self.sequences)
            rest.remove(number)
            self.sequences = tuple(rest)
            fresh = number in self.fresh_sequences
            if fresh:
                rest = list(self.fresh_sequences)
                rest.remove(number)
                self.fresh_sequences = tuple(rest)
            else:
                self.touched_old = True
        elif number in self.broken_runs:
            run = self.broken_runs[number]
            self.broken_runs = {key: other for key, other in self.broken_runs.items() if key != number}
        else:
            return
        self._put_run(run.with_more(added), fresh=fresh)

    def _merge(self, one: int, other: int) -> None:
        """Join two sets: the later one of a rank goes, and the ones behind it move up."""
        first, second = min(one, other), max(one, other)
        if (
            first == second
            or first not in self.melds
            or second not in self.melds
            or (first ^ second) & KIND_MASK
        ):
            return
        a, b = self.melds[first], self.melds[second]
        joined = (a[0] + b[0], a[1] + b[1], a[2] + b[2])
        fresh = first in self.fresh and second in self.fresh
        self.touched_old = self.touched_old or not fresh
        self.melds[first] = joined
        numbers = self.fresh - {first, second} | ({first} if fresh else set())
        while second + NEXT_OF_RANK in self.melds:
            self.melds[second] = self.melds[second + NEXT_OF_RANK]
            if second + NEXT_OF_RANK in numbers:
                numbers = numbers - {second + NEXT_OF_RANK} | {second}
            second += NEXT_OF_RANK
        del self.melds[second]
        self.fresh = frozenset(numbers)

    def _pull(self, kinds: Iterable[int], fine: tuple[int, ...], source: int) -> None:
        """Take cards back into the hand out of a meld; out of an opponents' meld (-1) they only come."""
        for kind in kinds:
            self.hand[kind] += 1
            if source in self.melds:
                self.laid -= KIND_POINTS[kind]
                place = WILD_KINDS.index(kind) + 1 if kind in WILD_KINDS else 0
                counts = list(self.melds[source])
                counts[place] -= 1
                self.melds[source] = (counts[0], counts[1], counts[2])
        if self.suited is not None:
            for one in fine:
                self.suited[one] += 1


def suited_counts(cards: Iterable[Card]) -> list[int]:
    """How many natural cards of each suit and rank: a list indexed by ``Card.fine``."""
    counts = [0] * (RANK_COUNT * len(SUITS))
    for card in cards:
        if card.fine >= 0:
            counts[card.fine] += 1
    return counts


def taken_kind(turn: Turn, move: Move) -> int:
    """The rank that the top card plays in the taking: its own, or that of the pair which takes a wild card."""
    top = turn.pile[-1]
    if top.is_wild and turn.rules.wild_top_takeable == "with_pair":
        naturals = [kind for kind in move.kinds if kind < BLACK_THREE_KIND]
        if naturals:
            return max(naturals, key=naturals.count)
        if 0 <= move.target < FIRST_SEQUENCE:
            return move.target & KIND_MASK
    return top.kind


def takes_with_meld(turn: Turn, move: Move) -> bool:
    """Whether the taking melds the top card, lawfully or not: a card that can be taken, with cards or onto a meld."""
    top = turn.pile[-1]
    takeable = top.is_natural or (top.is_wild and turn.rules.wild_top_takeable == "with_pair")
    return takeable and bool(move.kinds or move.target >= 0)
