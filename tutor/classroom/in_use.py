"""Which assignments use an exercise of a teacher's own, and who has it when its owner lets it go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.urls import reverse

from lessons.fresh.sisters import base_slug
from tutor.classroom.models import Assignment, Classroom, ClassTeacher
from tutor.editor.in_use import Use
from tutor.editor.items import PREFIX
from tutor.editor.models import OwnItem
from tutor.learning.models import User


def uses_in_classes(row: OwnItem) -> list[Use]:
    """The assignments that ask it; those of classes that its owner teaches are own ones."""
    taught = set(ClassTeacher.objects.filter(user=row.owner_id).values_list("classroom_id", flat=True))
    return [_use(one, is_own=one.classroom_id in taught) for one in _asking(row)]


def heir_of(row: OwnItem) -> int | None:
    """An owner of a class that works with it, other than who has it now."""
    classes = [one.classroom_id for one in _asking(row)]
    owners = ClassTeacher.objects.filter(classroom__in=classes, role=ClassTeacher.Role.OWNER)
    return owners.exclude(user=row.owner_id).values_list("user_id", flat=True).first()


def asked_elsewhere(user: User, *, than: Iterable[Classroom]) -> tuple[OwnItem, ...]:
    """The account's own exercises that an assignment asks in other classes than these."""
    rows = tuple(OwnItem.objects.filter(owner=user))
    if not rows:
        return ()
    elsewhere = Assignment.objects.exclude(classroom__in=list(than)).values_list("questions", flat=True)
    asked = {base_slug(slug) for questions in elsewhere.iterator() for slug in questions}
    return tuple(row for row in rows if f"{PREFIX}{row.token}" in asked)


def _asking(row: OwnItem) -> Iterator[Assignment]:
    slug = f"{PREFIX}{row.token}"
    numbers = [
        pk
        for pk, questions in Assignment.objects.values_list("pk", "questions").iterator()
        if slug in map(base_slug, questions)
    ]
    yield from Assignment.objects.filter(pk__in=numbers).select_related("classroom", "level_of")


def _use(one: Assignment, *, is_own: bool) -> Use:
    first = one.level_of or one
    return Use(
        title=one.name,
        place=one.classroom.name,
        url=reverse("classroom:assignment", args=[one.classroom.token, first.pk]),
        is_own=is_own,
    )
