"""Before anything new: up to three questions about what was learned in other stages, chosen by what is due."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Final

from django.db.models import Case, F, Q, When
from django.urls import reverse
from django.utils.timezone import localdate

from lessons.content.reading import Item, Stage
from lessons.fresh.sisters import base_item, sister_of
from lessons.fresh.variants import FIRST_SISTER
from tutor.learning.models import Learner, Skill
from tutor.learning.review import asked_for

QUESTIONS: Final = 3


def skills_before(learner: Learner | None, stage: Stage, *, today: datetime.date) -> list[Skill]:
    """What to ask before this stage: what was missed, then what is due, then what was seen longest ago. One query.

    Each exercise comes once. Whoever walks several stages in one go is thus not asked the same before each of them, and
    of what is not due yet nothing comes that can be asked with the same cards only: its answer stands there still.
    On the way for tonight, which is to be walked in one go, nothing is asked that was right and is not due yet.
    """
    if learner is None or not learner.review_on:
        return []
    own = {step.slug for step in stage.exercises}
    pressing = Q(missed=True) | Q(due__date__lte=today)
    due = Case(When(pressing, then=F("due")))
    rows = Skill.objects.filter(learner=learner).select_related("item")
    rows = rows.order_by("-missed", due.asc(nulls_last=True), "seen", "due", "id")
    if stage.branch == "tonight":
        rows = rows.filter(pressing)
    found: dict[str, Skill] = {}
    for skill in rows:
        slug = skill.item.slug
        put_off = skill.postponed_until is not None and skill.postponed_until > today
        if slug in own or slug in found or put_off or not _can_be_asked(skill, today=today):
            continue
        found[slug] = skill
        if len(found) == QUESTIONS:
            break
    return list(found.values())


def _can_be_asked(skill: Skill, *, today: datetime.date) -> bool:
    item = base_item(skill.item.slug)
    if item is None:
        return False
    return skill.missed or localdate(skill.due) <= today or sister_of(item, FIRST_SISTER) is not None


def question_url(learner: Learner, stage: Stage, skills: Sequence[Skill], *, number: int) -> str:
    """Where the first of these is asked with other cards, as the question of this number; empty where none can be."""
    if not skills:
        return ""
    item: Item | None = asked_for(learner, skills[0])
    if item is None:
        return question_url(learner, stage, skills[1:], number=number)
    entries = "-".join(str(skill.pk) for skill in skills)
    return reverse("lessons:before", args=[stage.slug, number, entries, item.slug])
