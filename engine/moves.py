"""Every legal next step of a turn, listed once, in kinds: single steps, never sets of melds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, RED_THREE_KIND, TWO_KIND
from engine.closing import closing_breaches, with_least_minimum
from engine.finishing import can_go_out, canastas_in_reach, completable, must_go_out
from engine.laying import (
    add_moves,
    meld_moves,
    merge_moves,
    sequence_grown,
    suit_choices,
    with_wilds,
)
from engine.layouts import wild_room
from engine.numbering import RANK_COUNT, Move, sequence_of
from engine.points import reaches
from engine.turn import Turn
from engine.turn_state import OUT_OF_REACH
from engine.worlds import cards_left, may_be_mended, worlds_of

NATURAL_PAIR = 2
MOST_KINDS = 15
DISCARDS = tuple(Move("discard", (kind,)) for kind in range(MOST_KINDS))
FINE_DISCARDS = tuple(Move("discard", (fine % RANK_COUNT,), fine=(fine,)) for fine in range(4 * RANK_COUNT))
DRAW, END, ASK, EXPOSE = Move("draw"), Move("end"), Move("ask"), Move("expose", (RED_THREE_KIND,))


def legal_moves(turn: Turn) -> list[Move]:
    """Each legal next step, in a stable order. A step is legal if the turn can still end well."""
    # Most steps need no look ahead: nothing is owed, and enough cards are left for the discard and the next turn.
    spare = -OUT_OF_REACH if must_go_out(turn) else turn.cards_in_hand - 2
    owes = turn.owes_minimum
    calm = spare >= 0 and not owes
    missing = 0 if turn.opened else turn.minimum - turn.laid
    hopeless: bool | None = None  # asked only where it matters
    found = []
    for move in candidate_moves(turn):
        verb = move.verb
        if verb in _NEEDS_NOTHING:
            safe = calm
        elif verb == "meld" or verb == "add":
            kinds = move.kinds
            settles = missing <= 0 or sum([KIND_POINTS[kind] for kind in kinds]) >= missing
            safe = spare >= len(kinds) and settles and BLACK_THREE_KIND not in kinds
        elif verb == "draw":
            # The last card of the stock replaces no red three that is still held.
            safe = spare >= -1 and not owes and not turn.hand[RED_THREE_KIND]
        elif verb == "take":
            came = turn.pile_size - 1 - sum([c.is_red_three for c in turn.pile])
            safe = turn.opened and spare + came >= len(move.kinds)
        else:
            safe = False
        if safe:
            found.append(move)
        elif verb in _NEED_TO_GO_OUT and turn.opened and not turn.last_red_three:
            # The side has opened, so what is not safe leaves too few cards: only going out makes it legal.
            if hopeless is None:
                hopeless = not canastas_in_reach(turn)
            if not hopeless and _leads_on(turn, move):
                found.append(move)
        elif _leads_on(turn, move):
            found.append(move)
    return found


_NEED_TO_GO_OUT = frozenset({"meld", "add", "merge", "discard"})
_NEEDS_NOTHING = frozenset({"discard", "ask", "merge"})


def _leads_on(turn: Turn, move: Move) -> bool:
    if move.verb == "discard" and turn.owes_minimum and turn.cards_in_hand > 1:
        return False  # what is owed cannot be laid after the turn
    after = turn.copy()
    after.apply(move)
    return is_sound(after)


def is_sound(turn: Turn) -> bool:
    """Whether what was done so far is legal or can still be mended with the cards in hand."""
    if turn.over or (turn.phase == "play" and turn.hand_is_empty):
        return not closing_breaches(turn)
    return completable(turn)


def candidate_moves(turn: Turn) -> list[Move]:
    """Steps that break no rule by themselves; whether the turn can still end well is another question."""
    found: list[Move] = []
    if not turn.my_turn or turn.over:
        return found
    reds = turn.hand[RED_THREE_KIND]
    if turn.phase == "draw":
        if turn.stock != 0:
            found.append(DRAW)
        found += take_moves(turn)
        if reds:
            found.append(EXPOSE)
        elif turn.stock == 0 and forced_take(turn) == "free":
            found.append(END)
        return found
    if reds:
        found.append(EXPOSE)
    if turn.may_ask and not turn.asked and not turn.laid_since_draw:
        found.append(ASK)
    if turn.opened or _may_open(turn):
        found += meld_moves(turn)
    if turn.melds or turn.sequences:
        found += add_moves(turn)
        if turn.rules.merge_melds:
            found += merge_moves(turn)
    if reds:
        return found
    if turn.last_red_three or turn.hand_is_empty:
        found.append(END)
    else:
        found += _discards(turn)
    return found


def _may_open(turn: Turn) -> bool:
    """Whether a side that has not opened can do so now: the minimum is in reach, or the whole hand can be laid."""
    return reaches(turn, turn.minimum - turn.laid, keep=0) or can_go_out(turn)


def _discards(turn: Turn) -> list[Move]:
    hand, suited = turn.hand, turn.suited
    if suited is None:
        return [DISCARDS[kind] for kind in range(RED_THREE_KIND) if hand[kind]]
    found = [FINE_DISCARDS[fine] for fine in _BY_RANK if suited[fine]]
    return found + [DISCARDS[kind] for kind in range(BLACK_THREE_KIND, RED_THREE_KIND) if hand[kind]]


_BY_RANK = tuple(sorted(range(4 * RANK_COUNT), key=lambda fine: fine % RANK_COUNT))


def one_card_pile_barred(turn: Turn) -> bool:
    """Whether the player's one card may not take a pile of one card. Official laws; ledger 10.11."""
    if turn.pile_size != 1 or turn.cards_in_hand != 1:
        return False
    rule = turn.rules.one_card_pile
    return rule == "forbidden" or (rule == "forbidden_while_stock" and turn.stock != 0)


