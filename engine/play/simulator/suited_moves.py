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
from engine.play.simulator.tables import DISCARDS
from engine.turn.state import NOTHING, Counts

_PLACES: Final = sorted(range(4 * RANK_COUNT), key=lambda fine: fine % RANK_COUNT)
_by_rank: Final = itemgetter(
    *_PLACES
)  # the counts of the natural cards, four suits of a rank beside each other
_IN_SUIT: Final = tuple([slice(suit * RANK_COUNT, (suit + 1) * RANK_COUNT) for suit in range(4)])
_OF_RANK: Final = tuple([slice(kind, None, RANK_COUNT) for kind in NATURAL_KINDS])
_ONE_OF_EACH: Final = bytes([0, *[1] * 255])
"""Turns counts of cards, as bytes, into whether there are some."""
_DISCARDS: Final = (*_by_rank(FINE_DISCARDS), *DISCARDS[BLACK_THREE_KIND:RED_THREE_KIND])


def takes(sim: SuitedSimulation) -> list[Move]:
    """Ways to take the pile with a natural top card that break no rule by themselves."""
    top, side = sim.pile[-1], sim.seat % sim.sides
    hand, lying = sim.hands[sim.seat], sim.melds[side]
    count, closed = hand[top], bool(sim.frozen) or not sim.opened
    if count < NATURAL_PAIR and (closed or not (count or top in lying or _grows(sim, side, top))):
        return []
    if len(sim.pile) == 1 and sim.cards_in_hand == 1 and turn_of(sim).one_card_pile_barred:
        return []
    found: list[Move] = []
    tables, twos, jokers = sim.tables, hand[TWO_KIND], hand[JOKER_KIND]
    held = bytes(sim.suited[sim.seat][top::RANK_COUNT])
    if count and (tables.several or top not in lying):
        found += tables.takes(top, -1, NOTHING, held, twos, jokers, closed=closed)
    number = top
    while number in lying:
        found += tables.takes(top, number, lying[number], held, twos, jokers, closed=closed)
        number += NEXT_OF_RANK
    if not closed:
        suit = sim.fine_pile[-1] // RANK_COUNT
        for number in dict.fromkeys(sim.sequences[side]):
            whole = sequence_length(number) >= sim.tables.longest_run
            if sequence_of(number)[0] == suit and not whole and sequence_grown(number, top) >= 0:
                found.append(Move("take", (), number))
    return found


def _grows(sim: SuitedSimulation, side: int, top: int) -> bool:
    """Whether some sequence could take a card of this rank, whatever its suit."""
    return any(sequence_grown(number, top) >= 0 for number in sim.sequences[side])


def are_prepared(sim: SuitedSimulation) -> bool:
    """Whether what can be laid is found in tables: all cards of the hand may be, and no melds of wild cards."""
    return sim.held is None and sim.rules.wild_only_melds == "no"


def list_lays(
    sim: SuitedSimulation,
    hand: list[int],
    lying: dict[int, Counts],
    found: list[Move],
    *,
    opens: bool,
    threes: bool,
) -> None:
    """Every new meld where the side has opened or can, and everything that can be added to one that lies.

    Only where these are prepared. ``threes`` says whether new melds of black threes are wanted.
    """
    tables, cards = sim.tables, bytes(sim.suited[sim.seat])
    sequences = sim.sequences[sim.seat % sim.sides]
    twos, jokers = hand[TWO_KIND], hand[JOKER_KIND]
    held = cards.translate(_ONE_OF_EACH)
    if opens:
        row, least = tables.new[twos, jokers], tables.least_with[twos + jokers]
        for kind in NATURAL_KINDS:
            if hand[kind] >= least:
                found += row[kind][cards[_OF_RANK[kind]]]
        if threes:
            found += tables.threes[hand[BLACK_THREE_KIND]]
        if tables.shortest_run in held:  # or cards of two suits only look like one
            for runs, in_suit in zip(tables.runs, _IN_SUIT, strict=True):
                if tables.shortest_run in held[in_suit]:
                    found += runs[held[in_suit]]
    if lying:
        added = tables.added[twos, jokers]
        for number in sim.numbers(sim.seat % sim.sides):
            kind = number & KIND_MASK
            if kind == BLACK_THREE_KIND:
                found += added[number][lying[number]][hand[kind]]
            elif hand[kind] or twos or jokers:
                found += added[number][lying[number]][cards[_OF_RANK[kind]]]
    if sequences:
        for number in dict.fromkeys(sequences):
            beside, longer = tables.longer[number]
            found += longer[beside(held)]


def discards(sim: SuitedSimulation, hand: list[int]) -> Iterator[Move]:
    """Every discard, by rank and suit."""
    return compress(_DISCARDS, chain(_by_rank(sim.suited[sim.seat]), hand[BLACK_THREE_KIND:]))
