"""What looking back at the games of an assigned deal found, put together for the class."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise

from engine.play.review.weighing import Estimate
from tutor.classroom.dealing.models import AssignedDeal
from tutor.classroom.dealing.selectors import asked_pupils
from tutor.play.models import PlayedDeal
from tutor.reviewing.costing import Cost, costs
from tutor.reviewing.making import TooManyError, ask, can_be_reviewed, state_of_review
from tutor.reviewing.models import DealFinding, DealReview
from tutor.reviewing.telling import Finding, cost_in_words, tell_one
from tutor.site.queue.jobs import State

MOST_SHOWN: Final = 5
"""So many themes are shown: more are not talked about in a lesson."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """What would have been better in games of several pupils; ``example`` is where it cost most, without a name.

    ``each`` is what it cost on the average, with its interval.
    """

    title: Promise
    puzzles: str
    pupils: int
    each: str
    example: Finding | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The commonest findings, and how many of the deals that were played to their end were looked back at."""

    played: int
    looked: int
    waiting: int
    common: tuple[Common, ...]

    @property
    def left(self) -> int:
        """So many deals can still be looked back at."""
        return self.played - self.looked - self.waiting


def found_in(assigned: AssignedDeal) -> Found:
    """What is found so far; what most pupils would have done better first."""
    deals = _played(assigned)
    reviews = list(DealReview.objects.filter(deal__in=deals))
    made = [one for one in reviews if one.made is not None]
    pupil_of = dict(
        DealReview.objects.filter(deal__in=deals).values_list("pk", "deal__game__assigned__pupil_id")
    )
    found = DealFinding.objects.filter(review__in=made).select_related("review__deal")
    by_theme: dict[str, list[DealFinding]] = defaultdict(list)
    for one in found:
        by_theme[one.theme].append(one)
    rows = [
        (len({pupil_of[one.review_id] for one in by_theme[cost.theme.slug]}), cost)
        for cost in costs(one for of_theme in by_theme.values() for one in of_theme)
    ]
    rows.sort(key=lambda row: -row[0])  # the dearest stay first among equals
    return Found(
        played=len(deals),
        looked=len(made),
        waiting=sum(state_of_review(one) in (State.WAITING, State.RUNNING) for one in reviews),
        common=tuple(
            _common(cost, pupils, len(by_theme[cost.theme.slug])) for pupils, cost in rows[:MOST_SHOWN]
        ),
    )


def look_back(assigned: AssignedDeal) -> None:
    """Have every deal that was played to its end looked back at; a pupil who waits for others is left for later."""
    for deal in _played(assigned):
        try:
            ask(deal=deal)
        except TooManyError:
            continue


def _played(assigned: AssignedDeal) -> list[PlayedDeal]:
    """The deals that were played to their end by those whom the deal is still for."""
    deals = PlayedDeal.objects.filter(
        game__assigned__assigned=assigned, game__assigned__pupil__in=asked_pupils(assigned)
    ).select_related("game__learner")
    return [one for one in deals if can_be_reviewed(one.game)]


def _common(cost: Cost, pupils: int, times: int) -> Common:
    each = Estimate(cost.cost.mean / times, cost.cost.error / times, 0)
    return Common(
        title=cost.theme.title,
        puzzles=cost.theme.puzzles,
        pupils=pupils,
        each=cost_in_words(each),
        example=tell_one(cost.dearest.review, cost.dearest.turn, cost.theme.slug),
    )
