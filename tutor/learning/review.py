"""What comes back and when: every rule that an exercise needs, by its own schedule, always with other cards.

The schedule is FSRS, from the library ``fsrs``: after each answer it says when the rule should come again so that nine
times in ten it will still be known. A rule whose answer had to be told comes back at once: after three misses, or after
one where only one answer counts or the answers were offered.
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
    """Rate what the item is about: at the third miss, and at the first right answer to this exercise.

    That is its main rule, and of the others that it needs those that are due now or, once it was right, were never met
    before: a step of many rules does not push all of them far away. The same attempt noted twice, from a form sent
    twice, counts once.
    """
    rating = _rating(learner, attempt, misses)
    if rating is None:
        return
    rules, now = list(dict.fromkeys(item.task.rules)), timezone.now()
    today_ends = _end_of(timezone.localdate(now))
    known = {skill.rule: skill for skill in Skill.objects.filter(learner=learner, rule__in=rules)}
    row = item_row(base_item(base_slug(item.slug)) or item)
    for place, rule in enumerate(rules):
        skill = known.get(rule) or Skill(learner=learner, rule=rule)
        is_met = skill.pk is not None
        if place and (skill.due >= today_ends if is_met else rating is Rating.Again):
            continue
        if is_met and skill.seen >= attempt.created:
            continue
        if rating is not Rating.Again and skill.missed and attempt.item_id == skill.item_id:
            continue  # the same exercise, whose answer has been shown
        _rate(skill, rating, row=row, now=now, is_main=not place)


def note_told(*, learner: Learner, item: Item) -> None:
    """Rate what the item is about as missed, because its explanation was asked for after a wrong answer."""
    wrong = Attempt.objects.filter(learner=learner, item__slug=item.slug, outcome=Attempt.Outcome.WRONG)
    last = wrong.order_by("-created", "-id").first()
    if last is not None:
        note_answer(learner=learner, item=item, attempt=last, misses=MISSES_BEFORE_SOLUTION)


def _rate(skill: Skill, rating: Rating, *, row: ItemRow, now: datetime.datetime, is_main: bool) -> None:
    """Let the scheduler say when the rule comes next. It stays with the exercise that was about it most."""
    card = Card.from_json(skill.card) if skill.card else _new_card()
    card, _ = SCHEDULER.review_card(card, rating, now.astimezone(datetime.UTC))
    skill.card = card.to_json()
    skill.missed = rating is Rating.Again
    skill.due = now if skill.missed else card.due
    if is_main or skill.pk is None:
        skill.item = row
    skill.seen, skill.postponed_until = now, None
    skill.reviews += 1
    skill.save()


def _new_card() -> Card:
    """A card of which nothing is known yet. A number of its own would cost a millisecond of sleep, and nobody asks."""
    return Card(card_id=0)


def bring(*, learner: Learner, rule: str, item: ItemRow) -> None:
    """Have a rule met again now, in this exercise that is about it. How well it is known stays as it was."""
    now = timezone.now()
    skill = Skill.objects.filter(learner=learner, rule=rule).first()
    skill = skill or Skill(learner=learner, rule=rule, card=_new_card().to_json(), seen=now, due=now)
    skill.item, skill.due, skill.postponed_until = item, min(now, skill.due), None
    skill.save()


def due(learner: Learner | None, *, today: datetime.date) -> list[Due]:
    """What is to be met again now, what was missed first; two queries, none without a learner.

    Rules that were met in the same exercise come back in one.
    """
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
    found: list[Due] = []
    asked: set[int] = set()
    for skill in sorted(skills, key=lambda one: not one.missed):
        met = base_item(skill.item.slug)
        if (
            met is None or skill.item_id in asked
        ):  # the content has it no more, or it is asked for another of its rules
            continue
        asked.add(skill.item_id)
        days = (today - timezone.localdate(skill.seen)).days
        found.append(Due(skill=skill, met=met, item=_with_other_cards(met, tried), days=days))
    return found


def asked_for(learner: Learner, skill: Skill) -> Item | None:
    """The exercise with other cards that asks for this rule now; None where the content has it no more."""
    met = base_item(skill.item.slug)
    return None if met is None else _with_other_cards(met, _tried(learner))


def next_after(skills: Mapping[str, Skill], *, today: datetime.date) -> tuple[datetime.date, Skill] | None:
    """Of what is not due yet what comes first, and its day; None where nothing is to come."""
    coming = sorted(skills.values(), key=lambda skill: (_day_of(skill), skill.due))
    later = ((_day_of(skill), skill) for skill in coming if base_item(skill.item.slug) is not None)
    return next(((day, skill) for day, skill in later if day > today), None)


def count_due(learner: Learner | None, *, today: datetime.date) -> int:
    """How many exercises are to be met again now; one query, none without a learner."""
    if learner is None or not learner.review_on:
        return 0
    rows = Skill.objects.filter(learner=learner, due__lt=_end_of(today))
    return len(
        {
            item
            for item, until in rows.values_list("item", "postponed_until")
            if until is None or until <= today
        }
    )


def postponed(learner: Learner | None, *, today: datetime.date) -> Sequence[Skill]:
    """What was put off and comes later."""
    if learner is None:
        return []
    return list(Skill.objects.filter(learner=learner, postponed_until__gt=today))


def postpone(*, learner: Learner, skill: int, today: datetime.date) -> bool:
    """Put one rule off until tomorrow, with what else is due in its exercise. Returns whether this learner has it."""
    row = Skill.objects.filter(learner=learner, pk=skill).first()
    if row is None:
        return False
    with_it = Q(pk=row.pk) | Q(item=row.item_id, due__lt=_end_of(today))
    return bool(Skill.objects.filter(with_it, learner=learner).update(postponed_until=today + POSTPONED))


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
