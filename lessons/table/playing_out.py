"""What follows from an answer, played out on the table that it was given at: what moves there, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from django.utils.translation import gettext

from engine.law.cards import Card
from lessons.table.view_models import HandView, MeldView, SideView, TableView
from lessons.words import naming


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOut:
    """What can be shown: the pile ``stays`` or is ``taken`` by the next player, cards go back into the hand.

    It is taken with ``top`` on it, and the table that the answer was given at may not show that card there.

    ``onto`` is the rank of the next side's meld that the top card goes to, ``pair`` the rank of which the next player
    needs two; ``lacking`` canastas are missing for going out.
    """

    pile: Literal["", "stays", "taken"] = ""
    top: Card | None = None
    onto: str = ""
    pair: str = ""
    returns: bool = False
    lacking: int = 0


NOTHING: Final = PlayedOut()


def on_table(table: TableView, played: PlayedOut) -> TableView:
    """The table with what happens to the pile, and the melds that are not the canastas which are missing."""
    own = replace(table.own, melds=_lacking(table.own.melds, played.lacking))
    table = replace(table, own=own)
    cards = table.pile.cards
    if not played.pile or not cards or (played.top is not None and cards[-1].card != played.top):
        return table
    if played.pile == "stays" and table.pile.taken:  # what stays is not what lies there
        return table
    pile = replace(table.pile, played=played.pile, played_words=_of_pile(played))
    opponents = table.opponents
    if played.onto and opponents:
        opponents = (_getting(opponents[0], played.onto), *opponents[1:])
    return replace(table, pile=pile, opponents=opponents)


def on_hand(hand: HandView | None, played: PlayedOut) -> HandView | None:
    """The hand with the cards that come back to it."""
    return replace(hand, returns=True) if hand is not None and played.returns and hand.marked_words else hand


def _of_pile(played: PlayedOut) -> str:
    if played.pile == "stays":
        return gettext("stays here")
    if played.pair:
        return gettext("two %(ranks)s take it") % {"ranks": naming.rank_many(played.pair)}
    return gettext("the next player takes it")


def _getting(side: SideView, rank: str) -> SideView:
    """The side with its meld of this rank as what the top card goes to."""
    melds = list(side.melds)
    place = next((place for place, meld in enumerate(melds) if _is_of(meld, rank)), None)
    if place is not None:
        look = f"{melds[place].look} gets".strip()
        melds[place] = replace(melds[place], look=look, played_words=gettext("the top card goes here"))
    return replace(side, melds=tuple(melds))


def _is_of(meld: MeldView, rank: str) -> bool:
    return bool(meld.cards) and meld.cards[0].rank == rank and "sequence" not in meld.look


def _lacking(melds: tuple[MeldView, ...], count: int) -> tuple[MeldView, ...]:
    """So many of the largest melds that are no canasta yet are shown as what is missing."""
    open_ones = [meld for meld in melds if "canasta" not in meld.look]
    nearest = sorted(open_ones, key=lambda meld: -len(meld.cards))[:count]
    return tuple(
        replace(meld, look=f"{meld.look} lacking".strip(), played_words=gettext("not a canasta yet"))
        if meld in nearest
        else meld
        for meld in melds
    )
