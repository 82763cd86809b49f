"""The turns of one seat in a record: what it saw, when it began and when it laid and discarded, and what it did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.law.actions import Move, Step
from engine.play.deal import Deal
from engine.play.record import Watched
from engine.play.view import View, view_of_deal

BEGINNINGS: Final = frozenset({"draw", "take", "end"})
_BRINGS_NEWS: Final = frozenset({"draw", "take", "expose", "ask"})
"""After these the player knows more than before: cards have come, or an answer."""


Came = tuple[int, int]
"""A card that came: its kind, and its number by suit, -1 where it is no natural card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A decision: the deal, what the seat saw of it, the legal moves, and the moves that it made from here on."""

    deal: Deal
    view: View
    legal: tuple[Move, ...]
    made: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTurn:
    """A turn of the seat; ``number`` counts the turns of the deal from 0.

    ``beginning`` is where it drew or took the pile, None where nothing was to be decided; ``playing`` where it laid
    and discarded, with everything that it did after the last news, None where the turn was over before. ``start`` is
    what it saw before it drew, and ``came`` what the stock brought then, in their order; None and empty
    where it did not draw.
    """

    number: int
    beginning: Moment | None
    playing: Moment | None
    start: View | None
    came: tuple[Came, ...]


_Done = tuple[Watched, Step]


def turns_of_seat(moments: Iterable[Watched], seat: int) -> list[SeatTurn]:
    """The turns that a seat played in a deal; ``moments`` are those of its record."""
    turns: list[tuple[int, list[_Done]]] = []
    before: Watched | None = None
    for after in moments:
        deal = before.game.deal if before is not None else None
        if before is not None and deal is not None and deal.seat == seat:
            number = len(deal.played)
            if not turns or turns[-1][0] != number:
                turns.append((number, []))
            turns[-1][1].append((before, _last_step(after)))
        before = after
    return [_turn(number, done) for number, done in turns]


def _last_step(after: Watched) -> Step:
    deal = after.game.deal or after.game.finished[-1].deal
    return (deal.steps or deal.played[-1])[-1]


def _turn(number: int, done: Sequence[_Done]) -> SeatTurn:
    verbs = [step.move.verb for _, step in done]
    first = next((place for place, verb in enumerate(verbs) if verb in BEGINNINGS), None)
    news = max([place for place, verb in enumerate(verbs) if verb in _BRINGS_NEWS], default=-1)
    beginning = None if first is None else _moment(done[first : first + 1])
    drew = first is not None and verbs[first] == "draw"
    return SeatTurn(
        number=number,
        beginning=beginning if beginning is not None and len(beginning.legal) > 1 else None,
        playing=_moment(done[news + 1 :]) if news + 1 < len(done) else None,
        start=beginning.view if beginning is not None and drew else None,
        came=tuple([(card.kind, card.fine) for card in done[first][1].come])
        if first is not None and drew
        else (),
    )


def _moment(done: Sequence[_Done]) -> Moment:
    watched = done[0][0]
    deal = watched.deal
    return Moment(
        deal=deal,
        view=view_of_deal(deal, watched.memory),
        legal=tuple(deal.legal_moves()),
        made=tuple([step.move for _, step in done]),
    )
