"""What a rule set says again and again in a simulated deal, prepared: lists of moves, bonuses, sizes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import Any, Final, TypeVar

from engine.law.actions import KIND_MASK, NATURAL_KINDS, RANK_COUNT, Move, sequence_of
from engine.law.cards import BLACK_THREE_KIND, RED_THREE_KIND
from engine.law.ruleset import NATURAL_PAIR, RuleSet
from engine.reach.laying import SUIT_COUNT, additions, longer_runs, new_sets, runs_of, takes
from engine.reach.layouts import wild_room
from engine.reach.points import USUAL_NATURALS
from engine.rules.registry import has_new_rules
from engine.turn.state import Counts

MOST_OF_A_KIND: Final = 64
"""More cards of a kind than six packs and their jokers hold."""
DISCARDS: Final = tuple(Move("discard", (kind,)) for kind in range(RED_THREE_KIND + 1))


NEVER: Final = 1_000
"""More wild cards than anybody has: what a canasta costs that cannot be made."""

Key = TypeVar("Key")
Value = TypeVar("Value")
Moves = tuple[Move, ...]
Held = int | bytes


class Kept(dict[Key, Value]):
    """What is made when it is first asked for, and kept. To look up what is there calls nothing, so that is quick."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[Key], Value]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Key) -> Value:
        found = self[key] = self._make(key)
        return found


def _as_counts(held: Held) -> int | tuple[int, ...]:
    return held if isinstance(held, int) else tuple(held)


