"""Every legal next step of a turn, listed once, in kinds: single steps, never sets of melds."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import BLACK_THREE_KIND, JOKER_KIND, RED_THREE_KIND, TWO_KIND
from engine.closing import closing_breaches
from engine.finishing import NATURAL_KINDS, completable, wild_room
from engine.turn import Move, Turn

NATURAL_PAIR = 2


def legal_moves(turn: Turn) -> Iterator[tuple[Move, Turn]]:
    """Each legal next step with the turn after it, in a stable order.

    A step is legal if the turn can still end well.
    """
    for move in candidate_moves(turn):
        after = turn.copy()
        after.apply(move)
        if is_sound(after):
            yield move, after


def is_sound(turn: Turn) -> bool:
    """Whether what was done so far is legal or can still be mended with the cards in hand."""
    if turn.over or (turn.phase == "play" and turn.hand_is_empty):
        return not closing_breaches(turn)
    return completable(turn)


def candidate_moves(turn: Turn) -> Iterator[Move]:
    """Steps that break no rule by themselves; whether the turn can still end well is another question."""
    if not turn.my_turn or turn.over:
        return
    if turn.phase == "draw":
        if turn.stock != 0:
            yield Move("draw")
        yield from take_moves(turn)
        yield from _expose_moves(turn)
        if turn.stock == 0 and not turn.hand[RED_THREE_KIND] and not must_take(turn):
            yield Move("end")
        return
    if turn.hand_is_empty:
        yield Move("end")
        return
    yield from _expose_moves(turn)
    if turn.rules.permission != "none" and not turn.asked and not turn.laid_since_draw:
        yield Move("ask")
    yield from meld_moves(turn)
    yield from add_moves(turn)
    if not turn.hand[RED_THREE_KIND]:
        for kind, count in enumerate(turn.hand):
            if count and kind != RED_THREE_KIND:
                yield Move("discard", (kind,))


def _expose_moves(turn: Turn) -> Iterator[Move]:
    if turn.hand[RED_THREE_KIND]:
        yield Move("expose", (RED_THREE_KIND,))


def _usable(turn: Turn) -> list[int]:
    """Cards that may be laid now: until the first meld's minimum is reached, none that came with the pile."""
    if turn.held is None or turn.opened:
        return turn.hand
    return [min(held, there) for held, there in zip(turn.held, turn.hand, strict=True)]


def _with_wilds(kinds: tuple[int, ...], twos: int, jokers: int, most: int) -> Iterator[tuple[int, ...]]:
    """These kinds alone and with up to ``most`` wild cards, twos before jokers."""
    for wilds in range(most + 1):
        for with_jokers in range(min(jokers, wilds) + 1):
            with_twos = wilds - with_jokers
            if with_twos <= twos:
                yield (*kinds, *(TWO_KIND,) * with_twos, *(JOKER_KIND,) * with_jokers)


def one_card_pile_barred(turn: Turn) -> bool:
    """Whether the player's one card may not take a pile of one card. Official laws; ledger 10.11."""
    rule = turn.rules.one_card_pile
    barred = rule == "forbidden" or (rule == "forbidden_while_stock" and turn.stock != 0)
    return barred and turn.cards_in_hand == 1 and turn.pile_size == 1


def take_moves(turn: Turn) -> Iterator[Move]:
    """Every way to take the pile that the top card, the freeze and the side's first meld allow."""
    rules = turn.rules
    if not turn.pile or not turn.pile[-1].is_natural:
        return
    if one_card_pile_barred(turn):
        return
    if not turn.opened and rules.pickup_before_initial == "never":
        return
    kind = turn.pile[-1].kind
    frozen = turn.freeze_cause is not None
    hand = turn.hand
    meld = turn.melds.get(kind)
    target = kind if meld is not None else -1
    for naturals in range(hand[kind] + 1):
        needs_wild = False
        if naturals < NATURAL_PAIR:
            if frozen or not turn.opened:
                continue
            canasta = meld is not None and turn.is_canasta(kind)
            adds = rules.pickup_add_to_canasta if canasta else rules.pickup_add_to_meld
            if meld is None or not adds:
                if naturals == 0 or not rules.pickup_natural_plus_wild:
                    continue
                needs_wild = True
        there = meld or (0, 0, 0)
        room = wild_room(rules, there[0] + naturals + 1, there[1] + there[2], before=sum(there))
        if there[0] + naturals + 1 < rules.min_naturals:
            continue
        for kinds in _with_wilds((kind,) * naturals, hand[TWO_KIND], hand[JOKER_KIND], room):
            if len(kinds) > naturals or not needs_wild:
                yield Move("take", kinds, target)


def meld_moves(turn: Turn) -> Iterator[Move]:
    """Every new meld that the hand allows."""
    rules = turn.rules
    usable = _usable(turn)
    for kind in NATURAL_KINDS:
        if kind in turn.melds:
            continue
        for naturals in range(rules.min_naturals, usable[kind] + 1):
            room = wild_room(rules, naturals, 0, before=0)
            for kinds in _with_wilds((kind,) * naturals, usable[TWO_KIND], usable[JOKER_KIND], room):
                if len(kinds) >= rules.meld_min_size:
                    yield Move("meld", kinds)
    if rules.black_three_meld == "going_out" and BLACK_THREE_KIND not in turn.melds:
        for threes in range(
            rules.meld_min_size, min(usable[BLACK_THREE_KIND], rules.black_three_meld_max) + 1
        ):
            yield Move("meld", (BLACK_THREE_KIND,) * threes)


def add_moves(turn: Turn) -> Iterator[Move]:
    """Everything that can be added to a meld of the own side."""
    rules = turn.rules
    usable = _usable(turn)
    for kind in sorted(turn.melds):
        there, twos, jokers = turn.melds[kind]
        if kind == BLACK_THREE_KIND:
            for threes in range(1, min(usable[kind], rules.black_three_meld_max - there) + 1):
                yield Move("add", (kind,) * threes, kind)
            continue
        for naturals in range(usable[kind] + 1):
            room = wild_room(rules, there + naturals, twos + jokers, before=there + twos + jokers)
            for kinds in _with_wilds((kind,) * naturals, usable[TWO_KIND], usable[JOKER_KIND], room):
                if kinds:
                    yield Move("add", kinds, kind)


def must_take(turn: Turn) -> bool:
    """With an empty stock: whether the player has to take the pile. Official laws; ledger 14.2."""
    if turn.stock != 0:
        return False
    any_meld = turn.rules.empty_stock_forced_take == "any_possible_meld"
    for move in take_moves(turn):
        if not any_meld and (move.target < 0 or turn.freeze_cause is not None):
            continue
        after = turn.copy()
        after.apply(move)
        if is_sound(after):
            return True
    return False
