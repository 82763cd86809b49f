"""Leaving a class, and removing a teacher: asked once more, and said."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import UserFactory
from tests.lessons.pages import Page
from tests.tutor.classroom.makers import make_class, owner_of, teacher_client
from tutor.classroom.models import Classroom, ClassTeacher

pytestmark = pytest.mark.django_db
LANGUAGES = pytest.mark.parametrize("language", ["de", "en"])


def helper_in(classroom: Classroom) -> ClassTeacher:
    return ClassTeacher.objects.create(
        classroom=classroom, user=UserFactory(username="Helper"), role="teacher"
    )


def asked_then_done(client: Client, url: str, teacher: ClassTeacher, question: str) -> Page:
    """Press once and read the question, then agree."""
    form = {"do": "remove", "teacher": teacher.pk}
    assert question in Page(client.post(url, form)).text
    assert ClassTeacher.objects.filter(pk=teacher.pk).exists()
    done = Page(client.post(url, {**form, "sure": "1"}, follow=True))
    assert not ClassTeacher.objects.filter(pk=teacher.pk).exists()
    return done


@LANGUAGES
def test_whoever_leaves_is_asked_and_told(language: str) -> None:
    classroom = make_class(name="7b")
    row = helper_in(classroom)
    question = {"de": "7b verlassen?", "en": "Leave 7b?"}[language]
    url = f"/{language}/class/{classroom.token}/teachers/"
    done = asked_then_done(teacher_client(row.user), url, row, question)
    assert {"de": "Du hast die Klasse verlassen.", "en": "You have left the class."}[language] in done.text


@LANGUAGES
def test_owner_who_removes_somebody_is_asked_and_told(language: str) -> None:
    classroom = make_class(name="7b")
    row = helper_in(classroom)
    question = {"de": "Helper aus 7b entfernen?", "en": "Remove Helper from 7b?"}[language]
    url = f"/{language}/class/{classroom.token}/teachers/"
    done = asked_then_done(teacher_client(owner_of(classroom)), url, row, question)
    said = {"de": "sieht nichts mehr von der Klasse", "en": "no longer sees anything of the class"}
    assert said[language] in done.text