def _ends(sequences: tuple[int, ...]) -> frozenset[int]:
    found = set()
    for number in sequences:
        suit, low, high = sequence_of(number)
        if low:
            found.add(suit * RANK_COUNT + low - 1)
        if high + 1 < RANK_COUNT:
            found.add(suit * RANK_COUNT + high + 1)
    return frozenset(found)


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

    ``new`` are the new sets with so many twos and jokers: for each rank, the moves by the cards of it at hand, their
    number or, where suits matter, how many of each suit as bytes. ``added`` is what so many twos and jokers and the
    cards of its rank add to a set, by its number, then by what lies in it; sets with the same room for wild cards share
    their lists. ``runs`` are the new sequences of each suit, by whether there are cards at hand of each rank;
    ``longer`` gets the same of the cards that may come beside a sequence, and says what lengthens it by them.
    ``least_with`` are the fewest cards of a rank that make a new set, by how many wild cards are at hand.
    ``ends`` are the cards (``Card.fine``) that fit beside sequences, by their numbers.
    ``threes`` are new melds of black threes by how many are held. ``joined`` is whether two sets of a rank may be
    joined, as far as somebody has asked.

    ``lies`` says what happens if so many naturals are laid on what lies in a set, or as a new one where nothing does:
    the wild cards that it needs, those that it has room for, and those that make it a canasta beyond the needed ones;
    None where it cannot be.

    Raises CannotSimulate for a rule set that the simulator does not play.
    """

    def __init__(self, rules: RuleSet) -> None:
        reason = why_not(rules)
        if reason:
            raise CannotSimulate(rules, reason)
        self.rules = rules
        self.suits = rules.sequences
        self.of_a_rank = SUIT_COUNT * rules.packs
        self.longest_run = rules.sequence_max or 0
        # Of so many different discards a lay-down leaves two: it takes one rank and both sorts of wild cards, or a run.
        self.many_discards = max(SUIT_COUNT + 4, self.longest_run + 2) if self.suits else 5
        self.ranks_only = rules.wild_only_melds == "no" and not self.suits
        self.several = rules.several_melds_per_rank
        self.merges = rules.merge_melds
        self.one_each = self.ranks_only and not self.several
        self.least = rules.min_naturals
        self.smallest = rules.meld_min_size
        self.least_with = tuple(
            [max(self.least, self.smallest - wilds) for wilds in range(2 * MOST_OF_A_KIND)]
        )
        self.shortest_run = b"\1" * rules.meld_min_size
        self.canasta = rules.canasta_size
        self.to_go_out = rules.canastas_to_go_out
        self.most_wilds = rules.max_wilds if rules.max_wilds is not None else MOST_OF_A_KIND
        self.black_threes = rules.black_three_meld == "going_out"
        self.threes = tuple([self._threes(held) for held in range(MOST_OF_A_KIND)])
        self.rooms = tuple(wild_room(rules, naturals, 0, before=0) for naturals in range(MOST_OF_A_KIND))
        self.takes_before_opening = rules.pickup_before_initial != "never"
        self.freezes = rules.wild_discard_effect == "freeze"
        self.draws = rules.draw_count
        self.asks = rules.permission != "none"
        self.usual = rules.min_naturals == USUAL_NATURALS
        self.closed_form = self.one_each and rules.min_naturals == USUAL_NATURALS
        self.new = Kept(self._new)
        self.added = Kept(self._added)
        self._takes = Kept(self._takes_onto)
        self._lists_added = Kept(self._list_added)
        self._lists_taken = Kept(self._list_taken)
        self._rooms = Kept(self._rooms_of)
        self._alike = Kept(self._first_alike)
        self._by_rooms: dict[tuple[int, ...], tuple[int, int]] = {}
        self.lies = Kept(self._lies)
        self.longer = Kept(self._longer)
        self.ends = Kept(_ends)
        self.joined: dict[tuple[int, Counts, Counts], bool] = {}
        self.runs = tuple([Kept(partial(self._new_runs, suit)) for suit in range(SUIT_COUNT)])

    def _threes(self, held: int) -> Moves:
        if not self.black_threes:
            return ()
        most = min(held, self.rules.black_three_meld_max)
        return tuple(
            [Move("meld", (BLACK_THREE_KIND,) * threes) for threes in range(self.smallest, most + 1)]
        )

    def _new(self, wilds: tuple[int, int]) -> tuple[Kept[Held, Moves], ...]:
        twos, jokers = [min(count, self.most_wilds) for count in wilds]
        if (twos, jokers) != wilds:
            return self.new[twos, jokers]
        return tuple([Kept(partial(self._new_sets, kind, twos, jokers)) for kind in NATURAL_KINDS])

    def _new_sets(self, kind: int, twos: int, jokers: int, held: Held) -> Moves:
        return new_sets(self.rules, kind, _as_counts(held), twos, jokers)

    def _added(self, wilds: tuple[int, int]) -> Kept[int, Kept[Counts, Kept[Held, Moves]]]:
        twos, jokers = [min(count, self.most_wilds) for count in wilds]
        if (twos, jokers) != wilds:
            return self.added[twos, jokers]
        return Kept(lambda number: Kept(partial(self._added_to, twos, jokers, number)))

    def _added_to(self, twos: int, jokers: int, number: int, lying: Counts) -> Kept[Held, Moves]:
        there = lying[0], lying[1] + lying[2]
        if number & KIND_MASK == BLACK_THREE_KIND:
            return Kept(partial(self._threes_added, number, *there))
        room = max(self._rooms[there])
        return self._lists_added[number, self._alike[there], min(twos, room), min(jokers, room)]

    def _rooms_of(self, there: tuple[int, int]) -> tuple[int, ...]:
        """The room for wild cards in a set of so many naturals and wild cards, by how many naturals come."""
        naturals, wilds = there
        more = range(self.of_a_rank + 1)
        return tuple([wild_room(self.rules, naturals + n, wilds, before=naturals + wilds) for n in more])

    def _first_alike(self, there: tuple[int, int]) -> tuple[int, int]:
        """The first set that was asked for of those on which the same can be laid."""
        return self._by_rooms.setdefault(self._rooms[there], there)

    def _list_added(self, onto: tuple[int, tuple[int, int], int, int]) -> Kept[Held, Moves]:
        number, there, twos, jokers = onto
        make = partial(additions, self.rules, number, there, twos=twos, jokers=jokers)
        return Kept(lambda held: make(_as_counts(held)))

    def _threes_added(self, number: int, naturals: int, wilds: int, held: Held) -> Moves:
        assert isinstance(held, int)
        most = 0 if wilds else min(held, self.rules.black_three_meld_max - naturals)
        return tuple([Move("add", (BLACK_THREE_KIND,) * threes, number) for threes in range(1, most + 1)])

    def adds(self, number: int, lying: Counts, count: int, twos: int, jokers: int) -> Moves:
        """Everything that the cards at hand add to the set with this number, in which these cards lie."""
        return self.added[twos, jokers][number][lying][count]

    def takes(
        self, kind: int, target: int, lying: Counts, held: Held, twos: int, jokers: int, *, closed: bool
    ) -> Moves:
        """Every way to take a natural top card of this kind onto this meld (-1: as a new one).

        ``held`` are the cards of this kind at hand, by suit where suits matter. ``closed`` says that only a natural
        pair takes the pile: it is frozen, or the side has not opened.
        """
        return self._takes[kind, target, lying, twos, jokers, closed][held]

    def _takes_onto(self, way: tuple[int, int, Counts, int, int, bool]) -> Kept[Held, Moves]:
        kind, target, lying, twos, jokers, closed = way
        rules, adds, there = self.rules, False, (lying[0], lying[1] + lying[2])
        room = max(self._rooms[there])
        if target >= 0:
            full = sum(lying) >= rules.canasta_size
            adds = rules.pickup_add_to_canasta if full else rules.pickup_add_to_meld
            there = self._alike[there]
        alone = 1 if rules.pickup_natural_plus_wild else NATURAL_PAIR
        least = NATURAL_PAIR if closed else 0 if adds else alone
        return self._lists_taken[kind, target, there, least, adds, min(twos, room), min(jokers, room)]

    def _list_taken(self, way: tuple[int, int, tuple[int, int], int, bool, int, int]) -> Kept[Held, Moves]:
        kind, target, there, *rest = way
        return Kept(lambda held: takes(self.rules, kind, target, there, _as_counts(held), *rest))

    def _new_runs(self, suit: int, held: bytes) -> Moves:
        return runs_of(suit, held, self.smallest, self.longest_run)

    def _longer(self, number: int) -> tuple[itemgetter[Any], Kept[Any, Moves]]:
        suit, low, high = sequence_of(number)
        more = self.longest_run - (high - low + 1)
        beside = [*range(max(0, low - more), low), *range(high + 1, min(RANK_COUNT, high + 1 + more))]

        def make(held: Any) -> Moves:
            row = [0] * RANK_COUNT
            for kind, count in zip(beside, held if len(beside) > 1 else [held], strict=False):
                row[kind] = count
            return tuple(longer_runs(number, row, self.longest_run))

        first = suit * RANK_COUNT
        return itemgetter(*[first + kind for kind in beside or [low]]), Kept(make)

    def _lies(self, lying: Counts) -> Kept[int, tuple[int, int, int] | None]:
        return Kept(partial(self._lies_with, lying))

    def _lies_with(self, lying: Counts, count: int) -> tuple[int, int, int] | None:
        """A rank of which so many more naturals are laid on what lies there, or as a new set: see ``lies``."""
        rules, before = self.rules, sum(lying)
        naturals, wilds = lying[0] + count, before - lying[0]
        if not before and count and count < self.least:
            return None
        need = max(0, self.smallest - count) if count and not before else 0
        room = wild_room(rules, naturals, wilds, before=before) if count or before else 0
        if need > room:
            return None
        missing = self.canasta - naturals - wilds
        return need, room, max(0, missing - need) if missing <= room else NEVER

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
