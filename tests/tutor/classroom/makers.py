"""Classes, teachers and pupils for tests, and clients that are signed in as them."""

from __future__ import annotations

from django.http import HttpResponse
from django.test import Client

from tests.factories import UserFactory
from tests.lessons.pages import be
from tutor.accounts.devices import Device, remember_device
from tutor.classroom import services
from tutor.classroom.codes import letters_of, words_of
from tutor.classroom.models import Classroom, Pupil
from tutor.learning.models import User


def make_class(
    *, user: User | None = None, pupils: int = 3, language: str = "en", name: str = "7b"
) -> Classroom:
    return services.create_class(user=user or UserFactory(), name=name, language=language, aliases=pupils)


def owner_of(classroom: Classroom) -> User:
    return classroom.teachers.get(role="owner").user


def teacher_client(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def code_of(pupil: Pupil) -> dict[str, str]:
    """What the pupil types."""
    classroom = pupil.classroom
    return {"letters": letters_of(pupil, classroom), "words": " ".join(words_of(pupil, classroom))}


def come_in(pupil: Pupil, *, language: str = "en") -> Client:
    """A browser in which the pupil's slip has been typed."""
    client = Client()
    response = client.post(f"/{language}/class/join/", code_of(pupil))
    assert response.status_code == 303, response.content.decode()
    return client


def pupil_client(pupil: Pupil) -> Client:
    """A browser that has come in with the pupil's slip: it has the cookies that `come_in` gets by typing it."""
    own = Pupil.objects.select_related("learner", "classroom").get(pk=pupil.pk)
    services.note_joined(own)
    response, letters = HttpResponse(), f"{own.classroom.letters}-{own.letters}"
    remember_device(response, Device().with_slip(letters, before=None))
    client = Client()
    client.cookies.update(response.cookies)
    be(client, own.learner)
    return client
