"""Every way to take the discard pile: with what, and where its top card goes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, TWO_KIND
from engine.law.kinds import RANK_COUNT, Move, sequence_grown, sequence_of
from engine.law.ruleset import NATURAL_PAIR
from engine.reach.laying import suit_choices, with_wilds
from engine.reach.layouts import wild_room
from engine.turn.turn import Turn


def take_moves(turn: Turn) -> Iterator[Move]:
    """Every way to take the pile that the top card, the freeze and the side's first meld allow."""
    rules = turn.rules
    if not turn.pile or turn.one_card_pile_barred:
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
                if room >= 0:
                    with_others = with_wilds((kind,) * naturals, hand[TWO_KIND], hand[JOKER_KIND], room)
                    choices = suit_choices(turn.suited, kind, naturals)
                    yield from (
                        Move("take", kinds, target, fine=fine) for kinds in with_others for fine in choices
                    )
