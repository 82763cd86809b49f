"""How strong learners and puzzles are: Glicko-2, from the library ``glicko2``.

The first answer of a learner to a puzzle is a game between the two: right, and the learner has won. The same question
with other cards is a new game for the learner, but the puzzle's rating moves only at the first game with each learner.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp, log
from typing import Any, Final, Literal

import glicko2
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from lessons.content import bank, reading
from lessons.fresh.sisters import MARK, base_item, base_slug, sister_number
from tutor.learning.attempts import item_row
from tutor.learning.models import Attempt, Learner
from tutor.puzzles import circulation
from tutor.puzzles.giveaways import weight_of_theme
from tutor.puzzles.half_right import HALF, is_half_right
from tutor.puzzles.models import (
    FIRST_DEVIATION,
    FIRST_RATING,
    FIRST_VOLATILITY,
    ItemRating,
    LearnerRating,
    RatedAnswer,
    Strength,
)
from tutor.puzzles.starting import MIDDLE, start_of
from tutor.puzzles.statistics import START

SCALE: Final = 173.7178
"""Points of a rating to one unit of the paper's own scale."""
SMALLEST_DEVIATION: Final = 30.0
LARGEST_DEVIATION: Final = FIRST_DEVIATION
PROVISIONAL: Final = 110.0
"""Above this deviation a rating is provisional: a newcomer gets below it by about a dozen answers."""
ITEM_DEVIATION: Final = 200.0
"""Of a puzzle that nobody has answered: its difficulty was estimated when it was made, which is more than nothing."""
PERIOD: Final = timedelta(days=5)
"""A rating period without an answer. With it a sure rating takes about a year to become provisional again."""
HINT_WEIGHTS: Final = (1.0, 0.75, 0.5, 0.25, 0.0)
"""What an answer weighs after so many hints; the fourth shows the answer."""
SENT_AGAIN: Final = timedelta(minutes=1)
"""An answer that is older when it is told of has been told of before: its form was sent once more."""
SKIP_WEIGHT: Final = 0.5
"""What a puzzle that is skipped unanswered weighs, set against one that is missed."""
WORKED_SISTER: Final = 1
"""The sister that is shown worked out after two misses."""

