"""How cards of one rank and wild cards can be laid where a side may have several melds of a rank.

Everything here is exact and works on small counts; results are kept, for the same few cards come again and again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

from engine.law.actions import KIND_MASK, NATURAL_KINDS
from engine.law.cards import JOKER_KIND, KIND_POINTS, TWO_KIND
from engine.law.ruleset import RuleSet
from engine.turn.turn import Turn

Piece = TypeVar("Piece")

NO_LIMIT = 99
MOST_WILDS = 30
JOKER_POINTS = KIND_POINTS[JOKER_KIND]
TWO_POINTS = KIND_POINTS[TWO_KIND]


def wild_room(rules: RuleSet, naturals: int, wilds: int, *, before: int) -> int:
    """How many more wild cards a meld of so many naturals and wilds can take.

    ``before`` cards lie there already: where no wild card may go on a canasta, the wild ones must come before the
    meld has grown to one.
    """
    if naturals < rules.min_naturals:
        return 0
    room = NO_LIMIT if rules.max_wilds is None else rules.max_wilds - wilds
    if not rules.wilds_on_canasta:
        room = min(room, rules.canasta_size - before)
    if rules.naturals_must_outnumber:
        room = min(room, naturals - 1 - wilds)
    return max(0, room)


@lru_cache(maxsize=20_000)
def set_layouts(
    rules: RuleSet,
    melds: tuple[tuple[int, int], ...],
    naturals: int,
    most_wilds: int,
    natural: int = 1,
    mixed: int = 1,
) -> dict[int, int]:
    """Ways to lay all these naturals of one rank: number of wild cards laid with them -> most canastas of the rank.

    ``melds`` are the sets of the rank on the table, (naturals, wild cards) each. Empty where the cards cannot be laid.
    With other values for ``natural`` and ``mixed`` canastas than one, the sum of these values is maximised instead.
    """
    found: dict[int, int] = {}
    values = natural, mixed
    for joined in _joined(rules, melds):
        for there, new in _shares(rules, len(joined), naturals):
            groups = [
                _group(
                    rules,
                    n + more,
                    w,
                    room_with_new if more >= rules.min_naturals else room,
                    values,
                    lying=True,
                )
                for (n, w, room, room_with_new), more in zip(joined, there, strict=True)
            ]
            groups += [_group(rules, count, 0, rules.canasta_size, values) for count in new]
            for wilds, canastas in _combined(groups, most_wilds).items():
                found[wilds] = max(found.get(wilds, 0), canastas)
    return found


def _joined(
    rules: RuleSet, melds: tuple[tuple[int, int], ...]
) -> Iterator[tuple[tuple[int, int, int, int], ...]]:
    """The sets of a rank, as they lie and joined in every lawful way.

    Of each: naturals, wild cards, and how many more wild cards can be laid in time, without a new set that joins it
    and with one.
    """
    for parts in _parts(melds) if rules.merge_melds else (tuple((meld,) for meld in melds),):
        joined = []
        for part in parts:
            wilds = sum(w for _, w in part)
            room = _room_of(rules, part) if len(part) == 1 or _may_be_one(rules, part, wilds) else -1
            if room < 0:
                break
            joined.append((sum(n for n, _ in part), wilds, room, _room_with_new(rules, part, room)))
        else:
            yield tuple(joined)


def _may_be_one(rules: RuleSet, part: tuple[tuple[int, int], ...], wilds: int) -> bool:
    """Whether these sets may be one in the end; joining a canasta with others makes no canasta more."""
    if rules.max_wilds is not None and wilds > rules.max_wilds:
        return False
    return all(n + w < rules.canasta_size for n, w in part)


def _parts(pieces: tuple[Piece, ...]) -> Iterator[tuple[tuple[Piece, ...], ...]]:
    """Ways to join some of these."""
    if not pieces:
        yield ()
        return
    first, *rest = pieces
    for others in _parts(tuple(rest)):
        yield ((first,), *others)
        for place, part in enumerate(others):
            yield (*others[:place], (first, *part), *others[place + 1 :])


def _room_of(rules: RuleSet, part: tuple[tuple[int, int], ...]) -> int:
    """How many wild cards can be laid in time on sets that are joined into one; -1 where they cannot be joined."""
    if rules.wilds_on_canasta:
        return NO_LIMIT
    pieces = tuple(sorted((n + w, w > 0) for n, w in part))
    return _most_in_time(pieces, rules.canasta_size)


def _room_with_new(rules: RuleSet, part: tuple[tuple[int, int], ...], room: int) -> int:
    """The same where a new set with a natural pair may take up wild cards first and join them then."""
    if rules.wilds_on_canasta or not rules.merge_melds or not rules.several_melds_per_rank:
        return room
    with_new = _room_of(rules, (*part, (rules.min_naturals, 1)))
    return max(room, with_new + 1 if with_new >= 0 else room)


@lru_cache(maxsize=10_000)
def _most_in_time(pieces: tuple[tuple[int, bool], ...], canasta: int) -> int:
    """The most wild cards that can be laid on these pieces (cards, with wild ones or not) until they are joined.

    None may go on a canasta, and no canasta may be joined to a piece that holds some. -1 where they cannot be joined.
    """
    if len(pieces) == 1:
        return max(0, canasta - pieces[0][0])
    best = -1
    for place, (size, _) in enumerate(pieces):
        if size < canasta:
            grown = (*pieces[:place], (size + 1, True), *pieces[place + 1 :])
            rest = _most_in_time(tuple(sorted(grown)), canasta)
            best = max(best, rest + 1 if rest >= 0 else -1)
    for one, other in combinations(range(len(pieces)), 2):
        a, b = pieces[one], pieces[other]
        closed = (a[0] >= canasta and b[1]) or (b[0] >= canasta and a[1])
        if not closed:
            others = [piece for place, piece in enumerate(pieces) if place not in (one, other)]
            joined = tuple(sorted([*others, (a[0] + b[0], a[1] or b[1])]))
            best = max(best, _most_in_time(joined, canasta))
    return best


def _shares(rules: RuleSet, melds: int, naturals: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Ways to deal out naturals of one rank: how many join each set on the table, and the sizes of new sets."""
    for joining in _compositions(naturals, melds) if melds else ((),):
        rest = naturals - sum(joining)
        for new in _partitions(rest, rest, rules.min_naturals):
            yield joining, new


