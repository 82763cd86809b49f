"""Can this turn still be brought to a legal end?

A turn ends with a discard and at least one card left, or by going out. Where a rank has one meld at most both are
answered in closed form from the counts: ranks without a meld need three naturals or two and a wild, wild cards need
melds with room, and the canastas that are missing must come from the ranks that are nearest to seven.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.law.actions import KIND_MASK, NATURAL_KINDS, RANK_COUNT, sequence_of
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, RED_THREE_KIND, TWO_KIND
from engine.reach.fitting import all_but_one_fits, everything_fits
from engine.reach.laying import blocking_possible
from engine.reach.layouts import wild_points, wild_room
from engine.reach.points import reaches
from engine.reach.runs import Spend, in_a_run, nothing_counted
from engine.turn.turn import Turn

NOTHING_FITS = [0, 0]


def completable(turn: Turn, spend: Spend = nothing_counted) -> bool:
    """Whether some way of going on leads to a legal end of this turn."""
    if turn.over:
        return True
    if turn.phase == "draw":
        return True
    return can_stop(turn, spend) or can_go_out(turn, spend)


def must_go_out(turn: Turn) -> bool:
    """Whether only going out can make this turn legal: black threes are melded, or the partner has said yes."""
    return turn.black_threes_melded or turn.binding_answer == "yes"


def can_stop(turn: Turn, spend: Spend = nothing_counted) -> bool:
    """Whether the turn can end with a discard and a card left in the hand, laying more first if need be."""
    keep = turn.kept_at_least
    if must_go_out(turn) or turn.cards_in_hand < keep:
        return False
    if not turn.owes_minimum:
        return True
    return reaches(turn, turn.minimum - turn.laid, keep=keep, spend=spend)


def can_go_out(turn: Turn, spend: Spend = nothing_counted) -> bool:
    """Whether the player can go out in this turn: everything melded, but for at most one card that is discarded.

    After a last red three nothing is discarded.
    Cards that nobody has named fit nowhere for certain, so at most one of them can be left, for the discard.
    """
    if turn.binding_answer == "no" or turn.over:
        return False
    if not canastas_in_reach(turn):
        return False
    loners = _loners(turn)
    if len(loners) > (0 if turn.last_red_three else 1):
        return False
    simple = turn.is_simple
    known = not turn.unknown and not turn.hand[RED_THREE_KIND]
    if not simple and known and not turn.last_red_three and (turn.opened or _minimum_is_sure(turn)):
        return all_but_one_fits(turn, spend)
    for hand, suited, points in _hands_to_lay(turn):
        if loners and hand[loners[0]] == turn.hand[loners[0]]:
            continue  # only this card can be the discard
        if simple and _everything_fits(turn, hand, points):
            return True
        if not simple and everything_fits(turn, hand, suited, points, spend):
            return True
        if simple and blocking_possible(turn, hand) and everything_fits(turn, hand, suited, points, spend):
            return True
    return False


def _minimum_is_sure(turn: Turn) -> bool:
    """Whether the whole hand reaches the minimum, whichever card of it is discarded."""
    hand = sum([count * KIND_POINTS[kind] for kind, count in enumerate(turn.hand) if count])
    return turn.held is None and turn.laid + hand - max(KIND_POINTS) >= turn.minimum


def _loners(turn: Turn) -> list[int]:
    """Kinds of natural cards that fit nowhere, whatever is laid: too few of a rank, and in no run. Two are too many."""
    hand, melds = turn.hand, turn.melds
    least = turn.rules.min_naturals
    wilds = hand[TWO_KIND] + hand[JOKER_KIND]
    smallest = turn.rules.meld_min_size
    needy = spared = 0
    found = []
    for kind in NATURAL_KINDS:
        count = hand[kind]
        if not count or kind in melds:
            continue
        if count >= least and count + wilds >= smallest:
            if count < smallest and (turn.suited is None or not _any_in_a_run(turn, kind)):
                needy += smallest - count  # each of these ranks needs wild cards of its own
                if count == 1:
                    spared = smallest - count  # unless its only card is discarded
            continue
        if turn.suited is None:
            found += [kind] * count
        else:
            for suit in range(4):
                first = suit * RANK_COUNT
                if turn.suited[first + kind] and not in_a_run(turn, turn.suited, suit, kind):
                    found += [kind] * turn.suited[first + kind]
        if len(found) > 1:
            break
    return found if needy - spared <= wilds else NOTHING_FITS


def _any_in_a_run(turn: Turn, kind: int) -> bool:
    suited = turn.suited or ()
    return any(suited[suit * RANK_COUNT + kind] and in_a_run(turn, suited, suit, kind) for suit in range(4))


def canastas_in_reach(turn: Turn) -> bool:
    """A quick look, true too often: are there cards enough anywhere for the canastas that are missing?"""
    rules, hand = turn.rules, turn.hand
    missing = rules.canastas_to_go_out - turn.canastas - turn.blocking_canastas
    if missing <= 0:
        return True
    size = rules.canasta_size
    wilds = hand[TWO_KIND] + hand[JOKER_KIND]
    helping = min(wilds, rules.max_wilds if rules.max_wilds is not None else size)
    there = hand[:BLACK_THREE_KIND]
    for number, counts in turn.melds.items():
        lying_there = sum(counts)
        if lying_there < size and number & KIND_MASK < BLACK_THREE_KIND:
            there[number & KIND_MASK] += lying_there
    for count in there:
        if count + helping >= size:
            missing -= max(1, count // max(1, size - helping))
    if rules.wild_only_melds != "no":
        missing -= 2  # hardly ever wrong, and then only slow
    if turn.suited is not None:
        suited = turn.suited
        lying = [0, 0, 0, 0]
        for number in turn.sequences:
            suit, low, high = sequence_of(number)
            lying[suit] += high - low + 1
        for suit in range(4):
            held = RANK_COUNT - suited[suit * RANK_COUNT : (suit + 1) * RANK_COUNT].count(0)
            missing -= (held + lying[suit]) // (rules.sequence_max or size)
            missing -= 1 if lying[suit] and held + lying[suit] >= (rules.sequence_max or size) else 0
    return missing <= 0


def _hands_to_lay(turn: Turn) -> Iterator[tuple[list[int], list[int] | None, int]]:
    """What would have to be laid, for each card that could be the last discard: by kind, by suit, its points."""
    hand = turn.hand[:]
    suited = turn.suited[:] if turn.suited is not None else None
    reds = hand[RED_THREE_KIND]
    hand[RED_THREE_KIND] = 0
    unnamed = turn.unknown + (reds if turn.stock != 0 else 0)
    points = sum(count * KIND_POINTS[kind] for kind, count in enumerate(hand) if count)
    if unnamed > (0 if turn.last_red_three else 1):
        return
    yield hand, suited, points
    if unnamed or turn.last_red_three:
        return
    for kind, count in enumerate(hand):
        if not count:
            continue
        hand[kind] -= 1
        if suited is None or kind >= BLACK_THREE_KIND:
            yield hand, suited, points - KIND_POINTS[kind]
        else:
            for fine in range(kind, len(suited), RANK_COUNT):
                if suited[fine]:
                    suited[fine] -= 1
                    yield hand, suited, points - KIND_POINTS[kind]
                    suited[fine] += 1
        hand[kind] += 1


def _everything_fits(turn: Turn, hand: list[int], points: int) -> bool:
    rules = turn.rules
    if not _black_threes_fit(turn, hand[BLACK_THREE_KIND]):
        return False
    wilds = hand[TWO_KIND] + hand[JOKER_KIND]
    demand = room = canastas = fresh_canastas = 0
    nearest: list[tuple[int, bool]] = []
    for kind in NATURAL_KINDS:
        count = hand[kind]
        meld = turn.melds.get(kind)
        if meld is None:
            if not count:
                continue
            if count < rules.min_naturals:
                return False
            need = max(0, rules.meld_min_size - count)
            naturals, there = count, 0
            fresh, before = True, 0
        else:
            need = 0
            naturals, there = meld[0] + count, meld[1] + meld[2]
            fresh, before = kind in turn.fresh, sum(meld)
        here = wild_room(rules, naturals, there, before=before)
        if need > here:
            return False
        demand += need
        room += here
        missing = rules.canasta_size - naturals - there
        if missing <= 0:
            canastas += 1
            fresh_canastas += fresh
        elif missing <= here:
            nearest.append((max(0, missing - need), fresh))
    if not demand <= wilds <= room:
        return False
    spare = wilds - demand
    if not _canastas_reached(rules.canastas_to_go_out - canastas, spare, [cost for cost, _ in nearest]):
        return False
    if turn.opened or (turn.laid + points >= turn.minimum and turn.held is None):
        return True
    # The side has not opened, so every meld is of this turn and no partner's meld was touched.
    waiver = turn.drew == "stock" and rules.concealed_waives_minimum and turn.has_melded is False
    own = [cost for cost, fresh in nearest if fresh]
    if waiver and _canastas_reached(1 - fresh_canastas, spare, own):
        return True
    if turn.laid + points < turn.minimum:
        return False
    return turn.held is None or _reaches_minimum_first(turn, hand)


def _black_threes_fit(turn: Turn, threes: int) -> bool:
    rules = turn.rules
    there = sum(turn.melds.get(BLACK_THREE_KIND, (0, 0, 0)))
    if not threes:
        return True
    if rules.black_three_meld == "never":
        return False
    return rules.meld_min_size <= there + threes <= rules.black_three_meld_max


def _canastas_reached(missing: int, spare: int, costs: list[int]) -> bool:
    """Whether so many more canastas can be completed with the spare wild cards, the nearest first."""
    if missing <= 0:
        return True
    return len(costs) >= missing and sum(sorted(costs)[:missing]) <= spare


def _reaches_minimum_first(turn: Turn, hand: list[int]) -> bool:
    """Whether the minimum can be reached with the cards held before the take, on the way to laying all of ``hand``.

    The first part must be melds of their own and must fit into the final ones: the same search as for the
    final lay-down, rank by rank, over how many naturals and wild cards go into each meld before the minimum
    is reached.
    """
    held = [max(0, count) for count in turn.held or ()]
    rules = turn.rules
    final_wilds = hand[TWO_KIND] + hand[JOKER_KIND]
    early = (min(held[TWO_KIND], hand[TWO_KIND]), min(held[JOKER_KIND], hand[JOKER_KIND]))
    # (wilds laid early, wilds laid in all, canastas) -> most natural points laid early
    states: dict[tuple[int, int, int], int] = {(0, 0, 0): 0}
    for kind in NATURAL_KINDS:
        options = list(_two_step_options(turn, kind, hand[kind], min(held[kind], hand[kind])))
        found: dict[tuple[int, int, int], int] = {}
        for (first, every, canastas), points in states.items():
            for natural_first, wild_first, wild_every, canasta in options:
                if first + wild_first > sum(early) or every + wild_every > final_wilds:
                    continue
                key = (
                    first + wild_first,
                    every + wild_every,
                    min(canastas + canasta, rules.canastas_to_go_out),
                )
                value = points + natural_first * KIND_POINTS[kind]
                if found.get(key, -1) < value:
                    found[key] = value
        states = found
        if not states:
            return False
    threes = min(held[BLACK_THREE_KIND], hand[BLACK_THREE_KIND])
    three_points = threes * KIND_POINTS[BLACK_THREE_KIND] if _black_threes_fit(turn, threes) else 0
    needed = turn.minimum - turn.laid
    return any(
        every == final_wilds
        and canastas >= rules.canastas_to_go_out
        and points + wild_points(first, early[1]) + three_points >= needed
        for (first, every, canastas), points in states.items()
    )


def _two_step_options(turn: Turn, kind: int, count: int, early: int) -> Iterator[tuple[int, int, int, int]]:
    """Ways to lay all ``count`` naturals of a rank: naturals and wilds laid early, wilds in all, canasta or not."""
    rules = turn.rules
    meld = turn.melds.get(kind)
    if meld is None and not count:
        yield (0, 0, 0, 0)
        return
    naturals, there = (meld[0], meld[1] + meld[2]) if meld else (0, 0)
    before = sum(meld) if meld else 0
    room = wild_room(rules, naturals + count, there, before=before)
    for wild_every in range(room + 1):
        size = naturals + there + count + wild_every
        if meld is None and (size < rules.meld_min_size or naturals + count < rules.min_naturals):
            continue
        canasta = int(size >= rules.canasta_size)
        for natural_first in range(early + 1):
            for wild_first in range(wild_every + 1):
                if not natural_first and not wild_first:
                    yield (0, 0, wild_every, canasta)
                    continue
                now_natural = naturals + natural_first
                small = now_natural + there + wild_first < rules.meld_min_size
                if meld is None and (small or now_natural < rules.min_naturals):
                    continue
                if wild_first > wild_room(rules, now_natural, there, before=before):
                    continue
                yield (natural_first, wild_first, wild_every, canasta)