Unrated = Literal["", "no-puzzle", "undecided", "later-try", "shown", "parallel"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A rating with its deviation and volatility; ``count`` says how many answers it stands on."""

    rating: float = FIRST_RATING
    deviation: float = FIRST_DEVIATION
    volatility: float = FIRST_VOLATILITY
    count: int = 0

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL


class PaperPlayer(glicko2.Player):  # type: ignore[misc]  # the library has no types
    """The library's player with the volatility as the paper has it.

    In step 5 the library has the rating where the paper has the deviation. At 1500 both agree nearly; far from it the
    volatility, and with it every later deviation, would depend on where zero lies.
    """

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        power, phi = exp(x), self.rd / SCALE
        share = power * (delta**2 - phi**2 - v - power) / (2 * (phi**2 + v + power) ** 2)
        return float(share - (x - a) / self._tau**2)


def moved(own: Standing, other: Standing, *, right: bool, weight: float = 1.0) -> Standing:
    """The standing after one game against another.

    Glicko-2 knows whole games only. An answer that weighs less moves the standing by that share of the way from where
    it was to where a whole game would have taken it, in all three numbers. So nothing moves at weight nought and a
    whole game is a whole game; the direction is always that of the game; and because the deviation shrinks by its
    share only, who always takes hints stays as uncertain as so little evidence leaves one. Counting part of a win
    instead would turn a hint into a defeat at an easy puzzle.
    """
    player = PaperPlayer(rating=own.rating, rd=own.deviation, vol=own.volatility)
    player.update_player([other.rating], [other.deviation], [float(right)])
    return Standing(
        rating=_between(own.rating, player.rating, weight),
        deviation=_bounded(_between(own.deviation, player.rd, weight)),
        volatility=exp(_between(log(own.volatility), log(player.vol), weight)),
        count=own.count + 1,
    )


def after_pause(own: Standing, pause: timedelta) -> Standing:
    """The standing after a time without answers: the rating stays, the deviation grows with every whole period."""
    player = PaperPlayer(rating=own.rating, rd=own.deviation, vol=own.volatility)
    for _ in range(max(0, pause // PERIOD)):
        if player.rd >= LARGEST_DEVIATION:
            break
        player.did_not_compete()
    return Standing(
        rating=own.rating, deviation=_bounded(player.rd), volatility=own.volatility, count=own.count
    )


def expected(learner_rating: float, item_rating: float) -> float:
    """How often, between 0 and 1, a learner of this rating is right at a puzzle of that rating."""
    return 1 / (1 + 10 ** ((item_rating - learner_rating) / 400))


def strength_of(learner: Learner | None, *, now: datetime | None = None) -> Standing:
    """How strong a learner is by now; one query, none without a learner."""
    row = LearnerRating.objects.filter(learner=learner).first() if learner is not None else None
    return standing_of(row, now=now)


def standing_of(row: LearnerRating | None, *, now: datetime | None = None) -> Standing:
    """How strong a learner is by now, from the row that is kept of it."""
    if row is None or not row.count:
        return Standing()
    return after_pause(_standing(row), (now or timezone.now()) - row.updated)


def item_strength(item: bank.Entry | reading.Item | str, row: ItemRating | None = None) -> float:
    """How difficult an exercise is, on the learners' scale: what answers have shown, else its stated difficulty.

    A step of the course that states none counts as one of the easiest.
    """
    if row is not None and row.count:
        return row.rating
    if isinstance(item, str):
        slug = base_slug(item)
        found = bank.bank().index.get(slug) or base_item(slug)
        return item_strength(found) if found is not None else START[MIDDLE]
    return start_of(item)


def weight_of(item: reading.Item, *, hints: int) -> float:
    """What a first answer to a puzzle weighs, between 0 and 1."""
    return HINT_WEIGHTS[min(hints, len(HINT_WEIGHTS) - 1)] * weight_of_theme(item.group)


def is_ratable(item: reading.Item) -> bool:
    """Whether answers to an exercise are rated at all: puzzles are, steps of the course and own exercises are not."""
    return item.is_puzzle and item.slug.startswith(reading.PUZZLE_PREFIX)


def unrated_by_itself(item: reading.Item, attempt: Attempt) -> Unrated:
    """Why an answer cannot count whatever the learner has chosen; empty where it can."""
    if not is_ratable(item):
        return "no-puzzle"
    if attempt.outcome == Attempt.Outcome.UNDECIDED:
        return "undecided"
    if attempt.try_number > 1:
        return "later-try"
    if sister_number(item.slug) == WORKED_SISTER:
        return "parallel"
    if not weight_of(item, hints=attempt.hints):
        return "shown"
    return ""


def rate(*, learner: Learner, item: reading.Item, attempt: Attempt) -> RatedAnswer | None:
    """Let an answer move the ratings of learner and puzzle, once; None where it does not count.

    Not rated is what is out of circulation, because its answer is doubted.
    """
    if unrated_by_itself(item, attempt) or circulation.is_withheld(item.slug):
        return None
    return _rated(learner=learner, item=item, attempt=attempt)


@transaction.atomic
def _rated(*, learner: Learner, item: reading.Item, attempt: Attempt) -> RatedAnswer | None:
    """Of two answers given at the same moment in two tabs only one is the first, for the learner's row is locked."""
    mine, _ = LearnerRating.objects.select_for_update().get_or_create(learner=learner)
    known = RatedAnswer.objects.filter(attempt=attempt).first()
    if known is not None:
        return known
    now = timezone.now()
    others = Attempt.objects.filter(learner=learner, item_id=attempt.item_id).exclude(pk=attempt.pk)
    is_first = not others.exclude(outcome=Attempt.Outcome.UNDECIDED).exists()
    if not mine.is_on or not is_first or attempt.created < now - SENT_AGAIN:
        return None
    if RatedAnswer.objects.filter(learner=learner, skipped=attempt.item_id).exists():
        return None
    its = circulation.rating_row(item)
    right, weight = attempt.outcome == Attempt.Outcome.RIGHT, weight_of(item, hints=attempt.hints)
    weight *= HALF if is_half_right(item, attempt) else 1.0
    before, against = standing_of(mine, now=now), _item_standing(item, its)
    if not _has_met(learner, base_slug(item.slug)):
        _keep(its, moved(against, before, right=not right, weight=weight), now, right=its.right + right)
    _keep(mine, moved(before, against, right=right, weight=weight), now)
    return RatedAnswer.objects.create(
        attempt=attempt, learner=learner, weight=weight, before=before.rating, after=mine.rating
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipCost:
    """What skipping a puzzle costs: points of the rating; of a provisional one no number would mean anything."""

    points: int
    is_provisional: bool


def cost_of_skip(*, learner: Learner, item: reading.Item) -> SkipCost | None:
    """What it costs to skip a puzzle unanswered; None where it costs nothing."""
    row = LearnerRating.objects.filter(learner=learner).first()
    if not _is_rated_at(learner, item, row):
        return None
    before = standing_of(row)
    points = round(before.rating) - round(_after_skip(before, item).rating)
    return SkipCost(points=points, is_provisional=before.is_provisional)


@transaction.atomic
def skip(*, learner: Learner, item: reading.Item) -> RatedAnswer | None:
    """Let a puzzle that is skipped cost half of what a miss costs, once; what the puzzle is rated stays.

    None, and nothing happens, where its answer would not be rated either. It is not rated later: who comes back to it
    has had time to think.
    """
    mine, _ = LearnerRating.objects.select_for_update().get_or_create(learner=learner)
    if not _is_rated_at(learner, item, mine):
        return None
    now = timezone.now()
    before, weight = standing_of(mine, now=now), _skip_weight(item)
    _keep(mine, _after_skip(before, item), now)
    return RatedAnswer.objects.create(
        skipped=item_row(item), learner=learner, weight=weight, before=before.rating, after=mine.rating
    )


def _is_rated_at(learner: Learner, item: reading.Item, row: LearnerRating | None) -> bool:
    """Whether a first answer to a puzzle would be rated. Pupils of a class work without ratings."""
    is_off = row is not None and not row.is_on
    if (
        is_off
        or learner.pass_number is not None
        or not is_ratable(item)
        or circulation.is_withheld(item.slug)
    ):
        return False
    answered = Attempt.objects.filter(learner=learner, item__slug=item.slug)
    known = RatedAnswer.objects.filter(learner=learner, skipped__slug=item.slug)
    return not answered.exclude(outcome=Attempt.Outcome.UNDECIDED).exists() and not known.exists()


def _after_skip(before: Standing, item: reading.Item) -> Standing:
    its = ItemRating.objects.filter(item__slug=base_slug(item.slug)).first() or ItemRating()
    return moved(before, _item_standing(item, its), right=False, weight=_skip_weight(item))


def _skip_weight(item: reading.Item) -> float:
    return SKIP_WEIGHT * weight_of(item, hints=0)


@transaction.atomic
def switch(*, learner: Learner, on: bool) -> None:
    """Rate the learner's answers from now on, or stop doing so. The rating stays what it is."""
    LearnerRating.objects.update_or_create(learner=learner, defaults={"is_on": on})


def combined(one: Standing, other: Standing) -> Standing:
    """The standing of two learners who turn out to be one person.

    Both are estimates of the same strength, each from the same first guess and answers of its own. So their evidence is
    added, weighted by how sure each is, and the first guess, which is in both, is taken out once. A standing without
    answers changes nothing.
    """
    if not one.count or not other.count:
        return one if one.count else other
    first = 1 / FIRST_DEVIATION**2
    mine, its = 1 / one.deviation**2, 1 / other.deviation**2
    precision = mine + its - first
    rating = (one.rating * mine + other.rating * its - FIRST_RATING * first) / precision
    surer = one if one.count >= other.count else other
    return Standing(
        rating=rating,
        deviation=_bounded(precision**-0.5),
        volatility=surer.volatility,
        count=one.count + other.count,
    )


def _item_standing(item: reading.Item, row: ItemRating) -> Standing:
    if row.count:
        return _standing(row)
    return Standing(rating=item_strength(base_slug(item.slug)), deviation=ITEM_DEVIATION)


def _has_met(learner: Learner, slug: str) -> bool:
    """Whether the puzzle's rating has been moved by this learner, at this or at other cards."""
    family = Q(attempt__item__slug=slug) | Q(attempt__item__slug__startswith=f"{slug}{MARK}")
    return RatedAnswer.objects.filter(family, learner=learner).exists()


def _keep(row: Strength, after: Standing, now: datetime, **more: Any) -> None:
    row.rating, row.deviation, row.volatility = after.rating, after.deviation, after.volatility
    row.count, row.updated = after.count, now
    for name, value in more.items():
        setattr(row, name, value)
    row.save(update_fields=["rating", "deviation", "volatility", "count", "updated", *more])


def _standing(row: Strength) -> Standing:
    return Standing(rating=row.rating, deviation=row.deviation, volatility=row.volatility, count=row.count)


def _between(before: float, after: float, weight: float) -> float:
    return before + weight * (after - before)


def _bounded(deviation: float) -> float:
    return min(LARGEST_DEVIATION, max(SMALLEST_DEVIATION, deviation))
