"""The most that can be laid: card points for a first meld, and card points with bonuses. Exact.

For a first meld a closed form settles most hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from engine.law.actions import KIND_MASK, NATURAL_KINDS, RANK_COUNT, WILD_MELD
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, TWO_KIND
from engine.law.ruleset import RuleSet
from engine.reach.layouts import (
    JOKER_POINTS,
    TWO_POINTS,
    lying_sets,
    set_layouts,
    wild_melds,
    wild_points,
    wild_room,
)
from engine.reach.runs import WAY_STEPS, Spend, _without_runs, in_a_run, nothing_counted, run_choices
from engine.turn.turn import Turn

USUAL_NATURALS = 2
TRIED_IN_A_STEP = 100
"""So many sums take as long as one step of a search."""


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
    points = [JOKER_POINTS] * usable[JOKER_KIND] + [TWO_POINTS] * usable[TWO_KIND]
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


def value(turn: Turn) -> int:
    """Card points laid in this turn and the bonuses of the side's melds."""
    rules = turn.rules
    bonus = sum(_set_bonus(turn, number, *counts) for number, counts in turn.melds.items())
    bonus += sum((rules.bonus_samba or 0) for number in turn.sequences if turn.is_canasta(number))
    return turn.laid + bonus


def _set_bonus(turn: Turn, number: int, naturals: int, twos: int, jokers: int) -> int:
    rules = turn.rules
    kind = number & KIND_MASK
    if kind == BLACK_THREE_KIND or naturals + twos + jokers < rules.canasta_size:
        return 0
    if kind == WILD_MELD:
        return rules.bonus_wild[0 if not twos else 1 if not jokers else 2] if rules.bonus_wild else 0
    natural = not twos + jokers
    if rules.bonus_aces is not None and kind == RANK_COUNT - 1:
        return rules.bonus_aces[0 if natural else 1]
    return rules.bonus_natural if natural else rules.bonus_mixed


def most_gained(turn: Turn, *, keep: int) -> int | None:
    """The most card points and bonuses that can be gained by laying more, leaving ``keep`` cards.

    None where nothing legal is left: until the minimum is reached only a lay-down that reaches it counts. Black threes
    are left out.
    """
    usable = turn.hand if turn.held is None else [max(0, count) for count in turn.held]
    budget = turn.cards_in_hand - keep
    if budget < 0:
        return None
    missing = 0 if turn.opened else max(0, turn.minimum - turn.laid)
    best: int | None = 0 if turn.opened or not turn.owes_minimum else None
    for sums, run_points, run_bonus, used in _run_gains(turn, usable):
        found = _set_gains(turn, usable, sums, budget - used, missing - run_points)
        if found is not None:
            total = found + run_points + run_bonus
            best = total if best is None else max(best, total)
    return best


def _run_gains(turn: Turn, usable: list[int]) -> Iterator[tuple[tuple[int, ...], int, int, int]]:
    """What remains by rank when runs are laid, their card points, the bonus gained, and the cards used."""
    if turn.suited is None:
        yield tuple(usable[:BLACK_THREE_KIND]), 0, 0, 0
        return
    suited = turn.held_suited if turn.held_suited is not None else turn.suited
    bonus = turn.rules.bonus_samba or 0
    before = sum(map(turn.is_canasta, turn.sequences))
    found: dict[tuple[int, ...], int] = {}
    for choice in product(*(layouts.items() for layouts in run_choices(turn, [max(0, c) for c in suited]))):
        sums = tuple(map(sum, zip(*(rest for rest, _ in choice), strict=True)))
        found[sums] = max(found.get(sums, 0), sum(full for _, (full, _) in choice))
    for sums, full in found.items():
        laid = [usable[kind] - sums[kind] for kind in NATURAL_KINDS]
        points = sum(count * KIND_POINTS[kind] for kind, count in enumerate(laid))
        yield sums, points, (full - before) * bonus, sum(laid)


