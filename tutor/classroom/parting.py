"""What becomes of classes when an account goes: which go with it, who owns the others, what they still work with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Count, QuerySet

from tutor.accounts.going import NotAgreedError
from tutor.classroom.audit import note
from tutor.classroom.in_use import asked_elsewhere
from tutor.classroom.keeping import delete_class
from tutor.classroom.models import AuditLine, Classroom, ClassTeacher, Pupil
from tutor.editor.in_use import hand_on
from tutor.editor.models import OwnItem
from tutor.learning.models import Learner, User

_LEAVINGS: Final[list[Callable[[User], None]]] = []


class UnnamedClassError(NotAgreedError):
    """A class would be deleted that was not named to who deletes the account: somebody else has left it meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """A class that stays; ``heir`` is who will own it from then on, empty where somebody else owns it already."""

    classroom: Classroom
    heir: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """``lost`` are the classes that nobody else teaches, each with ``pupil_count``; ``kept`` those that stay.

    ``passed_on`` are the exercises of one's own with which a class that stays works: they go to its owner.
    """

    lost: tuple[Classroom, ...]
    kept: tuple[Passing, ...]
    passed_on: tuple[OwnItem, ...]


def parting_of(user: User) -> Parting:
    """What deleting this account would do to the classes that it teaches."""
    lost, kept = [], []
    for row in _taught(user):
        heir = _heir(row)
        if heir is None:
            lost.append(row.classroom)
        else:
            is_new = not _other_owners(row).exists()
            kept.append(Passing(classroom=row.classroom, heir=heir.user.username if is_new else ""))
    counts = Classroom.objects.filter(pk__in=[one.pk for one in lost]).annotate(pupil_count=Count("pupils"))
    return Parting(
        lost=tuple(counts.order_by("name", "pk")),
        kept=tuple(kept),
        passed_on=asked_elsewhere(user, than=lost),
    )


def leave_also(leave: Callable[[User], None]) -> None:
    """Let another area end what a teacher began in a class, before the account goes."""
    _LEAVINGS.append(leave)


@transaction.atomic
def leave_classes(*, user: User, named: Collection[str]) -> None:
    """Before an account goes: classes that nobody else teaches go with it, others get an owner who stays.

    ``named`` are the tokens of the classes whose end was agreed to. Raises UnnamedClassError for another one.
    """
    rows = list(_taught(user))
    held = {row.classroom_id for row in rows}
    list(Classroom.objects.select_for_update().filter(pk__in=held).order_by("pk"))  # nobody leaves meanwhile
    for row in rows:
        heir = _heir(row)
        if heir is not None:
            _pass_on(row, heir)
        elif row.classroom.token in named:
            delete_class(classroom=row.classroom, user=user)
        else:
            raise UnnamedClassError
    for leave in _LEAVINGS:
        leave(user)
    _hand_on_exercises(user)


def note_parting_pupils(learners: Iterable[Learner]) -> None:
    """Leave a line in each class in which these take part, before they go with their account."""
    for pupil in Pupil.objects.filter(learner__in=list(learners)).select_related("classroom"):
        note(pupil.classroom, AuditLine.What.PUPIL_LEFT, user=None, count=1)


def _taught(user: User) -> QuerySet[ClassTeacher]:
    return ClassTeacher.objects.filter(user=user).select_related("classroom").order_by("pk")


def _other_owners(row: ClassTeacher) -> QuerySet[ClassTeacher]:
    return row.classroom.teachers.exclude(pk=row.pk).filter(role=ClassTeacher.Role.OWNER)


def _heir(row: ClassTeacher) -> ClassTeacher | None:
    """Who has the class from then on: an owner, else who has taught it longest."""
    others = row.classroom.teachers.exclude(pk=row.pk).select_related("user")
    return _other_owners(row).select_related("user").first() or others.first()


def _pass_on(row: ClassTeacher, heir: ClassTeacher) -> None:
    if heir.role != ClassTeacher.Role.OWNER:
        heir.role = ClassTeacher.Role.OWNER
        heir.save(update_fields=["role"])
        note(row.classroom, AuditLine.What.OWNER_PASSED, user=heir.user)


def _hand_on_exercises(user: User) -> None:
    """Exercises of the account's own with which a class still works go to an owner of that class."""
    for row in OwnItem.objects.filter(owner=user):
        hand_on(row)
