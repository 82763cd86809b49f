"""All that the pupils of a class answered, wherever: in assignments here, elsewhere by who registers a source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet
from django.urls import reverse

from lessons.kinds.common import diagnoses
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom
from tutor.classroom.selectors import of_asked
from tutor.classroom.titles import told

ASSIGNMENT: Final = "assignment"


class Where(NamedTuple):
    """A question: the name of the source, the number of the assignment, round or deal, and that of the question."""

    source: str
    of: int
    number: int


class Given(NamedTuple):
    """An answer. ``shown`` are the ids of what a wrong one shows, ``rules`` those that it broke or did not know.

    ``row`` is its number in its source and ``item`` the number of the exercise with its cards; ``attempt`` is the
    number of the attempt, 0 for what a played deal did not allow. ``first`` says that it was the first try there.
    """

    pupil: int
    at: datetime
    where: Where
    outcome: str
    rules: Sequence[str]
    shown: Sequence[str]
    item: int
    attempt: int
    row: int
    first: bool
    hints: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a class answers. ``url`` is the page of a question for teachers, ``title`` what the whole is called.

    ``answers`` gives what was answered since a moment, or ever; ``titles`` what the works of a class are called, by
    number. Each takes a number of queries that does not depend on how many pupils and answers there are.
    """

    name: str
    answers: Callable[[Classroom, datetime | None], Iterable[Given]]
    titles: Callable[[Classroom], dict[int, str]]
    url: Callable[[Classroom, Where], str]


_SOURCES: Final[dict[str, Source]] = {}


def answers_also(source: Source) -> None:
    """Let another area say what pupils answered there."""
    _SOURCES[source.name] = source


def sources() -> tuple[Source, ...]:
    """Assignments first."""
    return tuple(_SOURCES.values())


def answers_of(classroom: Classroom, *, since: datetime | None = None) -> list[Given]:
    """All answers of a class, the oldest first; a few queries for each source."""
    found = [one for source in sources() for one in source.answers(classroom, since)]
    return sorted(found, key=lambda one: (one.at, one.attempt))


def url_of(classroom: Classroom, where: Where) -> str:
    """The page of a question for the teachers of the class."""
    return _SOURCES[where.source].url(classroom, where)


def shown_by(rules: Iterable[str], shown: Sequence[str] | None) -> tuple[str, ...]:
    """What an answer shows; of one kept before there were ids, what the exercise was about."""
    return tuple(map(diagnoses.about, rules)) if shown is None else tuple(map(diagnoses.as_now, shown))


def answers_to_assignments(
    classroom: Classroom, since: datetime | None = None, *, only: Assignment | None = None
) -> Iterable[Given]:
    """What was answered in assignments, or in one of them with its levels by those whom it is still for; one query."""
    rows: QuerySet[Any] = AssignmentAnswer.objects.filter(
        Q(assignment=only) | Q(assignment__level_of=only) if only else Q(assignment__classroom=classroom),
        **({"attempt__created__gte": since} if since else {}),
    )
    rows = of_asked(rows) if only else rows
    names = ("pk", "pupil_id", "assignment_id", "number", "try_number", "outcome", "rules", "attempt_id",
             "attempt__diagnoses", "attempt__created", "attempt__item_id", "attempt__hints")  # fmt: skip
    for pk, pupil, of, number, tried, outcome, rules, attempt, shown, at, item, hints in rows.values_list(
        *names
    ).iterator(chunk_size=5000):
        yield Given(
            pupil, at, Where(ASSIGNMENT, of, number), outcome, rules, shown_by(rules, shown), item, attempt,
            pk, tried == 1, hints,
        )  # fmt: skip


def _titles(classroom: Classroom) -> dict[int, str]:
    rows = classroom.assignments.values_list("pk", "title", "titles")
    return {pk: told(title, titles) for pk, title, titles in rows}


def _url(classroom: Classroom, where: Where) -> str:
    return reverse("classroom:answers", args=[classroom.token, where.of, where.number])


answers_also(Source(name=ASSIGNMENT, answers=answers_to_assignments, titles=_titles, url=_url))
