"""A deal that is being played as one of its seats sees it: a position, to be drawn or judged like any other."""

from __future__ import annotations

from dataclasses import replace

from engine.law.melds import Meld, Owner
from engine.law.position import Position, Side
from engine.play.deal import Deal
from engine.turn.table import Table


def seen_by(deal: Deal, seat: int) -> Position:
    """The table at this moment, with what was done in the turn that is being played, from this seat.

    For whoever is not to act it is not ``my_turn``.
    """
    table = Table(deal.position())
    for action in deal.actions:
        table.do(action)
    now = table.to_position()
    if seat == deal.seat:
        return now
    mine, sides = deal.side_of(seat), range(len(deal.scores))
    others = iter(now.opponents)
    every = [now.own if side == deal.side_of(deal.seat) else next(others) for side in sides]
    partners = [s for s in range(len(deal.hands)) if deal.side_of(s) == mine and s != seat]
    held = [len(now.hand) if partner == deal.seat else len(deal.hands[partner]) for partner in partners]
    return now.with_known(
        phase="draw",
        drew="stock",
        my_turn=False,
        hand=deal.hands[seat],
        own=_turned(deal, every[mine], mine, seat),
        opponents=tuple(_turned(deal, every[side], side, seat) for side in sides if side != mine),
        player_has_melded=deal.has_melded[seat],
        partner_hand=held[0] if held else None,
        permission=None,
    )


def _turned(deal: Deal, side: Side, number: int, seat: int) -> Side:
    """The side with its melds named after who laid them, as this seat sees it."""
    acts = deal.side_of(deal.seat)
    if number != deal.side_of(seat):
        return replace(side, melds=tuple(Meld(meld.cards, "opponent") for meld in side.melds))
    if number == acts:
        turned: dict[Owner, Owner] = {"self": "partner", "partner": "self"}
        return replace(side, melds=tuple(Meld(meld.cards, turned[meld.by]) for meld in side.melds))
    seats = {meld.cards: meld.seat for meld in deal.melds[number]}
    by: dict[bool, Owner] = {True: "self", False: "partner"}
    return replace(side, melds=tuple(Meld(m.cards, by[seats.get(m.cards) == seat]) for m in side.melds))
