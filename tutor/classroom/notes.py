"""Notes of teachers on wrong answers: writing them, and showing them to the next pupil who gives such an answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug
from tutor.classroom.assigning import missed_rules
from tutor.classroom.models import AssignmentAnswer, Classroom, Pupil, TeacherNote
from tutor.classroom.services import ClassError
from tutor.learning.companions import Beside
from tutor.learning.models import Attempt, Learner, User

MOST_NOTE: Final = 500  # characters
# Braces and brackets mark cards and links in authored texts.
_PLAIN: Final = str.maketrans("{}[]*", "()()·")


def add_note(*, answer: AssignmentAnswer, user: User, text: str, rule: str = "") -> TeacherNote:
    """Say something to the next pupil who gives this answer, or with ``rule`` breaks this rule. Raises ClassError."""
    text = _checked(text)
    slug = answer.attempt.item.slug
    by_rule = rule in answer.rules
    return TeacherNote.objects.create(
        classroom=answer.assignment.classroom,
        item=base_slug(slug) if by_rule else slug,
        rule=rule if by_rule else "",
        answer=None if by_rule else answer.attempt.answer,
        text=text,
        author=user,
    )


@transaction.atomic
def tell_pupils(
    *,
    classroom: Classroom,
    pupils: Sequence[Pupil],
    item: str,
    user: User,
    text: str,
    seen: Collection[int] = (),
) -> list[TeacherNote]:
    """Say something to these pupils at an exercise, whatever its cards, or with no ``item`` on the page of the class.

    An earlier note of the teacher to the same pupil at the same place goes, and so do those that the teacher has
    ``seen``; what another one wrote meanwhile stands beside it. Raises ClassError.
    """
    text = _checked(text)
    if not pupils:
        raise ClassError(gettext("Tick the pupils first."))
    take_back(classroom=classroom, pupils=pupils, item=item, user=user, seen=seen)
    item = base_slug(item) if item else ""
    return TeacherNote.objects.bulk_create(
        TeacherNote(classroom=classroom, pupil=pupil, item=item, text=text, author=user) for pupil in pupils
    )


def take_back(
    *, classroom: Classroom, pupils: Sequence[Pupil], item: str, user: User, seen: Collection[int] = ()
) -> None:
    """Say to these pupils no more what this teacher has said, or has seen of another one."""
    notes = TeacherNote.objects.filter(
        classroom=classroom, pupil__in=pupils, item=base_slug(item) if item else ""
    )
    notes.filter(Q(author=user) | Q(pk__in=seen)).delete()


def _checked(text: str) -> str:
    """The text in one line. Raises ClassError for none, and for too long a one."""
    text = " ".join(text.split())
    if not text:
        raise ClassError(gettext("The note is empty."))
    if len(text) > MOST_NOTE:
        message = gettext("The note has %(count)s characters; at most %(most)s fit.")
        raise ClassError(message % {"count": len(text), "most": MOST_NOTE})
    return text


def notes_to(pupil: Pupil) -> list[str]:
    """What was said to a pupil that is about no exercise; one query."""
    return list(pupil.notes.filter(item="").values_list("text", flat=True))


def delete_note(*, classroom: Classroom, number: int) -> None:
    """Take a note back."""
    TeacherNote.objects.filter(classroom=classroom, pk=number).delete()


def notes_on(classroom: Classroom, slug: str) -> list[TeacherNote]:
    """The notes of a class on an exercise, with other cards too."""
    base = base_slug(slug)
    return [note for note in classroom.notes.select_related("pupil") if base_slug(note.item) == base]


class NoteCompanion:
    """Shows teachers' notes wherever a pupil of the class works on the exercise: those on a wrong answer under the
    verdict, those to this very pupil above the exercise."""

    def checked(self, *, learner: Learner, item: Item, attempt: Attempt, in_test: bool) -> None:
        """Nothing: answers that belong to an assignment are noted by its page."""

    def beside(self, *, learner: Learner | None, item: Item, attempt: Attempt | None) -> Beside:
        if learner is None or learner.is_visitor:
            return Beside()
        base = base_slug(item.slug)
        found = TeacherNote.objects.filter(classroom__pupils__learner=learner, item__in={item.slug, base})
        rows = list(found.select_related("pupil"))
        own = [note.text for note in rows if note.pupil and note.pupil.learner_id == learner.pk]
        said = self._on_answer([note for note in rows if note.pupil_id is None], item, attempt)
        label = gettext("Your teacher says: %(text)s")
        return Beside(
            lines=tuple(label % {"text": text.translate(_PLAIN)} for text in said),
            notes=tuple(label % {"text": text} for text in own),
        )

    def _on_answer(self, rows: Sequence[TeacherNote], item: Item, attempt: Attempt | None) -> list[str]:
        if attempt is None or attempt.outcome != Attempt.Outcome.WRONG:
            return []
        rules = missed_rules(attempt) if any(note.rule for note in rows) else []
        return [
            note.text
            for note in rows
            if (note.rule in rules if note.rule else note.item == item.slug and note.answer == attempt.answer)
        ]
