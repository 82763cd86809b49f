"""Card by card: all that can be laid of one rank with wild cards, of one suit in sequences, of wild cards alone."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tests.oracle_cards import NATURAL_RANKS
from tests.oracle_melds import faults_of_merging, faults_of_more

WHAT_MATTERS = (
    "min_naturals", "max_wilds", "naturals_must_outnumber", "wild_only_melds", "wilds_on_canasta", "sequences",
    "several_melds_per_rank", "merge_melds", "canasta_size", "sequence_max", "sperr_canasta", "black_three_meld",
    "black_three_meld_max",
)  # fmt: skip


class Set(NamedTuple):
    """A set, or wild cards alone: naturals, wild cards, and whether the player alone laid it in this turn."""

    naturals: int
    wilds: int
    fresh: bool

    def cards(self, sort: str = "set") -> list[str]:
        return ["Kc"] * self.naturals + ["2c"] * self.wilds


class Run(NamedTuple):
    """A sequence: its suit ("" for a broken one), the place of its first rank, its length."""

    suit: str
    first: int
    length: int
    fresh: bool


def frozen_rules(rules: dict) -> tuple:
    """The rules that matter for a set, fit for a cache."""
    return tuple((name, rules[name]) for name in WHAT_MATTERS)


@lru_cache(maxsize=200_000)
def ways_of_rank(sets: tuple[Set, ...], naturals: int, wilds: int, frozen: tuple) -> list[tuple]:
    """(sets, naturals used, wild cards used, touched) for everything that can be reached step by step."""
    rules = dict(frozen)
    start = (tuple(sorted(sets)), 0, 0, False)
    seen, todo = {start}, [start]
    while todo:
        there, used, wild, touched = todo.pop()
        for now, more, more_wild, touching in _steps(there, naturals - used, wilds - wild, rules):
            state = (tuple(sorted(now)), used + more, wild + more_wild, touched or touching)
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return sorted(seen, key=lambda state: -(state[1] + state[2]))


def _steps(sets: tuple[Set, ...], naturals: int, wilds: int, rules: dict) -> Iterator[tuple]:
    for place, each in enumerate(sets):
        others = sets[:place] + sets[place + 1 :]
        if naturals and not faults_of_more(each.cards(), ["Kc"], rules, "set"):
            yield (*others, Set(each.naturals + 1, each.wilds, each.fresh)), 1, 0, not each.fresh
        if wilds and not faults_of_more(each.cards(), ["2c"], rules, "set"):
            yield (*others, Set(each.naturals, each.wilds + 1, each.fresh)), 0, 1, not each.fresh
        for number, other in enumerate(others if rules["merge_melds"] else ()):
            if not faults_of_merging(each.cards(), other.cards(), rules):
                fresh = each.fresh and other.fresh
                joined = Set(each.naturals + other.naturals, each.wilds + other.wilds, fresh)
                yield (*others[:number], *others[number + 1 :], joined), 0, 0, not fresh
    if rules["several_melds_per_rank"] or not sets:
        for wild in range(min(wilds, 2) + 1):
            new = Set(3 - wild, wild, fresh=True)
            if new.naturals <= naturals and not faults_of_more([], new.cards(), rules, "set"):
                yield (*sets, new), new.naturals, new.wilds, False


@lru_cache(maxsize=200_000)
def ways_of_suit(suit: str, runs: tuple[Run, ...], counts: tuple[int, ...], longest: int) -> list[tuple]:
    """(sequences, cards used of each rank, touched) for everything that can be reached step by step."""
    start = (tuple(sorted(runs)), counts, False)
    seen, todo = {start}, [start]
    while todo:
        there, left, touched = todo.pop()
        for now, rest, touching in _longer(suit, there, left, longest):
            state = (tuple(sorted(now)), rest, touched or touching)
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return [
        (there, tuple(had - has for had, has in zip(counts, left, strict=True)), touched)
        for there, left, touched in sorted(seen, key=lambda state: sum(state[1]))
    ]


def _longer(suit: str, runs: tuple[Run, ...], left: tuple[int, ...], longest: int) -> Iterator[tuple]:
    for place, run in enumerate(runs):
        others = runs[:place] + runs[place + 1 :]
        above = run.first + run.length
        if run.length < longest and above < len(NATURAL_RANKS) and left[above]:
            yield (*others, run._replace(length=run.length + 1)), _less(left, above), not run.fresh
        below = run.first - 1
        if run.length < longest and below >= 0 and left[below]:
            yield (
                (*others, run._replace(first=below, length=run.length + 1)),
                _less(left, below),
                not run.fresh,
            )
    for first in range(len(NATURAL_RANKS) - 2):
        if all(left[first : first + 3]):
            rest = _less(_less(_less(left, first), first + 1), first + 2)
            yield (*runs, Run(suit, first, 3, fresh=True)), rest, False


def _less(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])


@lru_cache(maxsize=50_000)
def ways_of_wilds(melds: tuple[Set, ...], wilds: int, frozen: tuple) -> list[tuple]:
    """(wild melds, wild cards used, touched) where a rule set knows melds of wild cards alone."""
    rules = dict(frozen)
    start = (tuple(sorted(melds)), 0, False)
    if rules["wild_only_melds"] == "no":
        return [start]
    smallest = 3 if rules["wild_only_melds"] == "any" else rules["canasta_size"]
    seen, todo = {start}, [start]
    while todo:
        there, used, touched = todo.pop()
        after = []
        for place, each in enumerate(there):
            if used < wilds and not faults_of_more(each.cards(), ["2c"], rules, "W"):
                others = there[:place] + there[place + 1 :]
                after.append(
                    ((*others, each._replace(wilds=each.wilds + 1)), used + 1, touched or not each.fresh)
                )
        pairs = (
            [(one, two) for one in range(len(there)) for two in range(one)] if rules["merge_melds"] else []
        )
        for one, two in pairs:
            size = there[one].wilds + there[two].wilds
            if rules["wilds_on_canasta"] or size <= rules["canasta_size"]:
                rest = [each for place, each in enumerate(there) if place not in (one, two)]
                fresh = there[one].fresh and there[two].fresh
                after.append(((*rest, Set(0, size, fresh)), used, touched or not fresh))
        if wilds - used >= smallest and (rules["several_melds_per_rank"] or not there):
            after.append(((*there, Set(0, smallest, fresh=True)), used + smallest, touched))
        for now, more, touching in after:
            state = (tuple(sorted(now)), more, touching)
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return sorted(seen, key=lambda state: -state[1])
