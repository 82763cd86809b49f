"""How a simulated turn can end: settled from counts as far as that goes, for most moves are of turns where it does.

Where a rank has one set at most it is told here whether a side that owes no minimum can go out, and of a side that owes
one whether it surely reaches it; where there are several sets or sequences, most of it. Everything else is asked of
:mod:`engine.reach`. The answers are the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.judging.moves import sound_moves
from engine.law.actions import FIRST_SEQUENCE, KIND_MASK, NATURAL_KINDS, Move, sequence_length
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, RED_THREE_KIND, TWO_KIND
from engine.play.simulator import suited_ending
from engine.play.simulator.looking import turn_of
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import Tables
from engine.reach import finishing
from engine.reach.layouts import wild_points
from engine.reach.points import USUAL_NATURALS, reaches
from engine.turn.state import NOTHING, Counts, with_more

KEPT = 2
"""Cards that a player who does not go out holds: one to keep, and one to discard."""


def settled(sim: Simulation) -> bool:
    """Whether the side owes no minimum any more."""
    return sim.opened or sim.laid >= sim.minimums[sim.seat % sim.sides]


def can_go_out(sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> bool:
    """Whether the player can go out in this turn."""
    if (sim.asked and sim.answer == "no") or surely_stays(sim, hand, melds):
        return False
    tables = sim.tables
    if not hand[RED_THREE_KIND] and not sim.last_red_three and settled(sim):
        if tables.one_each:
            return lies_out(tables, hand, melds)
        # Who can lie all on the first sets of the ranks and on new ones goes out; there may be other ways.
        others = sim.canastas(sim.seat % sim.sides) - _first_canastas(tables, melds)
        if lies_out(tables, hand, melds, others=others):
            return True
    return finishing.can_go_out(turn_of(sim))


def _first_canastas(tables: Tables, melds: dict[int, Counts]) -> int:
    """The canastas that are the first set of a rank."""
    return sum([sum(melds[kind]) >= tables.canasta for kind in NATURAL_KINDS if kind in melds])


def surely_stays(sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> bool:
    """A quick look, false too often: whether the player surely cannot go out in this turn."""
    tables = sim.tables
    if tables.ranks_only and tables.usual:
        # A card alone of its rank fits nowhere but on a meld; one of them can be the discard. Pairs need wild cards.
        alone = pairs = 0
        for kind in NATURAL_KINDS:
            if 0 < hand[kind] < tables.smallest and kind not in melds:
                if hand[kind] > 1:
                    pairs += 1
                elif alone:
                    return True
                else:
                    alone = 1
        if pairs > hand[TWO_KIND] + hand[JOKER_KIND]:
            return True
    elif isinstance(sim, SuitedSimulation):
        return suited_ending.surely_stays(sim, hand, melds)
    if not tables.one_each or tables.to_go_out != 1:
        return not finishing.canastas_in_reach(turn_of(sim))
    missing = tables.canasta - min(hand[TWO_KIND] + hand[JOKER_KIND], tables.most_wilds)
    if max(hand[:BLACK_THREE_KIND]) >= missing:
        return False
    for kind, counts in melds.items():  # noqa: SIM110 - this is asked in every turn, and a loop is quicker
        if sum(counts) + hand[kind] >= missing:
            return False
    return True


def lies_out(tables: Tables, hand: list[int], melds: dict[int, Counts], *, others: int = 0) -> bool:
    """Whether a side that owes no minimum can lay all of the hand, or all but a discard, and have its canastas then.

    Only the first set of each rank is looked at; ``others`` are its canastas besides.
    """
    lies, spoilt = tables.lies, -1
    new, wanted = lies[NOTHING], tables.to_go_out - others
    wilds, threes = hand[TWO_KIND] + hand[JOKER_KIND], hand[BLACK_THREE_KIND]
    need = room = 0
    costs: list[int] = []
    for kind in NATURAL_KINDS:
        count = hand[kind]
        if kind in melds:
            part = lies[melds[kind]][count]
        elif count:
            part = new[count]
        else:
            continue
        if part is not None:
            need += part[0]
            room += part[1]
            costs.append(part[2])
        elif spoilt >= 0:
            return False
        else:
            spoilt = kind
    if need > wilds and tables.least > 1:
        return False  # whichever card is the discard
    threes_there = sum(melds[BLACK_THREE_KIND]) if BLACK_THREE_KIND in melds else 0
    if not _threes_lie(tables, threes, threes_there):
        discards_three = spoilt < 0 and _threes_lie(tables, threes - 1, threes_there)
        return discards_three and _all_lie(need, room, costs, wilds, wanted)
    if spoilt >= 0:  # only one of these cards can be the discard
        left = lies[melds.get(spoilt, NOTHING)][hand[spoilt] - 1]
        return left is not None and _all_lie(need + left[0], room + left[1], [*costs, left[2]], wilds, wanted)
    # A discard of a wild card or of a black three, which changes nothing else, or none.
    if _all_lie(need, room, costs, wilds, wanted):
        return True
    if wilds and _all_lie(need, room, costs, wilds - 1, wanted):
        return True
    return tables.least == 1 and _lies_without_one(tables, hand, melds, (need, room, costs), wanted)


def _lies_without_one(
    tables: Tables,
    hand: list[int],
    melds: dict[int, Counts],
    together: tuple[int, int, list[int]],
    wanted: int,
) -> bool:
    """The same with a discard that would need wild cards all alone; no other that is left out makes anything easier."""
    need, room, costs = together
    wilds = hand[TWO_KIND] + hand[JOKER_KIND]
    for kind in NATURAL_KINDS:
        part = tables.lies[NOTHING][1]
        if hand[kind] == 1 and kind not in melds and part is not None:
            rest = costs[:]
            rest.remove(part[2])
            if _all_lie(need - part[0], room - part[1], rest, wilds, wanted):
                return True
    return False


def _threes_lie(tables: Tables, threes: int, there: int) -> bool:
    if not threes:
        return True
    rules = tables.rules
    if rules.black_three_meld == "never":
        return False
    return tables.smallest <= there + threes <= rules.black_three_meld_max


def _all_lie(need: int, room: int, costs: list[int], wilds: int, wanted: int) -> bool:
    """Whether so many wild cards can be laid, and make so many canastas.

    ``need`` of them must lie, ``room`` can, and ``costs`` are what each rank needs besides for its canasta.
    """
    spare = wilds - need
    if spare < 0 or wilds > room:
        return False
    if wanted == 1:
        return bool(costs) and min(costs) <= spare
    return wanted <= 0 or (len(costs) >= wanted and sum(sorted(costs)[:wanted]) <= spare)


def most_laid(tables: Tables, hand: Sequence[int], melds: dict[int, Counts]) -> tuple[int, int]:
    """Points and cards when all is laid that fits, the wild cards with the dearest pairs first, one set of a rank.

    Only for rule sets whose sets have two natural cards at least.
    """
    lies, rooms = tables.lies, tables.rooms
    points = cards = room = 0
    pairs: list[int] = []
    for kind in NATURAL_KINDS:
        count = hand[kind]
        if kind in melds:
            part = lies[melds[kind]][count]
            room += part[1] if part is not None else 0
        elif count > USUAL_NATURALS:
            room += rooms[count]
        else:
            if count == USUAL_NATURALS:
                pairs.append(KIND_POINTS[kind])
            continue
        points += count * KIND_POINTS[kind]
        cards += count
    jokers = hand[JOKER_KIND]
    wilds = hand[TWO_KIND] + jokers
    if not wilds:
        return points, cards
    if pairs and rooms[USUAL_NATURALS]:
        pairs.sort(reverse=True)
        with_wild = min(len(pairs), wilds)
        points += USUAL_NATURALS * sum(pairs[:with_wild])
        cards += USUAL_NATURALS * with_wild
        room += with_wild * rooms[USUAL_NATURALS]
    laid = min(wilds, room)
    return points + wild_points(laid, jokers), cards + laid


def may_open(sim: Simulation, hand: list[int], melds: dict[int, Counts]) -> bool:
    """Whether a side that has not opened can do so now."""
    needed = sim.minimums[sim.seat % sim.sides] - sim.laid
    if needed <= 0:
        return True
    if sim.tables.usual and sim.held is None:
        points, _ = most_laid(sim.tables, hand, melds)
        if points >= needed:
            return True
    # Nothing brings more than the above where nothing lies and a rank has one set at most.
    if (melds or not sim.tables.closed_form) and reaches(turn_of(sim), needed, keep=0):
        return True
    return not surely_stays(sim, hand, melds) and finishing.can_go_out(turn_of(sim))


def opens_with(sim: Simulation, move: Move, owed: int, spare: int) -> bool | None:
    """A quick look: whether the side can reach its minimum after this lay-down, None where that is open.

    ``owed`` are the points that are missing before it, without the top card of the pile, ``spare`` the cards that may
    be laid by who does not go out. What comes with the pile is not laid before the minimum is reached.
    """
    tables, kinds = sim.tables, move.kinds
    spare -= len(kinds)
    if spare < 0 or not tables.usual or BLACK_THREE_KIND in kinds:
        return None
    if move.verb == "merge":  # which takes from the room for wild cards that both sets have
        return None
    for kind in kinds:
        owed -= KIND_POINTS[kind]
    if owed <= 0:
        return True
    rest = [max(0, count) for count in sim.held] if sim.held is not None else sim.hands[sim.seat][:]
    for kind in kinds:
        rest[kind] -= 1
    takes = move.verb == "take"
    after = _with_move(sim.melds[sim.seat % sim.sides], move, (*kinds, sim.pile[-1]) if takes else kinds)
    points, cards = most_laid(tables, rest, after)
    if points >= owed:
        return True if cards <= spare else None
    if not tables.closed_form or sim.held is not None:
        return None
    # Nothing brings more where a rank has one set at most, except to who goes out.
    if takes:
        for kind in sim.pile[:-1]:
            rest[kind] += 1
    return False if surely_stays(sim, rest, after) else None


def _with_move(melds: dict[int, Counts], move: Move, laid: tuple[int, ...]) -> dict[int, Counts]:
    """The sets after this move lays these cards; where there may be several of a rank the first counts here."""
    number = move.target
    if number >= FIRST_SEQUENCE or (number < 0 and laid[0] != laid[1] < BLACK_THREE_KIND):
        return melds
    if number < 0:
        number = laid[0]
        if number in melds:
            return melds
    return melds | {number: with_more(melds.get(number, NOTHING), laid)}


def those_that_open(sim: Simulation, lays: Sequence[Move], came: int = 0) -> list[Move]:
    """Those lay-downs of a side that owes a minimum after which the turn can end well.

    ``came`` are the cards that come with them: all take the pile, or none.
    """
    hand, turn = sim.hands[sim.seat], None
    spare = sum(hand) - hand[RED_THREE_KIND] + came - KEPT
    owed = sim.minimums[sim.seat % sim.sides] - sim.laid
    if lays[0].verb == "take":
        owed -= KIND_POINTS[sim.pile[-1]]
    found = []
    alike: tuple[tuple[int, ...], int] | None = None
    opens: bool | None = None
    for move in lays:
        if (move.kinds, move.target) != alike:  # others differ in their suits only
            alike = move.kinds, move.target
            opens = opens_with(sim, move, owed, spare)
        if opens:
            found.append(move)
        elif opens is None:
            turn = turn or turn_of(sim)
            found += sound_moves(turn, [move])
    return found


def of_owing(sim: Simulation, hand: list[int], found: list[Move], lays: slice) -> list[Move]:
    """Those moves of a side that has not reached its minimum after which the turn can end well.

    ``lays`` is where among them the lay-downs stand.
    """
    cards = sum(hand) - hand[RED_THREE_KIND]
    if _must_go_out(sim) or cards < KEPT:
        return sound_moves(turn_of(sim), found)
    if lays.start < lays.stop:
        found[lays] = those_that_open(sim, found[lays])
    if not sim.owes_minimum:
        return found
    if lays.start:
        found[: lays.start] = sound_moves(turn_of(sim), found[: lays.start])
    return [move for move in found if move.verb != "discard"]  # what is owed cannot be laid after the turn


def of_settled(
    sim: Simulation, hand: list[int], found: list[Move], lays: slice, out: bool | None
) -> list[Move]:
    """Those moves of a side that owes nothing that leave two cards, or lead to going out.

    ``lays`` is where among them the lay-downs stand. ``out`` is whether the player can go out, None where nobody asked;
    only where it is known are new melds of black threes among the moves.
    """
    tables, melds = sim.tables, sim.melds[sim.seat % sim.sides]
    spare = sum(hand) - hand[RED_THREE_KIND] - KEPT
    must = sim.asked and _must_go_out(sim)
    calm_hand = BLACK_THREE_KIND not in melds and not (out and hand[BLACK_THREE_KIND] >= tables.smallest)
    if not must and calm_hand and spare >= max([len(move.kinds) for move in found[lays]], default=0):
        return found
    must = must or _must_go_out(sim)
    if hand[RED_THREE_KIND] or (lays.start and (must or spare < 0)):
        return sound_moves(turn_of(sim), found)
    if BLACK_THREE_KIND in melds and not must:
        return sound_moves(turn_of(sim), found)
    if out is None:
        out = can_go_out(sim, hand, melds)
    most = -1 if must else spare
    if not out:
        discards = found[lays.stop :] if spare >= 0 and not must else []
        few = [move for move in found[lays] if len(move.kinds) <= most]
        return [*found[: lays.start], *few, *discards]
    last = spare == 1 - KEPT and sim.canastas(sim.side) >= tables.to_go_out
    discards = found[lays.stop :] if last or (spare >= 0 and not must) else []
    calm = [len(move.kinds) <= most and BLACK_THREE_KIND not in move.kinds for move in found[lays]]
    others = [move for move, is_calm in zip(found[lays], calm, strict=True) if not is_calm]
    leading = _those_that_lead_out(sim, hand, melds, others)
    kept, place = found[: lays.start], 0
    for move, is_calm in zip(found[lays], calm, strict=True):
        if is_calm:
            kept.append(move)
        elif place < len(leading) and move is leading[place]:
            kept.append(move)
            place += 1
    return kept + discards


def _those_that_lead_out(
    sim: Simulation, hand: list[int], melds: dict[int, Counts], lays: list[Move]
) -> list[Move]:
    """Those lay-downs after which the player can still go out."""
    tables, cards = sim.tables, sum(hand)
    canastas, found = sim.canastas(sim.seat % sim.sides), []
    joins = sim.rules.merge_melds  # two sets that are no canastas may become one
    for move in lays:
        has, left = canastas + _completes(tables, melds, move), cards - len(move.kinds)
        if left < KEPT and has >= tables.to_go_out:  # who then holds one card discards it
            found.append(move)
        elif left < KEPT and has + left < tables.to_go_out and not joins:
            continue  # one card completes one canasta at most
        elif _surely_leads_out(tables, hand, melds, move, has):
            found.append(move)
        elif not tables.one_each:
            found += sound_moves(turn_of(sim), [move])
    return found


def _surely_leads_out(
    tables: Tables, hand: list[int], melds: dict[int, Counts], move: Move, canastas: int
) -> bool:
    """Whether all can be laid after this lay-down, which leaves so many canastas, or all but a discard.

    Where a rank may have several sets, or there are sequences, this is false too often.
    """
    if move.verb == "merge":
        return False
    rest, after = hand[:], _with_move(melds, move, move.kinds)
    for kind in move.kinds:
        rest[kind] -= 1
    others = 0 if tables.one_each else canastas - _first_canastas(tables, after)
    return lies_out(tables, rest, after, others=others)


def _completes(tables: Tables, melds: dict[int, Counts], move: Move) -> bool:
    """Whether this new or longer meld becomes a canasta with these cards."""
    number, cards = move.target, len(move.kinds)
    if number >= FIRST_SEQUENCE:
        before = sequence_length(number)
        return before < tables.longest_run <= before + cards
    if move.verb == "merge":
        return False
    if number < 0:
        first, second, *_ = move.kinds
        if first != second < BLACK_THREE_KIND:  # a sequence
            return cards >= tables.longest_run
        return cards >= tables.canasta and first != BLACK_THREE_KIND
    before = sum(melds[number])
    return before < tables.canasta <= before + cards and number & KIND_MASK < BLACK_THREE_KIND


def _must_go_out(sim: Simulation) -> bool:
    """Whether only going out is left: black threes are melded, or the partner has said yes."""
    return BLACK_THREE_KIND in sim.fresh or (sim.asked and sim.answer == "yes")
