"""What can be laid and discarded where suits matter, as lists that are kept: parts of the moves of a simulated deal."""

from __future__ import annotations

from itertools import compress
from operator import itemgetter
from typing import Final

from engine.judging.moves import FINE_DISCARDS
from engine.law.actions import (
    KIND_MASK,
    NATURAL_KINDS,
    NEXT_OF_RANK,
    RANK_COUNT,
    Move,
    sequence_grown,
    sequence_length,
    sequence_of,
)
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, RED_THREE_KIND, TWO_KIND
from engine.law.ruleset import NATURAL_PAIR
from engine.play.simulator.looking import turn_of
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.tables import DISCARDS
from engine.reach.finishing import canastas_in_reach
from engine.reach.laying import add_moves, additions, meld_moves, new_sets, take_moves
from engine.turn.state import NOTHING, Counts

_SUITS: Final = range(4)
_PLACES: Final = sorted(range(4 * RANK_COUNT), key=lambda fine: fine % RANK_COUNT)
_by_rank: Final = itemgetter(
    *_PLACES
)  # the counts of the natural cards, four suits of a rank beside each other
_DISCARDS: Final = _by_rank(FINE_DISCARDS)
_LOOSE: Final = range(BLACK_THREE_KIND, RED_THREE_KIND)


def takes(sim: SuitedSimulation) -> list[Move]:
    """Ways to take the pile that break no rule by themselves."""
    top, side = sim.pile[-1], sim.seat % sim.sides
    if top >= BLACK_THREE_KIND:
        return list(take_moves(turn_of(sim)))
    hand, lying = sim.hands[sim.seat], sim.melds[side]
    count, closed = hand[top], bool(sim.frozen) or not sim.opened
    if (closed and count < NATURAL_PAIR) or not (count or top in lying or _grows(sim, side, top)):
        return []
    if len(sim.pile) == 1 and turn_of(sim).one_card_pile_barred:
        return []
    found: list[Move] = []
    if count and (sim.tables.several or top not in lying):
        found += _takes_with(sim, hand, -1, NOTHING, closed=closed)
    number = top
    while number in lying:
        found += _takes_with(sim, hand, number, lying[number], closed=closed)
        number += NEXT_OF_RANK
    if not closed:
        suit = sim.fine_pile[-1] // RANK_COUNT
        for number in dict.fromkeys(sim.sequences[side]):
            whole = sequence_length(number) >= sim.tables.longest_run
            if sequence_of(number)[0] == suit and not whole and sequence_grown(number, top) >= 0:
                found.append(Move("take", (), number))
    return found


def _takes_with(
    sim: SuitedSimulation, hand: list[int], target: int, lying: Counts, *, closed: bool
) -> tuple[Move, ...]:
    """Every way to take the top card onto this set (-1: as a new one)."""
    top, tables = sim.pile[-1], sim.tables
    held = tuple(sim.suited[sim.seat][top::RANK_COUNT])
    return tables.takes(top, target, lying, held, hand[TWO_KIND], hand[JOKER_KIND], closed=closed)


def _grows(sim: SuitedSimulation, side: int, top: int) -> bool:
    """Whether some sequence could take a card of this rank, whatever its suit."""
    return any(sequence_grown(number, top) >= 0 for number in sim.sequences[side])


def melds(sim: SuitedSimulation, hand: list[int]) -> list[Move]:
    """Every new meld that the hand allows."""
    tables, rules = sim.tables, sim.rules
    if rules.wild_only_melds != "no" or sim.held is not None:
        return meld_moves(turn_of(sim))
    suited = tuple(sim.suited[sim.seat])
    ranked = _by_rank(suited)
    twos, jokers = min(hand[TWO_KIND], tables.most_wilds), min(hand[JOKER_KIND], tables.most_wilds)
    least = max(tables.least, tables.smallest - twos - jokers)
    found: list[Move] = []
    for kind in NATURAL_KINDS:
        if hand[kind] >= least:
            held = ranked[4 * kind : 4 * kind + 4]
            moves = tables.suited.get((kind, held, twos, jokers))
            if moves is None:
                moves = tables.suited[kind, held, twos, jokers] = new_sets(rules, kind, held, twos, jokers)
            found += moves
    if hand[BLACK_THREE_KIND] >= tables.smallest and tables.black_threes:
        found += tables.threes[hand[BLACK_THREE_KIND]]
    for suit in _SUITS:
        row = suited[suit * RANK_COUNT : (suit + 1) * RANK_COUNT]
        if RANK_COUNT - row.count(0) >= tables.smallest:
            found += tables.runs(suit, row)
    return found


