"""What a turn in progress has come to, in counts of kinds: what the rules look at while a list of actions is judged.

Where suits do not matter a hand is a list of counts per kind, and a set is how many naturals, twos and jokers it
holds. Where there are sequences the natural cards are counted by suit besides. How a turn changes is told in
:mod:`engine.turn.turn`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, Self

from engine.law.actions import (
    FIRST_SEQUENCE,
    KIND_MASK,
    NEXT_OF_RANK,
    RANK_COUNT,
    WILD_MELD,
    Action,
    Run,
    run_number,
    sequence_length,
)
from engine.law.cards import (
    BLACK_THREE_KIND,
    JOKER_KIND,
    RED_SUITS,
    RED_THREE_KIND,
    SUITS,
    TWO_KIND,
    Card,
    counts_of,
)
from engine.law.melds import BLOCKING_THREES, BLOCKING_WILDS, Meld
from engine.law.position import Position, freeze_cause
from engine.law.ruleset import RuleSet

OUT_OF_REACH: Final = 1_000_000_000
Counts = tuple[int, int, int]  # naturals, twos, jokers
NOTHING: Final[Counts] = (0, 0, 0)
"""No meld."""


class TurnState:
    """What a turn has come to. Attributes are plain so that the searches stay quick; rules only read them.

    ``melds`` are the own side's sets, black threes and wild melds by number, ``sequences`` the numbers of its
    sequences, rising; ``broken_runs`` are cards that were laid as a sequence and are none. ``suited`` counts the
    natural cards in the hand by ``Card.fine``, None where suits do not matter; ``red_twos`` are those among the
    twos in the hand, ``red_twos_on_threes`` those that lie with black threes. ``position`` is where the turn
    began, None in a deal, where the turn knows every card that matters.
    ``held`` are the cards that may be laid until the first meld's minimum is reached, None where that does not
    matter, ``held_suited`` the same by suit. ``loose`` are the twos and black threes among the held cards, None
    where their suits do not matter. ``fresh`` holds the numbers of the melds that the player began in this turn.
    ``taken`` are the cards that came with the pile. ``minimum`` is what surely suffices for the first meld, and
    less than ``least_minimum`` surely does not; they differ only where the rule set's text leaves a choice.
    ``memo`` is for what the rules work out about one action. ``laid_on`` is the number of the meld that the
    last action laid, added to or made by joining two, -1 where it did none of that. ``freeze_cause`` is why
    the pile is frozen for everybody, None where it is not. ``over`` is how the turn ended: "" (it has not),
    "discard", "end", or "deal" when the last card of the stock was a red three. ``last_red_three`` says that
    it was; where a rule set lets the drawer meld all the same, the turn goes on, and
    nothing is discarded.
    """

    __slots__ = (
        "asked", "broken_runs", "drew", "freeze_cause", "fresh", "fresh_sequences", "frozen_unlisted", "hand",
        "has_melded", "has_partner", "held", "held_suited", "laid", "laid_on", "laid_since_draw",
        "last_red_three", "least_minimum", "loose", "melds", "memo", "minimum", "my_turn", "opened", "over",
        "permission", "phase", "pile", "pile_size", "position", "red_twos", "red_twos_on_threes", "rules", "score",
        "sequences", "stock", "suited", "taken", "touched_old", "unknown",
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
    asked: bool
    frozen_unlisted: bool
    has_partner: bool
    laid: int
    laid_on: int
    laid_since_draw: bool
    least_minimum: int
    minimum: int
    my_turn: bool
    opened: bool
    pile_size: int
    red_twos: int
    red_twos_on_threes: int
    score: int
    touched_old: bool
    unknown: int

    @classmethod
    def begun(cls, rules: RuleSet, hand: Iterable[Card], *, score: int) -> Self:
        """A turn that begins with these cards and nothing on the table, at this total before the deal."""
        turn = cls()
        cards = tuple(hand)
        turn.rules, turn.position = rules, None
        turn.phase, turn.drew, turn.over, turn.last_red_three = "draw", "", "", False
        turn.my_turn = turn.has_partner = True
        turn.hand = counts_of(cards)
        turn.suited = suited_counts(cards) if rules.sequences else None
        turn.red_twos = red_twos_among(cards) if rules.sperr_canasta else 0
        turn.red_twos_on_threes = 0
        turn.unknown = 0
        turn.held = turn.held_suited = turn.loose = None
        turn.melds, turn.sequences, turn.broken_runs = {}, (), {}
        turn.fresh, turn.fresh_sequences = frozenset(), ()
        turn.has_melded, turn.touched_old, turn.opened, turn.taken = False, False, False, ()
        turn.score = score
        turn.minimum, turn.least_minimum = minimums(rules, score)
        turn.laid, turn.laid_on, turn.laid_since_draw = 0, -1, False
        turn.permission, turn.asked = None, False
        turn.stock = None
        turn.pile, turn.pile_size, turn.frozen_unlisted, turn.freeze_cause = (), 0, False, None
        turn.memo = None
        return turn

    @classmethod
    def start(cls, position: Position, *, asks: bool = False) -> Self:
        """The turn as the position shows it. ``asks`` says that the list to be judged holds an ``ask``."""
        rules = position.rules
        turn = cls.begun(rules, position.hand, score=position.own.score)
        turn.position = position
        turn.phase = position.phase
        turn.drew = position.drew if position.phase == "play" else ""
        turn.my_turn, turn.has_partner = position.my_turn, position.has_partner
        turn.unknown = position.unknown_cards
        turn.loose = tuple([c for c in position.hand if c.is_loose]) if rules.sequences else None
        turn.has_melded, turn.opened = position.has_melded, position.own.opened
        turn._lay_out(position)
        turn.permission = position.permission
        turn.asked = position.permission is not None and not asks
        turn.stock, turn.pile, turn.pile_size = position.stock, position.pile, position.pile_size
        turn.frozen_unlisted = position.frozen
        turn.freeze_cause = freeze_cause(rules, turn.pile, unlisted=turn.frozen_unlisted)
        return turn

    def _lay_out(self, position: Position) -> None:
        """The own melds by number; begun in this turn are those of a player who had none before it."""
        fresh = set()
        for number, meld in zip(meld_numbers(position.own.melds), position.own.melds, strict=True):
            begun = position.phase == "play" and meld.by == "self" and position.player_has_melded is False
            if number >= FIRST_SEQUENCE:
                self.sequences = tuple(sorted((*self.sequences, number)))
                self.fresh_sequences += (number,) if begun else ()
                continue
            jokers = sum(c.kind == JOKER_KIND for c in meld.cards)
            self.melds[number] = (len(meld.naturals), len(meld.wilds) - jokers, jokers)
            if begun:
                fresh.add(number)
        self.fresh = frozenset(fresh)

    def copy(self) -> Self:
        # Written out: this runs for every step that a search looks at.
        other = object.__new__(type(self))
        other.rules, other.position = self.rules, self.position
        other.phase, other.drew, other.over, other.my_turn = self.phase, self.drew, self.over, self.my_turn
        other.has_partner, other.has_melded = self.has_partner, self.has_melded
        other.hand = self.hand[:]
        other.suited = self.suited[:] if self.suited is not None else None
        other.held = self.held[:] if self.held is not None else None
        other.held_suited = self.held_suited[:] if self.held_suited is not None else None
        other.red_twos, other.unknown, other.loose = self.red_twos, self.unknown, self.loose
        other.red_twos_on_threes = self.red_twos_on_threes
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
        """The partner's answer that binds the player, None where nobody asked or there is nobody to ask."""
        return self.permission if self.asked and self.may_ask else None

    @property
    def one_card_pile_barred(self) -> bool:
        """Whether the player's one card may not take a pile of one card. Official laws; ledger 10.11."""
        if self.pile_size != 1 or self.cards_in_hand != 1:
            return False
        rule = self.rules.one_card_pile
        return rule == "forbidden" or (rule == "forbidden_while_stock" and self.stock != 0)

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
        if number in self.broken_runs and number not in self.sequences:  # both may have the same ends
            return len(self.broken_runs[number].kinds) >= (self.rules.sequence_max or 0)
        if number >= FIRST_SEQUENCE:
            return sequence_length(number) >= (self.rules.sequence_max or 0)
        return (number & KIND_MASK) != BLACK_THREE_KIND and sum(self.melds[number]) >= self.rules.canasta_size

    @property
    def canastas(self) -> int:
        """Canastas of the side, complete sequences included; a blocking canasta stands apart."""
        size = self.rules.canasta_size
        sets = 0
        for number, counts in self.melds.items():
            sets += sum(counts) >= size and (number & KIND_MASK) != BLACK_THREE_KIND
        for run in self.broken_runs.values():
            sets += len(run.kinds) >= (self.rules.sequence_max or 0)
        return sets + sum(map(self.is_canasta, self.sequences)) if self.sequences else sets

    @property
    def blocking_canastas(self) -> int:
        naturals, twos, jokers = self.melds.get(BLACK_THREE_KIND, (0, 0, 0))
        of_one_sort = (twos, jokers) in ((0, BLOCKING_WILDS), (BLOCKING_WILDS, 0))
        of_one_sort = of_one_sort and self.red_twos_on_threes in (0, BLOCKING_WILDS)
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


