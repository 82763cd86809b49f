"""What holds for one pupil in one assignment at one moment: due time, tries, clock, and whether verdicts are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from lessons.kinds.asking.hints import HINT_COUNT
from tutor.classroom.models import Assignment, Override, Started
from tutor.learning.models import Attempt

State = Literal["at-once", "later", "copied", "wrong", "open"]
GRACE: Final = timedelta(seconds=5)
"""An answer on its way when the time runs out still counts."""
COPIED: Final = "copied"
"""The outcome of a right answer for which the worked answer had been shown, the last of the hints."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """``tries`` is 0 for any number. ``ends`` is when no answer counts any more: at the due time, or by the clock."""

    assignment: Assignment
    now: datetime
    due: datetime | None
    tries: int
    minutes: int | None
    started: datetime | None

    @property
    def is_visible(self) -> bool:
        opens = self.assignment.opens
        return opens is not None and opens <= self.now

    @property
    def ends(self) -> datetime | None:
        clock = (
            self.started + timedelta(minutes=self.minutes)
            if self.started and self.minutes is not None
            else None
        )
        return min((one for one in (self.due, clock) if one), default=None)

    @property
    def must_begin(self) -> bool:
        """Whether there is a clock that has not begun."""
        return self.minutes is not None and self.started is None

    @property
    def is_over(self) -> bool:
        archived = self.assignment.classroom.archived is not None
        return archived or (self.ends is not None and self.ends <= self.now)

    @property
    def takes_answers(self) -> bool:
        """Whether an answer that arrives now counts: by the clock a moment longer than the page says."""
        if self.assignment.classroom.archived is not None:
            return False
        is_due = self.due is not None and self.due <= self.now
        return self.ends is None or self.now < self.ends + (timedelta() if is_due else GRACE)

    @property
    def tells(self) -> bool:
        """Whether the pupil may see verdicts now."""
        at_once = self.assignment.feedback == Assignment.Feedback.AT_ONCE
        return at_once or (self.due is not None and self.due <= self.now)


def terms_for(
    assignment: Assignment, *, now: datetime, override: Override | None = None, started: Started | None = None
) -> Terms:
    """The assignment's terms, with what is otherwise for this pupil."""
    extra = override.extra_minutes if override else 0
    return Terms(
        assignment=assignment,
        now=now,
        due=(override.due if override else None) or assignment.due,
        tries=override.tries if override and override.tries is not None else assignment.tries,
        minutes=assignment.minutes + extra if assignment.minutes is not None else None,
        started=started.at if started else None,
    )


def outcome_of(outcome: str, *, hints: int) -> str:
    """The outcome of a try as it is counted, where so many hints had been shown."""
    return COPIED if outcome == Attempt.Outcome.RIGHT and hints >= HINT_COUNT else outcome


def state_of(outcomes: Sequence[str]) -> State:
    """How a question stands after these tries: right at once, right later, copied, wrong, or open.

    An answer that the rules leave undecided is no miss. Where the worked answer had been shown before the first right
    one, it was copied from there, whatever came later.
    """
    decided = [outcome for outcome in outcomes if outcome != Attempt.Outcome.UNDECIDED]
    if not decided:
        return "open"
    if decided[0] == Attempt.Outcome.RIGHT:
        return "at-once"
    first_right = next(filter(_is_right, decided), "")
    return "wrong" if not first_right else "copied" if first_right == COPIED else "later"


def right_at(outcomes: Sequence[str]) -> int:
    """On which try it was right first; how many there were where none was."""
    return next((place for place, one in enumerate(outcomes, 1) if _is_right(one)), len(outcomes))


def _is_right(outcome: str) -> bool:
    return outcome in (Attempt.Outcome.RIGHT, COPIED)


def is_counted_right(outcomes: Sequence[str], counts: str) -> bool:
    """Whether the try that counts is right: the first, the best or the last one."""
    decided = [_is_right(outcome) for outcome in outcomes if outcome != Attempt.Outcome.UNDECIDED]
    if not decided:
        return False
    return {"first": decided[0], "last": decided[-1], "best": any(decided)}[counts]


def is_right_in_vain(outcomes: Sequence[str], counts: str) -> bool:
    """Whether a try was right, but not the one that counts."""
    return any(map(_is_right, outcomes)) and not is_counted_right(outcomes, counts)
