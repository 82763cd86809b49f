"""Own exercises: shared with the teachers of a class, and by link with anybody who keeps a copy."""

from __future__ import annotations

import tomllib

import pytest
from django.test import Client

from tests.factories import UserFactory
from tests.lessons.content_folder import SMALL
from tests.lessons.pages import Page
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tutor.classroom import services
from tutor.classroom.keeping import export_of
from tutor.classroom.models import Classroom
from tutor.editor.models import OwnItem
from tutor.learning.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


@pytest.fixture
def classroom() -> Classroom:
    return make_class(pupils=1)


@pytest.fixture
def colleague(classroom: Classroom) -> User:
    user = UserFactory()
    services.invite(classroom=classroom)
    services.accept_invitation(key=classroom.invite_key, user=user)
    return user


def made_by(user: User, name: str = "Kings on the table") -> OwnItem:
    stage = tomllib.loads((SMALL / "lessons" / "01-first" / "stage.toml").read_text(encoding="utf-8"))
    record = next(step for step in stage["step"] if step["slug"] == "is-it-legal")
    return OwnItem.objects.create(owner=user, name=name, record=record)


def page_of(classroom: Classroom) -> str:
    return f"/en/class/{classroom.token}/exercises/"


def test_colleague_finds_a_shared_exercise_and_keeps_a_copy_that_lasts(
    classroom: Classroom, colleague: User
) -> None:
    owner, other = teacher_client(owner_of(classroom)), teacher_client(colleague)
    item = made_by(owner_of(classroom))
    assert "Kings on the table" not in Page(other.get(page_of(classroom))).text
    owner.post(page_of(classroom), {"do": f"share:{item.token}"})
    found = Page(other.get(page_of(classroom)))
    assert f"by {owner_of(classroom)}" in found.text
    assert "+ for my class" in found.text
    sent_on = other.post(page_of(classroom), {"do": f"copy:{item.token}"})
    copied = OwnItem.objects.get(owner=colleague)
    assert sent_on["Location"].endswith(f"#item-{copied.token}")
    other.post(page_of(classroom), {"do": f"end:{item.token}"})  # only its owner does that
    assert classroom.shared_exercises.count() == 1
    assert export_of(classroom)["shared_exercises"][0]["exercise"] == item.token
    owner.post(page_of(classroom), {"do": f"end:{item.token}"})
    assert "Nothing is shared yet." in Page(other.get(page_of(classroom))).text
    item.delete()
    assert other.get(f"/en/items/{copied.token}/").status_code == 200


def test_what_somebody_shared_who_has_left_is_found_no_more(classroom: Classroom, colleague: User) -> None:
    item = made_by(colleague)
    other, owner = teacher_client(colleague), teacher_client(owner_of(classroom))
    other.post(page_of(classroom), {"do": f"share:{item.token}"})
    assert "Kings on the table" in Page(owner.get(page_of(classroom))).text
    row = classroom.teachers.get(user=colleague)
    services.remove_teacher(classroom=classroom, teacher=row, user=owner_of(classroom))
    assert "Kings on the table" not in Page(owner.get(page_of(classroom))).text
    refused = owner.post(page_of(classroom), {"do": f"copy:{item.token}"})
    assert "This exercise is no longer there." in Page(refused).text


def test_nobody_shares_what_is_not_theirs(classroom: Classroom, colleague: User) -> None:
    item = made_by(owner_of(classroom))
    other = teacher_client(colleague)
    for do in (f"share:{item.token}", "share:nowhere", f"copy:{item.token}"):
        refused = other.post(page_of(classroom), {"do": do})
        assert refused.status_code == 422, do
        assert "This exercise is no longer there." in Page(refused).text
    assert not classroom.shared_exercises.exists()
    assert not OwnItem.objects.filter(owner=colleague).exists()


def test_whoever_has_the_link_keeps_a_copy(classroom: Classroom) -> None:
    item = made_by(owner_of(classroom))
    link, copy = f"/en/items/{item.token}/", f"/en/items/{item.token}/copy/"
    assert f"http://testserver{link}" in Page(teacher_client(owner_of(classroom)).get("/en/items/")).text
    somebody = UserFactory()
    assert copy in teacher_client(somebody).get(link).content.decode()
    assert "To keep exercises of your own you need an account" in Page(Client().get(copy)).text
    assert pupil_client(classroom.pupils.first()).post(copy).status_code == 403
    teacher_client(somebody).post(copy)
    copied = OwnItem.objects.get(owner=somebody)
    assert (copied.name, copied.record["slug"]) == (item.name, copied.token)
    assert teacher_client(somebody).get("/en/items/nowhere/copy/").status_code == 404
