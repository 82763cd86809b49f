"""Notes of teachers on wrong answers: writing them, and showing them to the next pupil who gives such an answer."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext

from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug
from tutor.classroom.assigning import missed_rules
from tutor.classroom.models import AssignmentAnswer, Classroom, TeacherNote
from tutor.classroom.services import ClassError
from tutor.learning.companions import Beside
from tutor.learning.models import Attempt, Learner, User

MOST_NOTE: Final = 500  # characters
# Braces and brackets mark cards and links in authored texts.
_PLAIN: Final = str.maketrans("{}[]*", "()()·")


def add_note(*, answer: AssignmentAnswer, user: User, text: str, rule: str = "") -> TeacherNote:
    """Say something to the next pupil who gives this answer, or with ``rule`` breaks this rule. Raises ClassError."""
    text = " ".join(text.split())
    if not text:
        raise ClassError(gettext("The note is empty."))
    if len(text) > MOST_NOTE:
        message = gettext("The note has %(count)s characters; at most %(most)s fit.")
        raise ClassError(message % {"count": len(text), "most": MOST_NOTE})
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


def delete_note(*, classroom: Classroom, number: int) -> None:
    """Take a note back."""
    TeacherNote.objects.filter(classroom=classroom, pk=number).delete()


def notes_on(classroom: Classroom, slug: str) -> list[TeacherNote]:
    """The notes of a class on an exercise, with other cards too."""
    base = base_slug(slug)
    return [note for note in classroom.notes.all() if base_slug(note.item) == base]


class NoteCompanion:
    """Shows teachers' notes under the verdict, wherever a pupil of the class works on the exercise."""

    def checked(self, *, learner: Learner, item: Item, attempt: Attempt, in_test: bool) -> None:
        """Nothing: answers that belong to an assignment are noted by its page."""

    def beside(self, *, learner: Learner | None, item: Item, attempt: Attempt | None) -> Beside:
        if learner is None or attempt is None or attempt.outcome != Attempt.Outcome.WRONG:
            return Beside()
        slugs = {item.slug, base_slug(item.slug)}
        rows = TeacherNote.objects.filter(classroom__pupils__learner=learner, item__in=slugs)
        rules = missed_rules(attempt) if any(note.rule for note in rows) else []
        said = [
            note.text
            for note in rows
            if (note.rule in rules if note.rule else note.item == item.slug and note.answer == attempt.answer)
        ]
        label = gettext("Your teacher says: %(text)s")
        return Beside(lines=tuple(label % {"text": text.translate(_PLAIN)} for text in said))
