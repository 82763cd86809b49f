"""Times are written in one way, and pages that wait go on without scripts too."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.lessons.pages import Page
from tests.tutor.classroom.assigned import assigned, at, url
from tests.tutor.classroom.makers import owner_of, pupil_client, teacher_client
from tests.tutor.classroom.test_lobby import come, opened
from tutor.classroom import assigning
from tutor.classroom.models import Pupil

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


def test_page_of_a_test_has_one_clock(pupil: Pupil) -> None:
    assignment = assigned(pupil, minutes=10, due=timezone.now() + timedelta(days=1))
    assigning.start(assignment=assignment, pupil=pupil)
    text = at(pupil).open(url(assignment)).text
    assert re.search(r"You have until \d\d:\d\d\. ", text)
    assert re.search(r"due \d+ \w+ \d{4}, \d\d:\d\d ", text)


def test_lobby_says_when_it_closes_with_one_full_stop(pupil: Pupil) -> None:
    opened(pupil.classroom)
    page = teacher_client(owner_of(pupil.classroom)).get(f"/en/class/{pupil.classroom.token}/lobby/")
    assert re.search(r"It closes by itself at \d\d:\d\d\. ", Page(page).text)


@pytest.mark.parametrize("language", ["de", "en"])
def test_pages_that_go_on_by_themselves_do_so_without_scripts(language: str, pupil: Pupil) -> None:
    waiting, _ = come(opened(pupil.classroom))
    token = pupil.classroom.token
    pages = [
        (waiting, f"/{language}/class/lobby/wait/"),
        (pupil_client(pupil), f"/{language}/class/{token}/my/"),
        (pupil_client(pupil), f"/{language}/class/{token}/live/"),
    ]
    for client, address in pages:
        source = client.get(address).content.decode()
        assert re.search(r'<noscript>\s*<meta http-equiv="refresh" content="\d+">\s*</noscript>', source), (
            address
        )
