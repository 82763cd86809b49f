"""A played deal looked back at, turn by turn: what was to be expected, what the draw gave, and what choices cost.

A choice is judged by the worlds that fit what the seat saw when it made it, never by the cards that were really hidden.
Alternatives are first looked through in some worlds; the best of them is then compared with what was done in others,
drawn anew, so that being chosen does not make it look better than it is. What a choice cost is said only where both
policies find it and the interval leaves no doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from engine.law.actions import Move
from engine.play.players.strong import seed_of
from engine.play.players.worlds import Worlds
from engine.play.record import Watched
from engine.play.review.plans import Plan, beginnings, plans
from engine.play.review.turns import Came, Moment, SeatTurn, turns_of_seat
from engine.play.review.weighing import USUAL_SCALES, Drawing, Estimate, Scales, Tried, added
from engine.play.view import View

Grade = Literal["fine", "close", "doubtful", "mistake", "big", "good"]
Part = Literal["beginning", "playing"]

WORTH_SAYING: Final = 40
"""Points: what cost less is not spoken of."""
SURELY: Final = 20
"""Points that a loss surely comes to, under each policy, where it is spoken of; with less the strong style is blamed
for moves that it thought about longer than most."""
MISTAKE: Final = 80
BIG_MISTAKE: Final = 150
"""Points of these grades; each is given only where the loss surely comes to those of the grade below."""
MOST_FINDINGS: Final = 3
HOPEFUL: Final = 1.5
"""Alternatives stay in the running that may be worth saying within so many standard errors."""
ABOUT: Final = 0.2
"""Two gains are about the same that differ by such a share of the larger one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How many worlds are looked at: to look alternatives through, to compare two, and for what a draw gave.

    After ``first`` worlds alternatives are left out that are behind by far, and at most ``kept`` stay; after ``early``
    ones a comparison ends that can bring nothing worth saying.
    """

    first: int = 24
    kept: int = 5
    second: int = 48
    early: int = 96
    compared: int = 320
    draws: int = 100


USUAL_EFFORT: Final = Effort()
LESS_EFFORT: Final = Effort(first=16, second=32, early=64, compared=192, draws=48)
"""For deals that take longer to think about: fewer worlds make wider intervals, and fewer findings that are certain."""
LEAST_EFFORT: Final = Effort(first=12, second=24, early=48, compared=128, draws=32)
"""For deals with sequences."""
MANY_TURNS: Final = 10
"""A seat that has played more turns than this is looked back at with less effort."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A decision of the seat: the moves it made, the best others that were found, and by how much those are better.

    ``gain`` is negative where what was done is better; None where nothing else was compared. ``grade`` is ``fine``
    where nothing else is worth speaking of, ``close`` where that cannot be told, and ``good`` where what was done is
    clearly better than everything else that was tried.
    """

    turn: int
    part: Part
    made: Plan
    better: Plan = ()
    gain: Estimate | None = None
    grade: Grade = "fine"

    @property
    def is_finding(self) -> bool:
        return self.grade in ("doubtful", "mistake", "big")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReview:
    """A turn of the seat: what was to be expected of the deal before it and after it, in points by which the seat's
    side wins the deal; what the draw gave, and what the choices gave, each against what the policies would have come
    to; and these choices. But for chance, ``before`` with ``draw`` and ``play`` comes to ``after``."""

    turn: int
    before: Estimate | None
    draw: Estimate | None
    play: Estimate | None
    after: Estimate | None
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """A deal as a seat played it."""

    seat: int
    turns: tuple[TurnReview, ...]

    @property
    def findings(self) -> tuple[Choice, ...]:
        """The choices that cost most, the dearest first."""
        found = [choice for turn in self.turns for choice in turn.choices if choice.is_finding]
        return tuple(sorted(found, key=_cost)[:MOST_FINDINGS])

    @property
    def praised(self) -> tuple[Choice, ...]:
        """The choices that were clearly better than everything else that was tried, the clearest first."""
        found = [choice for turn in self.turns for choice in turn.choices if choice.grade == "good"]
        return tuple(sorted(found, key=lambda choice: -_cost(choice))[:MOST_FINDINGS])


def _cost(choice: Choice) -> float:
    return -choice.gain.mean if choice.gain is not None else 0.0


def review(
    moments: Iterable[Watched], seat: int, *, effort: Effort | None = None, scales: Scales = USUAL_SCALES
) -> Review:
    """The deal of a record as the seat played it; without an ``effort`` as much as its length allows.

    Raises CannotSimulate for a rule set that is not simulated.
    """
    turns = turns_of_seat(moments, seat)
    reviewer = Reviewer(effort=effort or effort_for(turns), scales=scales)
    return Review(seat, tuple([reviewer.turn(turn) for turn in turns]))


def effort_for(turns: Sequence[SeatTurn]) -> Effort:
    """How much is tried for so many turns, so that every review is ready in a few seconds."""
    views = [turn.playing.view for turn in turns if turn.playing is not None]
    if any(view.rules.sequences for view in views):
        return LEAST_EFFORT
    return LESS_EFFORT if len(turns) > MANY_TURNS else USUAL_EFFORT


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice, what was to be expected after it and of what the policies do, and by how much it was better."""

    choice: Choice
    expected: Estimate
    usual: Estimate
    play: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewer:
    """Judges turns, with so much effort, on these scales."""

    effort: Effort = USUAL_EFFORT
    scales: Scales = USUAL_SCALES

    def turn(self, turn: SeatTurn) -> TurnReview:
        judged: list[Judged] = []
        drawing = None if turn.start is None else self.draw(turn.start, turn.came)
        if turn.beginning is not None:
            judged.append(self.judge(turn.number, "beginning", turn.beginning))
        if turn.playing is not None:
            judged.append(self.judge(turn.number, "playing", turn.playing))
        return TurnReview(
            turn=turn.number,
            before=_before(turn, drawing, judged),
            draw=None if drawing is None else drawing.gain,
            play=added(*[one.play for one in judged]) if judged else None,
            after=_after(turn, drawing, judged),
            choices=tuple([one.choice for one in judged]),
        )

    def draw(self, view: View, came: Sequence[Came]) -> Drawing:
        """What was to be expected before the draw, and what the cards that came were worth."""
        rng = Random(f"draw {seed_of(view)}")
        return self.scales.luck(view, (Move("draw"),), came, self.effort.draws, rng)

    def judge(self, number: int, part: Part, moment: Moment) -> Judged:
        """The judgement on a decision, and what was to be expected after it."""
        view, made = moment.view, moment.made
        rng = Random(f"{part} {seed_of(view)}")
        found = beginnings(moment) if part == "beginning" else plans(moment, Worlds(view).deal(rng))
        tried = self.scales.tried(found)
        (usual,) = self.scales.tried([()])
        best = self._best(view, tried, usual, rng)
        mine = tried[0]
        against = usual.expected(), mine.better_than(usual)
        if best is None:
            return Judged(Choice(turn=number, part=part, made=made), mine.expected(), *against)
        mine, other = self.scales.tried([mine.plan, best.plan])
        grade = self._compared(view, mine, other, rng)
        choice = Choice(
            turn=number, part=part, made=made, better=other.plan, gain=other.better_than(mine), grade=grade
        )
        return Judged(choice, mine.expected(), *against)

    def _best(self, view: View, tried: Sequence[Tried], usual: Tried, rng: Random) -> Tried | None:
        """The best alternative, where it may be better or worse than what was done by enough to speak of.

        ``usual`` is what the policies do themselves; it is tried along.
        """
        self.scales.weigh(view, [*tried, usual], self.effort.first, rng)
        made, *others = tried
        if others:
            others = self._promising(made, others)
        self.scales.weigh(view, [made, *others, usual], self.effort.second, rng)
        if not others:
            return None
        best = _nearest(made, others)
        gain = best.better_than(made)
        speaks = gain.mean + gain.error > WORTH_SAYING or gain.mean - gain.error < -MISTAKE
        return best if speaks else None

    def _promising(self, made: Tried, others: Sequence[Tried]) -> list[Tried]:
        """The best few of those that may be better by enough to speak of; where there are none, the best one."""
        gains = [(one.better_than(made), one) for one in others]
        gains.sort(key=lambda pair: -pair[0].mean)
        enough = [one for gain, one in gains if gain.mean + HOPEFUL * gain.error > WORTH_SAYING]
        return enough[: self.effort.kept] or [gains[0][1]]

    def _compared(self, view: View, made: Tried, other: Tried, rng: Random) -> Grade:
        """What is to be said of the two, after worlds that nobody has chosen by."""
        effort = self.effort
        self.scales.weigh(view, [made, other], min(effort.early, effort.compared), rng)
        gain = other.better_than(made)
        if gain.high < WORTH_SAYING and gain.low > -MISTAKE:
            return "fine"
        self.scales.weigh(view, [made, other], effort.compared - effort.early, rng)
        return grade_of(other.better_than(made), other.better_by_policy(made))


