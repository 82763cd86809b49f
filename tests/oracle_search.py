"""Ways to lay cards, tried out one card after another.

Rank after rank from four to ace every card goes on a set, on a run of its suit, or stays in the hand; wild cards go
where they may. Nothing is calculated, but what has been tried once is remembered.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from tests.oracle_cards import NATURAL_RANKS, POINTS, SUITS, kind
from tests.oracle_position import Meld

NOTHING = -(10**9)
SETTINGS = (
    "min_naturals",
    "max_wilds",
    "naturals_must_outnumber",
    "wilds_on_canasta",
    "canasta_size",
    "several_melds_per_rank",
    "merge_melds",
    "wild_only_melds",
    "black_three_meld",
    "black_three_meld_max",
    "sequences",
    "sequence_max",
)


@dataclass(frozen=True, slots=True)
class Limits:
    """The parameters on which it depends what can be laid."""

    min_naturals: int
    max_wilds: int | None
    naturals_must_outnumber: bool
    wilds_on_canasta: bool
    canasta_size: int
    several_melds_per_rank: bool
    merge_melds: bool
    wild_only_melds: str
    black_three_meld: str
    black_three_meld_max: int
    sequences: bool
    sequence_max: int | None


def limits_of(rules: dict) -> Limits:
    return Limits(**{name: rules[name] for name in SETTINGS})


Counts = tuple[int, int]  # cards that are not wild, wild cards


def wrong(limits: Limits, naturals: int, wilds: int) -> set[str]:
    """What is wrong with a set of so many cards."""
    tests = {
        "size": naturals + wilds >= 3,
        "naturals": not wilds or naturals >= limits.min_naturals,
        "wilds": limits.max_wilds is None or wilds <= limits.max_wilds,
        "majority": not limits.naturals_must_outnumber or wilds < max(1, naturals),
    }
    return {name for name, right in tests.items() if not right}


@lru_cache(maxsize=200_000)
def ways_of_rank(
    limits: Limits, melds: tuple[Counts, ...], naturals: int, wilds: int
) -> frozenset[tuple[int, int, int]]:
    """Everything that can become of the cards of one rank: (naturals left, wild cards left, canastas)."""
    start = (tuple(sorted(melds)), naturals, wilds)
    seen, waiting = {start}, [start]
    while waiting:
        for state in _next_steps(limits, *waiting.pop()):
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    size = limits.canasta_size
    return frozenset((left, wild, sum(sum(meld) >= size for meld in lying)) for lying, left, wild in seen)


def _next_steps(limits: Limits, melds: tuple[Counts, ...], naturals: int, wilds: int):
    """One card more on a meld, a new meld, or two melds joined."""
    for place, (here, wild) in enumerate(melds):
        others = melds[:place] + melds[place + 1 :]
        before = wrong(limits, here, wild)
        if naturals and wrong(limits, here + 1, wild) <= before:
            yield tuple(sorted((*others, (here + 1, wild)))), naturals - 1, wilds
        room = limits.wilds_on_canasta or here + wild < limits.canasta_size
        if wilds and room and wrong(limits, here, wild + 1) <= before:
            yield tuple(sorted((*others, (here, wild + 1)))), naturals, wilds - 1
        if limits.merge_melds:
            for second in range(place):
                yield from _merged(limits, melds, place, second, naturals, wilds)
    if limits.several_melds_per_rank or not melds:
        for new in range(1, naturals + 1):
            for wild in range(min(wilds, limits.canasta_size) + 1):
                if not wrong(limits, new, wild):
                    yield tuple(sorted((*melds, (new, wild)))), naturals - new, wilds - wild


def _merged(limits: Limits, melds: tuple[Counts, ...], one: int, two: int, naturals: int, wilds: int):
    a, b = melds[one], melds[two]
    joined = (a[0] + b[0], a[1] + b[1])
    blocked = any(
        sum(first) >= limits.canasta_size and second[1] and not limits.wilds_on_canasta
        for first, second in ((a, b), (b, a))
    )
    if not blocked and not wrong(limits, *joined) & {"wilds", "majority"}:
        others = [meld for place, meld in enumerate(melds) if place not in (one, two)]
        yield tuple(sorted((*others, joined))), naturals, wilds


@lru_cache(maxsize=50_000)
def ways_of_wilds(limits: Limits, melds: tuple[int, ...], wilds: int) -> frozenset[tuple[int, int]]:
    """What can become of wild cards that are laid by themselves: (wild cards left, canastas)."""
    size = limits.canasta_size
    most = 99 if limits.wilds_on_canasta else size
    found = set()
    waiting = [(tuple(sorted(melds)), wilds)]
    seen = set(waiting)
    while waiting:
        lying, left = waiting.pop()
        found.add((left, sum(each >= size for each in lying)))
        if limits.wild_only_melds == "no":
            continue
        steps = []
        for place, each in enumerate(lying):
            others = lying[:place] + lying[place + 1 :]
            grows = limits.wild_only_melds == "any" or each >= size
            if left and grows and each < most:
                steps.append((tuple(sorted((*others, each + 1))), left - 1))
            for second in range(place if limits.merge_melds else 0):
                joined = each + lying[second]
                rest = [x for number, x in enumerate(lying) if number not in (place, second)]
                if joined <= most:
                    steps.append((tuple(sorted((*rest, joined))), left))
        if limits.several_melds_per_rank or not lying:
            least = 3 if limits.wild_only_melds == "any" else size
            steps += [(tuple(sorted((*lying, new))), left - new) for new in range(least, min(left, most) + 1)]
        for step in steps:
            if step not in seen:
                seen.add(step)
                waiting.append(step)
    return frozenset(found)


@lru_cache(maxsize=10_000)
def ways_of_black_threes(limits: Limits, melds: tuple[Counts, ...], threes: int) -> frozenset[int]:
    """How many black threes can be left in the hand."""
    found = {threes}
    if limits.black_three_meld == "never":
        return frozenset(found)
    most = limits.black_three_meld_max
    for place, (here, wild) in enumerate(melds):
        grows = not wild and here + 1 <= most
        if threes and grows:
            others = melds[:place] + melds[place + 1 :]
            found |= ways_of_black_threes(limits, (*others, (here + 1, wild)), threes - 1)
    if limits.several_melds_per_rank or not melds:
        for new in range(3, min(threes, most) + 1):
            found |= ways_of_black_threes(limits, (*melds, (new, 0)), threes - new)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Run:
    """A run that is being made: suit, place of its last card, length, and whether it is none yet without more."""

    suit: str
    end: int
    length: int
    from_hand: bool


@dataclass(frozen=True, slots=True)
class Task:
    """Cards to lay, and the own melds.

    `cards` counts the natural cards for every place from four to ace, by suit.
    """

    limits: Limits
    cards: tuple[tuple[int, int, int, int], ...]
    sets: tuple[tuple[Counts, ...], ...]
    lying: tuple[tuple[str, int, int], ...]
    wild_melds: tuple[int, ...]
    threes: int
    three_melds: tuple[Counts, ...]


def task_of(hand: Counter, melds: list[Meld], rules: dict) -> Task:
    """The cards of this hand with these melds on the table."""
    cards = tuple(tuple(hand[rank + suit] for suit in SUITS) for rank in NATURAL_RANKS)
    counts = {rank: [] for rank in NATURAL_RANKS + "3W"}
    lying = []
    for meld in melds:
        if meld.sort == "sequence":
            first, last = meld.name.split("-")
            lying.append((first[1], NATURAL_RANKS.index(first[0]), NATURAL_RANKS.index(last[0])))
        else:
            counts[meld.rank].append((len(meld.naturals), len(meld.wilds)))
    return Task(
        limits=limits_of(rules),
        cards=cards,
        sets=tuple(tuple(sorted(counts[rank])) for rank in NATURAL_RANKS),
        lying=tuple(sorted(lying)),
        wild_melds=tuple(sorted(sum(each) for each in counts["W"])),
        threes=sum(number for card, number in hand.items() if kind(card) == "3b"),
        three_melds=tuple(sorted(counts["3"])),
    )


def _assignments(task: Task, place: int, runs: tuple[Run, ...]) -> set[tuple[tuple[Run, ...], int]]:
    """Where the cards of this rank can go: (all runs afterwards, how many cards are left for sets)."""
    found = {(runs, 0)}
    longest = task.limits.sequence_max or 0
    for suit, number in zip(SUITS, task.cards[place], strict=True):
        for _ in range(number):
            after = set()
            for lying, flat in found:
                after.add((lying, flat + 1))
                if not task.limits.sequences:
                    continue
                if _may_start(task, place, suit):
                    after.add((_sorted((*lying, Run(suit, place, 1, True))), flat))
                for run in set(lying):
                    if run.suit == suit and run.end == place - 1 and run.length < longest:
                        others = list(lying)
                        others.remove(run)
                        longer = Run(suit, place, run.length + 1, run.from_hand)
                        after.add((_sorted((*others, longer)), flat))
            found = after
    return found


def _may_start(task: Task, place: int, suit: str) -> bool:
    """Whether a run that starts here could go on at all."""
    column = SUITS.index(suit)
    above = place + 1 < len(NATURAL_RANKS) and task.cards[place + 1][column] > 0
    return above or any(own == suit and low == place + 1 for own, low, _ in task.lying)


def _sorted(runs) -> tuple[Run, ...]:
    return tuple(sorted(runs, key=lambda run: (run.suit, run.end, run.length, run.from_hand)))


def _awakened(task: Task, place: int, runs: tuple[Run, ...]) -> set[tuple[Run, ...]]:
    """Sequences on the table that begin at this rank: alone, or with a run from below joined to them."""
    found = {runs}
    for suit, low, high in task.lying:
        if low != place:
            continue
        after = set()
        for lying in found:
            length = high - low + 1
            after.add(_sorted((*lying, Run(suit, high, length, False))))
            for run in set(lying):
                fits = run.suit == suit and run.end == place - 1 and run.from_hand
                if fits and run.length + length <= (task.limits.sequence_max or 0):
                    others = list(lying)
                    others.remove(run)
                    after.add(_sorted((*others, Run(suit, high, run.length + length, False))))
        found = after
    return found


def _closed(task: Task, place: int, runs: tuple[Run, ...]) -> tuple[tuple[Run, ...], int] | None:
    """The runs that can still grow at this rank, and how many whole sequences have ended; None if one is too short."""
    last_place = place == len(NATURAL_RANKS)
    open_ones = tuple(run for run in runs if run.end >= place - 1 and not last_place)
    ended = [run for run in runs if run.end < place - 1 or last_place]
    if any(run.from_hand and run.length < 3 for run in ended):
        return None
    return open_ones, sum(run.length == task.limits.sequence_max for run in ended)


def fits_completely(task: Task, wilds: int, *, spare: int, canastas: int) -> bool:
    """Whether all but `spare` cards can be laid so that there are so many canastas."""
    tried: dict = {}

    def go_on(place: int, runs: tuple[Run, ...], wilds: int, spare: int, missing: int) -> bool:
        key = (place, runs, wilds, spare, missing)
        if key not in tried:
            tried[key] = step(place, runs, wilds, spare, missing)
        return tried[key]

    def step(place: int, runs: tuple[Run, ...], wilds: int, spare: int, missing: int) -> bool:
        for awake in _awakened(task, place, runs):
            closed = _closed(task, place, awake)
            if closed is None:
                continue
            growing, whole = closed
            if place == len(NATURAL_RANKS):
                if last(wilds, spare, missing - whole):
                    return True
                continue
            for after, flat in _assignments(task, place, growing):
                for left, wild, made in ways_of_rank(task.limits, task.sets[place], flat, wilds):
                    still = max(0, missing - whole - made)
                    if left <= spare and go_on(place + 1, after, wild, spare - left, still):
                        return True
        return False

    def last(wilds: int, spare: int, missing: int) -> bool:
        threes = min(ways_of_black_threes(task.limits, task.three_melds, task.threes))
        ways = ways_of_wilds(task.limits, task.wild_melds, wilds)
        return any(left + threes <= spare and missing <= made for left, made in ways)

    return go_on(0, (), wilds, spare, canastas)


def most_points(task: Task, twos: int, jokers: int, *, keep: int) -> int:
    """The most points that can be laid so that at least `keep` of these cards stay in the hand. No black threes."""
    tried: dict = {}

    def go_on(place: int, runs: tuple[Run, ...], twos: int, jokers: int, keep: int) -> int:
        key = (place, runs, twos, jokers, keep)
        if key not in tried:
            tried[key] = max(step(place, runs, twos, jokers, keep), default=NOTHING)
        return tried[key]

    def step(place: int, runs: tuple[Run, ...], twos: int, jokers: int, keep: int):
        for awake in _awakened(task, place, runs):
            closed = _closed(task, place, awake)
            if closed is None:
                continue
            if place == len(NATURAL_RANKS):
                yield last(twos, jokers, keep - task.threes)
                continue
            number = sum(task.cards[place])
            value = POINTS[NATURAL_RANKS[place]]
            for after, flat in _assignments(task, place, closed[0]):
                ways = ways_of_rank(task.limits, task.sets[place], flat, twos + jokers)
                for left, wild in {(left, wild) for left, wild, _ in ways}:
                    for used, points in _wild_choices(twos, jokers, twos + jokers - wild):
                        rest = go_on(place + 1, after, twos - used[0], jokers - used[1], max(0, keep - left))
                        yield rest + points + (number - left) * value

    def last(twos: int, jokers: int, keep: int) -> int:
        best = NOTHING
        for left, _ in ways_of_wilds(task.limits, task.wild_melds, twos + jokers):
            if left >= keep:
                best = max(
                    [best, *(points for _, points in _wild_choices(twos, jokers, twos + jokers - left))]
                )
        return best

    return go_on(0, (), twos, jokers, keep)


def _wild_choices(twos: int, jokers: int, number: int):
    """So many wild cards, as ((twos, jokers), points)."""
    for used in range(min(jokers, number) + 1):
        if number - used <= twos:
            yield (number - used, used), used * POINTS["JK"] + (number - used) * POINTS["2"]