def _compositions(most: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        yield ()
        return
    for first in range(most + 1):
        for rest in _compositions(most - first, parts - 1):
            yield (first, *rest)


def _partitions(total: int, largest: int, smallest: int) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for first in range(min(total, largest), smallest - 1, -1):
        for rest in _partitions(total - first, first, smallest):
            yield (first, *rest)


def _group(
    rules: RuleSet,
    naturals: int,
    wilds: int,
    in_time: int,
    values: tuple[int, int],
    *,
    lying: bool = False,
) -> dict[int, int]:
    """Wild cards that a set of so many naturals and wilds can take -> what it is worth as a canasta then, or 0.

    At most ``in_time`` of them can be laid before the set is a canasta; naturals may come later. A set that is
    ``lying`` on the table stands there, even where it was laid against the rules.
    """
    room = wild_room(rules, naturals, wilds, before=0)
    if not rules.wilds_on_canasta:
        room = min(room, in_time)
    found = {}
    for extra in range(min(room, MOST_WILDS) + 1):
        size = naturals + wilds + extra
        if lying or (size >= rules.meld_min_size and naturals >= rules.min_naturals):
            found[extra] = values[1 if wilds + extra else 0] if size >= rules.canasta_size else 0
    return found


def _combined(groups: list[dict[int, int]], most_wilds: int) -> dict[int, int]:
    states = {0: 0}
    for group in groups:
        found: dict[int, int] = {}
        for wilds, canastas in states.items():
            for more, canasta in group.items():
                total = wilds + more
                if total <= most_wilds and found.get(total, -1) < canastas + canasta:
                    found[total] = canastas + canasta
        states = found
    return states


def wild_melds(rules: RuleSet, melds: tuple[int, ...], wilds: int) -> int | None:
    """Most canastas of wild cards alone when all these are laid so, for certain; None where they cannot be.

    ``melds`` are the sizes of such melds on the table.
    """
    size = rules.canasta_size
    complete = sum(there >= size for there in melds)
    if not wilds and (len(melds) < 2 or not rules.merge_melds):
        return complete
    if rules.wild_only_melds == "no":
        return None
    if rules.wild_only_melds == "canasta_only":
        return complete if complete or not wilds else (1 if wilds >= size else None)
    most = NO_LIMIT if rules.wilds_on_canasta else size
    best = None
    for parts in _parts(melds) if rules.merge_melds else (tuple((meld,) for meld in melds),):
        joined = [sum(part) for part in parts]
        if any(len(part) > 1 and there > most for part, there in zip(parts, joined, strict=True)):
            continue
        for joining in _compositions(wilds, len(joined)) if joined else ((),):
            if any(there + more > max(most, there) for there, more in zip(joined, joining, strict=True)):
                continue
            for new in _partitions(wilds - sum(joining), min(most, wilds), rules.meld_min_size):
                sizes = [*(there + more for there, more in zip(joined, joining, strict=True)), *new]
                canastas = sum(there >= size for there in sizes)
                best = canastas if best is None else max(best, canastas)
    return best


def wild_points(wilds: int, jokers: int) -> int:
    """Points of the dearest so many wild cards, where there are so many jokers."""
    first = min(wilds, jokers)
    return first * JOKER_POINTS + (wilds - first) * TWO_POINTS


def lying_sets(turn: Turn) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The sets of each rank on the table as (naturals, wild cards)."""
    found: list[tuple[tuple[int, int], ...]] = [()] * len(NATURAL_KINDS)
    for number in sorted(turn.melds):
        kind = number & KIND_MASK
        if kind < len(found):
            naturals, twos, jokers = turn.melds[number]
            found[kind] = (*found[kind], (naturals, twos + jokers))
    return tuple(found)
