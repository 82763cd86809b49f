"""Can everything in the hand be laid, with the canastas that are missing? For melds of every kind.

This is the general form of the question, for rule sets with sequences, wild melds or several melds of a rank; where a
rank has one meld at most, :mod:`engine.reach.finishing` answers it in a closed form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add
from typing import Final, NamedTuple

from engine.law.actions import NATURAL_KINDS, RANK_COUNT, WILD_MELD, Move, sequence_of
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, TWO_KIND
from engine.law.ruleset import RuleSet
from engine.reach.laying import blocking_possible, meld_and_add_moves
from engine.reach.layouts import lying_sets, set_layouts, wild_melds
from engine.reach.runs import LARGE, WAY_STEPS, NeededRuns, Spend, run_choices
from engine.turn.turn import Turn

TRIED_IN_A_STEP: Final = 4
"""So many ways to lay runs that are all listed are looked at in a step."""


def everything_fits(turn: Turn, hand: list[int], suited: list[int] | None, points: int, spend: Spend) -> bool:
    """Whether all these cards, worth so many points, can be laid so that the player may go out.

    ``suited`` are the natural cards among them by suit, None where suits do not matter.
    """
    canastas = canastas_laid(turn, hand, suited, enough=max(1, turn.rules.canastas_to_go_out), spend=spend)
    if canastas is None or canastas < turn.rules.canastas_to_go_out:
        return False
    if turn.opened:
        return True
    if turn.laid + points >= turn.minimum and (
        turn.held is None or _minimum_comes_first(turn, hand, suited, spend)
    ):
        return True
    # The side has not opened, so every meld is of this turn and no partner's meld was touched.
    waiver = turn.drew == "stock" and turn.rules.concealed_waives_minimum and turn.has_melded is False
    return waiver and canastas > 0


def all_but_one_fits(turn: Turn, spend: Spend) -> bool:
    """Whether a side that owes no minimum can lay all of the hand, or all but a discard, and go out with that.

    The same as :func:`everything_fits` for each possible discard, with the runs looked at only once: a discard is a
    card that no run uses.
    """
    hand = turn.hand
    needed = turn.rules.canastas_to_go_out
    sets = lying_sets(turn)
    bare, alone = [kind for kind in NATURAL_KINDS if not sets[kind]], _alone(turn)
    large = is_large(turn.suited)
    runs = [] if large else list(_without_runs(turn, hand, turn.suited))
    # Wild cards to lay: which other card is discarded with as many of them makes no difference.
    tried: set[int] = set()
    for kind in (-1, BLACK_THREE_KIND, TWO_KIND, JOKER_KIND):
        if kind >= 0:
            if not hand[kind]:
                continue
            hand = turn.hand[:]
            hand[kind] -= 1
        for wilds in _without_threes(turn, hand):
            if wilds in tried:
                continue
            tried.add(wilds)
            if large:
                fits = _lie_in_large(
                    turn, turn.suited, wilds, enough=needed, may_discard=kind < 0, spend=spend
                )
            else:
                spend(1 + len(runs) // TRIED_IN_A_STEP)
                fits = any(
                    not _cannot_lie(turn.rules, rest, wilds, bare)
                    and (canastas := _sets(turn.rules, rest, wilds, sets, alone)) is not None
                    and canastas + full_runs >= needed
                    for sums, full_runs in runs
                    for rest in (_with_a_discard(turn, sums, bare) if kind < 0 else (sums,))
                )
            if fits:
                return True
    return False


def _with_a_discard(turn: Turn, sums: tuple[int, ...], bare: list[int]) -> Iterator[tuple[int, ...]]:
    """What must lie in sets if no natural card is discarded, or one; a single card that fits nowhere must be it."""
    alone = [kind for kind in bare if 0 < sums[kind] < turn.rules.min_naturals]
    if not alone:
        yield sums
    if len(alone) > 1:
        return
    for kind in alone or NATURAL_KINDS:
        if sums[kind]:
            yield (*sums[:kind], sums[kind] - 1, *sums[kind + 1 :])


def is_large(suited: list[int] | None) -> bool:
    """Whether there are too many natural cards to look at every way to lay runs."""
    return suited is not None and sum(suited) > LARGE


def canastas_laid(
    turn: Turn, hand: list[int], suited: list[int] | None, *, enough: int, spend: Spend
) -> int | None:
    """The canastas that the side has when all these cards are laid, as far as ``enough``; None where they cannot be."""
    if suited is not None and is_large(suited):
        for number in (enough, 0):
            if any(
                _lie_in_large(turn, suited, wilds, enough=number, spend=spend)
                for wilds in _without_threes(turn, hand)
            ):
                return number
        return None
    best = None
    sets = lying_sets(turn)
    bare, alone = [kind for kind in NATURAL_KINDS if not sets[kind]], _alone(turn)
    for wilds in _without_threes(turn, hand):
        for tried, (sums, full_runs) in enumerate(_without_runs(turn, hand, suited)):
            if not tried % TRIED_IN_A_STEP:
                spend(1)
            if _cannot_lie(turn.rules, sums, wilds, bare):
                continue
            found = _sets(turn.rules, sums, wilds, sets, alone)
            if found is not None and (best is None or best < found + full_runs):
                best = found + full_runs
                if best >= enough:
                    return best
    return best


def _lie_in_large(
    turn: Turn,
    suited: list[int] | None,
    wilds: int,
    *,
    enough: int,
    may_discard: bool = False,
    spend: Spend,
) -> bool:
    """Whether all natural cards of a large hand, but for a discard, and so many wild cards lie with enough canastas."""
    lying = sum(map(turn.is_canasta, turn.broken_runs))
    table = _Lying(turn.rules, lying_sets(turn), _alone(turn), turn.sequences, lying)
    asked = table, tuple(suited or ()), wilds, enough, may_discard
    if asked in _KNOWN:
        lies, steps = _KNOWN[asked]
        spend(steps)  # as many as when it was not known, so that the same question has the same answer
        return lies
    counted = 0

    def count(steps: int) -> None:
        nonlocal counted
        counted += steps
        spend(steps)

    lies = _lies(*asked, count)
    if len(_KNOWN) >= MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[asked] = lies, counted
    return lies


class _Lying(NamedTuple):
    """What on the table decides it: sets of each rank, sizes of wild melds, runs, and canastas that are no melds."""

    rules: RuleSet
    sets: tuple[tuple[tuple[int, int], ...], ...]
    alone: tuple[int, ...]
    sequences: tuple[int, ...]
    canastas: int


# A search comes back to the same cards on other ways, and each time it takes as long.
_KNOWN: Final[dict[tuple[_Lying, tuple[int, ...], int, int, bool], tuple[bool, int]]] = {}
MOST_KNOWN: Final = 5_000


def _lies(
    table: _Lying, suited: tuple[int, ...], wilds: int, enough: int, may_discard: bool, spend: Spend
) -> bool:
    bare = [kind for kind in NATURAL_KINDS if not table.sets[kind]]
    runs = tuple([sequence_of(number) for number in table.sequences])
    for way in NeededRuns(table.rules, bare).ways(
        suited, runs, wilds=wilds, complete=enough, may_discard=may_discard, spend=spend
    ):
        sums = way.sums()
        if not _cannot_lie(table.rules, sums, wilds, bare):
            found = _sets(table.rules, sums, wilds, table.sets, table.alone)
            if found is not None and found + way.full + table.canastas >= enough:
                return True
    return False


def _alone(turn: Turn) -> tuple[int, ...]:
    """The sizes of the wild melds on the table."""
    return tuple([sum(turn.melds[n]) for n in turn.numbers_of(WILD_MELD)])


def _without_threes(turn: Turn, hand: list[int]) -> Iterator[int]:
    """How many wild cards remain when the black threes are laid, in every way."""
    rules = turn.rules
    wilds = hand[TWO_KIND] + hand[JOKER_KIND]
    threes = hand[BLACK_THREE_KIND]
    if not threes:
        yield wilds
        return
    if rules.black_three_meld == "never":
        return
    if _threes_lie(turn, threes):
        yield wilds
    if blocking_possible(turn, hand):
        yield wilds - 3


def _threes_lie(turn: Turn, threes: int) -> bool:
    """Whether so many black threes can be laid without wild cards: on the melds that lie, and as new ones."""
    rules, lying = turn.rules, turn.numbers_of(BLACK_THREE_KIND)
    least, most = rules.meld_min_size, rules.black_three_meld_max
    room = sum([max(0, most - sum(turn.melds[number])) for number in lying])
    new = threes // least if rules.several_melds_per_rank else int(not lying)
    return any(least * melds <= threes <= most * melds + room for melds in range(new + 1))


def _without_runs(
    turn: Turn, hand: list[int], suited: list[int] | None
) -> Iterator[tuple[tuple[int, ...], int]]:
    """What remains of each rank when runs are laid, in every way, and the complete runs of the side then."""
    if suited is None:
        yield tuple(hand[:BLACK_THREE_KIND]), 0
        return
    # Cards that were laid as a sequence against the rules lie there all the same.
    lying = sum(map(turn.is_canasta, turn.broken_runs))
    found = {(0,) * RANK_COUNT: lying}
    for layouts in run_choices(turn, suited):
        more: dict[tuple[int, ...], int] = {}
        for sums, canastas in found.items():
            for rest, (full, _) in layouts.items():
                together = tuple(map(add, sums, rest))
                if more.get(together, -1) < canastas + full:
                    more[together] = canastas + full
        found = more
    yield from found.items()


def _cannot_lie(rules: RuleSet, sums: tuple[int, ...], wilds: int, bare: list[int]) -> bool:
    """A quick look at the ranks without a set on the table: too few naturals, or more wild cards needed than held."""
    least, smallest = rules.min_naturals, rules.meld_min_size
    demand = 0
    for kind in bare:
        count = sums[kind]
        if count and count < smallest:
            if count < least:
                return True
            demand += smallest - count
    return demand > wilds


def _sets(
    rules: RuleSet,
    sums: tuple[int, ...],
    wilds: int,
    sets: Sequence[tuple[tuple[int, int], ...]],
    alone: tuple[int, ...],
) -> int | None:
    """The most canastas of sets and wild melds when all these cards are laid, None where they cannot be."""
    states = {0: 0}  # wild cards used -> canastas
    for kind in NATURAL_KINDS:
        melds = sets[kind]
        if not sums[kind]:
            if not melds:
                continue
            if not wilds and len(melds) == 1:
                gained = int(sum(melds[0]) >= rules.canasta_size)
                states = {used: canastas + gained for used, canastas in states.items()}
                continue
        found: dict[int, int] = {}
        for more, gained in set_layouts(rules, melds, sums[kind], wilds).items():
            for used, canastas in states.items():
                if used + more <= wilds and found.get(used + more, -1) < canastas + gained:
                    found[used + more] = canastas + gained
        states = found
        if not states:
            return None
    best = None
    for used, canastas in states.items():
        more_canastas = wild_melds(rules, alone, wilds - used)
        if more_canastas is not None and (best is None or best < canastas + more_canastas):
            best = canastas + more_canastas
    return best


def _minimum_comes_first(turn: Turn, hand: list[int], suited: list[int] | None, spend: Spend) -> bool:
    """Whether the minimum can be reached with the cards held before the take, on the way to laying all of ``hand``.

    Tried out meld by meld: this comes up only where a side opens with the pile and goes out in the same turn.
    """
    left = [own - rest for own, rest in zip(turn.hand, hand, strict=True)]  # the card kept for the discard
    left_suited = [own - rest for own, rest in zip(turn.suited or (), suited or (), strict=True)]
    seen: set[tuple[object, ...]] = set()
    waiting = [turn]
    while waiting:
        now = waiting.pop()
        if now.key() in seen:
            continue
        seen.add(now.key())
        spend(WAY_STEPS)
        if now.held is None:
            rest = [own - kept for own, kept in zip(now.hand, left, strict=True)]
            rest_suited = (
                [own - kept for own, kept in zip(now.suited, left_suited, strict=True)]
                if now.suited
                else None
            )
            needed = now.rules.canastas_to_go_out
            canastas = canastas_laid(now, rest, rest_suited, enough=needed, spend=spend)
            if canastas is not None and canastas >= needed:
                return True
            continue
        for move in meld_and_add_moves(now):
            if _keeps(now, move, left, left_suited):
                spend(WAY_STEPS)
                after = now.copy()
                after.apply(move)
                waiting.append(after)
    return False


def _keeps(turn: Turn, move: Move, left: list[int], left_suited: list[int]) -> bool:
    if any(turn.hand[kind] - move.kinds.count(kind) < left[kind] for kind in set(move.kinds)):
        return False
    suited = turn.suited or ()
    return all(suited[fine] - move.fine.count(fine) >= left_suited[fine] for fine in set(move.fine))
