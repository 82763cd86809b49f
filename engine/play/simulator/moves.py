"""Every legal move of a simulated deal, in the order in which :func:`engine.judging.moves.legal_moves` lists them."""

from __future__ import annotations

from itertools import compress
from typing import Final

from engine.judging.moves import ASK, DRAW, END, EXPOSE, merge_moves, sound_moves
from engine.law.actions import KIND_MASK, NATURAL_KINDS, Move
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, RED_THREE_KIND, TWO_KIND
from engine.play.simulator import suited_moves
from engine.play.simulator.looking import turn_of
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import DISCARDS, MOST_OF_A_KIND
from engine.reach.finishing import can_go_out, can_stop, canastas_in_reach
from engine.reach.laying import add_moves, meld_moves, take_moves
from engine.reach.layouts import wild_points
from engine.reach.points import USUAL_NATURALS, reaches
from engine.rules.drawing import may_decline
from engine.turn.state import NOTHING, Counts

_CALM: Final = frozenset({"discard", "merge", "ask"})


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
    reds, left = hand[RED_THREE_KIND], sim.stock_left
    found: list[Move] = []
    if left and (not reds or left > sim.rules.draw_count):
        found.append(DRAW)
    elif left:
        found += sound_moves(turn_of(sim), [DRAW])
    takes = _takes(sim, hand)
    if takes:
        spare = sim.cards_in_hand - 2 + len(sim.pile) - 1 - sim.pile.count(RED_THREE_KIND)
        if sim.opened and spare >= max([len(move.kinds) for move in takes]):
            found += takes
        else:
            found += sound_moves(turn_of(sim), takes)
    if reds:
        found.append(EXPOSE)
    elif not left and (not takes or may_decline(turn_of(sim))):
        found.append(END)
    return found if found or left else [END]  # whether the last pile must be taken is open


def _takes(sim: Simulation, hand: list[int]) -> list[Move]:
    """Ways to take the pile that break no rule by themselves."""
    rules, pile = sim.rules, sim.pile
    if not pile or (not sim.opened and rules.pickup_before_initial == "never"):
        return []
    if isinstance(sim, SuitedSimulation):
        return suited_moves.takes(sim)
    top = pile[-1]
    if top >= BLACK_THREE_KIND:
        if top in (BLACK_THREE_KIND, RED_THREE_KIND) or rules.wild_top_takeable == "never":
            return []
        return list(take_moves(turn_of(sim)))
    tables, count = sim.tables, hand[top]
    melds = sim.melds[sim.seat % sim.sides]
    if not count and top not in melds:
        return []
    if len(pile) == 1 and turn_of(sim).one_card_pile_barred:
        return []
    twos, jokers = hand[TWO_KIND], hand[JOKER_KIND]
    closed = bool(sim.frozen) or not sim.opened
    found: list[Move] = []
    if count and (tables.several or top not in melds):
        found += tables.takes(top, -1, NOTHING, count, twos, jokers, closed=closed)
    number = top
    while number in melds:
        found += tables.takes(top, number, melds[number], count, twos, jokers, closed=closed)
        number += KIND_MASK + 1
    return found


def _to_play(sim: Simulation) -> list[Move]:
    """What can be laid, asked and discarded once cards have come."""
    hand = sim.hands[sim.seat]
    melds = sim.melds[sim.seat % sim.sides]
    found: list[Move] = []
    reds = hand[RED_THREE_KIND]
    if reds:
        found.append(EXPOSE)
    if not sim.asked and not sim.laid_since_draw and _may_ask(sim, hand, melds):
        found.append(ASK)
    if sim.opened or _may_open(sim, hand, melds):
        found += _melds(sim, hand, melds)
    if melds or (sim.tables.suits and sim.sequences[sim.seat % sim.sides]):
        found += _adds(sim, hand, melds)
        if sim.tables.several and max(melds, default=0) > KIND_MASK:
            found += merge_moves(turn_of(sim))
    if reds or sim.last_red_three:
        return sound_moves(turn_of(sim), found if reds else [*found, END])
    steps = len(found)
    found += (
        suited_moves.discards(sim, hand) if isinstance(sim, SuitedSimulation) else compress(DISCARDS, hand)
    )
    if not steps and not sim.opened and not sim.laid and sum(hand) > 1:
        return found  # nothing to lay, nothing owed
    if not sim.opened or BLACK_THREE_KIND in melds or hand[BLACK_THREE_KIND] > 2 or sim.asked:
        return sound_moves(turn_of(sim), found)
    return _with_cards_left(sim, hand, melds, found)


def _with_cards_left(
    sim: Simulation, hand: list[int], melds: dict[int, Counts], found: list[Move]
) -> list[Move]:
    """Of an open side's moves, which owe nothing, those that leave two cards, or lead to going out."""
    spare = sum(hand) - 2
    if spare >= max(max(hand) + hand[TWO_KIND] + hand[JOKER_KIND], sim.tables.longest_run):
        return found
    if spare >= max([len(move.kinds) for move in found if move.verb != "discard"], default=0):
        return found
    if out_of_reach(sim, hand, melds):
        return [m for m in found if m.verb in _CALM or len(m.kinds) <= spare] if spare >= 0 else []
    return sound_moves(turn_of(sim), found)


