"""Whoever has begun a test against the clock has begun, whether or not anything was answered."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.lessons.pages import Page
from tests.tutor.classroom.assigned import assigned
from tests.tutor.classroom.makers import owner_of, teacher_client
from tutor.classroom import assigning
from tutor.classroom.models import Assignment, Override, Pupil
from tutor.classroom.paper.results import results_of
from tutor.classroom.paper.tables import as_moodle_grades, assignment_rows, class_rows
from tutor.classroom.results import class_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


@pytest.fixture
def timed(pupil: Pupil) -> Assignment:
    """The first of three pupils has begun, answered nothing, and the time is over."""
    found = assigned(pupil, minutes=10, title="Test")
    assigning.start(assignment=found, pupil=pupil)
    found.started.update(at=timezone.now() - timedelta(minutes=11))
    return found


@pytest.mark.parametrize("language", ["de", "en"])
def test_pages_say_who_has_begun_and_that_the_time_is_up(
    language: str, timed: Assignment, pupil: Pupil
) -> None:
    client = teacher_client(owner_of(pupil.classroom))
    start = f"/{language}/class/{pupil.classroom.token}/"
    counted = {"de": "1 hat angefangen", "en": "1 pupil has begun"}[language]
    assert counted in Page(client.get(start)).text
    table = Page(client.get(f"{start}{timed.pk}/")).text
    assert table.count({"de": "Zeit abgelaufen", "en": "time is up"}[language]) == 1
    Override.objects.create(assignment=timed, pupil=pupil, extra_minutes=5)
    table = Page(client.get(f"{start}{timed.pk}/")).text
    assert {"de": "hat angefangen", "en": "has begun"}[language] in table
    assert [row.clock for row in class_table(timed).rows] == ["running", "", ""]


def test_files_hold_a_nought_for_whoever_has_begun_and_nothing_for_others(
    timed: Assignment, pupil: Pupil
) -> None:
    results = results_of(pupil.classroom)
    assert [row[1] for row in class_rows(results)[1:]] == [0, None, None]
    assert [row[-2] for row in assignment_rows(results, timed)[1:]] == [0, None, None]
    assert [line.rpartition(",")[2] for line in as_moodle_grades(results).decode().splitlines()[1:]] == [
        "0.0", "", ""
    ]  # fmt: skip
