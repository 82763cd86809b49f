"""What was answered before an assignment was taken from a pupil, or given on the other level: kept, not counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from tests.tutor.classroom.makers import make_class, owner_of, teacher_client
from tests.tutor.classroom.test_results import SUM, WILD, answered, assigned
from tutor.classroom.dealing.models import DealTry
from tutor.classroom.dealing.selectors import table_of
from tutor.classroom.dealing.services import assign
from tutor.classroom.grouping import add_level
from tutor.classroom.misconceptions import report_of
from tutor.classroom.models import Assignment, Classroom
from tutor.classroom.paper.results import results_of
from tutor.classroom.results import answers_to

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


@pytest.fixture
def classroom() -> Classroom:
    return make_class(pupils=3)


@pytest.fixture
def assignment(classroom: Classroom) -> Assignment:
    """Everybody has answered its first question, wrong."""
    assignment = assigned(classroom, WILD, SUM)
    for pupil in classroom.pupils.all():
        answered(assignment, pupil, 1, "wrong")
    return assignment


def taken(assignment: Assignment) -> None:
    assignment.only.set(assignment.classroom.pupils.all()[1:])


def on_another_level(assignment: Assignment) -> None:
    first = assignment.classroom.pupils.first()
    add_level(assignment=assignment, questions=[WILD], source={"items": [WILD]}, only=[first])


WAYS = pytest.mark.parametrize("go", [taken, on_another_level])


@WAYS
def test_groups_of_answers_are_of_those_whom_the_assignment_is_for(
    assignment: Assignment, go: Callable[[Assignment], None]
) -> None:
    (group,) = answers_to(assignment, 1)
    assert (group.count, len(group.aliases)) == (3, 3)
    go(assignment)
    _, *others = assignment.classroom.pupils.all()
    (group,) = answers_to(assignment, 1)
    assert (group.count, group.aliases) == (2, tuple(pupil.alias for pupil in others))
    address = f"/en/class/{assignment.classroom.token}/{assignment.pk}/answers/1/"
    teacher = teacher_client(owner_of(assignment.classroom))
    page = teacher.get(address).content.decode()
    assert [pupil.alias in page for pupil in assignment.classroom.pupils.all()] == [False, True, True]


@WAYS
def test_report_of_an_assignment_and_its_files_leave_them_out_too(
    assignment: Assignment, go: Callable[[Assignment], None]
) -> None:
    classroom = assignment.classroom
    go(assignment)
    first, *others = classroom.pupils.all()
    (found,) = report_of(classroom, assignment=assignment).found
    assert found.aliases == tuple(pupil.alias for pupil in others)
    (ever,) = report_of(classroom).found
    assert first.alias in ever.aliases  # what the class has ever shown
    results = results_of(classroom, [assignment])
    assert [line.pupils for line in results.missed] == [2]
    assert results.by[first.pk, assignment.pk].percent is None
    assert results.by[others[0].pk, assignment.pk].percent == 0


def test_level_without_a_pupil_left_has_no_answers(assignment: Assignment) -> None:
    """Nobody chosen is the whole class for an assignment, but nobody for its second level."""
    on_another_level(assignment)
    (level,) = assignment.levels.all()
    answered(level, assignment.classroom.pupils.first(), 1, "wrong")
    assert [group.count for group in answers_to(level, 1)] == [1]
    level.only.clear()
    assert answers_to(level, 1) == []


def test_table_of_a_deal_says_what_tries_show_of_those_whom_it_is_for(classroom: Classroom) -> None:
    one = assign(classroom=classroom, what={"mini": "open-with-fifty"}, opens=timezone.now())
    for pupil in classroom.pupils.all():
        DealTry.objects.create(assigned=one, pupil=pupil, misconceptions=[["overlooks:meld.same-rank"]])
    assert [(line.pupils, line.tries) for line in table_of(one).shown] == [(3, 3)]
    one.only.set(classroom.pupils.all()[1:])
    one = type(one).objects.get()
    assert [(line.pupils, line.tries) for line in table_of(one).shown] == [(2, 2)]
