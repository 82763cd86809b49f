"""Ways to lay runs: all of them in a small hand, in a large one only those without which some rank could not lie.

In a large hand there are too many ways. But a card that lies in a run may as well lie in a set of its rank wherever
the rank keeps enough cards for one, and a set is never worse off for one natural card more. So from any way to lay the
cards, runs can be given back until each that is left serves a rank too short for a set, or is complete and counts as a
canasta. Only such ways are looked at there (:class:`NeededRuns`): the shortest rank first, each run that takes one of
its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.law.actions import NATURAL_KINDS, RANK_COUNT, sequence_of
from engine.law.ruleset import RuleSet
from engine.turn.turn import Turn

SUITS = range(4)
LARGE = 16
"""With more natural cards than so many a hand is large where all of it must lie."""
LARGE_TO_LEAVE = 24
"""The same where cards may stay in the hand."""
WAY_STEPS = 4
"""Steps for each way to lay runs."""

Spend = Callable[[int], None]
"""Counts steps of a search that has a limit; may raise. A judgement has none."""


def nothing_counted(steps: int) -> None:
    """The counter of what has no limit."""


@lru_cache(maxsize=20_000)
def run_layouts(
    counts: tuple[int, ...], lengths: tuple[int, int], runs: tuple[tuple[int, int], ...]
) -> dict[tuple[int, ...], tuple[int, int]]:
    """Ways to lay cards of one suit as runs: counts that remain -> (most complete runs, cards laid).

    ``counts`` are the cards of the suit by rank, ``lengths`` the shortest and the longest run, ``runs`` the lowest and
    highest rank of those on the table, which may be extended at both ends.
    """
    shortest, longest = lengths
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    start = (counts, 0)
    states: dict[tuple[tuple[int, ...], int], None] = {start: None}
    for low, high in runs:
        states = {
            (left, full + (length >= longest)): None
            for before, full in states
            for left, length in _extended(before, low, high, longest)
        }
    for left, full in states:
        for rest, more in _new_runs(left, shortest, longest, 0):
            laid = sum(counts) - sum(rest)
            if rest not in found or found[rest][0] < full + more:
                found[rest] = (full + more, laid)
    return found


def _extended(
    counts: tuple[int, ...], low: int, high: int, longest: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The run as it lies, and extended at both ends: counts that remain, and its length."""
    yield counts, high - low + 1
    for down in range(low + 1):
        if down and not counts[low - down]:
            break
        for up in range(RANK_COUNT - high):
            if (up and not counts[high + up]) or high - low + 1 + down + up > longest:
                break
            if not down + up:
                continue
            left = list(counts)
            for rank in (*range(low - down, low), *range(high + 1, high + up + 1)):
                left[rank] -= 1
            yield tuple(left), high - low + 1 + down + up


