"""What pupils answered, read for tables, however large the class and its assignments are.

Four queries, and one more each where there are second levels and clocks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from lessons.kinds.common import diagnoses
from tutor.classroom.asked import asked_in_each
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom, Pupil
from tutor.classroom.selectors import first_levels, of_asked, started_in
from tutor.classroom.terms import State, is_counted_right, is_right_in_vain, outcome_of, state_of
from tutor.learning.models import Attempt


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A pupil's work on an assignment: a state for each exercise by its number, and the percentage of those that count
    as right. An exercise that is gone has none.

    ``in_vain`` are the exercises where a try was right, but not the one that counts.
    ``percent`` is None where the pupil has not begun; whoever has begun against the clock has. ``tries``
    counts all answers.
    """

    states: Mapping[int, State]
    in_vain: frozenset[int]
    right: int
    percent: float | None
    tries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """What wrong answers show, by its id: of how many pupils, in how many answers, and in which exercises."""

    diagnosis: str
    pupils: int
    answers: int
    questions: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """A class with some of its assignments; ``by`` has a result for each pair of pupil and assignment."""

    pupils: Sequence[Pupil]
    assignments: Sequence[Assignment]
    by: dict[tuple[int, int], Result]
    missed: Sequence[Missed]


def results_of(classroom: Classroom, assignments: Iterable[Assignment] | None = None) -> Results:
    """The results of a class, in all of its assignments where none are named; whoever has a second level has that, and
    whom one is no longer for has none in it."""
    chosen = list(first_levels(classroom) if assignments is None else assignments)
    pupils = list(classroom.pupils.all())
    levels = list(Assignment.objects.filter(level_of__in=chosen).prefetch_related("only"))
    own = {(pupil.pk, one.level_of_id): one for one in levels for pupil in one.only.all()}
    answers = of_asked(AssignmentAnswer.objects.filter(assignment__in=[one.pk for one in (*chosen, *levels)]))
    tries: dict[tuple[int, int, int], list[str]] = defaultdict(list)
    missed: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    rows = answers.values_list(
        "pupil_id", "assignment_id", "number", "outcome", "rules", "attempt__diagnoses", "attempt__hints"
    )
    for pupil, assignment, number, outcome, rules, shown, hints in rows.order_by("id"):
        tries[pupil, assignment, number].append(outcome_of(outcome, hints=hints))
        if outcome == Attempt.Outcome.WRONG:
            for one in set(map(diagnoses.about, rules) if shown is None else shown):
                missed[one].append((pupil, assignment, number))
    asked, started = asked_in_each([*chosen, *levels]), started_in([*chosen, *levels])
    by = {
        (pupil.pk, one.pk): _of_pupil(pupil, own.get((pupil.pk, one.pk), one), tries, asked, started)
        for pupil in pupils
        for one in chosen
    }
    titles = {one.pk: one.name for one in (*chosen, *levels)}
    return Results(pupils=pupils, assignments=chosen, by=by, missed=_missed(missed, titles))


def _of_pupil(
    pupil: Pupil,
    assignment: Assignment,
    tries: Mapping[tuple[int, int, int], Sequence[str]],
    asked: Mapping[int, Sequence[int]],
    started: Container[tuple[int, int]],
) -> Result:
    numbers = asked[assignment.pk]
    has_started = (assignment.pk, pupil.pk) in started
    return _result(
        {number: tries.get((pupil.pk, assignment.pk, number), ()) for number in numbers},
        assignment,
        has_started=has_started,
    )


def _result(questions: Mapping[int, Sequence[str]], assignment: Assignment, *, has_started: bool) -> Result:
    right = sum(is_counted_right(outcomes, assignment.counts) for outcomes in questions.values())
    has_begun = has_started or any(questions.values())
    vain = (number for number, outcomes in questions.items() if is_right_in_vain(outcomes, assignment.counts))
    return Result(
        states={number: state_of(outcomes) for number, outcomes in questions.items()},
        in_vain=frozenset(vain),
        right=right,
        percent=100 * right / len(questions) if questions and has_begun else None,
        tries=sum(map(len, questions.values())),
    )


def _missed(found: dict[str, list[tuple[int, int, int]]], titles: dict[int, str]) -> list[Missed]:
    lines = []
    for one, places in found.items():
        questions = Counter((assignment, number) for _, assignment, number in places)
        lines.append(
            Missed(
                diagnosis=one,
                pupils=len({pupil for pupil, _, _ in places}),
                answers=len(places),
                questions=tuple((titles[assignment], number) for assignment, number in sorted(questions)),
            )
        )
    return sorted(lines, key=lambda line: (-line.pupils, -line.answers, line.diagnosis))
