"""Own exercises that the teachers of a class share with each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext

from lessons.words import naming
from tutor.classroom.models import Classroom, SharedExercise
from tutor.classroom.services import ClassError
from tutor.editor.items import PREFIX, item_of
from tutor.editor.models import OwnItem
from tutor.learning.models import User

MOST_SHARED: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """An exercise as the page shows it; ``by`` is who has made it, empty for the reader's own."""

    row: OwnItem
    title: str
    rules: str
    by: str
    url: str
    slug: str


def shared_in(classroom: Classroom, *, reader: User) -> list[Line]:
    """What is shared, the newest first; of teachers who still teach the class. One query."""
    rows = SharedExercise.objects.filter(classroom=classroom, exercise__owner__taught__classroom=classroom)
    found = [one.exercise for one in rows.select_related("exercise__owner")]
    return [line for line in (_line(row, reader) for row in found) if line is not None]


def to_share(classroom: Classroom, *, reader: User) -> list[Line]:
    """The reader's own exercises that are not shared yet; one query."""
    rows = OwnItem.objects.filter(owner=reader).exclude(shared_in__classroom=classroom)
    return [line for line in (_line(row, reader) for row in rows) if line is not None]


def share(*, classroom: Classroom, user: User, token: str) -> None:
    """Let the teachers of the class find an exercise of this user's. Raises ClassError for another's."""
    row = OwnItem.objects.filter(owner=user, token=token).first()
    if row is None:
        raise ClassError(gettext("This exercise is no longer there."))
    if classroom.shared_exercises.count() >= MOST_SHARED:
        raise ClassError(gettext("A class has room for %(most)s shared exercises.") % {"most": MOST_SHARED})
    SharedExercise.objects.get_or_create(classroom=classroom, exercise=row)


def end_sharing(*, classroom: Classroom, user: User, token: str) -> None:
    """Let them find it no more. Only its owner does that."""
    SharedExercise.objects.filter(classroom=classroom, exercise__owner=user, exercise__token=token).delete()


def exercise_in(classroom: Classroom, token: str) -> OwnItem | None:
    """An exercise that is shared in this class."""
    rows = OwnItem.objects.filter(shared_in__classroom=classroom, owner__taught__classroom=classroom)
    return rows.filter(token=token).first()


def export_shared(classroom: Classroom) -> list[dict[str, Any]]:
    """What is shared in a class, ready for JSON."""
    rows = classroom.shared_exercises.select_related("exercise__owner")
    return [
        {"exercise": one.exercise.token, "by": one.exercise.owner.username, "shared": one.shared.isoformat()}
        for one in rows
    ]


def _line(row: OwnItem, reader: User) -> Line | None:
    item = item_of(row)
    if item is None:
        return None
    return Line(
        row=row, title=row.name or str(item.goal), rules=naming.rule_set_name(item.rules),
        by="" if row.owner_id == reader.pk else row.owner.username,
        url=reverse("editor:item", args=[row.token]), slug=f"{PREFIX}{row.token}",
    )  # fmt: skip
