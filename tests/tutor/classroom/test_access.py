"""Nobody sees another class: every address of classes, as each sort of person who has no business there.

An address that is not in TABLE makes this test fail: whoever adds one says who may open it.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.utils.translation import override

from tests.factories import UserFactory
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tutor.classroom import services, urls
from tutor.classroom.assigning import create_assignment
from tutor.classroom.models import Classroom

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]

PUBLIC, PUPIL, TEACHER, OWNER = "public", "pupil", "teacher", "owner"

# Name of the address: who may open it, and the methods it knows.
TABLE: dict[str, tuple[str, str]] = {
    "classes": (PUBLIC, "GET"),
    "join": (PUBLIC, "GET"),
    "older-join": (PUBLIC, "GET"),
    "invited": (PUBLIC, "GET"),
    "older-invited": (PUBLIC, "GET"),
    "class": (TEACHER, "GET"),
    "slips": (TEACHER, "GET"),
    "pupils": (TEACHER, "GET POST"),
    "add-pupils": (TEACHER, "GET POST"),
    "rename": (TEACHER, "GET POST"),
    "groups": (TEACHER, "GET POST"),
    "exercises": (TEACHER, "GET POST"),
    "teachers": (TEACHER, "GET POST"),
    "settings": (TEACHER, "GET POST"),
    "export": (TEACHER, "GET"),
    "delete": (OWNER, "GET POST"),
    "assign": (TEACHER, "GET POST"),
    "report": (TEACHER, "GET"),
    "project-any": (TEACHER, "GET"),
    "remedial": (TEACHER, "GET POST"),
    "assignment": (TEACHER, "GET POST"),
    "change": (TEACHER, "GET POST"),
    "whom": (TEACHER, "GET POST"),
    "copy": (TEACHER, "GET POST"),
    "exceptions": (TEACHER, "GET POST"),
    "preview": (TEACHER, "GET POST"),
    "pupil": (TEACHER, "GET"),
    "answers": (TEACHER, "GET POST"),
    "project": (TEACHER, "GET"),
    "mine": (PUPIL, "GET"),
    "news": (PUPIL, "GET"),
    "clock": (PUPIL, "GET"),
    "leave": (PUPIL, "GET POST"),
    "take": (PUPIL, "GET POST"),
    "work": (PUPIL, "GET POST"),
    "question": (PUPIL, "GET POST"),
}


@dataclass(frozen=True, slots=True)
class People:
    """A class, and one browser for each sort of person."""

    classroom: Classroom
    clients: dict[str, Client]


@pytest.fixture
def people() -> People:
    classroom, other = make_class(), make_class()
    helper = UserFactory()
    services.invite(classroom=classroom)
    services.accept_invitation(key=classroom.invite_key, user=helper)
    removed = UserFactory()
    services.invite(classroom=classroom)
    services.accept_invitation(key=classroom.invite_key, user=removed)
    row = classroom.teachers.get(user=removed)
    services.remove_teacher(classroom=classroom, teacher=row, user=owner_of(classroom))
    create_assignment(
        classroom=classroom, kind="items", source={"items": ["first/sum"]}, opens=timezone.now()
    )
    pupil = classroom.pupils.first()
    signed_out = pupil_client(pupil)
    services.sign_out(classroom=classroom, pupils=[pupil], user=owner_of(classroom))
    return People(
        classroom,
        {
            "nobody": Client(),
            "stranger with an account": teacher_client(UserFactory()),
            "pupil": pupil_client(pupil),
            "pupil signed out by the teacher": signed_out,
            "pupil of another class": pupil_client(other.pupils.first()),
            "teacher of another class": teacher_client(owner_of(other)),
            "removed teacher": teacher_client(removed),
            "teacher": teacher_client(helper),
            "owner": teacher_client(owner_of(classroom)),
        },
    )


MAY = {PUPIL: {"pupil"}, TEACHER: {"teacher", "owner"}, OWNER: {"owner"}}
ACCOUNTS = {"stranger with an account", "teacher of another class", "removed teacher", "teacher", "owner"}


def address(pattern: URLPattern, classroom: Classroom) -> str:
    """The address, about this class, with things of this class in it."""
    known = {
        "token": classroom.token, "pk": classroom.pupils.last().pk, "key": "no-such-key",
        "number": classroom.assignments.first().pk, "question": 1,
    }  # fmt: skip
    arguments = {name: known[name] for name in pattern.pattern.converters if name in known}
    asked = "?item=first/sum" if pattern.name == "project-any" else ""
    with override("en"):
        return reverse(f"classroom:{pattern.name}", kwargs=arguments) + asked


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urls.urlpatterns} == set(TABLE)
    for pattern in urls.urlpatterns:
        of_a_class = "token" in pattern.pattern.converters
        assert of_a_class == (TABLE[pattern.name][0] in MAY), pattern.name


def test_addresses_of_a_class_are_open_to_its_people_only(people: People) -> None:
    for pattern in urls.urlpatterns:
        if TABLE[pattern.name][0] in MAY:
            before = _kept(people.classroom)
            be_open_to_its_people_only(pattern, people)
            assert _kept(people.classroom) == before or pattern.name == "export", pattern.name


def be_open_to_its_people_only(pattern: URLPattern, people: People) -> None:
    who, methods = TABLE[pattern.name]
    url = address(pattern, people.classroom)
    for person, client in people.clients.items():
        for method in methods.split():
            if person in MAY[who]:
                if method == "GET":
                    assert client.get(url, follow=True).status_code == 200, (person, url)
                continue
            response = client.generic(method, url)
            if person not in ACCOUNTS and who != PUPIL:
                assert response.status_code == 303, (person, method, url)
                assert response["Location"].startswith("/en/account/?next="), (person, url)
            else:
                assert response.status_code == 404, (person, method, url)
            assert people.classroom.name not in response.content.decode().split("<main", 1)[-1], (person, url)
            # A class that does not exist is answered in the same way.
            other = client.generic(method, url.replace(people.classroom.token, "AAAABBBBCCCC"))
            assert other.status_code == response.status_code, (person, method, url)


def test_assignment_of_another_class_is_not_found_through_the_own_class(people: People) -> None:
    other = make_class()
    foreign = create_assignment(
        classroom=other, kind="items", source={"items": ["first/sum"]}, opens=timezone.now()
    )
    numbered = [one for one in urls.urlpatterns if "number" in one.pattern.converters]
    assert len(numbered) >= 9
    for pattern in numbered:
        client = people.clients["pupil" if TABLE[pattern.name][0] == PUPIL else "owner"]
        own = people.classroom.assignments.get().pk
        url = address(pattern, people.classroom).replace(f"/{own}/", f"/{foreign.pk}/", 1)
        for method in TABLE[pattern.name][1].split():
            assert client.generic(method, url).status_code == 404, url


def test_things_of_another_class_are_not_found_through_the_own_class(people: People) -> None:
    other = make_class()
    owner = people.clients["owner"]
    stranger = other.pupils.first()
    url = reverse("classroom:rename", args=[people.classroom.token, stranger.pk])
    assert owner.post(url, {"alias": "Mine"}).status_code == 404
    response = owner.post(
        reverse("classroom:pupils", args=[people.classroom.token]),
        {"pupil": [str(stranger.pk)], "do": "delete", "sure": "1"},
    )
    assert response.status_code == 422
    assert other.pupils.filter(pk=stranger.pk).exists()


def test_every_page_of_a_class_is_kept_by_nobody(people: People) -> None:
    for pattern in urls.urlpatterns:
        who, methods = TABLE[pattern.name]
        if "GET" in methods and who in MAY:
            client = people.clients["pupil" if who == PUPIL else "owner"]
            assert "no-store" in client.get(address(pattern, people.classroom))["Cache-Control"], pattern.name


def test_page_of_a_class_asks_once_who_teaches_it(people: People) -> None:
    for name in ("class", "pupils", "report", "settings"):
        (pattern,) = (one for one in urls.urlpatterns if one.name == name)
        with CaptureQueriesContext(connection) as caught:
            people.clients["teacher"].get(address(pattern, people.classroom))
        asked = [one["sql"] for one in caught if 'SELECT "classroom_classteacher"."id"' in one["sql"]]
        assert len(asked) == 1, (name, asked)


def _kept(classroom: Classroom) -> tuple[int, int, str]:
    classroom.refresh_from_db()
    return classroom.pupils.count(), classroom.teachers.count(), classroom.name