def _before(turn: SeatTurn, drawing: Drawing | None, judged: Sequence[Judged]) -> Estimate | None:
    """What was to be expected of the turn as the policies begin it."""
    if drawing is not None and turn.beginning is None:
        return drawing.before
    return judged[0].usual if judged else None


def _after(turn: SeatTurn, drawing: Drawing | None, judged: Sequence[Judged]) -> Estimate | None:
    """What was to be expected once the turn was over; a draw that ended it has no choice after it."""
    if drawing is not None and turn.playing is None:
        return added(judged[-1].expected if judged else drawing.before, drawing.gain)
    return judged[-1].expected if judged else None


def _nearest(made: Tried, others: Sequence[Tried]) -> Tried:
    """The best of the others; or one that lays the same cards as what was done, where that is about as good."""
    best = max(others, key=lambda one: one.better_than(made).mean)
    lays = made.plan[:-1]
    alike = [one for one in others if one.plan[:-1] == lays and one is not best]
    if best.plan[:-1] == lays or not alike:
        return best
    near = max(alike, key=lambda one: one.better_than(made).mean)
    behind = best.better_than(near)
    return near if behind.mean < max(behind.error, ABOUT * best.better_than(made).mean) else best


def grade_of(gain: Estimate, by_policy: Sequence[Estimate]) -> Grade:
    """What is said of a choice, where another one brings so much more on the average, and under each policy."""
    if all(one.low > SURELY for one in by_policy) and gain.mean >= WORTH_SAYING:
        if gain.mean >= BIG_MISTAKE and gain.low >= MISTAKE:
            return "big"
        return "mistake" if gain.mean >= MISTAKE and gain.low >= WORTH_SAYING else "doubtful"
    if all(one.high < 0 for one in by_policy) and gain.mean <= -MISTAKE:
        return "good"
    return "close" if gain.high >= WORTH_SAYING else "fine"
