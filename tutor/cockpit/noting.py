"""A note that a teacher writes to pupils in the cockpit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug, find_item
from tutor.classroom.models import TeacherNote
from tutor.cockpit.standing import Line, Several


@dataclass(frozen=True, slots=True, kw_only=True)
class Noting(Several):
    """To whom, at which exercise, and what is in the field: what was typed, else what was said before.

    ``item`` is None where the note is about none, and stands on the pupil's page of the class. ``seen`` are the notes
    that are in the field.
    """

    slug: str
    item: Item | None
    text: str
    seen: tuple[int, ...]


def noting(lines: Sequence[Line], *, item: str | None = None, typed: str | None = None) -> Noting:
    """A note to these pupils at what they are stuck at, or at the ``item`` for which it was begun; one query."""
    slug = next((line.item for line in lines if line.item), "") if item is None else item
    base = base_slug(slug) if slug else ""
    to_them = TeacherNote.objects.filter(pupil__in=[line.pupil.pk for line in lines], item=base)
    said = list(to_them.order_by("pk"))
    texts = dict.fromkeys(note.text for note in said)
    return Noting(
        lines=tuple(lines), slug=base, item=find_item(base) if base else None,
        text=" ".join(texts) if typed is None else typed, seen=tuple(note.pk for note in said),
        answers_url=next((line.answers_url for line in lines if line.answers_url), ""),
    )  # fmt: skip
