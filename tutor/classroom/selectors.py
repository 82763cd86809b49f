"""What pages of a class read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from lessons.models import User
from tutor.classroom.models import Classroom, ClassTeacher, Pupil


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassLine:
    """A class in the list of a teacher."""

    classroom: Classroom
    pupils: int
    joined: int
    assignments: int


def classes_of(user: User) -> list[ClassLine]:
    """The classes that somebody teaches, the newest first; two counts in one query."""
    rows = Classroom.objects.filter(teachers__user=user).annotate(
        pupil_count=Count("pupils", distinct=True),
        joined_count=Count("pupils", filter=Q(pupils__joined__isnull=False), distinct=True),
        assignment_count=Count("assignments", distinct=True),
    )
    return [
        ClassLine(
            classroom=row, pupils=row.pupil_count, joined=row.joined_count, assignments=row.assignment_count
        )
        for row in rows
    ]


def pupils_of(classroom: Classroom) -> QuerySet[Pupil]:
    """The pupils in the order in which they were added, each with its learner."""
    return classroom.pupils.select_related("learner")


def teachers_of(classroom: Classroom) -> QuerySet[ClassTeacher]:
    """The teachers with their accounts, the first one first."""
    return classroom.teachers.select_related("user")


def chosen_pupils(classroom: Classroom, values: Any) -> list[Pupil]:
    """The pupils whose numbers a form sent; what is no number, or of another class, is left out."""
    numbers = {int(value) for value in values if value.isascii() and value.isdecimal() and len(value) < 16}
    return [pupil for pupil in pupils_of(classroom) if pupil.pk in numbers]
