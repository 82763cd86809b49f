"""What a lay-down is worth: card points and bonuses gained, and the most that can be gained. Exact."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, TWO_KIND
from engine.law.kinds import KIND_MASK, RANK_COUNT, WILD_MELD
from engine.reach.initial_meld import NATURAL_KINDS, run_choices, wild_points
from engine.reach.layouts import set_layouts, wild_melds
from engine.turn.turn import Turn


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
