"""The most points that can be laid for a first meld. Exact; a closed form settles most hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, TWO_KIND
from engine.law.kinds import KIND_MASK, RANK_COUNT, WILD_MELD, sequence_of
from engine.law.ruleset import RuleSet
from engine.reach.layouts import run_layouts, set_layouts, wild_melds, wild_room
from engine.reach.needed_runs import LARGE_TO_LEAVE, WAY_STEPS, NeededRuns, Spend, nothing_counted
from engine.turn.turn import Turn

NATURAL_KINDS = range(BLACK_THREE_KIND)
USUAL_NATURALS = 2
TRIED_IN_A_STEP = 100
"""So many sums take as long as one step of a search."""
_JOKER_POINTS = KIND_POINTS[JOKER_KIND]
_TWO_POINTS = KIND_POINTS[TWO_KIND]


def wild_points(wilds: int, jokers: int) -> int:
    """Points of the dearest so many wild cards, where there are so many jokers."""
    first = min(wilds, jokers)
    return first * _JOKER_POINTS + (wilds - first) * _TWO_POINTS


def best_points(turn: Turn, *, keep: int, spend: Spend = nothing_counted) -> int:
    """The most points that can be laid from the cards usable for the first meld, leaving ``keep`` cards in the hand.

    Black threes are left out: they are only melded when going out. Returns -1 if fewer cards are held.
    """
    return _best(turn, keep=keep, enough=None, spend=spend)


def reaches(turn: Turn, needed: int, *, keep: int, spend: Spend = nothing_counted) -> bool:
    """Whether so many points can be laid from the cards usable for the first meld, leaving ``keep`` cards."""
    return _best(turn, keep=keep, enough=needed, spend=spend) >= needed


def _best(turn: Turn, *, keep: int, enough: int | None, spend: Spend) -> int:
    """As :func:`best_points`; once ``enough`` points are found, the search may stop there."""
    usable = turn.hand if turn.held is None else [max(0, count) for count in turn.held]
    layable = sum(usable[:BLACK_THREE_KIND]) + usable[TWO_KIND] + usable[JOKER_KIND]
    budget = min(layable, turn.cards_in_hand - keep)
    if budget < 0:
        return -1
    points, used, is_best = _lay_all(turn, usable)
    if used <= budget and ((is_best and turn.suited is None) or (enough is not None and points >= enough)):
        return points
    if enough is not None and _bound(turn, usable, runs=turn.suited is not None) < enough:
        return 0
    if turn.suited is None:
        return _best_sets(turn, usable, budget, spend)
    suited = [max(0, count) for count in turn.held_suited or turn.suited]
    if enough is not None and _bound_with_suits(turn, usable, suited, budget) < enough:
        return 0
    found = -1
    for sums in _without_runs(turn, suited):
        spend(WAY_STEPS)
        wanted = found + 1 if enough is None else enough
        found = max(found, _with_runs_laid(turn, usable, budget, sums, wanted, spend))
        if enough is not None and found >= enough:
            break
    return found


def _bound(turn: Turn, usable: list[int], *, runs: bool) -> int:
    """More than can be laid: every card of a rank that comes twice, or any one with ``runs``, and every wild card."""
    if runs:
        kinds = [k for k in NATURAL_KINDS if usable[k]]
    else:
        least = turn.rules.min_naturals
        kinds = [k for k in NATURAL_KINDS if usable[k] >= least or (usable[k] and k in turn.melds)]
    return sum(usable[k] * KIND_POINTS[k] for k in (*kinds, TWO_KIND, JOKER_KIND))


def _bound_with_suits(turn: Turn, usable: list[int], suited: list[int], budget: int) -> int:
    """More than can be laid: the dearest ``budget`` cards of those that fit somewhere, a pair only with a wild card."""
    wilds = usable[TWO_KIND] + usable[JOKER_KIND]
    least, smallest = turn.rules.min_naturals, turn.rules.meld_min_size
    points = [_JOKER_POINTS] * usable[JOKER_KIND] + [_TWO_POINTS] * usable[TWO_KIND]
    short: list[list[int]] = []
    for kind in NATURAL_KINDS:
        count = usable[kind]
        if not count:
            continue
        each = KIND_POINTS[kind]
        if count >= smallest or kind in turn.melds:
            points += [each] * count
            continue
        in_runs = [
            suit
            for suit in range(4)
            if suited[suit * RANK_COUNT + kind] and in_a_run(turn, suited, suit, kind)
        ]
        set_with_wilds = count >= least and count + wilds >= smallest
        if in_runs and set_with_wilds:
            points += [each] * count
        elif in_runs:
            points += [each] * sum(suited[suit * RANK_COUNT + kind] for suit in in_runs)
        elif set_with_wilds:
            short.append([each] * count)
    short.sort(reverse=True)
    for cards in short[:wilds]:
        points += cards
    points.sort(reverse=True)
    return sum(points[:budget])


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


def _lay_all(turn: Turn, usable: list[int]) -> tuple[int, int, bool]:
    """Points and cards when all is laid that fits, the wild cards with the dearest pairs first, one meld of a rank.

    The third value says that no other way, sequences apart, brings more.
    """
    rules, melds = turn.rules, turn.melds
    if rules.min_naturals != USUAL_NATURALS:
        return 0, 0, False
    pair_room = wild_room(rules, 2, 0, before=0)
    points = used = room = 0
    pairs: list[int] = []
    for kind in NATURAL_KINDS:
        count = usable[kind]
        meld = melds.get(kind)
        if meld is not None:
            naturals, twos, jokers = meld
            room += wild_room(rules, naturals + count, twos + jokers, before=naturals + twos + jokers)
        elif count > 2:
            room += wild_room(rules, count, 0, before=0)
        elif count == 2:
            pairs.append(KIND_POINTS[kind])
            continue
        else:
            continue
        points += count * KIND_POINTS[kind]
        used += count
    wilds = usable[TWO_KIND] + usable[JOKER_KIND]
    if pairs and pair_room and wilds:
        pairs.sort(reverse=True)
        with_wild = min(len(pairs), wilds)
        points += 2 * sum(pairs[:with_wild])
        used += 2 * with_wild
        room += with_wild * pair_room
    laid = min(wilds, room)
    points += wild_points(laid, usable[JOKER_KIND])
    one_each = (
        not rules.several_melds_per_rank and rules.wild_only_melds == "no" and len(melds) == len(turn.fresh)
    )
    return points, used + laid, laid == wilds or one_each


def _best_sets(turn: Turn, usable: list[int], budget: int, spend: Spend) -> int:
    """The most points of sets and wild melds with at most ``budget`` cards."""
    alone = tuple([sum(turn.melds[number]) for number in turn.numbers_of(WILD_MELD)])
    points, steps = _sets_worth(turn.rules, lying_sets(turn), alone, tuple(usable), budget)
    spend(steps)
    return points


def lying_sets(turn: Turn) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The sets of each rank on the table as (naturals, wild cards)."""
    found: list[tuple[tuple[int, int], ...]] = [()] * len(NATURAL_KINDS)
    for number in sorted(turn.melds):
        kind = number & KIND_MASK
        if kind < len(found):
            naturals, twos, jokers = turn.melds[number]
            found[kind] = (*found[kind], (naturals, twos + jokers))
    return tuple(found)


