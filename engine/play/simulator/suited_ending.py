"""Who surely cannot go out where suits matter, as far as counts tell: for :mod:`engine.play.simulator.ending`.

All looks here are quick and false too often; what they leave open is asked of :mod:`engine.reach`.
"""

from __future__ import annotations

from typing import Final

from engine.law.actions import KIND_MASK, NATURAL_KINDS, RANK_COUNT, sequence_of
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, TWO_KIND
from engine.play.simulator.looking import turn_of
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.tables import Tables
from engine.reach.finishing import canastas_in_reach
from engine.turn.state import Counts

_SUITS: Final = range(4)
_LAST: Final = 4 * RANK_COUNT - 1
_ROWS: Final = tuple(
    [(first, first + RANK_COUNT - 1) for first in range(0, 4 * RANK_COUNT, RANK_COUNT) for _ in NATURAL_KINDS]
)
"""The lowest and the highest card of the suit of each card."""
_CARDS_OF: Final = tuple([range(kind, 4 * RANK_COUNT, RANK_COUNT) for kind in NATURAL_KINDS])


def surely_stays(sim: SuitedSimulation, hand: list[int], lying: dict[int, Counts]) -> bool:
    """Whether the player surely cannot go out in this turn."""
    return (
        has_loners(sim, hand, lying) or needs_more_wilds(sim, hand, lying) or out_of_reach(sim, hand, lying)
    )


def has_loners(sim: SuitedSimulation, hand: list[int], lying: dict[int, Counts]) -> bool:
    """Whether two cards or more surely fit nowhere; one of them could be the discard."""
    tables, suited = sim.tables, sim.suited[sim.seat]
    ends = tables.ends[sim.sequences[sim.seat % sim.sides]]
    least = tables.least_with[hand[TWO_KIND] + hand[JOKER_KIND]]
    alone = hand[BLACK_THREE_KIND]
    if alone >= tables.smallest or BLACK_THREE_KIND in lying:
        alone = 0
    for kind in NATURAL_KINDS:
        if 0 < hand[kind] < least and kind not in lying:
            for card in _CARDS_OF[kind]:
                # Without a card beside it, which is looked for in the circle of all suits, it lies in no row.
                if suited[card] and not (
                    (suited[card - 1] or suited[card - _LAST] or card in ends)
                    and _in_a_run(tables, suited, card, ends)
                ):
                    alone += suited[card]
            if alone > 1:
                return True
    return alone > 1


def needs_more_wilds(sim: SuitedSimulation, hand: list[int], lying: dict[int, Counts]) -> bool:
    """Whether ranks of which no card can lie in a sequence surely need more wild cards than are held."""
    tables, suited = sim.tables, sim.suited[sim.seat]
    smallest, ends = tables.smallest, tables.ends[sim.sequences[sim.seat % sim.sides]]
    missing = spared = 0
    for kind in NATURAL_KINDS:
        count = hand[kind]
        if not 0 < count < smallest or kind in lying:
            continue
        if not any(suited[card] and _in_a_run(tables, suited, card, ends) for card in _CARDS_OF[kind]):
            missing += smallest - count
            if count < tables.least or count == 1:
                spared = smallest - 1  # unless its only card is discarded
    return missing - spared > hand[TWO_KIND] + hand[JOKER_KIND]


def _in_a_run(tables: Tables, suited: list[int], card: int, ends: frozenset[int]) -> bool:
    """Whether this card lies in a row that is long enough for a sequence or touches one on the table."""
    low = high = card
    bottom, top = _ROWS[card]
    while low > bottom and suited[low - 1]:
        low -= 1
    while high < top and suited[high + 1]:
        high += 1
    if high - low + 1 >= tables.smallest:
        return True
    if ends:
        for place in range(low, high + 1):
            if place in ends:
                return True
    return False


def out_of_reach(sim: SuitedSimulation, hand: list[int], lying: dict[int, Counts]) -> bool:
    """Whether cards for the canastas that are missing are nowhere.

    A rank with one set that is no canasta can complete that with the cards at hand and the wild cards that it has room
    for. For other ranks, and for sequences, it is counted what there could be at the most.
    """
    tables, size = sim.tables, sim.tables.canasta
    if sim.rules.wild_only_melds != "no":
        return not canastas_in_reach(turn_of(sim))
    wilds, missing = hand[TWO_KIND] + hand[JOKER_KIND], tables.to_go_out
    helping = min(wilds, tables.most_wilds)
    there, costs = hand[:BLACK_THREE_KIND], []
    for number, (naturals, twos, jokers) in lying.items():
        kind = number & KIND_MASK
        if kind < BLACK_THREE_KIND:
            cards = naturals + twos + jokers
            if cards >= size:
                missing -= 1
            elif number != kind or kind + KIND_MASK + 1 in lying or hand[kind] + helping >= size:
                there[kind] += cards
            elif size - cards - hand[kind] <= min(wilds, tables.most_wilds - twos - jokers):
                costs.append(size - cards - hand[kind])
    if max(there) + helping >= size:
        for count in there:
            if count + helping >= size:
                missing -= max(1, count // max(1, size - helping))
    if missing <= 0:
        return False
    missing -= _runs_in_reach(sim)
    return missing > 0 and (len(costs) < missing or sum(sorted(costs)[:missing]) > wilds)


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
