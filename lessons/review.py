"""What comes back: rules that a learner has missed three times, until they are right at once with other cards."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from lessons import content
from lessons.attempts import item_row
from lessons.content import Item, library
from lessons.feedback import MISSES_BEFORE_SOLUTION
from lessons.models import Attempt, Learner, ReviewEntry
from lessons.sisters import MARK, MOST_SISTERS, base_slug, sister_of

POSTPONED: Final = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """One rule to meet again: the entry, where it was missed, and the exercise to try now."""

    entry: ReviewEntry
    missed: Item
    item: Item
    days: int


def note_answer(*, learner: Learner, item: Item, attempt: Attempt, misses: int) -> None:
    """Put the item's main rule on the review list after the third miss; off it goes when right at once elsewhere."""
    rule = item.task.rules[0]
    entries = ReviewEntry.objects.filter(learner=learner, rule=rule, done=None)
    if attempt.outcome == Attempt.Outcome.RIGHT:
        if attempt.try_number == 1 and not attempt.hints:
            entries.exclude(item__slug=item.slug).update(done=timezone.now())
        return
    if attempt.outcome == Attempt.Outcome.WRONG and misses >= MISSES_BEFORE_SOLUTION and not entries.exists():
        base = library().item(base_slug(item.slug)) or item
        ReviewEntry.objects.get_or_create(
            learner=learner, rule=rule, done=None, defaults={"item": item_row(base)}
        )


def due(learner: Learner | None, *, today: datetime.date) -> list[Due]:
    """What is to be met again now, oldest first; two queries, none without a learner."""
    if learner is None:
        return []
    entries = [
        entry
        for entry in ReviewEntry.objects.filter(learner=learner, done=None).select_related("item")
        if entry.postponed_until is None or entry.postponed_until <= today
    ]
    tried = set(
        Attempt.objects.filter(learner=learner, item__slug__contains=MARK).values_list(
            "item__slug", flat=True
        )
    )
    found = []
    for entry in entries:
        missed = library().item(entry.item.slug)
        if missed is None:  # the content has it no more
            continue
        days = (today - timezone.localdate(entry.created)).days
        found.append(Due(entry=entry, missed=missed, item=_fresh(missed, tried), days=days))
    return found


def postponed(learner: Learner | None, *, today: datetime.date) -> Sequence[ReviewEntry]:
    """What was put off and comes later."""
    if learner is None:
        return []
    return list(ReviewEntry.objects.filter(learner=learner, done=None, postponed_until__gt=today))


def postpone(*, learner: Learner, entry: int, today: datetime.date) -> bool:
    """Put one entry off until tomorrow. Returns whether there is such an entry of this learner."""
    until = today + POSTPONED
    changed = ReviewEntry.objects.filter(learner=learner, pk=entry, done=None).update(postponed_until=until)
    return bool(changed)


def _fresh(missed: content.Item, tried: set[str]) -> Item:
    """The exercise with cards that the learner has not seen yet; itself where other cards make no other exercise."""
    for number in range(2, MOST_SISTERS + 1):
        if f"{missed.slug}{MARK}{number}" not in tried:
            return sister_of(missed, number) or missed
    return missed
