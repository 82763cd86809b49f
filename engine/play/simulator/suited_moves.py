"""What can be laid and discarded where suits matter, as lists that are kept: parts of the moves of a simulated deal."""

from __future__ import annotations

from itertools import compress
from typing import Final

from engine.judging.moves import FINE_DISCARDS
from engine.law.actions import KIND_MASK, NATURAL_KINDS, RANK_COUNT, Move, sequence_grown, sequence_of
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, RED_THREE_KIND, TWO_KIND
from engine.law.ruleset import NATURAL_PAIR
from engine.play.simulator.looking import turn_of
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.tables import DISCARDS
from engine.reach.laying import add_moves, additions, meld_moves, new_sets, take_moves
from engine.turn.state import Counts

_SUITS: Final = range(4)
_OF_KIND: Final = tuple([FINE_DISCARDS[kind::RANK_COUNT] for kind in NATURAL_KINDS])
_LOOSE: Final = range(BLACK_THREE_KIND, RED_THREE_KIND)


def takes(sim: SuitedSimulation) -> list[Move]:
    """Ways to take the pile that break no rule by themselves."""
    top, side = sim.pile[-1], sim.seat % sim.sides
    if top < BLACK_THREE_KIND:
        count, melds = sim.hands[sim.seat][top], sim.melds[side]
        closed = bool(sim.frozen) or not sim.opened
        if (closed and count < NATURAL_PAIR) or not (count or top in melds or _grows(sim, side, top)):
            return []
    return list(take_moves(turn_of(sim)))


def _grows(sim: SuitedSimulation, side: int, top: int) -> bool:
    """Whether some sequence could take a card of this rank, whatever its suit."""
    return any(sequence_grown(number, top) >= 0 for number in sim.sequences[side])


def melds(sim: SuitedSimulation, hand: list[int]) -> list[Move]:
    """Every new meld that the hand allows."""
    tables, rules = sim.tables, sim.rules
    if rules.wild_only_melds != "no" or sim.held is not None:
        return meld_moves(turn_of(sim))
    suited = sim.suited[sim.seat]
    twos, jokers = hand[TWO_KIND], hand[JOKER_KIND]
    least = max(tables.least, tables.smallest - twos - jokers)
    found: list[Move] = []
    for kind in NATURAL_KINDS:
        if hand[kind] >= least:
            key = (kind, *suited[kind::RANK_COUNT], twos, jokers)
            moves = tables.suited.get(key)
            if moves is None:
                moves = new_sets(rules, kind, tuple(suited[kind::RANK_COUNT]), twos, jokers)
                tables.suited[key] = moves
            found += moves
    if hand[BLACK_THREE_KIND] >= tables.smallest and tables.black_threes:
        found += tables.threes[hand[BLACK_THREE_KIND]]
    for suit in _SUITS:
        row = suited[suit * RANK_COUNT : (suit + 1) * RANK_COUNT]
        if RANK_COUNT - row.count(0) >= tables.smallest:
            found += tables.runs(suit, tuple(row))
    return found


def adds(sim: SuitedSimulation, hand: list[int], lying: dict[int, Counts]) -> list[Move]:
    """Everything that can be added to a meld of the own side."""
    tables, rules = sim.tables, sim.rules
    if rules.wild_only_melds != "no" or sim.held is not None or sim.sequences[sim.seat % sim.sides]:
        return add_moves(turn_of(sim))
    suited = sim.suited[sim.seat]
    twos, jokers = hand[TWO_KIND], hand[JOKER_KIND]
    found: list[Move] = []
    for number in sorted(lying):
        kind = number & KIND_MASK
        if kind == BLACK_THREE_KIND:
            found += tables.adds(number, lying[number], hand[kind], 0, 0)
        elif hand[kind] or twos or jokers:
            counts = lying[number]
            key = (number, *counts, *suited[kind::RANK_COUNT], twos, jokers)
            moves = tables.suited.get(key)
            if moves is None:
                there, held = (counts[0], counts[1] + counts[2]), tuple(suited[kind::RANK_COUNT])
                moves = tables.suited[key] = additions(rules, number, there, held, twos, jokers)
            found += moves
    return found


def discards(sim: SuitedSimulation, hand: list[int]) -> list[Move]:
    """Every discard, by rank and suit."""
    suited = sim.suited[sim.seat]
    found: list[Move] = []
    for kind in NATURAL_KINDS:
        if hand[kind]:
            found += compress(_OF_KIND[kind], suited[kind::RANK_COUNT])
    return found + [DISCARDS[kind] for kind in _LOOSE if hand[kind]]


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
