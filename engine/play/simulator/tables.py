"""What a rule set says again and again in a simulated deal, prepared: lists of moves, bonuses, sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.law.actions import KIND_MASK, RANK_COUNT, Move, sequence_of
from engine.law.cards import BLACK_THREE_KIND, RED_THREE_KIND
from engine.law.ruleset import NATURAL_PAIR, RuleSet
from engine.reach.laying import additions, longer_runs, new_runs, new_sets, takes
from engine.reach.layouts import wild_room
from engine.reach.points import USUAL_NATURALS
from engine.rules.registry import has_new_rules
from engine.turn.state import Counts

MOST_OF_A_KIND: Final = 64
"""More cards of a kind than six packs and their jokers hold."""
DISCARDS: Final = tuple(Move("discard", (kind,)) for kind in range(RED_THREE_KIND + 1))


class CannotSimulate(Exception):
    """A rule set that the simulator does not play. ``reason`` names why, as an id."""

    def __init__(self, rules: RuleSet, reason: str) -> None:
        super().__init__(f"{rules.name}: {reason}")
        self.rules = rules
        self.reason = reason


def why_not(rules: RuleSet) -> str:
    """Why the simulator does not play a rule set, as an id; empty where it does."""
    if rules.sperr_canasta:
        return "colours-of-twos"
    return "new-rules" if has_new_rules() else ""


class Tables:
    """The moves and bonuses of one rule set; lists that were made once are kept.

    Raises CannotSimulate for a rule set that the simulator does not play.
    """

    def __init__(self, rules: RuleSet) -> None:
        reason = why_not(rules)
        if reason:
            raise CannotSimulate(rules, reason)
        self.rules = rules
        self.suits = rules.sequences
        self.longest_run = rules.sequence_max or 0
        self.ranks_only = rules.wild_only_melds == "no" and not self.suits
        self.several = rules.several_melds_per_rank
        self.one_each = self.ranks_only and not self.several
        self.least = rules.min_naturals
        self.smallest = rules.meld_min_size
        self.canasta = rules.canasta_size
        self.to_go_out = rules.canastas_to_go_out
        self.most_wilds = rules.max_wilds if rules.max_wilds is not None else MOST_OF_A_KIND
        self.black_threes = rules.black_three_meld == "going_out"
        self.threes = tuple(
            tuple(
                Move("meld", (BLACK_THREE_KIND,) * threes)
                for threes in range(self.smallest, min(held, rules.black_three_meld_max) + 1)
            )
            for held in range(MOST_OF_A_KIND)
        )
        self.rooms = tuple(wild_room(rules, naturals, 0, before=0) for naturals in range(MOST_OF_A_KIND))
        self.closed_form = self.one_each and rules.min_naturals == USUAL_NATURALS
        self._sets: dict[int, list[tuple[Move, ...] | None]] = {}
        self._adds: dict[tuple[int, ...], tuple[Move, ...]] = {}
        self._takes: dict[tuple[object, ...], tuple[Move, ...]] = {}
        self._longer: dict[tuple[object, ...], tuple[Move, ...]] = {}
        self.suited: dict[tuple[object, ...], tuple[Move, ...]] = {}
        self._runs: dict[tuple[int, tuple[int, ...]], tuple[Move, ...]] = {}

    def sets(self, twos: int, jokers: int) -> list[tuple[Move, ...] | None]:
        """Every new set with so many wild cards, by ``kind * MOST_OF_A_KIND + count``; None: see :meth:`fill`."""
        row = self._sets.get(twos * MOST_OF_A_KIND + jokers)
        if row is None:
            row = self._sets[twos * MOST_OF_A_KIND + jokers] = [None] * (BLACK_THREE_KIND * MOST_OF_A_KIND)
        return row

    def fill(self, kind: int, count: int, twos: int, jokers: int) -> tuple[Move, ...]:
        """Every new set of this rank from so many natural and wild cards at hand, kept from now on."""
        found = new_sets(self.rules, kind, count, twos, jokers)
        self.sets(twos, jokers)[kind * MOST_OF_A_KIND + count] = found
        return found

    def adds(self, number: int, lying: Counts, count: int, twos: int, jokers: int) -> tuple[Move, ...]:
        """Everything that the cards at hand add to the set with this number, in which these cards lie."""
        key = (number, *lying, count, twos, jokers)
        found = self._adds.get(key)
        if found is None:
            kind = number & KIND_MASK
            if kind != BLACK_THREE_KIND:
                there = lying[0], lying[1] + lying[2]
                found = additions(self.rules, number, there, count, twos, jokers)
            elif lying[1] + lying[2]:
                found = ()
            else:
                most = min(count, self.rules.black_three_meld_max - lying[0])
                found = tuple([Move("add", (kind,) * threes, number) for threes in range(1, most + 1)])
            self._adds[key] = found
        return found

    def takes(
        self,
        kind: int,
        target: int,
        lying: Counts,
        held: int | tuple[int, ...],
        twos: int,
        jokers: int,
        *,
        closed: bool,
    ) -> tuple[Move, ...]:
        """Every way to take a natural top card of this kind onto this meld (-1: as a new one).

        ``held`` are the cards of this kind at hand, by suit where suits matter. ``closed`` says that only a natural
        pair takes the pile: it is frozen, or the side has not opened.
        """
        key = (kind, target, lying, held, twos, jokers, closed)
        found = self._takes.get(key)
        if found is None:
            rules, adds = self.rules, False
            if target >= 0:
                full = sum(lying) >= rules.canasta_size
                adds = rules.pickup_add_to_canasta if full else rules.pickup_add_to_meld
            alone = 1 if rules.pickup_natural_plus_wild else NATURAL_PAIR
            least = NATURAL_PAIR if closed else 0 if adds else alone
            there = lying[0], lying[1] + lying[2]
            found = takes(rules, kind, target, there, held, least, adds, twos, jokers)
            self._takes[key] = found
        return found

    def runs(self, suit: int, counts: tuple[int, ...]) -> tuple[Move, ...]:
        """Every new sequence from so many cards of each rank of a suit."""
        found = self._runs.get((suit, counts))
        if found is None:
            found = self._runs[suit, counts] = new_runs(suit, counts, self.smallest, self.longest_run)
        return found

    def longer(self, number: int, suited: Sequence[int]) -> tuple[Move, ...]:
        """Every way to lengthen the sequence of this number; ``suited`` are the natural cards at hand by suit."""
        first = sequence_of(number)[0] * RANK_COUNT
        row = tuple(suited[first : first + RANK_COUNT])
        found = self._longer.get((number, row))
        if found is None:
            found = self._longer[number, row] = tuple(longer_runs(number, row, self.longest_run))
        return found

    def bonus(self, number: int, counts: Counts) -> int:
        """The bonus of a meld, 0 where it is no canasta."""
        rules, kind = self.rules, number & KIND_MASK
        naturals, twos, jokers = counts
        if kind == BLACK_THREE_KIND or naturals + twos + jokers < self.canasta:
            return 0
        if not naturals:
            place = 2 if twos and jokers else 1 if twos else 0
            return rules.bonus_wild[place] if rules.bonus_wild else 0
        pure = not twos + jokers
        if rules.bonus_aces is not None and kind == BLACK_THREE_KIND - 1:
            return rules.bonus_aces[0 if pure else 1]
        return rules.bonus_natural if pure else rules.bonus_mixed


_TABLES: Final[dict[RuleSet, Tables]] = {}
_MOST_TABLES: Final = 64


def tables_of(rules: RuleSet) -> Tables:
    """The tables of a rule set, made once. Raises CannotSimulate for one that the simulator does not play."""
    found = _TABLES.get(rules)
    if found is None or has_new_rules():
        found = Tables(rules)
        if len(_TABLES) >= _MOST_TABLES:
            _TABLES.clear()
        _TABLES[rules] = found
    return found
