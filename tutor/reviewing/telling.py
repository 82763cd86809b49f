"""A review of a played deal in words: the turns, the findings with the table at that moment, and what went well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from django.utils.translation import gettext, ngettext

from engine.law.actions import Action, Move
from engine.law.rule_ids import RuleId
from engine.play.deal import Deal
from engine.play.record import Watched, watch_game
from engine.play.review.reviewing import MOST_FINDINGS
from engine.play.review.turns import Moment, SeatTurn, turns_of_seat
from engine.play.review.weighing import Estimate
from engine.play.seen import seen_by
from lessons.coaching.registry import Remark, say
from lessons.saying.remedies import actions_in_words
from lessons.saying.wording import rule_title
from lessons.table import presenting
from lessons.table.view_models import HandView, TableView
from lessons.words import naming
from tutor.play import sitting as play
from tutor.reviewing.adding import balanced, tens
from tutor.reviewing.differing import LAY, OPEN, Difference, goes_out, missed
from tutor.reviewing.grades import ADVISED, GRADES, grade_of, worst
from tutor.reviewing.models import DealReview
from tutor.reviewing.plotting import Plot, plot
from tutor.reviewing.reasons import looked, moment_of, reasons_of, rule_of, shown, told_as
from tutor.reviewing.storing import StoredChoice, StoredTurn, from_json
from tutor.reviewing.turn_list import Sums, TurnLine, draws, lines, sums

WELL: Final = 3
"""So many things that went well are told at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A choice that cost something: what was done, what would have been better and why, and the table before it.

    ``theme`` is the slug of what would have been better, ``also`` says in which other turns it was the same, ``coach``
    that the coach would have advised what was done. ``rule`` and ``puzzles`` are empty where none is about it.
    """

    turn: int
    number: int
    grade: str
    grade_words: str
    theme: str
    title: str
    cost: str
    done: str
    better: str
    reasons: tuple[str, ...]
    coach: str
    also: str
    rule: RuleId | Literal[""]
    rule_title: str
    puzzles: str
    table: TableView
    hand: HandView


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Everything that the page of a review shows. ``marked`` is in how many turns of the list something is found."""

    findings: tuple[Finding, ...]
    marked: int
    turns: tuple[TurnLine, ...]
    sums: Sums | None
    well: tuple[str, ...]
    plot: Plot | None
    draws: str
    closes: int

    @property
    def practised(self) -> bool:
        """Whether there are puzzles about something that was found."""
        return any(one.puzzles for one in self.findings)


@dataclass(frozen=True, slots=True)
class _Read:
    """A stored review beside the deal that it is about."""

    moments: Sequence[Watched]
    seat: int
    turns: Sequence[tuple[SeatTurn, StoredTurn]]

    @property
    def seats(self) -> int:
        return len(self.moments[1].deal.hands)

    def choices(self) -> list[tuple[SeatTurn, StoredChoice]]:
        return [(seen, choice) for seen, stored in self.turns for choice in stored.choices]


@dataclass(frozen=True, slots=True)
class _Once:
    """A finding that is told, and the numbers of other turns in which the same was missed."""

    seen: SeatTurn
    choice: StoredChoice
    also: list[int] = field(default_factory=list)


def tell(review: DealReview) -> Told:
    """The review in the active language."""
    read = _read(review)
    turns = [balanced(stored) for _, stored in read.turns]
    grades = [_grade(seen, stored) for seen, stored in read.turns]
    points = review.deal.points
    end = points[play.ME] - (sum(points) - points[play.ME]) / (len(points) - 1)
    return Told(
        findings=tuple(_finding(read, one) for one in _told_once(read)),
        marked=sum(any(choice.is_finding for choice in turn.choices) for turn in turns),
        turns=tuple(lines(read.moments, read.seat, turns, grades, round(end))),
        sums=sums(turns, round(end)),
        well=tuple(_well(read)),
        plot=plot(turns, grades, end),
        draws=draws(turns, round(end)),
        closes=sum(choice.grade == "close" for _, choice in read.choices()),
    )


def found_in(review: DealReview) -> list[tuple[int, Difference, Estimate]]:
    """The findings that are told, the largest first: the turn, what would have been better, and what it cost."""
    return [
        (seen.number, told_as(moment, choice, reasons_of(moment, choice)), choice.gain)
        for seen, choice in _found(_read(review))
        if choice.gain is not None and (moment := moment_of(seen, choice))
    ]


def tell_one(review: DealReview, turn: int, theme: str) -> Finding | None:
    """The finding of this turn and theme in the active language; None where nothing is told of it."""
    read = _read(review)
    there = [_finding(read, one) for one in _told_once(read) if one.seen.number == turn]
    return next((one for one in there if one.theme == theme), None)


def _found(read: _Read) -> list[tuple[SeatTurn, StoredChoice]]:
    """The largest of the findings, those that are told; what was missed in several turns counts once."""
    return [(one.seen, one.choice) for one in _told_once(read)]


def _told_once(read: _Read) -> list[_Once]:
    found = [(seen, choice) for seen, choice in read.choices() if choice.is_finding]
    told: dict[object, _Once] = {}
    for place, (seen, choice) in enumerate(sorted(found, key=lambda pair: -_mean(pair[1].gain))):
        key = _missed(moment_of(seen, choice), choice) or place
        if key in told:
            told[key].also.append(seen.number + 1)
        else:
            told[key] = _Once(seen, choice)
    return list(told.values())[:MOST_FINDINGS]


