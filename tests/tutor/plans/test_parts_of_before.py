"""Plans that were put into a class when their parts were counted: each part finds again what was made for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from lessons.content.plans import plan
from tests.tutor.classroom.makers import make_class, owner_of
from tests.tutor.classroom.test_results import answered
from tutor.classroom.assigning import create_assignment
from tutor.classroom.models import Assignment, Classroom
from tutor.live import services as rounds
from tutor.plans.models import ClassLesson
from tutor.plans.selectors import rows_of

pytestmark = pytest.mark.django_db(transaction=True)
COUNTED, NAMED = ("plans", "0002_deal_of_a_part"), ("plans", "0004_parts_are_not_counted")


@pytest.fixture
def counted() -> Iterator[Any]:
    """The models as they were; afterwards the tables are those of today, whatever happened."""
    executor = MigrationExecutor(connection)
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()  # the tables of the tests are made without going through the migrations
    for app, name in executor.loader.graph.nodes:
        recorder.record_applied(app, name)
    try:
        executor = MigrationExecutor(connection)
        yield executor.migrate([COUNTED]).apps
    finally:
        MigrationExecutor(connection).migrate([NAMED])
        recorder.flush()


def _ticket(classroom: Classroom) -> Assignment:
    return create_assignment(
        classroom=classroom, kind=Assignment.Kind.ITEMS, source={"items": ["deck/how-many-wild"]}
    )


def test_parts_that_were_counted_find_again_what_was_made_for_them(counted: Any) -> None:
    """As it was before a mini-deal came in between: the warm-up 1, the stage 2, cards 3, the exit ticket 4.

    The exit ticket was opened once more after that, as part 5, and nobody has answered that one.
    """
    opening = plan("the-opening")
    assert opening is not None
    classroom = make_class(pupils=1)
    stage = create_assignment(
        classroom=classroom, kind=Assignment.Kind.STAGE, source={"stage": "first-meld"}, opens=timezone.now()
    )
    ticket, again = _ticket(classroom), _ticket(classroom)
    for one in (ticket, again):
        one.opens = timezone.now()
        one.save()
    answered(ticket, classroom.pupils.get(), 1, "right")
    live = rounds.begin(classroom=classroom, teacher=owner_of(classroom), questions=["deck/how-many-wild"])
    lesson = counted.get_model("plans", "ClassLesson").objects.create(
        classroom_id=classroom.pk, plan=opening.slug
    )
    rows = counted.get_model("plans", "LessonPart").objects
    for place, made in enumerate(
        ({"live_id": live.pk}, {"assignment_id": stage.pk}, {}, {"assignment_id": ticket.pk},
         {"assignment_id": again.pk}),
        start=1,
    ):  # fmt: skip
        rows.create(lesson_id=lesson.pk, place=place, **made)

    MigrationExecutor(connection).migrate([NAMED])

    found = rows_of(opening, ClassLesson.objects.get())
    assert [(row.part.kind, row.live or row.assignment or row.deal) for row in found] == [
        ("live", live), ("stage", stage), ("deal", None), ("cards", None), ("exit", ticket),
    ]  # fmt: skip