def _set_gains(turn: Turn, usable: list[int], sums: tuple[int, ...], budget: int, missing: int) -> int | None:
    """The most that sets and wild melds bring with at most ``budget`` cards, at least ``missing`` of it card points."""
    if budget < 0:
        return None
    twos, jokers = usable[TWO_KIND], usable[JOKER_KIND]
    best: int | None = None
    for alone_twos, alone_jokers, alone_bonus in _alone_gains(turn, twos, jokers):
        alone = alone_twos + alone_jokers
        alone_points = alone_twos * KIND_POINTS[TWO_KIND] + alone_jokers * KIND_POINTS[JOKER_KIND]
        left_jokers = jokers - alone_jokers
        most_wilds = twos + jokers - alone
        states: dict[tuple[int, int, int], int] = {(0, 0, 0): 0}  # cards, wilds, points -> bonus
        for kind in NATURAL_KINDS:
            options = list(_rank_gains(turn, kind, sums[kind], most_wilds))
            found: dict[tuple[int, int, int], int] = {}
            for ((cards, wilds, points), bonus), (used, more, gained) in product(states.items(), options):
                key = (cards + used + more, wilds + more, points + used * KIND_POINTS[kind])
                if key[0] + alone <= budget and key[1] <= most_wilds:
                    found[key] = max(found.get(key, -(10**9)), bonus + gained)
            states = found
        for (_, wilds, points), bonus in states.items():
            laid = points + wild_points(wilds, left_jokers) + alone_points
            if laid >= missing:
                total = laid + bonus + alone_bonus
                best = total if best is None else max(best, total)
    return best


def _rank_gains(turn: Turn, kind: int, count: int, most_wilds: int) -> Iterator[tuple[int, int, int]]:
    """Ways to lay cards of a rank: naturals, wild cards, the bonus gained."""
    numbers = turn.numbers_of(kind)
    melds = tuple((turn.melds[n][0], turn.melds[n][1] + turn.melds[n][2]) for n in numbers)
    before = sum(_set_bonus(turn, n, *turn.melds[n]) for n in numbers)
    natural = _set_bonus(turn, kind, turn.rules.canasta_size, 0, 0)
    mixed = _set_bonus(turn, kind, turn.rules.canasta_size, 1, 0)
    for used in range(count + 1):
        if not used and not melds:
            yield 0, 0, 0
            continue
        values = set_layouts(turn.rules, melds, used, most_wilds, natural, mixed)
        for wilds, bonus in values.items():
            yield used, wilds, bonus - before


def _alone_gains(turn: Turn, twos: int, jokers: int) -> Iterator[tuple[int, int, int]]:
    """Ways to lay wild cards by themselves: twos, jokers, the bonus gained."""
    yield 0, 0, 0
    rules = turn.rules
    if rules.wild_only_melds == "no":
        return
    lying = [turn.melds[n] for n in turn.numbers_of(WILD_MELD)]
    before = sum(_set_bonus(turn, WILD_MELD, *counts) for counts in lying)
    for some_twos, some_jokers in product(range(twos + 1), range(jokers + 1)):
        if not some_twos + some_jokers:
            continue
        if wild_melds(rules, tuple(map(sum, lying)), some_twos + some_jokers) is None:
            continue
        best = max(
            (sum(_set_bonus(turn, WILD_MELD, *counts) for counts in melds)
             for melds in _wild_shares(turn, lying, some_twos, some_jokers)),
            default=None,
        )  # fmt: skip
        if best is not None:
            yield some_twos, some_jokers, best - before


def _wild_shares(
    turn: Turn, lying: list[tuple[int, int, int]], twos: int, jokers: int
) -> Iterator[list[tuple[int, int, int]]]:
    """Ways to deal out these wild cards to the wild melds on the table and to one new one more."""
    rules = turn.rules
    most = twos + jokers + 99 if rules.wilds_on_canasta else rules.canasta_size
    if not lying:
        for more in range((twos + jokers) // rules.meld_min_size + 1):
            yield from _new_wild_melds(turn, twos, jokers, more, most)
        return
    first, *rest = lying
    for some_twos, some_jokers in product(range(twos + 1), range(jokers + 1)):
        grown = (0, first[1] + some_twos, first[2] + some_jokers)
        if sum(grown) <= max(most, sum(first)):
            for others in _wild_shares(turn, rest, twos - some_twos, jokers - some_jokers):
                yield [grown, *others]


def _new_wild_melds(
    turn: Turn, twos: int, jokers: int, melds: int, most: int
) -> Iterator[list[tuple[int, int, int]]]:
    least = turn.rules.meld_min_size if turn.rules.wild_only_melds == "any" else turn.rules.canasta_size
    if not melds:
        if not twos + jokers:
            yield []
        return
    for some_twos, some_jokers in product(range(twos + 1), range(jokers + 1)):
        if least <= some_twos + some_jokers <= most:
            for others in _new_wild_melds(turn, twos - some_twos, jokers - some_jokers, melds - 1, most):
                yield [(0, some_twos, some_jokers), *others]
