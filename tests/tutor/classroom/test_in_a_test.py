"""A test: what holds in it is said before, nothing is checked at once, and nothing leads to where the rules answer."""

from __future__ import annotations

import json
import tomllib
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import LearnerFactory, UserFactory
from tests.lessons.content_folder import SMALL
from tests.lessons.pages import Learner, Page
from tests.tutor.classroom.assigned import OPEN, SUM, WILD, assigned, at, url
from tests.tutor.classroom.makers import owner_of, pupil_client, teacher_client
from tutor.classroom.models import Override, Pupil
from tutor.classroom.taking import take_into_account
from tutor.editor.models import OwnItem
from tutor.live import services as live
from tutor.live.models import LiveRound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
LANGUAGES = pytest.mark.parametrize("language", ["de", "en"])
TEST: dict[str, Any] = {"feedback": "after-due", "hints": False, "tries": 1}


def own_slug(pupil: Pupil) -> str:
    """An exercise with a position, which whoever has its link may keep a copy of."""
    stage = tomllib.loads((SMALL / "lessons" / "01-first" / "stage.toml").read_text(encoding="utf-8"))
    record = next(step for step in stage["step"] if step["slug"] == "is-it-legal")
    return f"own/{OwnItem.objects.create(owner=owner_of(pupil.classroom), record=record).token}"


def judges(page: Page, slug: str) -> list[bool]:
    """Whether a page leads to the position, and to a copy that one could try."""
    return ["/position/" in page.source, f"/items/{slug.removeprefix('own/')}/copy/" in page.source]


@LANGUAGES
def test_nothing_in_a_test_leads_to_where_the_rules_answer(language: str, pupil: Pupil) -> None:
    slug = own_slug(pupil)
    for settings, leads in (({}, True), (TEST, False)):
        page = at(pupil).open(url(assigned(pupil, slug, **settings), 1, language=language))
        assert judges(page, slug) == [leads, leads]


def test_nothing_at_an_open_live_question_leads_there(pupil: Pupil) -> None:
    slug, classroom = own_slug(pupil), pupil.classroom
    live.begin(classroom=classroom, teacher=owner_of(classroom), questions=[slug], title="One")
    page = Page(pupil_client(pupil).get(f"/en/class/{classroom.token}/live/", follow=True))
    assert "Hand in" in page.finish
    assert judges(page, slug) == [False, False]


@LANGUAGES
@pytest.mark.parametrize("minutes", [None, 10])
def test_first_page_of_a_test_says_what_holds_in_it(minutes: int | None, language: str, pupil: Pupil) -> None:
    due = timezone.now() + timedelta(hours=1)
    text = at(pupil).open(url(assigned(pupil, minutes=minutes, due=due, **TEST), language=language)).text
    said = {
        "de": "Für jede Aufgabe hast du einen Versuch. Tipps gibt es nicht. Was richtig war",
        "en": "You have one try for each exercise. There are no hints. After the due time",
    }
    assert said[language] in text


@LANGUAGES
def test_answer_is_handed_in_where_no_verdict_follows(language: str, pupil: Pupil) -> None:
    hands, checks = {"de": ("Abgeben", "Prüfen"), "en": ("Hand in", "Check")}[language]
    browser = at(pupil)
    for number in (1, 2):
        page = browser.open(url(assigned(pupil, SUM, OPEN, **TEST), number, language=language))
        assert (hands in page.finish, checks in page.finish) == (True, False)
    said = {"de": "Du hast einen Versuch.", "en": "You have one try."}[language]
    assert said in page.text
    page = browser.open(url(assigned(pupil, SUM), 1, language=language))
    assert (hands in page.finish, checks in page.finish) == (False, True)


def test_legend_of_the_table_speaks_of_tries_only_where_there_are_several(pupil: Pupil) -> None:
    teacher = Learner(client=teacher_client(owner_of(pupil.classroom)))
    for tries, speaks in ((1, False), (2, True)):
        assignment = assigned(pupil, WILD, counts="first", tries=tries)
        text = teacher.open(f"/en/class/{pupil.classroom.token}/{assignment.pk}/").text
        assert ("In brackets" in text, "The first try counts." in text) == (speaks, speaks)


def told_of(client: Client, slug: str) -> dict[str, Any]:
    """What the site says beside the test of whether the answer to an exercise was right."""
    notebook = Page(client.get("/en/practice/notebook/"))
    own = Page(client.get(f"/en/course/{slug}/"))
    kept = json.loads(client.get("/en/account/export/").content)["attempts"]
    return {
        "notebook": "missed once" in notebook.text,
        "verdict": "Not right" in own.text,
        "outcome": kept[-1]["outcome"],
    }


NOTHING: dict[str, Any] = {"notebook": False, "verdict": False, "outcome": None}
EVERYTHING: dict[str, Any] = {"notebook": True, "verdict": True, "outcome": "wrong"}


def test_wrong_answer_of_a_test_is_told_nowhere_before_it_is_due(pupil: Pupil) -> None:
    now = timezone.now()
    test = assigned(pupil, SUM, due=now + timedelta(hours=1), **TEST)
    learner = at(pupil)
    learner.open(url(test, 1))
    learner.press("check", number="7")
    assert told_of(pupil_client(pupil), SUM) == NOTHING
    own = Override.objects.create(assignment=test, pupil=pupil, due=now + timedelta(days=1))
    test.due = now - timedelta(minutes=1)
    test.save()
    assert told_of(pupil_client(pupil), SUM) == NOTHING
    own.delete()
    assert told_of(pupil_client(pupil), SUM) == EVERYTHING


def test_wrong_answer_of_a_test_is_told_no_sooner_to_the_account_that_takes_it(pupil: Pupil) -> None:
    test = assigned(pupil, SUM, due=timezone.now() + timedelta(hours=1), **TEST)
    learner = at(pupil)
    learner.open(url(test, 1))
    learner.press("check", number="7")
    user = UserFactory()
    LearnerFactory(user=user)
    take_into_account(pupil=pupil, user=user)
    account = teacher_client(user)
    assert told_of(account, SUM) == NOTHING
    test.due = timezone.now() - timedelta(minutes=1)
    test.save()
    assert told_of(account, SUM) == EVERYTHING


def test_wrong_answer_where_verdicts_are_told_at_once_is_told_everywhere(pupil: Pupil) -> None:
    learner = at(pupil)
    learner.open(url(assigned(pupil, SUM), 1))
    learner.press("check", number="7")
    assert told_of(pupil_client(pupil), SUM) == EVERYTHING


def test_wrong_answer_to_a_live_question_is_told_nowhere_before_it_is_shown(pupil: Pupil) -> None:
    classroom = pupil.classroom
    row = live.begin(classroom=classroom, teacher=owner_of(classroom), questions=[SUM], title="One")
    client = pupil_client(pupil)
    learner = Learner(client=client)
    learner.page = Page(client.get(f"/en/class/{classroom.token}/live/", follow=True))
    learner.press("check", number="7")
    assert told_of(pupil_client(pupil), SUM) == NOTHING
    LiveRound.objects.filter(pk=row.pk).update(state=LiveRound.State.REVEALED)
    assert told_of(pupil_client(pupil), SUM) == EVERYTHING
