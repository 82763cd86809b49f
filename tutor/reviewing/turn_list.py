"""The turns of a deal as a list: what each figure of it is, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from engine.play.record import Watched
from engine.play.review.weighing import Estimate, added
from lessons.saying import moves
from lessons.words import naming
from tutor.play import sitting as play
from tutor.reviewing.adding import Figures, figures, tens
from tutor.reviewing.grades import GRADES
from tutor.reviewing.storing import StoredTurn


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLine:
    """A turn in the list: what was done and its grade, and its figures in words, empty where there is none.

    ``more`` is what something else would have brought, where something is found.
    """

    number: int
    said: str
    before: str
    draw: str
    play: str
    after: str
    others: str
    grade: str
    grade_words: str
    more: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What the figures of all turns come to, in words: from what was expected at first to how it ``ended``."""

    before: str
    draw: str
    play: str
    others: str
    ended: str


def lines(
    history: Sequence[Watched], seat: int, turns: Sequence[StoredTurn], grades: Sequence[str], end: int
) -> list[TurnLine]:
    """The list; ``turns`` are balanced, ``history`` is the deal that they are of."""
    done = {turn[0].turn: turn for turn in play.turns_of(history[-1].history)}
    seats = len(history[1].deal.hands)
    return [
        TurnLine(
            number=stored.number + 1,
            said=moves.turn_in_words(done[stored.number], me=seat, seats=seats),
            before="" if one is None else signed(one.before),
            draw="" if one is None or one.draw is None else signed(one.draw),
            play="" if one is None else signed(one.play),
            after="" if one is None else signed(one.after),
            others="" if one is None else signed(one.others),
            grade=grade,
            grade_words=str(GRADES[grade]) if grade else "",
            more=_more(stored),
        )
        for stored, grade, one in zip(turns, grades, figures(turns, end), strict=True)
    ]


def sums(turns: Sequence[StoredTurn], end: int) -> Sums | None:
    """What the figures of the list come to; None where there are none."""
    told = [one for one in figures(turns, end) if one is not None]
    if not told:
        return None
    return Sums(
        before=signed(told[0].before),
        draw=signed(_drawn(told)),
        play=signed(sum(one.play for one in told)),
        others=signed(sum(one.others for one in told)),
        ended=_ended(end),
    )


def _ended(end: int) -> str:
    if not end:
        return gettext("Nobody won the deal.")
    points = {"points": naming.number(abs(end))}
    if end > 0:
        return gettext("The deal was won by %(points)s points.") % points
    return gettext("The deal was lost by %(points)s points.") % points


def draws(turns: Sequence[StoredTurn], end: int) -> str:
    """What all draws of the deal gave together: the sum of the figures in the list."""
    drawn = [one.draw for one in turns if one.draw is not None]
    if not drawn:
        return ""
    points = _drawn([one for one in figures(turns, end) if one is not None])
    whole = Estimate(points, added(*drawn).error, 0)
    if whole.low <= 0 <= whole.high:
        return gettext("Taken together, your draws were neither lucky nor unlucky, as far as can be told.")
    said = {"points": naming.number(abs(points))}
    if points > 0:
        return gettext("Taken together, your draws were lucky: they gave about %(points)s points.") % said
    return gettext("Taken together, your draws were unlucky: they cost about %(points)s points.") % said


def _drawn(told: Sequence[Figures]) -> int:
    return sum(one.draw for one in told if one.draw is not None)


def _more(turn: StoredTurn) -> str:
    """What the dearest finding of the turn would have brought."""
    gains = [one.gain.mean for one in turn.choices if one.is_finding and one.gain is not None]
    if not gains:
        return ""
    return gettext("about %(points)s points more were possible") % {"points": naming.number(tens(max(gains)))}


def signed(value: int) -> str:
    """A figure with its sign."""
    return f"+{naming.number(value)}" if value > 0 else naming.number(value)