def _missed(moment: Moment, choice: StoredChoice) -> object:
    """What was missed that can be missed again in the next turn; None where it is told as something else."""
    key = missed(moment, choice.better)
    return key if key and told_as(moment, choice, reasons_of(moment, choice)) in (OPEN, LAY) else None


def _read(review: DealReview) -> _Read:
    moments = list(watch_game(review.deal.record))
    seat: int = review.result["seat"]
    seen = {turn.number: turn for turn in turns_of_seat(moments, seat)}
    return _Read(moments, seat, [(seen[stored.number], stored) for stored in from_json(review.result)])


def _mean(one: Estimate | None) -> float:
    return 0.0 if one is None else one.mean


def _grade(seen: SeatTurn, turn: StoredTurn) -> str:
    return worst(grade_of(moment_of(seen, choice), choice) for choice in turn.choices)


# Findings


def _finding(read: _Read, one: _Once) -> Finding:
    seen, choice = one.seen, one.choice
    moment = moment_of(seen, choice)
    grade = grade_of(moment, choice)
    found = reasons_of(moment, choice)
    other = told_as(moment, choice, found)
    rule = rule_of(moment, choice, found, other)
    table = seen_by(moment.deal, read.seat)
    return Finding(
        turn=seen.number + 1,
        number=seen.number,
        grade=grade,
        grade_words=str(GRADES[grade]),
        theme=other.slug,
        title=str(other.title),
        cost="" if choice.gain is None else cost_in_words(choice.gain),
        done=_in_words(moment, choice, shown(moment.made, choice)),
        better=_in_words(moment, choice, choice.better),
        reasons=tuple(dict.fromkeys(say(remark) for remark in found)),
        coach=_of_coach() if grade == ADVISED else "",
        also=_also(sorted(one.also)),
        rule=rule,
        rule_title=rule_title(rule, table.rules) if rule else "",
        puzzles=other.puzzles,
        table=presenting.table(table),
        hand=presenting.hand(table.hand, selectable=False, title=gettext("Your hand")),
    )


def _of_coach() -> str:
    return gettext(
        "The coach beside the table would have advised what you did, so this is no mistake of yours: it decides by "
        "rules of thumb on what lies there, while here the deal was played on many times."
    )


def _in_words(moment: Moment, choice: StoredChoice, plan: Sequence[Move]) -> str:
    """The moves of a plan, and that the player goes out by them."""
    text = actions_in_words(actions_of(moment.deal, plan))
    return f"{text} {gettext('Go out')}." if choice.part == "playing" and goes_out(moment, plan) else text


def actions_of(deal: Deal, plan: Sequence[Move]) -> list[Action]:
    """The moves of a plan with the cards that the player would have used. What a draw brings is not told."""
    before = len(deal.steps)
    after = deal
    for move in plan:
        after = after.play_move(move)
    found = after.actions if after.steps else [step.to_action() for step in after.played[-1]]
    return [Action(verb="draw") if one.verb == "draw" else one for one in found[before:]]


def _also(turns: Sequence[int]) -> str:
    """In which other turns it was the same."""
    if not turns:
        return ""
    text = ngettext("It was the same in turn %(turns)s.", "It was the same in turns %(turns)s.", len(turns))
    return text % {"turns": naming.join_words([naming.number(turn) for turn in turns])}


def cost_in_words(gain: Estimate) -> str:
    """What choices cost, with the interval, in tens; without one where nothing was left to chance."""
    low, high = max(10, 10 * int(gain.low // 10)), -10 * int(-gain.high // 10)
    if low == high:
        return gettext("about %(points)s points") % {"points": naming.number(tens(gain.mean))}
    return gettext("about %(points)s points, %(low)s to %(high)s") % {
        "points": naming.number(tens(gain.mean)),
        "low": naming.number(low),
        "high": naming.number(high),
    }


# What went well


def _well(read: _Read) -> list[str]:
    """What is proved to have gone well, and choices that were clearly better than everything else that was tried."""
    found: list[tuple[float, str]] = []
    for seen, stored in read.turns:
        for choice in stored.choices:
            moment = moment_of(seen, choice)
            if choice.grade == "good" and choice.gain is not None:
                found.append((-choice.gain.mean, _praise(moment, choice, seen.number + 1)))
            if choice.part == "playing" and not choice.is_finding:
                found += [
                    (float(remark.weight), _proved(remark, seen.number + 1))
                    for remark in looked(moment, moment.made)
                    if remark.tone == "good" and remark.kind == "proved"
                ]
    found.sort(key=lambda pair: -pair[0])
    return list(dict.fromkeys(text for _, text in found))[:WELL]


def _proved(remark: Remark, turn: int) -> str:
    return gettext("Turn %(turn)s: %(sentence)s") % {"turn": turn, "sentence": say(remark)}


def _praise(moment: Moment, choice: StoredChoice, turn: int) -> str:
    assert choice.gain is not None
    gain = Estimate(-choice.gain.mean, choice.gain.error, choice.gain.worlds)
    done = _in_words(moment, choice, shown(moment.made, choice))
    return gettext("Turn %(turn)s: %(done)s The next-best choice that was tried is worse by %(cost)s.") % {
        "turn": turn, "done": done, "cost": cost_in_words(gain),
    }  # fmt: skip
