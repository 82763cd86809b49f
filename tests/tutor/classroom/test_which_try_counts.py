"""The marks of a table of results: they agree with the try that counts, and say where the answer was shown before."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from lessons.kinds.asking.hints import HINT_COUNT
from tests.tutor.classroom.assigned import WILD, at, right
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.test_results import RIGHT, WRONG, answered, assigned
from tests.tutor.play.at_the_table import readable
from tutor.classroom.models import Assignment, Classroom, Pupil
from tutor.classroom.results import class_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


@pytest.fixture
def pupil() -> Pupil:
    return make_class(pupils=1).pupils.get()


def page(classroom: Classroom, path: str, *, language: str = "en") -> str:
    teacher = teacher_client(owner_of(classroom))
    return teacher.get(f"/{language}/class/{classroom.token}/{path}").content.decode()


def own(pupil: Pupil, assignment: Assignment, *, language: str = "en") -> str:
    address = f"/{language}/class/{pupil.classroom.token}/my/{assignment.pk}/"
    return readable(pupil_client(pupil).get(address).content.decode())


def in_file(assignment: Assignment) -> str:
    with override("en"):
        address = reverse("paper:results-csv", args=[assignment.classroom.token, assignment.pk])
    return teacher_client(owner_of(assignment.classroom)).get(address).content.decode()


WORDS = {
    "de": ("richtig, mit der Lösung aus den Tipps", "Glühbirne: richtig mit der Lösung aus den Tipps"),
    "en": ("right, with the answer from the hints", "Bulb: right with the answer from the hints"),
}


@pytest.mark.parametrize("language", WORDS)
def test_answer_from_the_hints_has_a_mark_of_its_own(language: str, pupil: Pupil) -> None:
    assignment = assigned(pupil.classroom)
    browser = at(pupil)
    browser.open(f"/en/class/{pupil.classroom.token}/my/{assignment.pk}/1/")
    for _ in range(HINT_COUNT):
        browser.press("hint")
    browser.press("check", **right(WILD))
    copied, legend = WORDS[language]
    table = page(pupil.classroom, f"{assignment.pk}/", language=language)
    assert legend in readable(table)
    (cell,) = re.findall(r'<td class="copied">(.*?)</td>', table, re.DOTALL)
    assert "#i-bulb" in cell
    assert copied in cell
    assert copied in readable(page(pupil.classroom, f"{assignment.pk}/pupil/{pupil.pk}/", language=language))
    assert copied in own(pupil, assignment, language=language)
    assert "right, with the answer from the hints" in in_file(assignment)


def test_number_is_that_of_the_try_that_was_right_first(pupil: Pupil) -> None:
    assignment = assigned(pupil.classroom)
    answered(assignment, pupil, 1, WRONG, RIGHT, WRONG, RIGHT)
    assert class_table(assignment).rows[0].cells[0].tries == 2


LINES = {
    "first": ("Es zählt der erste Versuch.", "The first try counts."),
    "last": ("Es zählt der letzte Versuch.", "The last try counts."),
    "best": ("Es zählt der beste Versuch.", "The best try counts."),
}


@pytest.mark.parametrize("counts", LINES)
def test_pages_say_which_try_counts_and_mark_what_was_right_in_vain(counts: str, pupil: Pupil) -> None:
    assignment = assigned(pupil.classroom, counts=counts)
    answered(assignment, pupil, 1, WRONG, RIGHT)
    answered(assignment, pupil, 2, RIGHT, WRONG)
    for language, line in zip(("de", "en"), LINES[counts], strict=True):
        table = readable(page(pupil.classroom, f"{assignment.pk}/", language=language))
        assert line in table
        assert line in own(pupil, assignment, language=language)
    in_vain = {"first": [True, False], "last": [False, True], "best": [False, False]}[counts]
    assert [cell.in_vain for cell in class_table(assignment).rows[0].cells] == in_vain
    assert ("In brackets: right on a try that does not count." in table) == any(in_vain)
    marked = (table, own(pupil, assignment), in_file(assignment))
    one = page(pupil.classroom, f"{assignment.pk}/pupil/{pupil.pk}/")
    assert [text.count("(does not count)") for text in (*marked, one)] == [sum(in_vain)] * 4
