"""Every legal move of a simulated deal, in the order in which :func:`engine.judging.moves.legal_moves` lists them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from engine.judging.moves import ASK, DRAW, END, EXPOSE, sound_moves
from engine.law.actions import KIND_MASK, NATURAL_KINDS, NEXT_OF_RANK, Move
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, RED_THREE_KIND, TWO_KIND
from engine.law.position import SINGLE_PLAYERS
from engine.law.ruleset import NATURAL_PAIR
from engine.play.simulator import suited_moves
from engine.play.simulator.ending import (
    KEPT,
    can_go_out,
    may_open,
    of_owing,
    of_settled,
    settled,
    those_that_open,
)
from engine.play.simulator.looking import turn_of
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import DISCARDS, Tables
from engine.reach.finishing import can_stop
from engine.reach.laying import add_moves, meld_moves, take_moves
from engine.rules.drawing import may_decline
from engine.rules.melding import merge_faults
from engine.turn.state import NOTHING, Counts


def legal_moves(sim: Simulation) -> list[Move]:
    """Every legal next move, once; none when the deal is over.

    The partner is asked only by a player who can keep to either answer.
    """
    if sim.over:
        return []
    return _to_begin(sim) if sim.phase == "draw" else _to_play(sim)


def _to_begin(sim: Simulation) -> list[Move]:
    """How a turn begins: drawing, taking the pile, a red three of the first hand, or ending the deal."""
    hand = sim.hands[sim.seat]
    reds, left = hand[RED_THREE_KIND], len(sim.stock) - sim.drawn
    found: list[Move] = []
    if left and (not reds or left > sim.rules.draw_count):
        found.append(DRAW)
    elif left:
        found += sound_moves(turn_of(sim), [DRAW])
    takes: Sequence[Move] = ()
    if sim.pile and (sim.opened or sim.tables.takes_before_opening):
        takes = _takes(sim, hand)
        if takes:
            found += _takes_that_end(sim, hand, takes)
    if reds:
        found.append(EXPOSE)
    elif not left and (not takes or may_decline(turn_of(sim))):
        found.append(END)
    return found if found or left else [END]  # whether the last pile must be taken is open


def _takes_that_end(sim: Simulation, hand: list[int], takes: Sequence[Move]) -> Sequence[Move]:
    """Those ways to take the pile after which the turn can end well."""
    came = len(sim.pile) - 1 - sim.pile.count(RED_THREE_KIND)
    if not sim.opened:
        return those_that_open(sim, takes, came)
    spare = sim.cards_in_hand - KEPT + came
    top, most = sim.pile[-1], hand[TWO_KIND] + hand[JOKER_KIND]
    if top < BLACK_THREE_KIND and spare >= hand[top] + most:
        return takes
    if spare >= max([len(move.kinds) for move in takes]):
        return takes
    return sound_moves(turn_of(sim), list(takes))


def _takes(sim: Simulation, hand: list[int]) -> Sequence[Move]:
    """Ways to take the pile that break no rule by themselves."""
    pile = sim.pile
    top = pile[-1]
    if top >= BLACK_THREE_KIND:
        if top in (BLACK_THREE_KIND, RED_THREE_KIND) or sim.rules.wild_top_takeable == "never":
            return ()
        return list(take_moves(turn_of(sim)))
    count, closed = hand[top], bool(sim.frozen) or not sim.opened
    if closed and count < NATURAL_PAIR:
        return ()
    if isinstance(sim, SuitedSimulation):
        return suited_moves.takes(sim)
    tables, melds = sim.tables, sim.melds[sim.seat % sim.sides]
    twos, jokers = hand[TWO_KIND], hand[JOKER_KIND]
    if count < NATURAL_PAIR and not (top in melds or (count and (twos or jokers))):
        return ()
    if len(pile) == 1 and sim.cards_in_hand == 1 and turn_of(sim).one_card_pile_barred:
        return ()
    if top not in melds:
        return tables.takes(top, -1, NOTHING, count, twos, jokers, closed=closed)
    if not tables.several:
        return tables.takes(top, top, melds[top], count, twos, jokers, closed=closed)
    found = [*tables.takes(top, -1, NOTHING, count, twos, jokers, closed=closed)] if count else []
    number = top
    while number in melds:
        found += tables.takes(top, number, melds[number], count, twos, jokers, closed=closed)
        number += KIND_MASK + 1
    return found


def _to_play(sim: Simulation) -> list[Move]:
    """What can be laid, asked and discarded once cards have come."""
    tables, seat = sim.tables, sim.seat
    hand, melds = sim.hands[seat], sim.melds[seat % sim.sides]
    suited = sim if isinstance(sim, SuitedSimulation) else None
    asks = tables.asks and not (sim.asked or sim.laid_since_draw) and sim.players > SINGLE_PLAYERS
    threes = tables.black_threes and hand[BLACK_THREE_KIND] >= tables.smallest
    # Black threes are laid by who goes out, and the partner is asked by who can.
    out = can_go_out(sim, hand, melds) if asks or threes else None
    # One list, made longer step by step: to copy it would take as long as to make it.
    found = [EXPOSE] if hand[RED_THREE_KIND] else []
    if asks and out and _can_stop(sim):
        found.append(ASK)
    first = len(found)
    opens = sim.opened or may_open(sim, hand, melds)
    if suited is not None and suited_moves.are_prepared(suited):
        suited_moves.list_lays(suited, hand, melds, found, opens=opens, threes=bool(out))
    else:
        if opens:
            _list_melds(sim, hand, melds, found, threes=bool(out))
        if melds or (suited is not None and suited.sequences[seat % sim.sides]):
            _list_adds(sim, hand, melds, found)
    if tables.merges and melds and sim.numbers(seat % sim.sides)[-1] > KIND_MASK:
        found += _merges(sim, melds)
    if sim.last_red_three:
        return sound_moves(turn_of(sim), found if hand[RED_THREE_KIND] else [*found, END])
    lays = len(found)
    if not hand[RED_THREE_KIND]:
        found += compress(DISCARDS, hand) if suited is None else suited_moves.discards(suited, hand)
    if sim.opened or settled(sim):
        if not (sim.asked or threes or BLACK_THREE_KIND in melds):
            # A move lays one rank and wild cards, or a run: mostly enough cards are seen to be left after each.
            many = tables.many_discards - (not hand[TWO_KIND]) - (not hand[JOKER_KIND])
            if len(found) - lays >= many or _keeps_enough(tables, hand):
                return found
        return of_settled(sim, hand, found, slice(first, lays), out)
    return of_owing(sim, hand, found, slice(first, lays))


def _keeps_enough(tables: Tables, hand: list[int]) -> bool:
    """A quick look, false too often: whether no lay-down but one of black threes leaves fewer than two cards."""
    spare = sum(hand) - hand[RED_THREE_KIND] - KEPT
    return spare >= max(hand) + hand[TWO_KIND] + hand[JOKER_KIND] and spare >= tables.longest_run


def _merges(sim: Simulation, melds: dict[int, Counts]) -> list[Move]:
    """Every two sets of a rank that may be joined."""
    joined, found = sim.tables.joined, []
    for number in sim.numbers(sim.seat % sim.sides):
        other = number + NEXT_OF_RANK
        while other in melds:
            sets = number & KIND_MASK, melds[number], melds[other]
            if sets not in joined:
                joined[sets] = not merge_faults(turn_of(sim), number, other)
            if joined[sets]:
                found.append(Move("merge", target=number, source=other))
            other += NEXT_OF_RANK
    return found


def _can_stop(sim: Simulation) -> bool:
    """Whether the turn of a player who can go out can also end without that."""
    if sim.owes_minimum or BLACK_THREE_KIND in sim.fresh:
        return can_stop(turn_of(sim))
    return sim.cards_in_hand >= KEPT or can_stop(turn_of(sim))


def _usable(held: list[int], hand: list[int]) -> list[int]:
    """Cards that may be laid now: until the minimum is reached, none that came with the pile."""
    both = zip(held, hand, strict=True)
    return [(before if before > 0 else 0) if before < now else now for before, now in both]


def _list_melds(
    sim: Simulation, hand: list[int], melds: dict[int, Counts], found: list[Move], *, threes: bool
) -> None:
    """Every new meld that the hand allows; of black threes only where they are wanted."""
    tables = sim.tables
    if not tables.ranks_only:
        new = meld_moves(turn_of(sim))
        found += new if threes else [move for move in new if BLACK_THREE_KIND not in move.kinds]
    else:
        usable = hand if sim.held is None else _usable(sim.held, hand)
        twos, jokers = usable[TWO_KIND], usable[JOKER_KIND]
        row, least, several = tables.new[twos, jokers], tables.least_with[twos + jokers], tables.several
        for kind in NATURAL_KINDS:
            count = usable[kind]
            if count >= least and (several or kind not in melds):
                found += row[kind][count]
        if threes and (several or BLACK_THREE_KIND not in melds):
            found += tables.threes[usable[BLACK_THREE_KIND]]


def _list_adds(sim: Simulation, hand: list[int], melds: dict[int, Counts], found: list[Move]) -> None:
    """Everything that can be added to a meld of the own side."""
    tables = sim.tables
    if not tables.ranks_only:
        found += add_moves(turn_of(sim))
    else:
        usable = hand if sim.held is None else _usable(sim.held, hand)
        twos, jokers = usable[TWO_KIND], usable[JOKER_KIND]
        added = tables.added[twos, jokers]
        for number in sim.numbers(sim.seat % sim.sides):
            count = usable[number & KIND_MASK]
            if count or twos or jokers:
                found += added[number][melds[number]][count]
