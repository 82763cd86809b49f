"""An assignment of the small content, and a pupil who works on it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from lessons.fresh.sisters import find_item
from tests.lessons import pages
from tests.lessons.test_sittings import right_fields
from tests.tutor.classroom.makers import pupil_client
from tutor.classroom import assigning
from tutor.classroom.models import Assignment, Pupil

WILD, SUM, OPEN = "first/wild-ones", "first/sum", "first/open"


def assigned(pupil: Pupil, *slugs: str, **settings: Any) -> Assignment:
    """An open assignment of these exercises."""
    settings = {"opens": timezone.now() - timedelta(hours=1), **settings}
    return assigning.create_assignment(
        classroom=pupil.classroom, kind="items", source={"items": list(slugs or (WILD, SUM))}, **settings
    )


def at(pupil: Pupil, *, language: str = "en", htmx: bool = False) -> pages.Learner:
    return pages.Learner(client=pupil_client(pupil), htmx=htmx)


def url(assignment: Assignment, number: int | None = None, *, language: str = "en") -> str:
    start = f"/{language}/class/{assignment.classroom.token}/my/{assignment.pk}/"
    return start if number is None else f"{start}{number}/"


def right(slug: str) -> dict[str, Any]:
    item = find_item(slug)
    assert item is not None
    return right_fields(item)


def outcomes(assignment: Assignment) -> list[tuple[int, int, str]]:
    return list(assignment.answers.order_by("id").values_list("number", "try_number", "outcome"))
