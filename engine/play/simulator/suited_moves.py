"""What can be laid and discarded where suits matter, as lists that are kept: parts of the moves of a simulated deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, compress
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
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import DISCARDS
from engine.reach.finishing import canastas_in_reach
from engine.reach.laying import take_moves
from engine.turn.state import NOTHING, Counts

_SUITS: Final = range(4)
_PLACES: Final = sorted(range(4 * RANK_COUNT), key=lambda fine: fine % RANK_COUNT)
_by_rank: Final = itemgetter(
    *_PLACES
)  # the counts of the natural cards, four suits of a rank beside each other
_IN_SUIT: Final = tuple([slice(suit * RANK_COUNT, (suit + 1) * RANK_COUNT) for suit in _SUITS])
_DISCARDS: Final = (*_by_rank(FINE_DISCARDS), *DISCARDS[BLACK_THREE_KIND:RED_THREE_KIND])


def takes(sim: SuitedSimulation) -> list[Move]:
    """Ways to take the pile that break no rule by themselves."""
    top, side = sim.pile[-1], sim.seat % sim.sides
    if top >= BLACK_THREE_KIND:
        return list(take_moves(turn_of(sim)))
    hand, lying = sim.hands[sim.seat], sim.melds[side]
    count, closed = hand[top], bool(sim.frozen) or not sim.opened
    if count < NATURAL_PAIR and (closed or not (count or top in lying or _grows(sim, side, top))):
        return []
    if len(sim.pile) == 1 and sim.cards_in_hand == 1 and turn_of(sim).one_card_pile_barred:
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


def are_prepared(sim: SuitedSimulation) -> bool:
    """Whether what can be laid is found in tables: all cards of the hand may be, and no melds of wild cards."""
    return sim.held is None and sim.rules.wild_only_melds == "no"


def list_melds(sim: SuitedSimulation, hand: list[int], found: list[Move], *, threes: bool) -> None:
    """Every new meld that the hand allows; of black threes only where they are wanted."""
    tables, suited = sim.tables, sim.suited[sim.seat]
    twos, jokers = hand[TWO_KIND], hand[JOKER_KIND]
    row, least = tables.new[twos, jokers], max(tables.least, tables.smallest - twos - jokers)
    for kind in NATURAL_KINDS:
        if hand[kind] >= least:
            found += row[kind][tuple(suited[kind::RANK_COUNT])]
    if threes:
        found += tables.threes[hand[BLACK_THREE_KIND]]
    most_missing = RANK_COUNT - tables.smallest
    for runs, in_suit in zip(tables.runs, _IN_SUIT, strict=True):
        cards = suited[in_suit]
        if cards.count(0) <= most_missing:
            # Which ranks there are is all that matters, and so few tables are made.
            found += runs[tuple(map(bool, cards))]


def list_adds(sim: SuitedSimulation, hand: list[int], lying: dict[int, Counts], found: list[Move]) -> None:
    """Everything that can be added to a meld of the own side."""
    tables, suited = sim.tables, sim.suited[sim.seat]
    wilds = hand[TWO_KIND] or hand[JOKER_KIND]
    row = tables.added[hand[TWO_KIND], hand[JOKER_KIND]]
    for number in sorted(lying):
        kind = number & KIND_MASK
        if kind == BLACK_THREE_KIND:
            found += row[number, lying[number]][hand[kind]]
        elif hand[kind] or wilds:
            found += row[number, lying[number]][tuple(suited[kind::RANK_COUNT])]
    for number in dict.fromkeys(sim.sequences[sim.seat % sim.sides]):
        beside, longer = tables.longer[number]
        found += longer[beside(suited)]


def discards(sim: Simulation, hand: list[int]) -> Iterator[Move]:
    """Every discard, by rank and suit."""
    assert isinstance(sim, SuitedSimulation)
    return compress(_DISCARDS, chain(_by_rank(sim.suited[sim.seat]), hand[BLACK_THREE_KIND:]))


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
    tables, suited = sim.tables, sim.suited[sim.seat]
    threes = hand[BLACK_THREE_KIND]
    if 1 < threes < tables.smallest and BLACK_THREE_KIND not in lying:
        return True
    wilds = hand[TWO_KIND] + hand[JOKER_KIND]
    least = max(tables.least, tables.smallest - wilds)
    alone = 0
    for kind in [kind for kind in NATURAL_KINDS if 0 < hand[kind] < least and kind not in lying]:
        for suit in _SUITS:
            count = suited[suit * RANK_COUNT + kind]
            if count and not _in_a_run(sim, suited, suit, kind):
                alone += count
        if alone > 1:
            return True
    return False


def _in_a_run(sim: SuitedSimulation, suited: list[int], suit: int, kind: int) -> bool:
    """Whether this card lies in a row that is long enough for a sequence or touches one on the table."""
    bottom = suit * RANK_COUNT
    low = high = bottom + kind
    while low > bottom and suited[low - 1]:
        low -= 1
    while high < bottom + RANK_COUNT - 1 and suited[high + 1]:
        high += 1
    if high - low + 1 >= sim.tables.smallest:
        return True
    for number in sim.sequences[sim.seat % sim.sides]:
        own, lowest, highest = sequence_of(number)
        beside = highest + 1, lowest - 1
        if own == suit and any(low - bottom <= kind <= high - bottom for kind in beside):
            return True
    return False
