"""What is kept of a class: all of it as data, deletion at one press, and deletion of what is due."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from tutor.classroom.audit import note
from tutor.classroom.grouping import export_groups
from tutor.classroom.models import Assignment, AssignmentAnswer, AuditLine, Classroom, Pupil, TeacherNote
from tutor.classroom.sharing import export_shared
from tutor.learning.attempts import exported
from tutor.learning.models import Learner, User
from tutor.puzzles.services import forget

_What = AuditLine.What
_ALSO: Final[dict[str, Callable[[Classroom], Any]]] = {}


def export_also(name: str, export: Callable[[Classroom], Any]) -> None:
    """Let another area add what it stores about a class, ready for JSON, under this name."""
    _ALSO[name] = export


def note_export(classroom: Classroom, *, user: User) -> None:
    """Keep a line that this teacher took everything of the class."""
    note(classroom, _What.EXPORTED, user=user)


def export_of(classroom: Classroom) -> dict[str, Any]:
    """Everything that is stored about a class, ready for JSON; the words of the codes are not stored.

    The answers, which may be very many, are read from the database when they are asked for.
    """
    return {
        "class": _class(classroom),
        "teachers": [
            {"name": one.user.username, "role": one.role, "added": one.added.isoformat()}
            for one in classroom.teachers.select_related("user")
        ],
        "pupils": [
            {
                "number": pupil.pk,
                "alias": pupil.alias,
                "letters": pupil.letters,
                "code_version": pupil.code_version,
                "code_expires": pupil.code_expires.isoformat(),
                "slip_shown": pupil.slip_shown,
                "joined": _moment(pupil.joined),
                "own_account": pupil.learner.user_id is not None,
                "presence": _presence(pupil),
            }
            for pupil in classroom.pupils.select_related("learner", "presence")
        ],
        "groups": export_groups(classroom),
        "shared_exercises": export_shared(classroom),
        "assignments": [
            _assignment(one) for one in classroom.assignments.prefetch_related("overrides", "started", "only")
        ],
        "answers": map(_answer, _answers(classroom)),
        "notes": [_note(one) for one in classroom.notes.all()],
        **{name: export(classroom) for name, export in _ALSO.items()},
        "audit": [
            {
                "what": line.what,
                "count": line.count,
                "by": line.user.username if line.user else None,
                "at": line.at.isoformat(),
            }
            for line in audit_of(classroom)
        ],
    }


def _class(classroom: Classroom) -> dict[str, Any]:
    return {
        "name": classroom.name,
        "language": classroom.language,
        "rules": classroom.rules,
        "plays": classroom.plays,
        "letters": classroom.letters,
        "created": classroom.created.isoformat(),
        "archived": _moment(classroom.archived),
        "delete_on": classroom.delete_on.isoformat(),
        "invitation_until": _moment(classroom.invite_expires),
        "invited_by": classroom.invited_by.username if classroom.invited_by else None,
    }


def _presence(pupil: Pupil) -> dict[str, Any] | None:
    one = getattr(pupil, "presence", None)
    plain = ("where", "of", "number", "item")
    moments = ("seen", "acted", "since")
    return one and {
        **{name: getattr(one, name) for name in plain},
        **{name: getattr(one, name).isoformat() for name in moments},
    }


def _note(one: TeacherNote) -> dict[str, Any]:
    return {
        "exercise": one.item,
        "rule": one.rule,
        "answer": one.answer,
        "pupil": one.pupil_id,
        "text": one.text,
        "created": one.created.isoformat(),
    }


def audit_of(classroom: Classroom) -> list[AuditLine]:
    """What was done with the data of the class, the latest last."""
    return list(AuditLine.objects.select_related("user").filter(classroom=classroom.token))


@transaction.atomic
def delete_class(*, classroom: Classroom, user: User | None) -> None:
    """Delete a class with its pupils and all that they did, except what was taken along into accounts.

    One audit line stays, which names neither class nor pupils. ``user`` is None where the day has come.
    """
    learners = list(Learner.objects.filter(pupils__classroom=classroom, user=None).distinct())
    note(classroom, _What.DELETED if user else _What.EXPIRED, user=user, count=classroom.pupils.count())
    classroom.delete()
    for learner in learners:
        forget(learner)
    Learner.objects.filter(pk__in=[learner.pk for learner in learners]).delete()


def delete_due(*, today: date | None = None) -> int:
    """Delete the classes whose day has come. Returns how many."""
    due = list(Classroom.objects.filter(delete_on__lte=today or timezone.localdate()))
    for classroom in due:
        delete_class(classroom=classroom, user=None)
    return len(due)


def _answers(classroom: Classroom) -> Any:
    answers = AssignmentAnswer.objects.filter(assignment__classroom=classroom)
    return answers.select_related("attempt__item").order_by("id").iterator(chunk_size=500)


def _assignment(one: Assignment) -> dict[str, Any]:
    plain = (
        "title",
        "titles",
        "kind",
        "source",
        "questions",
        "tries",
        "counts",
        "hints",
        "feedback",
        "variant",
        "minutes",
    )
    return {
        "number": one.pk,
        **{name: getattr(one, name) for name in plain},
        "opens": _moment(one.opens),
        "due": _moment(one.due),
        "created": one.created.isoformat(),
        "only": [pupil.pk for pupil in one.only.all()],
        "level_of": one.level_of_id,
        "overrides": [
            {
                "pupil": other.pupil_id,
                "due": _moment(other.due),
                "extra_minutes": other.extra_minutes,
                "tries": other.tries,
            }
            for other in one.overrides.all()
        ],
        "started": [{"pupil": start.pupil_id, "at": start.at.isoformat()} for start in one.started.all()],
    }


def _answer(one: AssignmentAnswer) -> dict[str, Any]:
    return {
        "assignment": one.assignment_id,
        "pupil": one.pupil_id,
        "question": one.number,
        "try": one.try_number,
        "rules": one.rules,
        "verdict": one.attempt.verdict,
        "hints": one.attempt.hints,
        **exported(one.attempt),
    }


def _moment(value: Any) -> str | None:
    return value.isoformat() if value else None
