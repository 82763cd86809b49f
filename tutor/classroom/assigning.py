"""Making and changing assignments, and writing down what pupils answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from random import SystemRandom
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from lessons.fresh.sisters import base_slug, find_item
from lessons.kinds.asking.diagnosing import diagnosis
from tutor.classroom.choosing import item_for, questions_for, title_for
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom, Override, Pupil, Started
from tutor.classroom.terms import Terms, terms_for
from tutor.classroom.titles import in_both
from tutor.learning.models import Attempt, Draft

MOST_ASSIGNMENTS: Final = 300
"""Assignments of one class."""


@transaction.atomic
def create_assignment(
    *,
    classroom: Classroom,
    kind: str,
    source: Mapping[str, Any],
    title: str = "",
    titles: Mapping[str, str] | None = None,
    only: Sequence[Pupil] = (),
    met: Set[str] = frozenset(),
    questions: Sequence[str] = (),
    **settings: Any,
) -> Assignment:
    """An assignment with its exercises, for the class or ``only`` for some. Raises ClassError where there are none.

    ``questions`` are those that were drawn and looked at before. Without a ``title`` it has ``titles`` by language, or
    those that its kind and source give. What was ``met`` before is left out of a remedial one as far as there is
    something else.
    """
    questions = questions or questions_for(kind, source, rng=SystemRandom(), met=met)
    made = Assignment.objects.create(
        classroom=classroom,
        kind=kind,
        source=dict(source),
        questions=list(questions),
        title=title,
        titles=titles or in_both(lambda: title_for(kind, source)),
        **settings,
    )
    made.only.set(only)
    return made


def change_assignment(*, assignment: Assignment, title: str, **settings: Any) -> None:
    """Other settings; the exercises stay, so that answers keep their place. No title is that of the site."""
    assignment.title = title or ("" if assignment.titles else assignment.title)
    for name, value in settings.items():
        setattr(assignment, name, value)
    assignment.save()
    for level in assignment.levels.all():  # one title and the same settings on both
        change_assignment(assignment=level, title=assignment.title, **settings)


def set_override(
    *, assignment: Assignment, pupil: Pupil, due: datetime | None, extra_minutes: int, tries: int | None
) -> None:
    """What is otherwise for one pupil; nothing otherwise deletes it."""
    if due is None and not extra_minutes and tries is None:
        Override.objects.filter(assignment=assignment, pupil=pupil).delete()
        return
    Override.objects.update_or_create(
        assignment=assignment,
        pupil=pupil,
        defaults={"due": due, "extra_minutes": extra_minutes, "tries": tries},
    )


def start(*, assignment: Assignment, pupil: Pupil) -> None:
    """Let the clock begin, once."""
    Started.objects.get_or_create(assignment=assignment, pupil=pupil)


def terms_of(*, assignment: Assignment, pupil: Pupil, now: datetime | None = None) -> Terms:
    """What holds for the pupil now; two queries."""
    return terms_for(
        assignment,
        now=now or timezone.now(),
        override=Override.objects.filter(assignment=assignment, pupil=pupil).first(),
        started=Started.objects.filter(assignment=assignment, pupil=pupil).first(),
    )


def record_answer(*, attempt: Attempt, assignment: Assignment, pupil: Pupil, number: int) -> int:
    """Count an attempt as an answer to a question, unless time or tries are used up. Returns how many are used now.

    The same attempt counts once.
    """
    earlier = AssignmentAnswer.objects.filter(assignment=assignment, pupil=pupil, number=number)
    used = earlier.count()
    if AssignmentAnswer.objects.filter(attempt=attempt).exists():
        return used
    terms = terms_of(assignment=assignment, pupil=pupil)
    if not terms.takes_answers or not terms.is_visible or terms.must_begin:
        return used
    if terms.tries and used >= terms.tries:
        return used
    AssignmentAnswer.objects.create(
        attempt=attempt,
        assignment=assignment,
        pupil=pupil,
        number=number,
        try_number=used + 1,
        outcome=attempt.outcome,
        rules=missed_rules(attempt),
    )
    return used + 1


def missed_rules(attempt: Attempt) -> list[str]:
    """The rules that a wrong answer broke or did not know: those that it shows, else what the exercise is about.

    Where it shows that something allowed was taken for forbidden, that is the reason given, not what else holds.
    """
    if attempt.outcome != Attempt.Outcome.WRONG:
        return []
    shown = attempt.diagnoses or []
    known = [diagnosis(one).rule for one in shown]
    if attempt.diagnoses is None or any(one.startswith("overlooks:") for one in shown):
        findings = (attempt.verdict or {}).get("findings", ())
        known += [finding["rule"] for finding in findings if not finding["holds"]]
    rules = list(dict.fromkeys(filter(None, known)))
    item = None if rules else find_item(attempt.item.slug) or find_item(base_slug(attempt.item.slug))
    return rules or (list(item.task.rules[:1]) if item else [])


def forget_earlier_work(*, assignment: Assignment, number: int, pupil: Pupil) -> None:
    """Let a question begin anew where the same exercise was answered elsewhere before: its verdict would be shown."""
    item = item_for(assignment, number, pupil)
    if (
        item is None
        or AssignmentAnswer.objects.filter(assignment=assignment, pupil=pupil, number=number).exists()
    ):
        return
    Draft.objects.filter(learner=pupil.learner_id, item__slug=item.slug).exclude(last_result=None).delete()
