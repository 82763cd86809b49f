"""Which questions of assignments can still be asked: those whose exercise is gone count nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lessons.content.providers import read_ahead
from lessons.fresh.sisters import base_slug, is_there
from tutor.classroom.models import Assignment


def asked_in(assignment: Assignment) -> tuple[int, ...]:
    """The numbers of the questions that are still there, in order."""
    return asked_in_each([assignment])[assignment.pk]


def asked_in_each(assignments: Iterable[Assignment]) -> dict[int, tuple[int, ...]]:
    """The same of several, by their numbers; one query for all of them."""
    return numbers_asked({one.pk: one.questions for one in assignments})


def numbers_asked(questions: dict[int, Sequence[str]]) -> dict[int, tuple[int, ...]]:
    """The numbers of those of the ``questions`` that are still there, by assignment."""
    with read_ahead({base_slug(slug) for slugs in questions.values() for slug in slugs}):
        return {
            of: tuple(number for number, slug in enumerate(slugs, 1) if is_there(slug))
            for of, slugs in questions.items()
        }


def still_there(slugs: Sequence[str]) -> list[str]:
    """Those of these exercises that are still there."""
    return [slugs[number - 1] for number in numbers_asked({0: slugs})[0]]
