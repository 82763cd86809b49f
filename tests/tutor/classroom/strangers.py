"""Who has no business at an address of a class, and what each of them is told: there is nothing."""

from __future__ import annotations

from django.test import Client

from tests.factories import UserFactory
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tutor.classroom import services
from tutor.classroom.models import Classroom

PUPIL, TEACHER = "pupil", "teacher"


def strangers_to(classroom: Classroom, *, who: str) -> dict[str, Client]:
    """A browser for each: whoever is signed in nowhere, with an account, of another class, or no longer a teacher."""
    other, removed = make_class(), UserFactory()
    services.invite(classroom=classroom)
    services.accept_invitation(key=classroom.invite_key, user=removed)
    row = classroom.teachers.get(user=removed)
    services.remove_teacher(classroom=classroom, teacher=row, user=owner_of(classroom))
    own = pupil_client(classroom.pupils.first()) if who == TEACHER else teacher_client(owner_of(classroom))
    return {
        "nobody": Client(),
        "pupil of another class": pupil_client(other.pupils.first()),
        "own pupil, or own teacher": own,
        "stranger with an account": teacher_client(UserFactory()),
        "teacher of another class": teacher_client(owner_of(other)),
        "removed teacher": teacher_client(removed),
    }


def is_closed_to_strangers(url: str, classroom: Classroom, *, who: str, methods: str) -> None:
    """Assert that none of them gets in, or learns that there is such a class."""
    for person, client in strangers_to(classroom, who=who).items():
        for method in methods.split():
            response = client.generic(method, url)
            asked = person in ("nobody", "pupil of another class", "own pupil, or own teacher")
            if who == TEACHER and asked:
                assert response.status_code == 303, (person, method, url)
                assert "/account/" in response["Location"], (person, url)
            else:
                assert response.status_code == 404, (person, method, url)
            assert classroom.name not in response.content.decode().split("<main", 1)[-1], (person, url)
            missing = client.generic(method, url.replace(classroom.token, "AAAABBBBCCCC"))
            assert missing.status_code == response.status_code, (person, method, url)
