"""Accounts that go, and classes that do not vanish with them; what only who owns a class may do."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import UserFactory
from tests.markup import flat
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tutor.classroom import services
from tutor.classroom.models import AuditLine, Classroom, ClassTeacher
from tutor.classroom.parting import UnnamedClassError, leave_classes
from tutor.editor.models import OwnItem
from tutor.learning.models import Learner, User
from tutor.live.models import LiveRound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
DELETE = "/en/account/delete/"


def join_as_teacher(classroom: Classroom, user: User) -> ClassTeacher:
    services.invite(classroom=classroom)
    services.accept_invitation(key=classroom.invite_key, user=user)
    return classroom.teachers.get(user=user)


def lines(classroom: Classroom) -> list[str]:
    return list(AuditLine.objects.filter(classroom=classroom.token).values_list("what", flat=True))


def form_of(page: str) -> dict[str, Any]:
    """What the page for deleting sends, before anything is typed."""
    return {"class": re.findall(r'name="class" value="([^"]+)"', page), "name": ""}


@pytest.mark.parametrize(
    ("language", "count", "offer", "refused"),
    [
        ("de", "2 Schüler", "Jemanden aus dem Kollegium einladen", "Das ist nicht der Name des Kontos."),
        ("en", "2 pupils", "Invite a colleague", "That is not the name of the account."),
    ],
)
def test_classes_that_would_vanish_are_named_and_a_name_is_typed(
    language: str, count: str, offer: str, refused: str
) -> None:
    classroom = make_class(user=UserFactory(username="Weber"), pupils=2, name="7b <Mi>")
    client = teacher_client(owner_of(classroom))
    url = f"/{language}/account/delete/"
    page = flat(client.get(url).content.decode())
    assert f"<b>7b &lt;Mi&gt;</b>: {count}" in page
    assert f'href="/{language}/class/{classroom.token}/teachers/">{offer}' in page
    form = form_of(page)
    for typed in ("", "Webe", "7b <Mi>"):
        response = client.post(url, form | {"name": typed})
        assert response.status_code == 422
        assert refused in response.content.decode()
        assert form_of(response.content.decode())["class"] == [classroom.token]
    assert Classroom.objects.count() == User.objects.count() == 1
    switched = flat(client.post(url, form | {"name": "We", "do": "language"}).content.decode())
    assert 'name="name" type="text" value="We"' in switched
    assert client.post(url, form | {"name": " ｗeber "}).status_code == 303
    assert not Classroom.objects.exists()
    assert not User.objects.exists()
    assert not Learner.objects.exists()


def test_form_that_names_no_class_deletes_none() -> None:
    classroom = make_class(user=UserFactory(username="Weber"))
    response = teacher_client(owner_of(classroom)).post(DELETE, {"name": "Weber"})
    assert response.status_code == 422
    assert "Your classes have changed in the meantime." in response.content.decode()
    assert owner_of(classroom).username == "Weber"


def test_class_that_somebody_else_has_left_meanwhile_does_not_vanish_unnamed() -> None:
    classroom = make_class(user=UserFactory(username="Weber"))
    helper = join_as_teacher(classroom, UserFactory())
    form = form_of(teacher_client(owner_of(classroom)).get(DELETE).content.decode())
    helper.delete()
    with pytest.raises(UnnamedClassError):
        leave_classes(user=owner_of(classroom), named=form["class"])
    assert teacher_client(owner_of(classroom)).post(DELETE, form | {"name": "Weber"}).status_code == 422
    assert Classroom.objects.get().pupils.count() == 3


@pytest.mark.parametrize(
    ("language", "will", "now"),
    [
        ("de", "Danach gehört sie Bo.", "Die Klasse gehört jetzt Bo."),
        ("en", "Bo will own it.", "The class now belongs to Bo."),
    ],
)
def test_class_with_another_teacher_passes_on_and_says_so(language: str, will: str, now: str) -> None:
    classroom = make_class(user=UserFactory(username="Weber"), name="7b")
    heir = UserFactory(username="Bo")
    join_as_teacher(classroom, heir)
    join_as_teacher(classroom, UserFactory(username="Cy"))
    owner = teacher_client(owner_of(classroom))
    page = owner.get(f"/{language}/account/delete/").content.decode()
    assert f"<b>7b</b>: {will}" in page
    assert 'name="name"' not in page
    assert owner.post(f"/{language}/account/delete/", form_of(page)).status_code == 303
    assert owner_of(classroom) == heir
    assert lines(classroom)[-1] == "owner-passed"
    client = teacher_client(heir)
    assert now in client.get(f"/{language}/class/{classroom.token}/").content.decode()
    assert "(Bo)" in client.get(f"/{language}/class/{classroom.token}/settings/").content.decode()
    AuditLine.objects.update(at=timezone.now() - timedelta(days=31))
    assert now not in client.get(f"/{language}/class/{classroom.token}/").content.decode()


def test_class_with_another_owner_stays_theirs() -> None:
    classroom = make_class()
    first, other = owner_of(classroom), UserFactory()
    row = join_as_teacher(classroom, other)
    services.make_owner(teacher=row, user=first)
    teacher_client(first).post(DELETE, {})
    assert owner_of(classroom) == other
    assert "owner-passed" not in lines(classroom)
    assert "owner-added" in lines(classroom)


def test_exercises_that_a_class_works_with_stay_with_the_class() -> None:
    user, heir = UserFactory(), UserFactory()
    classroom = make_class(user=user)
    join_as_teacher(classroom, heir)
    used, other = (OwnItem.objects.create(owner=user, record={}) for _ in range(2))
    classroom.assignments.create(title="Own", kind="items", questions=[f"own/{used.token}"])
    teacher_client(user).post(DELETE, {})
    assert list(OwnItem.objects.values_list("token", "owner")) == [(used.token, heir.pk)]
    assert not OwnItem.objects.filter(pk=other.pk).exists()


def test_live_round_of_an_account_that_goes_ends() -> None:
    user = UserFactory()
    classroom = make_class(user=user)
    join_as_teacher(classroom, UserFactory())
    LiveRound.objects.create(classroom=classroom, teacher=user, title="On", questions=["first/sum"])
    pupil = pupil_client(classroom.pupils.first())
    teacher_client(user).post(DELETE, {})
    live = LiveRound.objects.get()
    assert live.ended is not None
    assert live.teacher is None
    assert pupil.get(f"/en/class/{classroom.token}/live/").status_code == 200


def test_pupil_with_an_own_account_is_told_and_leaves_a_line() -> None:
    classroom = make_class()
    client = pupil_client(classroom.pupils.first())
    client.post(f"/en/class/{classroom.token}/my/take/", {"do": "link"})
    assert "You are in the class 7b" in client.get(DELETE).content.decode()
    client.post(DELETE, {})
    assert classroom.pupils.count() == 2
    assert lines(classroom)[-1] == "pupil-left"


FORMS_OF_OWNERS = [
    ("settings/", {"do": "keep", "delete_on": "{tomorrow}"}),
    ("pupils/", {"do": "delete", "sure": "1", "all": "1"}),
    ("pupils/", {"do": "delete", "all": "1"}),
    ("teachers/", {"do": "invite"}),
    ("teachers/", {"do": "owner", "teacher": "{teacher}"}),
    ("teachers/", {"do": "remove", "teacher": "{owner}"}),
]


@pytest.mark.parametrize(("page", "form"), FORMS_OF_OWNERS)
def test_what_only_the_owner_may_do_has_no_side_door(page: str, form: dict[str, str]) -> None:
    classroom = make_class()
    row = join_as_teacher(classroom, UserFactory())
    tomorrow = (timezone.localdate() + timedelta(days=1)).isoformat()
    owner = classroom.teachers.get(role="owner")
    data = {key: text.format(tomorrow=tomorrow, teacher=row.pk, owner=owner.pk) for key, text in form.items()}
    before = (classroom.delete_on, list(classroom.teachers.values_list("user", "role")), lines(classroom))
    url = f"/en/class/{classroom.token}/{page}"
    client = teacher_client(row.user)
    response = client.post(url, data)
    assert response.status_code in (403, 422)
    assert "Only an owner of the class can do that. Nothing was changed." in response.content.decode()
    classroom.refresh_from_db()
    now = (classroom.delete_on, list(classroom.teachers.values_list("user", "role")), lines(classroom))
    assert now == before
    assert classroom.pupils.count() == 3
    assert classroom.invite_key == ""
    assert f'value="{form["do"]}"' not in client.get(url).content.decode().replace("Leave", "") or (
        form["do"] == "remove"  # one's own
    )
    assert teacher_client(owner.user).post(url, data).status_code in (200, 303, 422)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Den Tag kann nur ändern, wer die Klasse besitzt."),
        ("en", "Only an owner of the class can change the day."),
    ],
)
def test_teacher_who_does_not_own_the_class_sees_the_day(language: str, said: str) -> None:
    classroom = make_class()
    row = join_as_teacher(classroom, UserFactory())
    url = f"/{language}/class/{classroom.token}/settings/"
    page = teacher_client(row.user).get(url).content.decode()
    assert said in page
    assert f"{classroom.delete_on.day}" in page
    assert 'name="delete_on"' not in page
    assert 'name="delete_on"' in teacher_client(owner_of(classroom)).get(url).content.decode()


def test_visitor_deletes_without_typing_anything() -> None:
    assert 'name="name"' not in Client().get(DELETE).content.decode()
