"""Assignments as pupils work through them: what counts and what is told when."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.timezone import localtime

from engine.notation.text import parse_actions
from lessons.content import bank
from lessons.content.reading import library
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.working import answer_of
from lessons.kinds.common.work import Work
from tests.lessons import pages
from tests.lessons.test_sittings import right_fields
from tests.samples import share
from tests.tutor.classroom.assigned import OPEN, SUM, WILD, assigned, at, outcomes, right, url
from tests.tutor.classroom.makers import owner_of, pupil_client, teacher_client
from tutor.classroom import assigning
from tutor.classroom.choosing import item_for
from tutor.classroom.models import Assignment, AssignmentAnswer, Pupil
from tutor.classroom.terms import is_counted_right, state_of
from tutor.learning.exercise_context import exercise_context
from tutor.learning.models import Attempt, Draft, Item, Learner
from tutor.learning.progress import progress_of
from tutor.learning.shown import Place, Shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


EACH = [("de", False), ("de", True), ("en", True), ("en", False)]


@pytest.mark.parametrize(("language", "htmx"), share(EACH, 1, of=2))
def test_pupil_works_through_an_assignment(language: str, htmx: bool, pupil: Pupil) -> None:
    assignment = assigned(pupil)
    browser = at(pupil, language=language, htmx=htmx)
    page = browser.open(url(assignment, language=language))
    assert ("0 von 2 beantwortet" if language == "de" else "0 of 2 answered") in page.text
    browser.open(url(assignment, 1, language=language))
    browser.press("check", none="1")
    assert browser.page.verdict
    browser.press("check", without=("none",), **right(WILD))
    browser.press("next")
    assert browser.sent_to == url(assignment, 2, language=language)
    browser.press("check", **right(SUM))
    browser.press("next")
    assert browser.sent_to == url(assignment, language=language)
    page = browser.open(url(assignment, language=language))
    assert (
        "Du hast alles beantwortet." if language == "de" else "You have answered everything."
    ) in page.text
    assert outcomes(assignment) == [(1, 1, "wrong"), (1, 2, "right"), (2, 1, "right")]
    first = assignment.answers.first()
    assert first.rules == ["wild.identity"]
    assert first.attempt.learner == pupil.learner


def test_what_is_new_in_the_class_is_looked_up_for_a_page_and_not_for_an_answer_sent(pupil: Pupil) -> None:
    browser, address = at(pupil), url(assigned(pupil), 1)
    with CaptureQueriesContext(connection) as shown:
        page = browser.open(address)
    with CaptureQueriesContext(connection) as sent:
        assert (
            browser.client.post(page.action, {**dict(page.fields), "none": "1", "do": "check"}).status_code
            == 303
        )
    for caught, times in ((shown, 1), (sent, 0)):
        assert sum('FROM "live_liveround"' in query["sql"] for query in caught) == times


def test_same_form_sent_twice_counts_once(pupil: Pupil) -> None:
    assignment = assigned(pupil)
    browser = at(pupil)
    page = browser.open(url(assignment, 1))
    for _ in range(2):
        browser.press("check", on=page, none="1")
    assert outcomes(assignment) == [(1, 1, "wrong")]


def test_only_so_many_tries_count_and_the_answer_is_told_after_the_last(pupil: Pupil) -> None:
    assignment = assigned(pupil, tries=2)
    browser = at(pupil)
    page = browser.open(url(assignment, 1))
    assert "Tries left: 2" in page.text
    browser.press("check", none="1")
    assert "next" not in browser.page.buttons
    assert "Tries left: 1" in browser.page.text
    card = browser.page.source.split('name="card" value="')[1].split('"')[0]
    browser.press("check", without=("none",), card=[card])
    assert "next" in browser.page.buttons
    assert "check" not in browser.page.buttons
    browser.press("check", on=page, without=("none",), **right(WILD))
    assert [one[1] for one in outcomes(assignment)] == [1, 2]


def test_override_gives_one_pupil_more_tries_and_time(pupil: Pupil) -> None:
    now = timezone.now()
    assignment = assigned(pupil, tries=1, due=now - timedelta(minutes=1), minutes=10)
    other = pupil.classroom.pupils.last()
    client = teacher_client(owner_of(pupil.classroom))
    later = localtime(now + timedelta(days=1))
    form = {"pupil": pupil.pk, "due": f"{later:%Y-%m-%dT%H:%M}", "extra_minutes": "5", "tries": "3"}
    address = f"/en/class/{pupil.classroom.token}/{assignment.pk}/exceptions/"
    assert client.post(address, form).status_code == 303
    mine = assigning.terms_of(assignment=assignment, pupil=pupil)
    assert (mine.tries, mine.minutes, mine.is_over) == (3, 15, False)
    assert assigning.terms_of(assignment=assignment, pupil=other).is_over
    assert client.post(address, {"pupil": pupil.pk, "tries": "many"}).status_code == 422
    client.post(address, {"pupil": pupil.pk})
    assert assigning.terms_of(assignment=assignment, pupil=pupil).is_over


def test_verdicts_after_the_due_time_are_not_told_before(pupil: Pupil) -> None:
    assignment = assigned(pupil, feedback="after-due", due=timezone.now() + timedelta(hours=1), hints=False)
    browser = at(pupil)
    page = browser.open(url(assignment, 1))
    assert "hint" not in page.buttons
    browser.press("check", none="1")
    assert browser.sent_to == url(assignment, 2)
    overview = browser.open(url(assignment)).text
    assert "1 of 2 answered" in overview
    assert (
        "right"
        not in overview.split("1 of 2 answered")[1].split("After the due time you will see what was right")[0]
    )
    assert "not right" not in browser.open(url(assignment, 1)).verdict
    Assignment.objects.update(due=timezone.now() - timedelta(seconds=1))
    assert "wrong" in browser.open(url(assignment)).text
    assert browser.open(url(assignment, 1)).verdict
    browser.press("check", without=("none",), **right(WILD))
    assert outcomes(assignment) == [(1, 1, "wrong")]


def test_clock_is_kept_on_the_server(pupil: Pupil) -> None:
    assignment = assigned(pupil, minutes=10)
    browser = at(pupil)
    assert browser.open(url(assignment, 1)).response["Location"] == url(assignment)
    assert "You have 10 minutes" in browser.open(url(assignment)).text
    browser.client.post(url(assignment))
    page = browser.open(url(assignment, 1))
    browser.press("check", none="1")
    browser.client.post(url(assignment))  # once more: the clock goes on
    pupil.started.update(at=timezone.now() - timedelta(minutes=11))
    browser.press("check", on=page, without=("none",), **right(WILD))
    assert outcomes(assignment) == [(1, 1, "wrong")]
    assert "Time is up." in browser.open(url(assignment)).text


def test_assignment_that_is_not_open_is_not_there(pupil: Pupil) -> None:
    hidden, coming = assigned(pupil, opens=None), assigned(pupil, opens=timezone.now() + timedelta(hours=1))
    client = pupil_client(pupil)
    for one in (hidden, coming):
        assert client.get(url(one)).status_code == client.get(url(one, 1)).status_code == 404
    assert "Nothing to do yet." in client.get(f"/en/class/{pupil.classroom.token}/my/").content.decode()
    teacher = teacher_client(owner_of(pupil.classroom))
    assert teacher.post(f"/en/class/{pupil.classroom.token}/{hidden.pk}/").status_code == 303
    assert client.get(url(hidden)).status_code == 200


def test_each_pupil_has_cards_of_the_own_and_keeps_them(pupil: Pupil) -> None:
    assignment = assigned(pupil, variant="own")
    others = list(pupil.classroom.pupils.all())
    slugs = {one.pk: item_for(assignment, 1, one).slug for one in others}
    assert len(set(slugs.values())) == len(others)
    assert all(slug.startswith(f"{WILD}~") for slug in slugs.values())
    browser = at(pupil)
    browser.open(url(assignment, 1))
    browser.press("check", **right_fields(item_for(assignment, 1, pupil)))
    assert outcomes(assignment) == [(1, 1, "right")]
    assert assignment.answers.get().attempt.item.slug == slugs[pupil.pk]


def test_what_was_answered_elsewhere_is_not_told_in_an_assignment(pupil: Pupil) -> None:
    browser = at(pupil)
    browser.open("/en/course/first/wild-ones/")
    browser.press("check", without=("none",), **right(WILD))
    assignment = assigned(pupil)
    page = browser.open(url(assignment, 1))
    assert not page.verdict
    assert outcomes(assignment) == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_preview_answers_like_the_real_thing_and_stores_nothing(language: str, pupil: Pupil) -> None:
    assignment = assigned(pupil, WILD, "first/open")
    browser = pages.Learner(client=teacher_client(owner_of(pupil.classroom)))
    before = [model.objects.count() for model in (Learner, Attempt, Draft, Item, AssignmentAnswer)]
    start = f"/{language}/class/{pupil.classroom.token}/{assignment.pk}/preview/"
    page = browser.open(f"{start}1/")
    assert page.status == 200
    browser.press("check", none="1")
    assert browser.page.verdict
    browser.press("check", without=("none",), **right(WILD))
    assert "next" in browser.page.buttons
    browser.press("next")
    assert browser.sent_to == f"{start}2/"
    card = browser.page.source.split('name="card" value="')[1].split('"')[0]
    browser.press("meld", card=[card])
    assert browser.page.tray or browser.page.problem
    assert [model.objects.count() for model in (Learner, Attempt, Draft, Item, AssignmentAnswer)] == before
    assert "learner" not in browser.client.cookies


def test_changing_settings_keeps_the_exercises(pupil: Pupil) -> None:
    assignment = assigned(pupil)
    client = teacher_client(owner_of(pupil.classroom))
    address = f"/en/class/{pupil.classroom.token}/{assignment.pk}/settings/"
    assert 'value="0"' in client.get(address).content.decode()
    form = {
        "title": "Other",
        "tries": "3",
        "counts": "last",
        "feedback": "at-once",
        "variant": "same",
        "do": "save",
    }
    assert client.post(address, form).status_code == 303
    assignment.refresh_from_db()
    assert (assignment.name, assignment.tries, assignment.hints, assignment.opens) == (
        "Other",
        3,
        False,
        None,
    )
    assert assignment.questions == [WILD, SUM]
    assert "Delete Other?" in client.post(address, {"do": "delete"}).content.decode()
    client.post(address, {"do": "delete", "sure": "1"})
    assert not Assignment.objects.exists()


@pytest.mark.parametrize(
    ("tries", "state", "counted"),
    [
        ([], "open", {"first": False, "best": False, "last": False}),
        (["undecided"], "open", {"first": False, "best": False, "last": False}),
        (["right", "wrong"], "at-once", {"first": True, "best": True, "last": False}),
        (["wrong", "right"], "later", {"first": False, "best": True, "last": True}),
        (["undecided", "right"], "at-once", {"first": True, "best": True, "last": True}),
        (["copied", "right"], "copied", {"first": True, "best": True, "last": True}),
        (["wrong", "wrong"], "wrong", {"first": False, "best": False, "last": False}),
    ],
)
def test_state_and_counted_try(tries: list[str], state: str, counted: dict[str, bool]) -> None:
    assert state_of(tries) == state
    assert {counts: is_counted_right(tries, counts) for counts in counted} == counted


def test_archived_class_counts_nothing_more(pupil: Pupil) -> None:
    assignment = assigned(pupil)
    browser = at(pupil)
    page = browser.open(url(assignment, 1))
    pupil.classroom.archived = timezone.now()
    pupil.classroom.save()
    browser.press("check", on=page, none="1")
    assert outcomes(assignment) == []
    assert Client().get(url(assignment)).status_code == 404


def test_who_is_stuck_goes_on_and_comes_back_later(pupil: Pupil) -> None:
    assignment = assigned(pupil)
    learner = at(pupil)
    learner.open(url(assignment, 2))
    page = learner.press("check", number="1")
    assert "Next exercise" in page.finish
    assert "rating" not in page.verdict
    learner.press("place:on")
    assert learner.sent_to == url(assignment, 1)
    assert outcomes(assignment) == [(2, 1, Attempt.Outcome.WRONG)]


@pytest.mark.parametrize("language", ["de", "en"])
def test_withdrawn_puzzle_stays_in_a_running_assignment_and_counts(
    language: str, settings: Any, pupil: Pupil
) -> None:
    del settings.SEEDS_DIR
    gone = next(entry.slug for entry in bank.bank().index.values() if entry.withdrawn)
    assignment = assigned(pupil, gone, gone)
    browser = at(pupil, language=language)
    browser.open(url(assignment, 1, language=language))
    item = item_for(assignment, 1, pupil)
    assert item.slug.partition("~")[0] == gone
    browser.press("check", **right_fields(item))
    assert outcomes(assignment) == [(1, 1, "right")]
    teacher = teacher_client(owner_of(pupil.classroom))
    table = teacher.get(f"/{language}/class/{pupil.classroom.token}/{assignment.pk}/").content.decode()
    assert ("sofort richtig" if language == "de" else "right on the first try") in table


@pytest.mark.parametrize("is_right", [True, False])
def test_way_on_tells_no_verdict_before_the_due_time(is_right: bool, pupil: Pupil) -> None:
    assignment = assigned(pupil, feedback="after-due", due=timezone.now() + timedelta(hours=1))
    learner = at(pupil)
    assert "Next exercise" not in learner.open(url(assignment, 1)).finish
    learner.press("check", **right(WILD) if is_right else {"none": "1"})
    page = learner.open(url(assignment, 1))
    assert outcomes(assignment) == [(1, 1, "right" if is_right else "wrong")]
    assert "Next exercise" in page.finish
    learner.press("place:on")
    assert learner.sent_to == url(assignment, 2)


@pytest.mark.parametrize("feedback", ["after-due", "at-once"])
def test_table_says_what_is_asked_only_where_the_verdict_is_told(feedback: str, pupil: Pupil) -> None:
    assignment = assigned(pupil, OPEN, feedback=feedback, due=timezone.now() + timedelta(hours=1))
    learner = at(pupil)
    before = learner.open(url(assignment, 1)).text
    learner.press("check", on=learner.press("end"))
    after = learner.open(url(assignment, 1)).text
    for said in ("initial meld 90", "0 of 90 points"):
        assert said not in before
        assert (said in after) == (feedback == "at-once")


@pytest.mark.parametrize("htmx", [True, False])
def test_tries_left_are_counted_after_the_answer(htmx: bool, pupil: Pupil) -> None:
    learner = at(pupil, htmx=htmx)
    assert "Tries left: 2" in learner.open(url(assigned(pupil, tries=2), 1)).text
    assert "Tries left: 1" in learner.press("check", none="1").text


@pytest.mark.parametrize("is_explained", [True, False])
def test_table_keeps_to_itself_what_an_explanation_that_waits_would_tell(is_explained: bool) -> None:
    item = find_item(OPEN)
    assert item is not None
    place = Place(
        url="/", section="class", crumbs=(), label="1", answered=lambda attempt: "/", shows_verdict=True,
        told=lambda misses: is_explained,
    )  # fmt: skip
    work = Work(actions=parse_actions(["end"]), checked=True)
    result = grade(item, answer_of(item, work), reveal=False)
    shown = Shown(item=item, work=work, result=result, misses=1, place=place)
    context = exercise_context(shown, library=library(), progress=progress_of(None), learner=None)
    assert result.outcome == "wrong"
    assert ("initial meld 90" in str(context["table"])) == is_explained
    assert (context["tray"].meter is not None) == is_explained