def take_moves(turn: Turn) -> Iterator[Move]:
    """Every way to take the pile that the top card, the freeze and the side's first meld allow."""
    rules = turn.rules
    if not turn.pile or one_card_pile_barred(turn):
        return
    if not turn.opened and rules.pickup_before_initial == "never":
        return
    top = turn.pile[-1]
    if top.is_wild and rules.wild_top_takeable == "with_pair":
        yield from _take_wild(turn)
        return
    if not top.is_natural:
        return
    kind = top.kind
    own = turn.numbers_of(kind)
    several = rules.several_melds_per_rank
    if turn.hand[kind] and (several or not own):
        yield from _take_with(turn, kind, -1)
    for number in own:
        yield from _take_with(turn, kind, number)
    if turn.sequences and turn.freeze_cause is None and turn.opened:
        for number in dict.fromkeys(turn.sequences):
            same_suit = sequence_of(number)[0] == top.fine // RANK_COUNT
            if same_suit and not turn.is_canasta(number) and sequence_grown(number, kind) >= 0:
                yield Move("take", (), number)


def _take_with(turn: Turn, kind: int, target: int) -> Iterator[Move]:
    """Take a natural top card onto this meld (-1: as a new one) with cards of its rank and wild cards."""
    rules, hand = turn.rules, turn.hand
    closed = turn.freeze_cause is not None or not turn.opened
    there = turn.melds[target] if target >= 0 else (0, 0, 0)
    if target >= 0:
        adds = rules.pickup_add_to_canasta if turn.is_canasta(target) else rules.pickup_add_to_meld
    else:
        adds = False
    for naturals in range(hand[kind] + 1):
        needs_wild = False
        if naturals < NATURAL_PAIR:
            if closed:
                continue
            if not adds:
                if naturals == 0 or not rules.pickup_natural_plus_wild:
                    continue
                needs_wild = True
        if there[0] + naturals + 1 < rules.min_naturals:
            continue
        room = wild_room(rules, there[0] + naturals + 1, there[1] + there[2], before=sum(there))
        for kinds in with_wilds((kind,) * naturals, hand[TWO_KIND], hand[JOKER_KIND], room):
            if (len(kinds) > naturals or not needs_wild) and len(kinds) + 1 + sum(
                there
            ) >= rules.meld_min_size:
                for fine in suit_choices(turn.suited, kind, naturals):
                    yield Move("take", kinds, target, fine=fine)


def _take_wild(turn: Turn) -> Iterator[Move]:
    """Take a wild top card with a natural pair of any rank, as a new meld or onto one. Ledger 10.8."""
    rules, hand = turn.rules, turn.hand
    for kind in range(BLACK_THREE_KIND):
        targets = turn.numbers_of(kind)
        if not targets or rules.several_melds_per_rank:
            targets = [-1, *targets]
        for target in targets:
            there = turn.melds[target] if target >= 0 else (0, 0, 0)
            for naturals in range(NATURAL_PAIR, hand[kind] + 1):
                room = wild_room(rules, there[0] + naturals, there[1] + there[2], before=sum(there)) - 1
                if room < 0:
                    continue
                for kinds in with_wilds((kind,) * naturals, hand[TWO_KIND], hand[JOKER_KIND], room):
                    for fine in suit_choices(turn.suited, kind, naturals):
                        yield Move("take", kinds, target, fine=fine)


ForcedTake = Literal["forced", "free", "rest-open", "minimum-open", "unnamed-cards"]


def forced_take(turn: Turn) -> ForcedTake:
    """With an empty stock: whether the player has to take the pile. Official laws; ledger 14.2.

    "rest-open" and "minimum-open" where that hangs on what the text leaves open, whether the rest comes along when the
    top card extends a sequence, or what the first meld must be worth; "unnamed-cards" where it hangs on cards of the
    pile that nobody has named.
    """
    if turn.stock != 0 or not turn.pile:
        return "free"
    forced = _can_be_made_to_take(turn, rest_comes=True)
    if turn.sequences and turn.pile_size > 1 and _can_be_made_to_take(turn, rest_comes=False) != forced:
        return "rest-open"
    if forced:
        return "forced"
    readings_differ = not turn.opened and turn.least_minimum < turn.minimum
    if readings_differ and _can_be_made_to_take(with_least_minimum(turn), rest_comes=True):
        return "minimum-open"
    if any(_may_lead_on(after) for after in _takes_to_force(turn, rest_comes=True)):
        return "unnamed-cards"
    return "free"


def _can_be_made_to_take(turn: Turn, *, rest_comes: bool) -> bool:
    return any(is_sound(after) for after in _takes_to_force(turn, rest_comes=rest_comes))


def _takes_to_force(turn: Turn, *, rest_comes: bool) -> Iterator[Turn]:
    """The turn after each taking that a player can be made to do, whether or not it can end well."""
    any_meld = turn.rules.empty_stock_forced_take == "any_possible_meld"
    for move in take_moves(turn):
        if any_meld or (move.target >= 0 and turn.freeze_cause is None):
            after = turn.copy()
            top_only = not rest_comes and move.target in turn.sequences
            after.apply(move._replace(top_only=True) if top_only else move)
            yield after


def _may_lead_on(turn: Turn) -> bool:
    """Whether cards that came unnamed with the pile could bring the turn to a legal end."""
    if not turn.unknown:
        return False
    if turn.unknown > 1:
        broken = closing_breaches(turn, unfinished=True)
        return all(may_be_mended(turn, breach, unfinished=True) for breach in broken)
    seen = turn.position.seen() if turn.position is not None else ()
    return any(is_sound(world) for world in worlds_of(turn, cards_left(turn.rules, seen)))