def _new_runs(
    counts: tuple[int, ...], shortest: int, longest: int, first: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every set of new runs, each with its lowest card at ``first`` or above: counts that remain, complete runs."""
    yield counts, 0
    for low in range(first, RANK_COUNT - shortest + 1):
        left = list(counts)
        for high in range(low, min(low + longest, RANK_COUNT)):
            if not left[high]:
                break
            left[high] -= 1
            length = high - low + 1
            if length >= shortest:
                for rest, full in _new_runs(tuple(left), shortest, longest, low):
                    yield rest, full + (length == longest)


def in_a_run(turn: Turn, suited: Sequence[int], suit: int, kind: int) -> bool:
    """Whether this card, one of ``suited``, lies in a row that is long enough or touches a run on the table."""
    first = suit * RANK_COUNT
    low = high = kind
    while low and suited[first + low - 1]:
        low -= 1
    while high + 1 < RANK_COUNT and suited[first + high + 1]:
        high += 1
    if high - low + 1 >= turn.rules.meld_min_size:
        return True
    for number in turn.sequences:
        own, bottom, top = sequence_of(number)
        if own == suit and (low <= top + 1 <= high or low <= bottom - 1 <= high):
            return True
    return False


def run_choices(turn: Turn, suited: list[int]) -> list[dict[tuple[int, ...], tuple[int, int]]]:
    """For each suit, the ways to lay runs: counts that remain -> (most complete runs, cards laid)."""
    rules = turn.rules
    lengths = (rules.meld_min_size, rules.sequence_max or 0)
    runs = [sequence_of(number) for number in turn.sequences]
    return [
        run_layouts(
            tuple(suited[suit * RANK_COUNT : (suit + 1) * RANK_COUNT]),
            lengths,
            tuple((low, high) for own, low, high in runs if own == suit),
        )
        for suit in range(4)
    ]


class Way(NamedTuple):
    """Natural cards that lie in no run, by suit and rank, the runs on the table, and the complete runs so far.

    ``settled`` are ranks too short for a set of natural cards that stay as they are; ``discarded`` says that one card
    has been kept for the discard.
    """

    counts: tuple[int, ...]
    runs: tuple[tuple[int, int, int], ...]  # suit, lowest and highest rank
    full: int = 0
    settled: frozenset[int] = frozenset()
    discarded: bool = False

    def sums(self) -> tuple[int, ...]:
        """Natural cards of each rank that lie in no run."""
        counts = self.counts
        each_suit = [counts[first : first + RANK_COUNT] for first in range(0, len(counts), RANK_COUNT)]
        return tuple([sum(cards) for cards in zip(*each_suit, strict=True)])


class NeededRuns:
    """The ways to lay runs in a large hand. ``bare`` are the ranks without a set on the table."""

    def __init__(self, rules: RuleSet, bare: list[int]) -> None:
        self.smallest = rules.meld_min_size
        self.longest = rules.sequence_max or 0
        self.least = rules.min_naturals
        self.bare = bare

    def ways(
        self,
        counts: tuple[int, ...],
        runs: tuple[tuple[int, int, int], ...],
        *,
        wilds: int,
        complete: int = 0,
        may_discard: bool = False,
        spend: Spend,
    ) -> Iterator[Way]:
        """Every way that can matter where all cards must lie, the one without new runs first.

        Up to so many ``complete`` runs more are laid for their own sake; ``wilds`` are the wild cards for short ranks.
        Each way that is looked at is counted.
        """
        seen: set[Way] = set()
        first = Way(counts, runs, sum(high - low + 1 >= self.longest for _, low, high in runs))
        layer = {first}
        for _ in range(complete + 1):
            for begun in sorted(layer, key=lambda way: way[:3]):
                waiting = [begun]
                while waiting:
                    way = waiting.pop()
                    if way in seen:
                        continue
                    seen.add(way)
                    spend(WAY_STEPS)
                    sums = way.sums()
                    short = self._short(way, sums)
                    if short is None:
                        yield way
                    else:
                        waiting += reversed(
                            list(self._served(way, short, sums, wilds, may_discard=may_discard))
                        )
            layer = {after for way in layer for after in self._completed(way)}

    def ways_to_leave(self, counts: tuple[int, ...], runs: tuple[tuple[int, int, int], ...]) -> Iterator[Way]:
        """Every way that can matter where cards may stay in the hand, the one without new runs first."""
        waiting = [Way(counts, runs)]
        seen = set(waiting)
        for way in waiting:  # grows while it is read
            yield way
            for after in self._ways_on(way):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)

    def _ways_on(self, way: Way) -> Iterator[Way]:
        """The ways with a card more in runs: one of a rank whose cards can be no set of natural cards."""
        sums = way.sums()
        for rank in (rank for rank in self.bare if 0 < sums[rank] < self.smallest):
            for suit in SUITS:
                if way.counts[suit * RANK_COUNT + rank]:
                    yield from self._extended(way, suit, rank)
                    yield from self._begun(way, suit, rank)

    def _short(self, way: Way, sums: tuple[int, ...]) -> int | None:
        """The rank with the fewest cards that can be no set of natural cards, and of which nothing is settled."""
        found, fewest = None, self.smallest
        for rank in self.bare:
            is_settled = rank in way.settled and sums[rank] >= self.least
            if 0 < sums[rank] < fewest and not is_settled:
                found, fewest = rank, sums[rank]
        return found

    def _served(
        self, way: Way, rank: int, sums: tuple[int, ...], wilds: int, *, may_discard: bool
    ) -> Iterator[Way]:
        """Ways to go on for this rank: as it is, with a card of it discarded, or in a run."""
        if sums[rank] >= self.least and self._demand(way, rank, sums) <= wilds:
            yield Way(way.counts, way.runs, way.full, way.settled | {rank}, way.discarded)
        # Else all its cards must go, so one of them may be the first.
        suit = next(suit for suit in SUITS if way.counts[suit * RANK_COUNT + rank])
        if may_discard and not way.discarded:
            yield Way(_without(way.counts, suit, rank, rank), way.runs, way.full, way.settled, True)
        yield from self._extended(way, suit, rank)
        yield from self._begun(way, suit, rank)

    def _demand(self, way: Way, rank: int, sums: tuple[int, ...]) -> int:
        ranks = way.settled | {rank}
        return sum(self.smallest - sums[each] for each in ranks if 0 < sums[each] < self.smallest)

    def _begun(self, way: Way, suit: int, rank: int) -> Iterator[Way]:
        """New runs with this card."""
        row = way.counts[suit * RANK_COUNT : (suit + 1) * RANK_COUNT]
        low = rank
        while low and row[low - 1]:
            low -= 1
        for first in range(low, rank + 1):
            last = first
            while last < RANK_COUNT and row[last] and last - first < self.longest:
                if last >= rank and last - first + 1 >= self.smallest:
                    full = way.full + (last - first + 1 >= self.longest)
                    counts = _without(way.counts, suit, first, last)
                    yield Way(counts, way.runs, full, way.settled, way.discarded)
                last += 1

    def _extended(self, way: Way, suit: int, rank: int) -> Iterator[Way]:
        """Runs on the table that grow as far as this card, at one end or at both."""
        for place, run in enumerate(way.runs):
            if run[0] == suit and not run[1] <= rank <= run[2]:
                for after in self._grown(way, place):
                    _, low, high = after.runs[place]
                    if low <= rank <= high:
                        yield after

    def _grown(self, way: Way, place: int) -> Iterator[Way]:
        """This run on the table, longer at one end or at both."""
        suit, low, high = way.runs[place]
        row = way.counts[suit * RANK_COUNT : (suit + 1) * RANK_COUNT]
        down = low
        while True:
            up = high
            while True:
                if (down, up) != (low, high):
                    yield self._with_run(way, place, down, up)
                up += 1
                if up >= RANK_COUNT or not row[up] or up - down + 1 > self.longest:
                    break
            down -= 1
            if down < 0 or not row[down] or high - down + 1 > self.longest:
                return

    def _with_run(self, way: Way, place: int, low: int, high: int) -> Way:
        suit, first, last = way.runs[place]
        counts = way.counts
        if low < first:
            counts = _without(counts, suit, low, first - 1)
        if high > last:
            counts = _without(counts, suit, last + 1, high)
        gained = (high - low + 1 >= self.longest) - (last - first + 1 >= self.longest)
        runs = (*way.runs[:place], (suit, low, high), *way.runs[place + 1 :])
        return way._replace(counts=counts, runs=runs, full=way.full + gained)

    def _completed(self, way: Way) -> Iterator[Way]:
        """One complete run more: a new one, or one on the table that grows to one."""
        for place in range(len(way.runs)):
            for after in self._grown(way, place):
                if after.full > way.full:
                    yield after
        for suit in SUITS:
            for low in range(RANK_COUNT - self.longest + 1):
                first = suit * RANK_COUNT + low
                if all(way.counts[first : first + self.longest]):
                    counts = _without(way.counts, suit, low, low + self.longest - 1)
                    yield way._replace(counts=counts, full=way.full + 1)


def _without(counts: tuple[int, ...], suit: int, low: int, high: int) -> tuple[int, ...]:
    """The counts with one card less of each of these ranks of the suit."""
    first, last = suit * RANK_COUNT + low, suit * RANK_COUNT + high
    return (*counts[:first], *[count - 1 for count in counts[first : last + 1]], *counts[last + 1 :])


def _without_runs(turn: Turn, suited: list[int]) -> Iterator[tuple[int, ...]]:
    """What remains of each rank when runs are laid, in every way that can matter."""
    if sum(suited) > LARGE_TO_LEAVE:
        bare = [kind for kind in NATURAL_KINDS if not turn.numbers_of(kind)]
        runs = tuple([sequence_of(number) for number in turn.sequences])
        for way in NeededRuns(turn.rules, bare).ways_to_leave(tuple(suited), runs):
            yield way.sums()
        return
    seen: set[tuple[int, ...]] = set()
    for rests in product(*run_choices(turn, suited)):
        sums = tuple(map(sum, zip(*rests, strict=True)))
        if sums not in seen:
            seen.add(sums)
            yield sums