def adds(sim: SuitedSimulation, hand: list[int], lying: dict[int, Counts]) -> list[Move]:
    """Everything that can be added to a meld of the own side."""
    tables, rules = sim.tables, sim.rules
    if rules.wild_only_melds != "no" or sim.held is not None:
        return add_moves(turn_of(sim))
    suited = sim.suited[sim.seat]
    ranked = _by_rank(suited)
    wilds = hand[TWO_KIND] + hand[JOKER_KIND]
    found: list[Move] = []
    for number in sorted(lying):
        kind, counts = number & KIND_MASK, lying[number]
        if kind == BLACK_THREE_KIND:
            found += tables.adds(number, counts, hand[kind], 0, 0)
        elif hand[kind] or wilds:
            there = counts[0], counts[1] + counts[2]
            room = max(0, tables.most_wilds - there[1])
            held = ranked[4 * kind : 4 * kind + 4]
            key = number, there, held, min(hand[TWO_KIND], room), min(hand[JOKER_KIND], room)
            moves = tables.suited.get(key)
            if moves is None:
                moves = tables.suited[key] = additions(rules, *key)
            found += moves
    for number in dict.fromkeys(sim.sequences[sim.seat % sim.sides]):
        found += tables.longer(number, suited)
    return found


def discards(sim: SuitedSimulation, hand: list[int]) -> list[Move]:
    """Every discard, by rank and suit."""
    found = list(compress(_DISCARDS, _by_rank(sim.suited[sim.seat])))
    return found + [DISCARDS[kind] for kind in _LOOSE if hand[kind]]


def out_of_reach(sim: SuitedSimulation, hand: list[int], lying: dict[int, Counts]) -> bool:
    """Whether cards for the canastas that are missing are nowhere, as ``canastas_in_reach`` looks for them."""
    tables, size = sim.tables, sim.tables.canasta
    if sim.rules.wild_only_melds != "no":
        return not canastas_in_reach(turn_of(sim))
    missing = tables.to_go_out
    there = hand[:BLACK_THREE_KIND]
    for number, counts in lying.items():
        kind = number & KIND_MASK
        if kind < BLACK_THREE_KIND:
            cards = counts[0] + counts[1] + counts[2]
            if cards < size:
                there[kind] += cards
            else:
                missing -= 1
    helping = min(hand[TWO_KIND] + hand[JOKER_KIND], tables.most_wilds)
    if max(there) + helping >= size:
        for count in there:
            if count + helping >= size:
                missing -= max(1, count // max(1, size - helping))
    return missing > 0 and missing > _runs_in_reach(sim)


def _runs_in_reach(sim: SuitedSimulation) -> int:
    """Whole sequences that there may be at the end of the turn, counted too high."""
    suited, longest = sim.suited[sim.seat], sim.tables.longest_run
    cards, runs, begun = [0] * 4, 0, [False] * 4
    for number in sim.sequences[sim.seat % sim.sides]:
        suit, low, high = sequence_of(number)
        cards[suit] += high - low + 1
        begun[suit] = True
        runs += high - low + 1 >= longest
    for suit in _SUITS:
        cards[suit] += RANK_COUNT - suited[suit * RANK_COUNT : (suit + 1) * RANK_COUNT].count(0)
        if cards[suit] >= longest:
            runs += cards[suit] // longest + begun[suit]
    return runs


def has_loners(sim: SuitedSimulation, hand: list[int], lying: dict[int, Counts]) -> bool:
    """A quick look, false too often: whether two cards or more surely fit nowhere, so that nobody can go out."""
    if sim.tables.least == 1:
        return False
    suited = sim.suited[sim.seat]
    rows = {sequence_of(number)[0] for number in sim.sequences[sim.seat % sim.sides]}
    alone = 0
    for kind in NATURAL_KINDS:
        if hand[kind] != 1 or kind in lying:
            continue
        suit = next(suit for suit in _SUITS if suited[suit * RANK_COUNT + kind])
        place = suit * RANK_COUNT + kind
        beside = (kind and suited[place - 1]) or (kind + 1 < RANK_COUNT and suited[place + 1])
        if not beside and suit not in rows:
            alone += 1
            if alone > 1:
                return True
    return False
