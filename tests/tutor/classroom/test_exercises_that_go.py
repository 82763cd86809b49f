"""An exercise of a teacher's own that an assignment asks stays; one that is gone already counts nowhere."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.lessons.content_folder import SMALL
from tests.markup import flat
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.test_results import RIGHT, SUM, WILD, WRONG, answered, assigned
from tutor.basket.models import BasketEntry
from tutor.classroom import services
from tutor.classroom.grouping import copy_assignment
from tutor.classroom.misconceptions import report_of
from tutor.classroom.models import Assignment, ClassTeacher
from tutor.classroom.paper.results import results_of
from tutor.classroom.paper.tables import assignment_rows
from tutor.editor.models import OwnItem
from tutor.learning.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
LANGUAGES = pytest.mark.parametrize("language", ["de", "en"])


def own_item(owner: User) -> OwnItem:
    stage = tomllib.loads((SMALL / "lessons" / "01-first" / "stage.toml").read_text(encoding="utf-8"))
    record = next(step for step in stage["step"] if step["slug"] == "is-it-legal")
    return OwnItem.objects.create(owner=owner, record=record, name="Two jacks")


def shown(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, url
    return unescape(flat(response.content.decode()))


@LANGUAGES
def test_exercise_that_an_assignment_asks_is_not_deleted_and_the_page_names_it(language: str) -> None:
    classroom = make_class()
    owner = owner_of(classroom)
    row = own_item(owner)
    assignment = assigned(classroom, WILD, f"own/{row.token}", title="For Friday")
    client, url = teacher_client(owner), f"/{language}/items/{row.token}/delete/"
    page = shown(client, url)
    assert ">For Friday</a>" in page
    assert f"/class/{classroom.token}/{assignment.pk}/" in page
    said = {"de": "Diese Aufgabe bleibt", "en": "This exercise stays"}[language]
    assert f"<h1>{said}</h1>" in page
    assert '<form method="post">' not in page
    client.post(url)
    assert OwnItem.objects.filter(pk=row.pk).exists()
    assignment.delete()
    assert "For Friday" not in shown(client, url)
    client.post(url)
    assert not OwnItem.objects.filter(pk=row.pk).exists()


def test_exercise_in_a_class_of_another_goes_to_its_owner_and_the_class_is_not_named() -> None:
    maker, classroom = owner_of(make_class()), make_class(name="Secret 9c")
    row = own_item(maker)
    assigned(classroom, f"own/{row.token}")
    client, url = teacher_client(maker), f"/en/items/{row.token}/delete/"
    page = shown(client, url)
    assert "A class of another teacher works with it." in page
    assert "Secret 9c" not in page
    client.post(url)
    row.refresh_from_db()
    assert row.owner == owner_of(classroom)


@LANGUAGES
def test_account_that_goes_is_told_which_exercises_go_and_which_stay(language: str) -> None:
    maker, classroom = owner_of(make_class()), make_class()
    stays, goes = own_item(maker), own_item(maker)
    assigned(classroom, f"own/{stays.token}")
    BasketEntry.objects.create(owner=maker, sort="item", what=WILD, place=1)
    client = teacher_client(maker)
    page = shown(client, f"/{language}/account/delete/")
    lines = {
        "de": (
            "1 eigene Aufgabe: Niemand kann sie",
            "Diese Aufgaben von dir bleiben",
            "dein Korb mit 1 Eintrag darin",
        ),
        "en": (
            "1 exercise of your own: nobody can",
            "These exercises of yours stay",
            "your basket with 1 entry in it",
        ),
    }[language]
    assert [line for line in lines if line not in page] == []
    assert f'href="/{language}/items/{stays.token}/"' in page
    assert f'href="/{language}/items/{goes.token}/"' not in page
    tokens = re.findall(r'name="class" value="([^"]+)"', page)
    client.post(f"/{language}/account/delete/", {"name": maker.username, "class": tokens})
    assert list(OwnItem.objects.all()) == [stays]
    assert not BasketEntry.objects.exists()


def test_exercise_that_only_a_class_that_goes_asks_is_not_said_to_stay() -> None:
    classroom = make_class()
    maker = owner_of(classroom)
    assigned(classroom, f"own/{own_item(maker).token}")
    page = shown(teacher_client(maker), "/en/account/delete/")
    assert "1 exercise of your own" in page
    assert "These exercises of yours stay" not in page


def test_whoever_has_left_the_class_is_not_told_its_name() -> None:
    classroom = make_class(name="Secret 9c")
    maker = owner_of(make_class())
    row = own_item(maker)
    teacher = ClassTeacher.objects.create(classroom=classroom, user=maker, role="teacher")
    assigned(classroom, f"own/{row.token}")
    url = f"/en/items/{row.token}/delete/"
    assert "Secret 9c" in shown(teacher_client(maker), url)
    teacher.delete()
    assert "Secret 9c" not in shown(teacher_client(maker), url)


@pytest.fixture
def with_a_gone_one() -> Assignment:
    """Of three exercises the second is gone; the first pupil had it right, and everything else."""
    classroom = make_class()
    row = own_item(owner_of(classroom))
    assignment = assigned(classroom, WILD, f"own/{row.token}", SUM, feedback="at-once")
    first, second, _ = classroom.pupils.all()
    for number in (1, 2, 3):
        answered(assignment, first, number, RIGHT)
    answered(assignment, second, 2, WRONG, RIGHT)
    row.delete()
    return assignment


@LANGUAGES
def test_pages_of_a_pupil_count_without_what_is_gone(language: str, with_a_gone_one: Assignment) -> None:
    classroom = with_a_gone_one.classroom
    first, second, _ = classroom.pupils.all()
    words = {"de": "{} von 2 beantwortet · {} richtig", "en": "{} of 2 answered · {} right"}[language]
    start = f"/{language}/class/{classroom.token}/my/"
    for pupil, count in ((first, 2), (second, 0)):
        client = pupil_client(pupil)
        for url in (start, f"{start}{with_a_gone_one.pk}/"):
            assert words.format(count, count) in shown(client, url), url
    client = pupil_client(first)
    page = shown(client, f"{start}{with_a_gone_one.pk}/3/")
    assert {"de": "2 von 2 richtig", "en": "2 of 2 right"}[language] in page
    assert {"de": "Aufgabe 3 von", "en": "Exercise 3 of"}[language] not in page


@LANGUAGES
def test_pages_of_a_teacher_count_without_what_is_gone_and_lead_nowhere_in_vain(
    language: str, with_a_gone_one: Assignment
) -> None:
    classroom = with_a_gone_one.classroom
    client = teacher_client(owner_of(classroom))
    start = f"/{language}/class/{classroom.token}/"
    assert {"de": "2 Aufgaben ·", "en": "2 exercises ·"}[language] in shown(client, start)
    page = shown(client, f"{start}{with_a_gone_one.pk}/")
    assert "<td>2/2</td>" in page
    assert "<td>0/2</td>" in page
    assert f"/{with_a_gone_one.pk}/answers/2/" not in page
    said = {
        "de": "1 Aufgabe gibt es nicht mehr; sie zählt nirgends.",
        "en": "1 exercise is no longer there and counts nowhere.",
    }
    assert said[language] in page
    first = classroom.pupils.first()
    one = shown(client, f"{start}{with_a_gone_one.pk}/pupil/{first.pk}/")
    assert {"de": "nicht mehr da, zählt nicht", "en": "no longer there, does not count"}[language] in one
    answers = shown(client, f"{start}{with_a_gone_one.pk}/answers/2/")
    assert {"de": "Diese Aufgabe gibt es nicht mehr.", "en": "This exercise is no longer there."}[
        language
    ] in answers


def test_files_count_without_what_is_gone(with_a_gone_one: Assignment) -> None:
    classroom = with_a_gone_one.classroom
    results = results_of(classroom, [with_a_gone_one])
    head, first, second, third = assignment_rows(results, with_a_gone_one)
    assert head[1:3] == ["1", "3"]
    assert first[3:] == [2, 100.0, 2]
    assert second[3:] == [0, None, 0]
    assert third[3:] == [0, None, 0]


def test_report_gives_no_sentence_that_nobody_read(with_a_gone_one: Assignment) -> None:
    found = report_of(with_a_gone_one.classroom).found
    assert found
    assert not any(one.helped for one in found)


def test_copies_leave_out_what_is_gone(with_a_gone_one: Assignment) -> None:
    classroom = with_a_gone_one.classroom
    assigned_alone = assigned(classroom, "own/nothing")
    new = services.copy_class(classroom=classroom, user=owner_of(classroom), name="8b")
    assert [one.questions for one in new.assignments.all()] == [[WILD, SUM]]
    assert copy_assignment(assignment=with_a_gone_one, classroom=new).questions == [WILD, SUM]
    assert assigned_alone.questions == ["own/nothing"]


def test_live_round_from_an_assignment_leaves_out_what_is_gone(with_a_gone_one: Assignment) -> None:
    from tutor.live.forms import NewRoundForm  # only this test asks for it

    fields: dict[str, Any] = {"what": "assignment", "assignment": str(with_a_gone_one.pk)}
    form = NewRoundForm(fields, classroom=with_a_gone_one.classroom)
    assert dict(form.fields["assignment"].choices)[str(with_a_gone_one.pk)].endswith("(2)")
    assert form.is_valid(), form.errors
    assert form.cleaned_data["questions"] == [WILD, SUM]


def test_timed_assignment_begins_at_the_first_that_is_there(with_a_gone_one: Assignment) -> None:
    with_a_gone_one.questions = [*with_a_gone_one.questions[1:], WILD]
    with_a_gone_one.minutes, with_a_gone_one.opens = 10, timezone.now()
    with_a_gone_one.save()
    pupil = with_a_gone_one.classroom.pupils.last()
    assert pupil is not None
    url = f"/en/class/{with_a_gone_one.classroom.token}/my/{with_a_gone_one.pk}/"
    assert pupil_client(pupil).post(url)["Location"] == f"{url}2/"
