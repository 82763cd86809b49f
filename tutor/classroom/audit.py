"""A line for each thing that was done with the data of a class."""

from __future__ import annotations

from lessons.models import User
from tutor.classroom.models import AuditLine, Classroom


def note(classroom: Classroom, what: AuditLine.What, *, user: User | None, count: int = 0) -> None:
    """Write a line. ``user`` is None where the site did it by itself; ``count`` is how many pupils it concerned."""
    AuditLine.objects.create(classroom=classroom.token, what=what, user=user, count=count)