def out_of_reach(sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> bool:
    """A quick look, false too often: whether the side surely cannot have its canastas in this turn."""
    tables = sim.tables
    if isinstance(sim, SuitedSimulation):
        return suited_moves.out_of_reach(sim, hand, melds)
    if not tables.one_each or tables.to_go_out != 1:
        return not canastas_in_reach(turn_of(sim))
    missing = tables.canasta - min(hand[TWO_KIND] + hand[JOKER_KIND], tables.most_wilds)
    if max(hand[:BLACK_THREE_KIND]) >= missing:
        return False
    return all(sum(counts) + hand[kind] < missing for kind, counts in melds.items())


def _surely_stays(sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> bool:
    """A quick look, false too often: whether the player surely cannot go out in this turn."""
    tables = sim.tables
    if isinstance(sim, SuitedSimulation):
        return suited_moves.has_loners(sim, hand, melds) or suited_moves.out_of_reach(sim, hand, melds)
    if tables.ranks_only and tables.least == USUAL_NATURALS:
        # A card alone of its rank fits nowhere; one of them can be the discard.
        alone = hand[:BLACK_THREE_KIND].count(1)
        if alone > 1 and alone - len([kind for kind in melds if hand[kind & KIND_MASK] == 1]) > 1:
            return True
    return out_of_reach(sim, hand, melds)


def _may_ask(sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> bool:
    """Whether the player can keep to either answer: a no by going on, a yes by going out."""
    if not sim.has_partner or sim.rules.permission == "none":
        return False
    if _surely_stays(sim, hand, melds):
        return False
    turn = turn_of(sim)
    return can_go_out(turn) and can_stop(turn)


def _may_open(sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> bool:
    """Whether a side that has not opened can do so now."""
    needed = sim.minimums[sim.seat % sim.sides] - sim.laid
    if sim.tables.closed_form and not melds:
        if most_to_open(sim, hand) >= needed:
            return True
    elif reaches(turn_of(sim), needed, keep=0):
        return True
    return not _surely_stays(sim, hand, melds) and can_go_out(turn_of(sim))


def most_to_open(sim: Simulation, hand: list[int]) -> int:
    """The most points that can be laid where nothing lies yet, each rank once and pairs with a wild card each."""
    tables = sim.tables
    rooms = tables.rooms
    points = room = 0
    pairs: list[int] = []
    for kind in range(BLACK_THREE_KIND):
        count = hand[kind]
        if count > USUAL_NATURALS:
            points += count * KIND_POINTS[kind]
            room += rooms[count]
        elif count == USUAL_NATURALS:
            pairs.append(KIND_POINTS[kind])
    twos, jokers = hand[TWO_KIND], hand[JOKER_KIND]
    wilds = twos + jokers
    if not wilds:
        return points
    if pairs and rooms[USUAL_NATURALS]:
        pairs.sort(reverse=True)
        with_wild = min(len(pairs), wilds)
        points += USUAL_NATURALS * sum(pairs[:with_wild])
        room += with_wild * rooms[USUAL_NATURALS]
    return points + wild_points(min(wilds, room), jokers)


def _usable(sim: Simulation, hand: list[int]) -> list[int]:
    """Cards that may be laid now: until the minimum is reached, none that came with the pile."""
    if sim.held is None:
        return hand
    return [max(0, min(held, there)) for held, there in zip(sim.held, hand, strict=True)]


def _melds(sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> list[Move]:
    tables = sim.tables
    if isinstance(sim, SuitedSimulation):
        return suited_moves.melds(sim, hand)
    if not tables.ranks_only:
        return meld_moves(turn_of(sim))
    usable = _usable(sim, hand)
    twos, jokers = usable[TWO_KIND], usable[JOKER_KIND]
    least = max(tables.least, tables.smallest - twos - jokers)
    several, row = tables.several, tables.sets(twos, jokers)
    found: list[Move] = []
    for kind in [kind for kind in NATURAL_KINDS if usable[kind] >= least]:
        if several or kind not in melds:
            count = usable[kind]
            moves = row[kind * MOST_OF_A_KIND + count]
            found += tables.fill(kind, count, twos, jokers) if moves is None else moves
    threes = usable[BLACK_THREE_KIND]
    if threes >= tables.smallest and tables.black_threes and (several or BLACK_THREE_KIND not in melds):
        found += tables.threes[threes]
    return found


def _adds(sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> list[Move]:
    tables = sim.tables
    if isinstance(sim, SuitedSimulation):
        return suited_moves.adds(sim, hand, melds)
    if not tables.ranks_only:
        return add_moves(turn_of(sim))
    usable = _usable(sim, hand)
    twos, jokers = usable[TWO_KIND], usable[JOKER_KIND]
    found: list[Move] = []
    for number in sorted(melds):
        count = usable[number & KIND_MASK]
        if count or twos or jokers:
            found += tables.adds(number, melds[number], count, twos, jokers)
    return found
