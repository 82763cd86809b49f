"""What pages of a class read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from tutor.classroom.asked import asked_in_each
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom, ClassTeacher, Pupil, Started
from tutor.classroom.terms import Terms, is_counted_right, terms_for
from tutor.classroom.wordlists import is_made_up
from tutor.learning.models import Learner, User
from tutor.site.numbers import number_in


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassLine:
    """A class in the list of a teacher. ``assignments`` are those that its page lists, deals to play among them."""

    classroom: Classroom
    pupils: int
    joined: int
    assignments: int


def classes_of(user: User) -> list[ClassLine]:
    """The classes that somebody teaches, the newest first, with what they hold; two queries."""
    taught = Classroom.objects.filter(teachers__user=user)
    deals = dict(taught.order_by().annotate(deal_count=Count("deals")).values_list("pk", "deal_count"))
    rows = taught.annotate(
        pupil_count=Count("pupils", distinct=True),
        joined_count=Count("pupils", filter=Q(pupils__joined__isnull=False), distinct=True),
        assignment_count=Count("assignments", filter=Q(assignments__level_of=None), distinct=True),
    )
    return [
        ClassLine(
            classroom=row,
            pupils=row.pupil_count,
            joined=row.joined_count,
            assignments=row.assignment_count + deals[row.pk],
        )
        for row in rows
    ]


def other_classes(user: User, classroom: Classroom) -> list[Classroom]:
    """The other classes of a teacher to which something can be copied; one query."""
    rows = Classroom.objects.filter(teachers__user=user, archived=None)
    return list(rows.exclude(pk=classroom.pk))


def taken_part_in(learner: Learner | None) -> list[Pupil]:
    """The classes in which somebody is a pupil, as pupils of them."""
    if learner is None:
        return []
    return list(Pupil.objects.filter(learner=learner).select_related("classroom"))


def pupils_of(classroom: Classroom) -> QuerySet[Pupil]:
    """The pupils in the order in which they were added, each with its learner."""
    return classroom.pupils.select_related("learner")


def asked_pupils(assignment: Assignment) -> list[Pupil]:
    """Whom an assignment is for: the whole class, or those who were chosen, without those of its second level; three
    queries."""
    chosen = set(assignment.only.values_list("pk", flat=True))
    is_level = assignment.level_of_id is not None
    other = set(Pupil.objects.filter(own_assignments__level_of=assignment).values_list("pk", flat=True))
    found = [one for one in pupils_of(assignment.classroom) if one.pk in chosen or not (chosen or is_level)]
    return [one for one in found if one.pk not in other]


def of_asked(answers: QuerySet[AssignmentAnswer]) -> QuerySet[AssignmentAnswer]:
    """The answers of those whom their assignment is still for."""
    first = Q(assignment__only=None, assignment__level_of=None) | Q(assignment__only=F("pupil"))
    return answers.filter(first).exclude(assignment__levels__only=F("pupil"))


def started_in(assignments: Iterable[Assignment]) -> dict[tuple[int, int], Started]:
    """Whose clock has begun, by assignment and pupil; no query where none has a clock."""
    timed = [one.pk for one in assignments if one.minutes is not None]
    rows = Started.objects.filter(assignment__in=timed) if timed else ()
    return {(one.assignment_id, one.pupil_id): one for one in rows}


def assignments_for(pupil: Pupil) -> QuerySet[Assignment]:
    """The assignments of the class that are for this pupil too."""
    first = Q(only=None, level_of=None) | Q(only=pupil)
    return pupil.classroom.assignments.filter(first).exclude(levels__only=pupil)


def teachers_of(classroom: Classroom) -> QuerySet[ClassTeacher]:
    """The teachers with their accounts, the first one first."""
    return classroom.teachers.select_related("user")


def have_own_labels(pupils: Iterable[Pupil]) -> bool:
    """Whether any of them stands under what a teacher wrote, which may be the real name, and not under an alias."""
    return not all(is_made_up(pupil.alias) for pupil in pupils)


def chosen_pupils(classroom: Classroom, values: Any) -> list[Pupil]:
    """The pupils whose numbers a form sent; what is no number, or of another class, is left out."""
    numbers = {number_in(value) for value in values}
    return [pupil for pupil in pupils_of(classroom) if pupil.pk in numbers]


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentLine:
    """An assignment in the list of its class. ``count`` are its exercises that are still there, ``begun`` counts those
    with an answer or a clock among whom it is for, ``chosen`` those whom it is for, 0 for the whole class; ``level``
    is its second level, if it has one."""

    assignment: Assignment
    count: int
    begun: int
    chosen: int
    level: Assignment | None
    state: Literal["hidden", "coming", "open", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLine:
    """An assignment in the list of a pupil, with how far it is. ``count`` are its exercises that are still there."""

    assignment: Assignment
    count: int
    terms: Terms
    done: int
    right: int | None

    @property
    def is_done(self) -> bool:
        return self.done >= self.count


def has_answers(of: Classroom | Assignment) -> bool:
    """Whether anybody has answered anything of a class, or of one assignment."""
    rows = AssignmentAnswer.objects
    found = (
        rows.filter(Q(assignment=of) | Q(assignment__level_of=of))
        if isinstance(of, Assignment)
        else rows.filter(assignment__classroom=of)
    )
    return found.exists()


def assignments_of(classroom: Classroom, *, now: datetime | None = None) -> list[AssignmentLine]:
    """The assignments of a class, the newest first; three queries, and one more with clocks."""
    now = now or timezone.now()
    rows = classroom.assignments.order_by("-created", "-id")
    levels = {row.level_of_id: row for row in rows if row.level_of_id is not None}
    chosen = _by_assignment(Assignment.only.through.objects.filter(assignment__classroom=classroom))
    answered = AssignmentAnswer.objects.filter(assignment__classroom=classroom)
    begun = _by_assignment(answered.order_by().distinct())
    if any(row.minutes is not None for row in rows):
        for of, pupils in _by_assignment(Started.objects.filter(assignment__classroom=classroom)).items():
            begun[of] |= pupils
    asked = asked_in_each(rows)
    return [
        AssignmentLine(
            assignment=row,
            count=len(asked[row.pk]),
            begun=len(_begun(row, levels.get(row.pk), begun, chosen)),
            chosen=len(chosen[row.pk]),
            level=levels.get(row.pk),
            state=_state(row, now),
        )
        for row in rows
        if row.level_of_id is None
    ]


def _by_assignment(rows: QuerySet[Any]) -> dict[int, set[int]]:
    """The pupils of rows that have an assignment and a pupil; one query."""
    found: dict[int, set[int]] = defaultdict(set)
    for assignment, pupil in rows.values_list("assignment_id", "pupil_id"):
        found[assignment].add(pupil)
    return found


def _begun(
    one: Assignment, level: Assignment | None, begun: dict[int, set[int]], chosen: dict[int, set[int]]
) -> set[int]:
    """Who has begun it of those whom it is for by now, on either level."""
    first = begun[one.pk] & chosen[one.pk] if chosen[one.pk] else begun[one.pk]
    if level is None:
        return first
    return (first - chosen[level.pk]) | (begun[level.pk] & chosen[level.pk])


def first_levels(classroom: Classroom) -> QuerySet[Assignment]:
    """The assignments of a class, each once, whatever levels it has."""
    return classroom.assignments.filter(level_of=None)


def own_assignments(pupil: Pupil, *, now: datetime | None = None) -> list[OwnLine]:
    """What a pupil may see: what is left to do by its due time, then what is done, then what is over; four queries."""
    now = now or timezone.now()
    overrides = {one.assignment_id: one for one in pupil.overrides.all()}
    started = {one.assignment_id: one for one in pupil.started.all()}
    tries: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for of, number, outcome in pupil.answers.order_by("id").values_list("assignment_id", "number", "outcome"):
        tries[of][number].append(outcome)
    found = []
    rows = list(assignments_for(pupil).filter(opens__lte=now))
    asked = asked_in_each(rows)
    for row in rows:
        row.classroom = pupil.classroom
        terms = terms_for(row, now=now, override=overrides.get(row.pk), started=started.get(row.pk))
        answered = [tries[row.pk][number] for number in asked[row.pk] if number in tries[row.pk]]
        right = sum(is_counted_right(one, row.counts) for one in answered)
        found.append(
            OwnLine(
                assignment=row, count=len(asked[row.pk]), terms=terms, done=len(answered),
                right=right if terms.tells else None,
            )
        )  # fmt: skip
    far = datetime.max.replace(tzinfo=now.tzinfo)
    return sorted(
        found,
        key=lambda line: (line.terms.is_over, line.is_done, line.terms.ends or far, line.assignment.pk),
    )


def _state(assignment: Assignment, now: datetime) -> Literal["hidden", "coming", "open", "over"]:
    if assignment.opens is None:
        return "hidden"
    if assignment.opens > now:
        return "coming"
    return "over" if assignment.due is not None and assignment.due <= now else "open"
