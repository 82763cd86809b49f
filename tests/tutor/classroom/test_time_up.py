"""When the clock of a test runs out: what stands there is sent and counts, and what was not in is said."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from tests.lessons.pages import Page
from tests.tutor.classroom.assigned import SUM, WILD, assigned, at, outcomes, right, url
from tutor.classroom import assigning
from tutor.classroom.models import Assignment, Override, Pupil
from tutor.learning.models import Attempt, Draft

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
LANGUAGES = pytest.mark.parametrize("language", ["de", "en"])
MINUTES = 10


@pytest.fixture
def timed(pupil: Pupil) -> Assignment:
    """A test with verdicts later, one try and no hints, which the pupil has begun."""
    due = timezone.now() + timedelta(days=1)
    found = assigned(pupil, minutes=MINUTES, tries=1, hints=False, feedback="after-due", due=due)
    assigning.start(assignment=found, pupil=pupil)
    return found


def since_the_end(pupil: Pupil, seconds: float) -> None:
    """Let so many seconds have gone by since the clock ran out."""
    pupil.started.update(at=timezone.now() - timedelta(minutes=MINUTES, seconds=seconds))


@pytest.mark.parametrize("htmx", [False, True])
def test_what_stands_there_when_the_clock_runs_out_is_sent_and_counts(
    htmx: bool, timed: Assignment, pupil: Pupil
) -> None:
    browser = at(pupil, htmx=htmx)
    browser.open(url(timed, 1))
    since_the_end(pupil, 1)
    browser.press("time", **right(WILD))
    assert outcomes(timed) == [(1, 1, "right")]


def test_page_of_a_test_tells_its_script_where_to_say_that_an_answer_was_missed(
    timed: Assignment, pupil: Pupil
) -> None:
    page = at(pupil).open(url(timed, 1))
    assert f'data-missed="{url(timed)}?missed=1"' in page.source


def test_nothing_is_sent_where_nothing_stands_there(timed: Assignment, pupil: Pupil) -> None:
    browser = at(pupil)
    browser.open(url(timed, 2))
    since_the_end(pupil, 1)
    page = browser.press("time")
    assert browser.sent_to == url(timed)
    assert "was not in" not in page.text
    assert not Attempt.objects.exists()


def test_answer_that_counts_already_is_not_sent_once_more(pupil: Pupil) -> None:
    assignment = assigned(pupil, minutes=MINUTES, tries=2)
    assigning.start(assignment=assignment, pupil=pupil)
    browser = at(pupil)
    browser.open(url(assignment, 1))
    browser.press("check", **right(WILD))
    since_the_end(pupil, 1)
    browser.press("time", **right(WILD))
    assert outcomes(assignment) == [(1, 1, "right")]


def test_clock_of_a_page_that_knows_of_no_more_minutes_sends_nothing_too_early(
    timed: Assignment, pupil: Pupil
) -> None:
    browser = at(pupil)
    browser.open(url(timed, 1))
    since_the_end(pupil, 0)
    Override.objects.create(assignment=timed, pupil=pupil, extra_minutes=5)
    browser.press("time", **right(WILD))
    assert browser.sent_to == url(timed, 1)
    assert outcomes(timed) == []
    assert Draft.objects.get().answer  # what stood there still does


@LANGUAGES
@pytest.mark.parametrize("do", ["check", "time"])
@pytest.mark.parametrize("htmx", [False, True])
def test_answer_after_the_time_does_not_count_and_the_page_says_so(
    do: str, htmx: bool, language: str, timed: Assignment, pupil: Pupil
) -> None:
    browser = at(pupil, htmx=htmx)
    browser.open(url(timed, 1, language=language))
    since_the_end(pupil, 60)
    page = browser.press(do, **right(WILD))
    assert outcomes(timed) == []
    said = {
        "de": "Deine Antwort auf Aufgabe 1 war nicht da, als die Zeit abgelaufen ist. Sie zählt nicht.",
        "en": "Your answer to exercise 1 was not in when the time was up. It does not count.",
    }
    assert browser.sent_to == f"{url(timed, language=language)}?missed=1"
    assert said[language] in page.text


def test_half_an_answer_at_the_end_is_not_checked_and_the_page_says_so(pupil: Pupil) -> None:
    assignment = assigned(pupil, SUM, "first/is-it-legal", minutes=MINUTES, feedback="at-once", tries=1)
    assigning.start(assignment=assignment, pupil=pupil)
    browser = at(pupil)
    browser.open(url(assignment, 1))
    since_the_end(pupil, 1)
    page = browser.press("time", number="abc")
    assert outcomes(assignment) == []
    assert "Your answer to exercise 1 was not in" in page.text


@pytest.mark.parametrize(
    ("seconds", "counted"), [(2, [(1, 1, "right")]), (60, [])], ids=["on its way", "too late"]
)
def test_answer_on_its_way_counts(seconds: int, counted: list[Any], timed: Assignment, pupil: Pupil) -> None:
    browser = at(pupil)
    browser.open(url(timed, 1))
    since_the_end(pupil, seconds)
    browser.press("check", **right(WILD))
    assert outcomes(timed) == counted


def watched(page: Page) -> str:
    """What the page of a question asks every few seconds."""
    return unescape(re.findall(r'id="watch" hx-get="([^"]+)"', page.source)[0])


def test_open_page_of_a_test_learns_of_more_minutes(timed: Assignment, pupil: Pupil) -> None:
    browser = at(pupil)
    page = browser.open(url(timed, 1))
    asked = watched(page)
    assert browser.client.get(asked).status_code == 204
    left = int(re.findall(r'data-left="(\d+)"', page.source)[0])
    Override.objects.create(assignment=timed, pupil=pupil, extra_minutes=5)
    told = Page(browser.client.get(asked))
    assert 'hx-swap-oob="true"' in told.source
    assert int(re.findall(r'data-left="(\d+)"', told.source)[0]) - left in (299, 300)
    assert browser.client.get(watched(told)).status_code == 204


@LANGUAGES
def test_running_test_is_not_told_what_else_is_new_but_what_the_teacher_says(
    language: str, timed: Assignment, pupil: Pupil
) -> None:
    browser = at(pupil)
    asked = watched(browser.open(url(timed, 1, language=language)))
    assigned(pupil, SUM, opens=timezone.now())
    assert browser.client.get(asked).status_code == 204
    pupil.notes.create(classroom=pupil.classroom, text="Breathe.")
    said = Page(browser.client.get(asked))
    assert "Breathe." in said.text
    assert {"de": "etwas Neues", "en": "something new"}[language] not in said.text
    assert "data-left" not in said.source
