"""What teachers do with a plan: putting it into a class, opening its parts one by one, taking it out again."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from lessons.content.plans import DealWork, Exit, Live, Part, Plan, StageWork
from tutor.classroom.assigning import MOST_ASSIGNMENTS, create_assignment
from tutor.classroom.dealing import services as dealing
from tutor.classroom.dealing.models import AssignedDeal, DealTry
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom
from tutor.classroom.services import ClassError
from tutor.classroom.titles import in_both
from tutor.learning.models import User
from tutor.live import services as rounds
from tutor.live.models import LiveRound
from tutor.live.selectors import running
from tutor.plans.models import ClassLesson, LessonPart


@transaction.atomic
def put(*, classroom: Classroom, plan: Plan) -> ClassLesson:
    """The plan in this class: its assignments in order, none of them open yet, the exit ticket last.

    Pressed once more it changes nothing. Raises ClassError.
    """
    _held(classroom)
    lesson, is_new = ClassLesson.objects.get_or_create(classroom=classroom, plan=plan.slug)
    if not is_new:
        return lesson
    wanted = sum(isinstance(part, StageWork | Exit) for part in plan.parts)
    if classroom.assignments.count() + wanted > MOST_ASSIGNMENTS:
        message = gettext("A class has room for %(most)s assignments. Delete some that are over first.")
        raise ClassError(message % {"most": MOST_ASSIGNMENTS})
    for name, part in plan.named.items():
        LessonPart.objects.create(
            lesson=lesson,
            part=name,
            assignment=_assigned(classroom, plan, part),
            deal=_dealt(classroom, part),
        )
    return lesson


@transaction.atomic
def open_part(*, lesson: ClassLesson, plan: Plan, name: str) -> Assignment | AssignedDeal:
    """Let pupils see the assignment or the deal of a part from now on. Raises ClassError for a part that has none."""
    _held(lesson.classroom)
    row, part = _part(lesson, plan, name)
    if row.assignment is None and row.deal is None:
        row.assignment, row.deal = _assigned(lesson.classroom, plan, part), _dealt(lesson.classroom, part)
        row.save(update_fields=["assignment", "deal"])
    made = row.assignment or row.deal
    if made is None:
        raise _no_such_part()
    if made.opens is None or made.opens > timezone.now():
        made.opens = timezone.now()
        made.save(update_fields=["opens"])
    return made


@transaction.atomic
def begin_round(*, lesson: ClassLesson, plan: Plan, name: str, teacher: User) -> LiveRound:
    """Begin the live round of a part; one that was begun for it and is still on goes on. Raises ClassError."""
    _held(lesson.classroom)
    row, part = _part(lesson, plan, name)
    if not isinstance(part, Live):
        raise _no_such_part()
    on = running(lesson.classroom)
    if on is not None and row.live_id == on.pk:
        return on
    if on is not None:
        raise ClassError(gettext("A live round is on. End it before you ask something else."))
    titles = in_both(lambda: f"{part.title}: {plan.title}")
    row.live = rounds.begin(classroom=lesson.classroom, teacher=teacher, questions=part.items, titles=titles)
    row.save(update_fields=["live"])
    return row.live


@transaction.atomic
def take_out(*, lesson: ClassLesson) -> None:
    """Take the plan out of the class, with what nobody has answered or played of it. The rest stays."""
    _held(lesson.classroom)
    made = lesson.parts.exclude(assignment=None).values_list("assignment_id", flat=True)
    answered = AssignmentAnswer.objects.filter(assignment__in=made).values_list("assignment_id", flat=True)
    Assignment.objects.filter(pk__in=made).exclude(pk__in=answered).delete()
    dealt = lesson.parts.exclude(deal=None).values_list("deal_id", flat=True)
    played = DealTry.objects.filter(assigned__in=dealt).values_list("assigned_id", flat=True)
    AssignedDeal.objects.filter(pk__in=dealt).exclude(pk__in=played).delete()
    lesson.delete()


def export_lessons(classroom: Classroom) -> list[dict[str, Any]]:
    """The plans of a class with what was made for their parts, ready for JSON."""
    return [
        {
            "plan": lesson.plan,
            "put": lesson.put.isoformat(),
            "parts": list(lesson.parts.values("part", "assignment", "deal", "live")),
        }
        for lesson in classroom.lessons.prefetch_related("parts")
    ]


def _held(classroom: Classroom) -> None:
    """Hold the class, so that a button that is pressed twice does its work once. Raises ClassError."""
    if Classroom.objects.select_for_update().get(pk=classroom.pk).archived is not None:
        raise ClassError(gettext("This class is archived. Take it out of the archive first."))


def _part(lesson: ClassLesson, plan: Plan, name: str) -> tuple[LessonPart, Part]:
    part = plan.named.get(name)
    if part is None:
        raise _no_such_part()
    row, _ = LessonPart.objects.select_related("assignment", "deal").get_or_create(lesson=lesson, part=name)
    return row, part


def _no_such_part() -> ClassError:
    return ClassError(gettext("This part of the lesson cannot be opened. Reload the page."))


def _assigned(classroom: Classroom, plan: Plan, part: Part) -> Assignment | None:
    """What pupils are given to do in a part, called so in both languages; None for what happens at the tables."""
    kinds = Assignment.Kind
    if isinstance(part, StageWork):
        return create_assignment(classroom=classroom, kind=kinds.STAGE, source={"stage": part.stage})
    if isinstance(part, Exit):
        return create_assignment(
            classroom=classroom, kind=kinds.ITEMS, source={"items": list(part.items)},
            titles=in_both(lambda: f"{part.title}: {plan.title}"),
            counts=Assignment.Counts.FIRST, hints=False,
        )  # fmt: skip
    return None


def _dealt(classroom: Classroom, part: Part) -> AssignedDeal | None:
    """The deal that pupils are given to play in a part; None for the other parts."""
    return (
        dealing.assign(classroom=classroom, what={"mini": part.deal}) if isinstance(part, DealWork) else None
    )
