"""What practising keeps of a learner: joining two learners, export, and what deletion has to take along."""

from __future__ import annotations

import datetime
from typing import Any, Final
from uuid import UUID

from django.db import models, transaction

from tutor.learning.models import Attempt, Item, Learner
from tutor.puzzles.models import LearnerRating, RatedAnswer, Report, Round
from tutor.puzzles.ratings import Standing, combined

EXPORTED: Final[dict[str, type[models.Model]]] = {
    "rating": LearnerRating,
    "rated_answers": RatedAnswer,
    "rounds": Round,
    "reports": Report,
}
"""Everything that belongs to a learner here, by its name in the export."""
NOT_EXPORTED: Final = ("id", "learner")


@transaction.atomic
def merge(keep: Learner, other: Learner) -> None:
    """Hand what `other` has here to `keep`: they are one person. It comes before the answers are handed over.

    The ratings become one that stands on the answers of both. Of two rounds about the position of one day, or the set
    of one week, the one that was finished stays, else the one begun first; the answers given in the other stay as they
    are.
    """
    if keep.pk == other.pk:
        return
    _merge_ratings(keep, other)
    skipped = list(keep.rated_answers.exclude(skipped=None).values_list("skipped", flat=True))
    other.rated_answers.filter(skipped__in=skipped).delete()
    other.rated_answers.update(learner=keep)
    _merge_days(keep, other)
    other.rounds.update(learner=keep)
    other.reports.update(learner=keep)


def export_of(learner: Learner | None) -> dict[str, list[dict[str, Any]]]:
    """Everything that is kept here about a learner, ready for JSON: every field of every row."""
    return {
        name: [_exported(row) for row in _rows(model, learner)] if learner is not None else []
        for name, model in EXPORTED.items()
    }


@transaction.atomic
def forget(learner: Learner) -> None:
    """Delete what would outlive the learner: a report would stay, with the learner's words in it."""
    learner.reports.all().delete()


def _merge_ratings(keep: Learner, other: Learner) -> None:
    theirs = LearnerRating.objects.filter(learner=other).first()
    if theirs is None:
        return
    mine, _ = LearnerRating.objects.select_for_update().get_or_create(
        learner=keep, defaults={"is_on": theirs.is_on}
    )
    answered = [row.updated for row in (mine, theirs) if row.count]
    both = combined(_standing(mine), _standing(theirs))
    mine.rating, mine.deviation, mine.volatility = both.rating, both.deviation, both.volatility
    mine.count, mine.updated = both.count, max(answered, default=mine.updated)
    mine.save()
    theirs.delete()


def _standing(row: LearnerRating) -> Standing:
    """As it was at the last answer; before any answer nothing is known."""
    if not row.count:
        return Standing()
    return Standing(rating=row.rating, deviation=row.deviation, volatility=row.volatility, count=row.count)


def _merge_days(keep: Learner, other: Learner) -> None:
    dated = Round.objects.filter(mode__in=(Round.Mode.DAILY, Round.Mode.WEEKLY))
    kept = {(one.mode, one.day): one for one in dated.filter(learner=keep)}
    for one in dated.filter(learner=other):
        rival = kept.get((one.mode, one.day))
        if rival is not None:
            # False sorts first: finished before open, then begun first.
            worse = max(rival, one, key=lambda row: (row.finished is None, row.created))
            worse.delete()


def _rows(model: type[models.Model], learner: Learner) -> models.QuerySet[Any]:
    related = [
        field.name for field in model._meta.concrete_fields if field.is_relation and field.name != "learner"
    ]
    rows = model._default_manager.filter(learner=learner).order_by("pk")
    deeper = ["attempt__item"] if "attempt" in related else []
    return rows.select_related(*related, *deeper) if related else rows


def _exported(row: models.Model) -> dict[str, Any]:
    fields = [field.name for field in row._meta.concrete_fields if field.name not in NOT_EXPORTED]
    return {name: _plain(getattr(row, name)) for name in fields}


def _plain(value: Any) -> Any:
    """A value as JSON has it; an exercise by its slug, an answer by its exercise and time."""
    if isinstance(value, Item):
        return value.slug
    if isinstance(value, Attempt):
        return {"exercise": value.item.slug, "created": value.created.isoformat()}
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value