@lru_cache(maxsize=1000)
def minimums(rules: RuleSet, score: int) -> tuple[int, int]:
    """What surely suffices for a first meld at this score, and below what nothing does."""
    readings = rules.initial_readings(score)
    return max(readings, default=OUT_OF_REACH), min(readings, default=0)


def with_more(lying: Counts, kinds: Iterable[int]) -> Counts:
    """A set with these cards more."""
    naturals, twos, jokers = lying
    for kind in kinds:
        if kind == TWO_KIND:
            twos += 1
        elif kind == JOKER_KIND:
            jokers += 1
        else:
            naturals += 1
    return naturals, twos, jokers


def red_twos_among(cards: Iterable[Card]) -> int:
    """How many of these cards are red twos."""
    return sum([card.kind == TWO_KIND and card.suit in RED_SUITS for card in cards])


def meld_numbers(melds: Iterable[Meld]) -> list[int]:
    """The numbers of a side's melds on the table, in their order."""
    numbers: list[int] = []
    for meld in melds:
        if meld.is_sequence:
            numbers.append(run_number([card.fine for card in meld.cards]))
            continue
        number = meld.kind if meld.kind >= 0 else WILD_MELD
        while number in numbers:
            number += NEXT_OF_RANK
        numbers.append(number)
    return numbers


def suited_counts(cards: Iterable[Card]) -> list[int]:
    """How many natural cards of each suit and rank: a list indexed by ``Card.fine``."""
    counts = [0] * (RANK_COUNT * len(SUITS))
    for card in cards:
        if card.fine >= 0:
            counts[card.fine] += 1
    return counts
