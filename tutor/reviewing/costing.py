"""What the findings of several deals cost together, theme by theme."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from engine.play.review.weighing import Estimate
from tutor.learning.models import Learner
from tutor.reviewing.differing import BY_SLUG, Difference
from tutor.reviewing.models import DealFinding, DealReview
from tutor.reviewing.telling import cost_in_words, found_in

LAST: Final = 20
"""So many deals are looked at together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a theme cost over several deals; ``deals`` is in how many of them there was something."""

    theme: Difference
    deals: int
    cost: Estimate
    dearest: DealFinding

    @property
    def words(self) -> str:
        """What it cost, with the interval."""
        return cost_in_words(self.cost)


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The themes that cost something, the dearest first, and how many deals were looked back at for that."""

    deals: int
    themes: tuple[Cost, ...]


def keep_findings(review: DealReview) -> list[DealFinding]:
    """Keep what a review tells, the largest first. It has its result."""
    return DealFinding.objects.bulk_create(
        [
            DealFinding(review=review, turn=turn, theme=theme.slug, cost=cost.mean, error=cost.error)
            for turn, theme, cost in found_in(review)
        ]
    )


def costs_of(learner: Learner | None) -> Costs:
    """What the last deals that a learner looked back at cost; two queries, none without a learner."""
    if learner is None:
        return Costs(deals=0, themes=())
    made = DealReview.objects.filter(deal__game__learner=learner).exclude(made=None)
    last = list(made.order_by("-deal__ended", "-pk").values_list("pk", flat=True)[:LAST])
    return Costs(deals=len(last), themes=costs(DealFinding.objects.filter(review__in=last)) if last else ())


def costs(findings: Iterable[DealFinding]) -> tuple[Cost, ...]:
    """Findings put together theme by theme, the dearest first; one of a theme that is no more is left out."""
    found: dict[str, list[DealFinding]] = defaultdict(list)
    for one in findings:
        if one.theme in BY_SLUG:
            found[one.theme].append(one)
    rows = [_together(theme, of_theme) for theme, of_theme in found.items()]
    return tuple(sorted(rows, key=lambda row: -row.cost.mean))


def _together(theme: str, findings: Sequence[DealFinding]) -> Cost:
    """The sum of what they cost. They were judged in worlds of their own, so the errors add as squares."""
    whole = Estimate(sum(one.cost for one in findings), hypot(*[one.error for one in findings]), 0)
    return Cost(
        theme=BY_SLUG[theme],
        deals=len({one.review_id for one in findings}),
        cost=whole,
        dearest=max(findings, key=lambda one: one.cost),
    )
