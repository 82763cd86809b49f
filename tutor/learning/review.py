"""What comes back and when: every rule that was met, by its own schedule, always with other cards.

The schedule is FSRS, from the library ``fsrs``: after each answer it says when the rule should come again so that nine
times in ten it will still be known. A rule whose answer had to be told comes back at once: after three misses, or after
one where only one answer counts.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final, Literal

from django.db.models import Q
from django.utils import timezone
from fsrs import Card, Rating, Scheduler

from lessons.content import bank, reading
from lessons.content.reading import Item
from lessons.fresh.sisters import MARK, base_item, base_slug
from lessons.fresh.variants import fresh_variant
from lessons.kinds.asking.feedback import MISSES_BEFORE_SOLUTION
from tutor.learning.attempts import item_row
from tutor.learning.companions import left_out
from tutor.learning.models import Attempt, Learner, Skill
from tutor.learning.models import Item as ItemRow

POSTPONED: Final = datetime.timedelta(days=1)
LONGEST_DAYS: Final = 365
# Rules are met over days, not drilled within minutes: no learning steps.
SCHEDULER: Final = Scheduler(
    desired_retention=0.9,
    learning_steps=(),
    relearning_steps=(),
    maximum_interval=LONGEST_DAYS,
    enable_fuzzing=False,
)
ENOUGH_REVIEWS: Final = 2
SOLID_DAYS: Final = 7
"""From this stability on (days until one in ten would have forgotten) a rule counts as solid."""

State = Literal["solid", "shaky", "unclear"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """One rule to meet again: the skill, where it was met last, the exercise to try now, and how long ago it was."""

    skill: Skill
    met: Item
    item: Item
    days: int


def note_answer(*, learner: Learner, item: Item, attempt: Attempt, misses: int) -> None:
    """Rate the item's main rule: at the third miss, and at the first right answer to this exercise.

    The same attempt noted twice, from a form sent twice, counts once.
    """
    rating = _rating(learner, attempt, misses)
    if rating is None:
        return
    rule, now = item.task.rules[0], timezone.now()
    row = item_row(base_item(base_slug(item.slug)) or item)
    skill = Skill.objects.filter(learner=learner, rule=rule).first() or Skill(learner=learner, rule=rule)
    if skill.pk is not None and skill.seen >= attempt.created:
        return
    if rating is not Rating.Again and skill.missed and attempt.item_id == skill.item_id:
        return  # the same exercise, whose answer has been shown
    card = Card.from_json(skill.card) if skill.card else Card()
    card, _ = SCHEDULER.review_card(card, rating, now.astimezone(datetime.UTC))
    skill.card = card.to_json()
    skill.missed = rating is Rating.Again
    skill.due = now if skill.missed else card.due
    skill.item, skill.seen, skill.postponed_until = row, now, None
    skill.reviews += 1
    skill.save()


def bring(*, learner: Learner, rule: str, item: ItemRow) -> None:
    """Have a rule met again now, in this exercise that is about it. How well it is known stays as it was."""
    now = timezone.now()
    skill = Skill.objects.filter(learner=learner, rule=rule).first()
    skill = skill or Skill(learner=learner, rule=rule, card=Card().to_json(), seen=now, due=now)
    skill.item, skill.due, skill.postponed_until = item, min(now, skill.due), None
    skill.save()


def due(learner: Learner | None, *, today: datetime.date) -> list[Due]:
    """What is to be met again now, what was missed first; two queries, none without a learner."""
    if learner is None or not learner.review_on:
        return []
    skills = [
        skill
        for skill in Skill.objects.filter(learner=learner, due__lt=_end_of(today)).select_related("item")
        if skill.postponed_until is None or skill.postponed_until <= today
    ]
    if not skills:
        return []
    tried = _tried(learner)
    found = []
    for skill in sorted(skills, key=lambda one: not one.missed):
        met = base_item(skill.item.slug)
        if met is None:  # the content has it no more
            continue
        days = (today - timezone.localdate(skill.seen)).days
        found.append(Due(skill=skill, met=met, item=_with_other_cards(met, tried), days=days))
    return found


def next_after(skills: Mapping[str, Skill], *, today: datetime.date) -> tuple[datetime.date, Skill] | None:
    """Of what is not due yet what comes first, and its day; None where nothing is to come."""
    coming = sorted(skills.values(), key=lambda skill: (_day_of(skill), skill.due))
    later = ((_day_of(skill), skill) for skill in coming if base_item(skill.item.slug) is not None)
    return next(((day, skill) for day, skill in later if day > today), None)


def count_due(learner: Learner | None, *, today: datetime.date) -> int:
    """How many rules are to be met again now; one query, none without a learner."""
    if learner is None or not learner.review_on:
        return 0
    rows = Skill.objects.filter(learner=learner, due__lt=_end_of(today)).values_list(
        "postponed_until", flat=True
    )
    return sum(until is None or until <= today for until in rows)


def postponed(learner: Learner | None, *, today: datetime.date) -> Sequence[Skill]:
    """What was put off and comes later."""
    if learner is None:
        return []
    return list(Skill.objects.filter(learner=learner, postponed_until__gt=today))


def postpone(*, learner: Learner, skill: int, today: datetime.date) -> bool:
    """Put one rule off until tomorrow. Returns whether this learner has it."""
    return bool(Skill.objects.filter(learner=learner, pk=skill).update(postponed_until=today + POSTPONED))


def switch(*, learner: Learner, on: bool) -> None:
    """Switch the review on or off. What was learned stays; nothing comes back while it is off."""
    learner.review_on = on
    learner.save(update_fields=["review_on"])


def state_of(skill: Skill) -> State:
    """Solid, shaky, or unclear while there is too little to tell."""
    if skill.missed:
        return "shaky"
    if skill.reviews < ENOUGH_REVIEWS:
        return "unclear"
    stability = Card.from_json(skill.card).stability or 0
    return "solid" if stability >= SOLID_DAYS else "shaky"


def skills_of(learner: Learner | None) -> dict[str, Skill]:
    """All skills of a learner by rule; one query."""
    rows = Skill.objects.filter(learner=learner).select_related("item") if learner else ()
    return {skill.rule: skill for skill in rows}


def _rating(learner: Learner, attempt: Attempt, misses: int) -> Rating | None:
    """What an answer says of the rule; None for one that says nothing new."""
    if attempt.outcome == Attempt.Outcome.WRONG:
        return Rating.Again if misses == MISSES_BEFORE_SOLUTION else None
    if attempt.outcome != Attempt.Outcome.RIGHT:
        return None
    earlier = Attempt.objects.filter(learner=learner, item_id=attempt.item_id, created__lt=attempt.created)
    outcomes = list(earlier.values_list("outcome", flat=True))
    if Attempt.Outcome.RIGHT in outcomes:
        return None
    return Rating.Hard if outcomes.count(Attempt.Outcome.WRONG) or attempt.hints else Rating.Good


def _with_other_cards(met: Item, tried: Set[str]) -> Item:
    """The exercise with cards that were not tried. One that is out of circulation gives way to one that is alike."""
    out = left_out()
    if met.slug not in out:
        return fresh_variant(met, tried | out) or met
    others = (bank.item(entry.slug) for entry in bank.alike(met.slug) if entry.slug not in tried | out)
    return next((item for item in others if item is not None), met)


def _day_of(skill: Skill) -> datetime.date:
    """The day on which a rule comes back."""
    day = timezone.localdate(skill.due)
    return max(day, skill.postponed_until) if skill.postponed_until else day


def _end_of(today: datetime.date) -> datetime.datetime:
    """The first moment of the next day here."""
    return timezone.make_aware(datetime.datetime.combine(today + datetime.timedelta(days=1), datetime.time()))


def _tried(learner: Learner) -> set[str]:
    """The sisters and puzzles that the learner has answered; one query."""
    others = Q(item__slug__contains=MARK) | Q(item__slug__startswith=reading.PUZZLE_PREFIX)
    return set(
        Attempt.objects.filter(others, learner=learner).values_list("item__slug", flat=True).distinct()
    )
