"""How an exercise was answered, and whether that says that something is wrong with it.

Only first tries count that were rated, the exercise's and its sisters', and only those since it was last released: who
tries again has seen the verdict. Each is set against what the ratings promised when it was given.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from math import sqrt
from typing import Final, Literal

from django.db.models import Q

from lessons.content.reading import Item
from lessons.fresh.sisters import MARK, base_slug
from tutor.learning.models import Attempt
from tutor.puzzles.models import ItemRating, RatedAnswer

FEWEST: Final = 20
"""Before so many answers nothing is concluded: chance alone makes any pattern."""
MOST: Final = 400
"""Only so many of the latest answers are looked at."""
FAR_ABOVE: Final = 150.0
"""A player so far above the exercise is right seven times in ten; below its rating, less than every second time."""
FEWEST_IN_GROUP: Final = 8
UPSIDE_DOWN: Final = 2.33
"""Standard errors by which strong players must be behind weak ones: chance does it once in a hundred."""
TOO_FEW_RIGHT: Final = 0.5
"""The share of the right answers promised below which an exercise is suspect …"""
FAR_BELOW: Final = 3.0
"""… if it is as many standard errors below: once in a thousand. Every exercise is looked at after every answer."""
START: Final = {1: 1100.0, 2: 1300.0, 3: 1500.0, 4: 1700.0, 5: 1900.0}
"""The rating that a difficulty from 1 to 5 stands for, before anybody has answered."""

Fault = Literal["", "upside-down", "far-below"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Answers to one exercise. ``expected`` is how many of them the ratings promised to be right, ``spread`` the
    variance of that number. ``strong`` players are far above the exercise, ``weak`` ones below it.
    """

    answers: int = 0
    right: int = 0
    expected: float = 0.0
    spread: float = 0.0
    strong: int = 0
    strong_right: int = 0
    weak: int = 0
    weak_right: int = 0

    @property
    def fault(self) -> Fault:
        """Why the exercise should be looked at; empty where nothing speaks for it, or too little is known."""
        if self.answers < FEWEST:
            return ""
        if self._is_upside_down():
            return "upside-down"
        is_far_below = self.right < TOO_FEW_RIGHT * self.expected
        if is_far_below and self.expected - self.right >= FAR_BELOW * sqrt(self.spread):
            return "far-below"
        return ""

    def _is_upside_down(self) -> bool:
        """Strong players are right less often than weak ones, by more than chance."""
        if min(self.strong, self.weak) < FEWEST_IN_GROUP:
            return False
        both = (self.strong_right + self.weak_right) / (self.strong + self.weak)
        error = sqrt(both * (1 - both) * (1 / self.strong + 1 / self.weak))
        behind = self.weak_right / self.weak - self.strong_right / self.strong
        return error > 0 and behind >= UPSIDE_DOWN * error


def statistics_of(item: Item, row: ItemRating | None) -> Statistics:
    """The statistics of an exercise since its last release; one query. ``row`` is its rating, if it has one."""
    return summed(
        _first_answers(base_slug(item.slug), row.released if row else None), against=measure(item, row)
    )


def measure(item: Item, row: ItemRating | None) -> float:
    """The rating against which answers are set.

    It is the difficulty that was found when the exercise was made: the rating that it has won since follows every
    fault, because an exercise with a wrong key looks like a hard one. Where an administrator has looked and released
    it, or no difficulty was found, it is the rating won.
    """
    difficulty = item.task.difficulty
    if row is not None and row.count and (row.released is not None or difficulty is None):
        return row.rating
    return START[difficulty or 3]


def summed(answers: list[tuple[float, bool]], *, against: float) -> Statistics:
    """The statistics of answers: the learner's rating before each, and whether it was right."""
    promised = [1 / (1 + 10 ** ((against - rating) / 400)) for rating, _ in answers]
    strong = [right for rating, right in answers if rating >= against + FAR_ABOVE]
    weak = [right for rating, right in answers if rating < against]
    return Statistics(
        answers=len(answers), right=sum(right for _, right in answers),
        expected=sum(promised), spread=sum(one * (1 - one) for one in promised),
        strong=len(strong), strong_right=sum(strong), weak=len(weak), weak_right=sum(weak),
    )  # fmt: skip


def _first_answers(slug: str, since: datetime | None) -> list[tuple[float, bool]]:
    item = Q(attempt__item__slug=slug) | Q(attempt__item__slug__startswith=f"{slug}{MARK}")
    found = RatedAnswer.objects.filter(item, attempt__try_number=1).exclude(
        attempt__outcome=Attempt.Outcome.UNDECIDED
    )
    if since is not None:
        found = found.filter(created__gt=since)
    rows = found.order_by("-created", "-id").values_list("before", "attempt__outcome")[:MOST]
    return [(before, outcome == Attempt.Outcome.RIGHT) for before, outcome in rows]