# Hands that differ only in suits come again and again; the steps are counted each time.
@lru_cache(maxsize=5_000)
def _sets_worth(
    rules: RuleSet,
    sets: tuple[tuple[tuple[int, int], ...], ...],
    alone: tuple[int, ...],
    usable: tuple[int, ...],
    budget: int,
) -> tuple[int, int]:
    """The same from what decides it, the sets of each rank and the wild melds on the table, and the steps it takes."""
    jokers = usable[JOKER_KIND]
    wilds = usable[TWO_KIND] + jokers
    most_wilds = min(wilds, budget)
    # Counted are the cards that stay, not those that are laid: few must, and more than these need no telling apart.
    staying = sum(usable[:BLACK_THREE_KIND]) + wilds - budget
    # (natural cards that stay, wild cards used) -> most natural points
    states = {(0, 0): 0}
    tried = 0
    for kind in NATURAL_KINDS:
        count = usable[kind]
        if not count and not sets[kind]:
            continue
        options = _options(rules, kind, count, sets[kind], most_wilds, staying)
        tried += len(states) * len(options)
        found: dict[tuple[int, int], int] = {}
        for (stayed, used), value in states.items():
            for left, more, gain in options:
                if used + more > most_wilds:
                    continue
                key = (min(staying, stayed + left), used + more)
                if found.get(key, -1) < value + gain:
                    found[key] = value + gain
        states = found
    laid_alone = [more for more in range(most_wilds + 1) if wild_melds(rules, alone, more) is not None]
    points = max(
        value + wild_points(used + more, jokers)
        for (stayed, used), value in states.items()
        for more in laid_alone
        if used + more <= min(most_wilds, wilds + stayed - staying)
    )
    return points, 1 + tried // TRIED_IN_A_STEP


@lru_cache(maxsize=50_000)
def _options(
    rules: RuleSet, kind: int, count: int, melds: tuple[tuple[int, int], ...], most_wilds: int, staying: int
) -> tuple[tuple[int, int, int], ...]:
    """Ways to lay cards of a rank: naturals that stay, as far as ``staying``, wild cards, most natural points."""
    found = {}
    for used in range(count + 1):
        ways = set_layouts(rules, melds, used, most_wilds) if used or melds else (0,)
        for wilds in ways:
            found[min(staying, count - used), wilds] = used * KIND_POINTS[kind]
    return tuple([(left, wilds, gain) for (left, wilds), gain in found.items()])


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


def _with_runs_laid(
    turn: Turn, usable: list[int], budget: int, sums: tuple[int, ...], wanted: int, spend: Spend
) -> int:
    """The most points when so many cards of each rank are left for sets; -1 where that is surely less than wanted."""
    laid = [usable[kind] - sums[kind] for kind in NATURAL_KINDS]
    cards = sum(laid)
    points = sum(count * KIND_POINTS[kind] for kind, count in enumerate(laid))
    rest = [*sums, *usable[BLACK_THREE_KIND:]]
    if cards > budget or points + _bound(turn, rest, runs=False) < wanted:
        return -1
    more, used, is_best = _lay_all(turn, rest)
    if used + cards > budget or not is_best:
        more = _best_sets(turn, rest, budget - cards, spend)
    return points + more


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
