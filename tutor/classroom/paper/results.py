"""What pupils answered, read for tables: three queries, however large the class and its assignments are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from lessons.models import Attempt
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom, Pupil

State = Literal["at-once", "later", "wrong", "open"]
_RIGHT: Final = Attempt.Outcome.RIGHT
_UNDECIDED: Final = Attempt.Outcome.UNDECIDED


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A pupil's work on an assignment: a state for each exercise, and the percentage of those that count as right.

    ``percent`` is None where the pupil has not begun. ``tries`` counts all answers.
    """

    states: tuple[State, ...]
    right: int
    percent: float | None
    tries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """A rule that was broken or not known: by how many pupils, in how many answers, and in which exercises."""

    rule: str
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


@dataclass(frozen=True, slots=True)
class _Try:
    number: int
    outcome: str


def results_of(classroom: Classroom, assignments: Iterable[Assignment] | None = None) -> Results:
    """The results of a class, in all of its assignments where none are named."""
    chosen = list(classroom.assignments.all() if assignments is None else assignments)
    pupils = list(classroom.pupils.all())
    answers = AssignmentAnswer.objects.filter(assignment__in=[one.pk for one in chosen])
    tries: dict[tuple[int, int, int], list[_Try]] = defaultdict(list)
    missed: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    rows = answers.values_list("pupil_id", "assignment_id", "number", "try_number", "outcome", "rules")
    for pupil, assignment, number, try_number, outcome, rules in rows.order_by("id"):
        tries[pupil, assignment, number].append(_Try(try_number, outcome))
        if outcome == Attempt.Outcome.WRONG:
            for rule in set(rules):
                missed[rule].append((pupil, assignment, number))
    by = {
        (pupil.pk, one.pk): _result(
            [tries.get((pupil.pk, one.pk, number), []) for number in range(1, len(one.questions) + 1)], one
        )
        for pupil in pupils
        for one in chosen
    }
    titles = {one.pk: one.title for one in chosen}
    return Results(pupils=pupils, assignments=chosen, by=by, missed=_missed(missed, titles))


def _result(questions: Sequence[Sequence[_Try]], assignment: Assignment) -> Result:
    right = sum(counts_right(tries, assignment.counts) for tries in map(_decided, questions))
    begun = any(questions)
    return Result(
        states=tuple(map(_state, questions)),
        right=right,
        percent=100 * right / len(questions) if begun and questions else None,
        tries=sum(map(len, questions)),
    )


def counts_right(tries: Sequence[_Try], counts: str) -> bool:
    """Whether an exercise is right, by the try that the assignment counts."""
    if not tries:
        return False
    if counts == Assignment.Counts.FIRST:
        return tries[0].outcome == _RIGHT
    if counts == Assignment.Counts.LAST:
        return tries[-1].outcome == _RIGHT
    return any(one.outcome == _RIGHT for one in tries)


def _decided(tries: Iterable[_Try]) -> list[_Try]:
    """The tries in order, but for those on which the rules do not decide: they cost nothing."""
    return sorted((one for one in tries if one.outcome != _UNDECIDED), key=lambda one: one.number)


def _state(tries: Sequence[_Try]) -> State:
    decided = _decided(tries)
    if not decided:
        return "open"
    if decided[0].outcome == _RIGHT:
        return "at-once"
    return "later" if any(one.outcome == _RIGHT for one in decided) else "wrong"


def _missed(found: dict[str, list[tuple[int, int, int]]], titles: dict[int, str]) -> list[Missed]:
    lines = []
    for rule, places in found.items():
        questions = Counter((assignment, number) for _, assignment, number in places)
        lines.append(
            Missed(
                rule=rule,
                pupils=len({pupil for pupil, _, _ in places}),
                answers=len(places),
                questions=tuple((titles[assignment], number) for assignment, number in sorted(questions)),
            )
        )
    return sorted(lines, key=lambda line: (-line.pupils, -line.answers, line.rule))
