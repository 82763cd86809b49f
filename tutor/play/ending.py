"""How a played deal ended, in words and on its sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext, pgettext

from engine.law.cards import Card
from engine.play.game import Game
from engine.play.game import PlayedDeal as DealOver
from engine.play.seen import seen_by
from lessons.content.base import SideTable
from lessons.counting.sheet_rows import labelled_rows, points_in, side_names
from lessons.saying import moves
from lessons.table import presenting
from lessons.table.view_models import TableView
from lessons.words import naming
from lessons.words.in_brief import InBrief
from tutor.play import sitting as play


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """A row of the score sheet of both sides: its label and what each made in it."""

    label: str
    points: tuple[str, ...]
    is_total: bool = False


def sheets_of(over: DealOver, game: Game) -> dict[str, Any]:
    """The sheets of all sides: one row a line, the learner's side first, with the totals before and after."""
    mine = game.seating.side_of(play.ME)
    order = sorted(range(len(over.score.sheets)), key=lambda side: side != mine)
    sheets = [over.score.sheets[side] for side in order]
    own, others = side_names(game.rules)
    lines = []
    for row in labelled_rows(game.rules):
        points = [points_in(sheet, row.key) for sheet in sheets]
        if any(points):
            lines.append(SheetLine(label=row.label, points=tuple(naming.number(one) for one in points)))
    lines.append(
        SheetLine(
            label=gettext("This deal"), points=tuple(naming.number(s.total) for s in sheets), is_total=True
        )
    )
    lines.append(
        SheetLine(
            label=gettext("Total"), points=tuple(naming.number(s.score_after) for s in sheets), is_total=True
        )
    )
    names = [own if side == mine else others for side in order]
    minimums = [sheet.next_minimum for sheet in sheets]
    told = [
        gettext("%(side)s: next initial meld %(minimum)s") % {"side": name, "minimum": naming.number(minimum)}
        for name, minimum in zip(names, minimums, strict=True)
        if minimum is not None and not sheets[0].game_over
    ]
    return {"names": names, "lines": lines, "minimums": told, "ended": ended_words(over)}


def ended_words(over: DealOver) -> str:
    """How a deal ended."""
    deal = over.deal
    if deal.out_seat is None:
        return gettext("The stock was used up, and nobody went out.")
    me, seats = over.players.index(play.ME), len(over.players)
    who = moves.who(deal.out_seat, me, seats)
    mine = deal.out_seat == me
    if deal.went_out == "concealed":
        return (
            gettext("You went out concealed.")
            if mine
            else gettext("%(who)s went out concealed.") % {"who": who}
        )
    return gettext("You went out.") if mine else gettext("%(who)s went out.") % {"who": who}


def table_of(over: DealOver, game: Game) -> TableView:
    """The table at the end, as the learner sees it. Beside each side stands what it made in this deal."""
    deal, me = over.deal, over.players.index(play.ME)
    shown = presenting.table(seen_by(deal, me))
    made = [
        over.score.sheets[game.seating.side_of(over.players[seat])].total for seat in range(len(deal.scores))
    ]
    own = made.pop(deal.side_of(me))
    return replace(
        shown,
        own=replace(shown.own, score=_made_words(own)),
        opponents=tuple(
            replace(side, score=_made_words(points))
            for side, points in zip(shown.opponents, made, strict=True)
        ),
    )


def _made_words(points: int) -> InBrief:
    words = gettext("%(points)s in this deal") % {"points": naming.points_words(points)}
    return InBrief(words, f"+{naming.number(points)}" if points > 0 else naming.number(points))


def winner_words(game: Game) -> str:
    """Who has won a game that is over."""
    if game.winner is None:
        return gettext("Both sides have the same total: no source says who wins then.")
    if game.winner == game.seating.side_of(play.ME):
        return pgettext("game", "You have won the game.")
    return gettext("The opponents have won the game.")


def sides_of(over: DealOver) -> tuple[SideTable, SideTable]:
    """The learner's side and the opponents' at the end of a deal, as a score sheet asks for them."""
    deal = over.deal
    me = over.players.index(play.ME)
    mine = deal.side_of(me)
    other = next(side for side in range(len(deal.scores)) if side != mine)
    return _side(over, mine, first=me), _side(over, other, first=(me + 1) % len(over.players))


def _side(over: DealOver, side: int, *, first: int) -> SideTable:
    deal = over.deal
    seats = [(first + step) % len(deal.hands) for step in range(len(deal.hands))]
    hands = [deal.hands[seat] for seat in seats if deal.side_of(seat) == side]
    out = deal.out_seat is not None and deal.side_of(deal.out_seat) == side
    return SideTable(
        melds=tuple(_text(meld.cards) for meld in deal.melds[side]),
        red_threes=_text(deal.red_threes[side]),
        hands=tuple(_text(hand) for hand in hands),
        went_out=deal.went_out if out else "no",
        score_before=deal.scores[side],
    )


def _text(cards: Sequence[Card]) -> str:
    return " ".join(str(card) for card in cards)
