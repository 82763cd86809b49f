"""Assignments: made by the teacher, worked through by pupils, with what counts and what is told when."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime

from engine.notation.position_line import format_position
from lessons.content import bank
from lessons.fresh.sisters import find_item
from lessons.parting.families import family_of
from tests.factories import UserFactory
from tests.lessons import pages
from tests.lessons.test_sittings import right_fields
from tests.tutor.classroom.drawing import drawn_in
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tutor.classroom import assigning, choosing
from tutor.classroom.choosing import item_for, questions_for, remedial_source, slugs_in, theme_choices
from tutor.classroom.models import Assignment, AssignmentAnswer, Pupil
from tutor.classroom.services import ClassError
from tutor.classroom.terms import is_counted_right, state_of
from tutor.editor.models import OwnItem
from tutor.learning.models import Attempt, Draft, Item, Learner
from tutor.puzzles.printing import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
WILD, SUM = "first/wild-ones", "first/sum"


@pytest.fixture
def pupil() -> Pupil:
    return make_class().pupils.first()


def assigned(pupil: Pupil, *slugs: str, **settings: Any) -> Assignment:
    """An open assignment of these exercises."""
    settings = {"opens": timezone.now() - timedelta(hours=1), **settings}
    return assigning.create_assignment(
        classroom=pupil.classroom, kind="items", source={"items": list(slugs or (WILD, SUM))}, **settings
    )


def at(pupil: Pupil, *, language: str = "en", htmx: bool = False) -> pages.Learner:
    return pages.Learner(client=pupil_client(pupil, language=language), htmx=htmx)


def url(assignment: Assignment, number: int | None = None, *, language: str = "en") -> str:
    start = f"/{language}/class/{assignment.classroom.token}/my/{assignment.pk}/"
    return start if number is None else f"{start}{number}/"


def right(slug: str) -> dict[str, Any]:
    item = find_item(slug)
    assert item is not None
    return right_fields(item)


def outcomes(assignment: Assignment) -> list[tuple[int, int, str]]:
    return list(assignment.answers.order_by("id").values_list("number", "try_number", "outcome"))


@pytest.mark.parametrize(
    ("kind", "fields", "count"),
    [
        ("stage", {"stage": "first"}, 6),
        ("theme", {"theme": "early", "count": "5", "easiest": "1", "hardest": "3"}, 1),
        ("items", {"items": f"{SUM}\nhttp://testserver/de/course/first/wild-ones/\n"}, 2),
        ("sheet", {"count": "1"}, 1),
        ("readiness", {}, 7),
    ],
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_teacher_makes_an_assignment_of_each_kind(language: str, kind: str, fields: dict, count: int) -> None:
    classroom = make_class()
    client = teacher_client(owner_of(classroom))
    address = f"/{language}/class/{classroom.token}/assign/"
    assert f"?kind={kind}" in client.get(address).content.decode()
    assert client.get(address, {"kind": kind}).status_code == 200
    settings = {"opens": f"{localtime():%Y-%m-%dT%H:%M}", "tries": "0", "counts": "best"}
    settings |= {"feedback": "at-once", "variant": "same", "hints": "on"}
    sent = {"kind": kind, **fields, **settings}
    response = client.post(address, sent)
    if response.status_code == 200:  # what was drawn is looked at first
        assert not Assignment.objects.exists()
        response = client.post(address, {**sent, "drawn-1": drawn_in(pages.Page(response))})
    made = Assignment.objects.get()
    assert response["Location"] == f"/{language}/class/{classroom.token}/{made.pk}/"
    assert len(made.questions) == count
    assert made.name
    assert set(made.titles) == {"de", "en"}
    assert client.get(response["Location"]).status_code == 200
    mine = pupil_client(classroom.pupils.first(), language=language)
    assert made.name in mine.get(f"/{language}/class/{classroom.token}/my/").content.decode()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"items": "nowhere/at-all"}, "“nowhere/at-all” is not an exercise."),
        ({"due": "2020-01-01T10:00"}, "It would be due before it opens."),
        ({"feedback": "after-due"}, "Verdicts after the due time need a due time."),
        ({"tries": "-1"}, "greater than or equal to 0"),
        ({"minutes": "x"}, "Enter a whole number."),
    ],
)
def test_wrong_assignment_is_not_made_and_keeps_what_was_typed(change: dict[str, str], said: str) -> None:
    classroom = make_class()
    settings = {
        "opens": "2026-01-01T10:00",
        "tries": "0",
        "counts": "best",
        "feedback": "at-once",
        "variant": "same",
    }
    form = {"kind": "items", "items": SUM, "title": "Sums <1>", **settings, **change}
    response = teacher_client(owner_of(classroom)).post(f"/en/class/{classroom.token}/assign/", form)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert "Sums &lt;1&gt;" in response.content.decode()
    assert not Assignment.objects.exists()


def test_theme_without_such_difficulty_is_refused_with_the_reason() -> None:
    with pytest.raises(ClassError, match="Choose a wider range"):
        questions_for("theme", {"theme": "early", "count": 3, "easiest": 5, "hardest": 5}, rng=Random(1))


def test_teacher_is_told_where_there_are_fewer_exercises_than_asked_for(pupil: Pupil) -> None:
    source = {"theme": "early", "count": 100, "easiest": 1, "hardest": 5}
    made = assigning.create_assignment(classroom=pupil.classroom, kind="theme", source=source)
    client = teacher_client(owner_of(pupil.classroom))
    page = client.get(f"/en/class/{pupil.classroom.token}/{made.pk}/").content.decode()
    assert "There are no more of this kind; you asked for 100." in page
    other = client.get(f"/en/class/{pupil.classroom.token}/{assigned(pupil).pk}/").content.decode()
    assert "you asked for" not in other


def test_themes_of_bank_and_files_are_chosen_from_by_difficulty(settings: Any) -> None:
    settings.SEEDS_DIR = settings.BASE_DIR / "seeds"
    theme = next(one for one in theme_choices() if one.count > 20)
    found = questions_for(
        "theme", {"theme": theme.slug, "count": 10, "easiest": 1, "hardest": 5}, rng=Random(1)
    )
    assert len(found) == len(set(found)) == 10
    assert all(slug.startswith(f"puzzle/{theme.slug}/") for slug in found)
    levels = [find_item(slug).task.difficulty for slug in found]
    assert levels == sorted(levels)


@pytest.mark.parametrize(
    ("rule", "theme"), [("meld.same-rank", "which-melds"), ("turn.draw-or-take", "how-a-turn-begins")]
)
def test_remedial_exercises_ask_as_the_one_where_the_rule_was_missed(
    rule: str, theme: str, settings: Any
) -> None:
    settings.SEEDS_DIR = settings.BASE_DIR / "seeds"
    missed = next(
        item
        for one in bank.entries_of(theme)
        if rule in one.rules[:1] and (item := find_item(one.slug)) is not None
    )
    found = [
        find_item(slug)
        for slug in questions_for("remedial", remedial_source(rule, missed_at=missed), rng=Random(1))
    ]
    assert {(item.kind, item.task.rules[0]) for item in found} == {(missed.kind, rule)}
    assert {family_of(item.rules.base or item.rules.name) for item in found} == {"classic"}


def test_remedial_exercises_are_by_the_rules_that_were_played_where_there_are_any(settings: Any) -> None:
    settings.SEEDS_DIR = settings.BASE_DIR / "seeds"
    missed = find_item("deck/how-many-cards")
    source = remedial_source(missed.task.rules[0], missed_at=missed)
    found = [find_item(slug) for slug in questions_for("remedial", source, rng=Random(1))]
    assert {item.rules.name for item in found} == {"classic"}
    elsewhere = questions_for("remedial", source | {"family": "no such"}, rng=Random(1))
    assert len(elsewhere) > len(found)


def test_addresses_name_exercises_in_both_languages() -> None:
    text = "/de/course/first/sum/\nhttps://elsewhere.example/en/puzzles/early/take-it/?x=1\nfirst/sum~3\nfirst/sum"
    assert slugs_in(text) == [SUM, "puzzle/early/take-it", "first/sum~3"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_own_exercise_is_assigned_and_asked_live_by_the_address_of_its_page(
    pupil: Pupil, language: str
) -> None:
    task = find_item("first/is-it-legal").task
    record = {
        "kind": "legal", "position": format_position(task.position), "actions": [str(task.actions[0])],
        "reasons": list(task.reasons), "rules": list(task.rules), "goal": {"de": "Erlaubt?", "en": "Allowed?"},
        "look": {"de": "Sieh hin.", "en": "Look."},
    }  # fmt: skip
    teacher = owner_of(pupil.classroom)
    own = OwnItem.objects.create(owner=teacher, record=record)
    client, token = teacher_client(teacher), pupil.classroom.token
    address = f"https://canasta.example{reverse('editor:item', args=[own.token])}".replace(
        "/de/", f"/{language}/"
    )
    settings = {"opens": f"{localtime():%Y-%m-%dT%H:%M}", "tries": "0", "counts": "best"}
    settings |= {"feedback": "at-once", "variant": "same", "hints": "on", "kind": "items", "items": address}
    assert client.post(f"/{language}/class/{token}/assign/", settings).status_code == 303
    made = pupil.classroom.assignments.get()
    assert made.questions == [f"own/{own.token}"]
    live = client.post(f"/{language}/class/{token}/live/new/", {"what": "items", "items": address})
    assert live.status_code == 303
    assert pupil.classroom.live_rounds.get().questions == [f"own/{own.token}"]
    page = at(pupil, language=language).open(url(made, 1, language=language))
    assert {"de": "Erlaubt?", "en": "Allowed?"}[language] in page.text


def test_every_address_that_shows_an_exercise_names_it() -> None:
    own = OwnItem.objects.create(owner=UserFactory(), record={})
    named = {
        reverse("lessons:step-worked", args=["first", "sum"]): SUM,
        reverse("short", args=[code_of("first/sum~3")]): "first/sum~3",
        reverse("practice:notebook-do", args=[SUM]): SUM,
        reverse("lessons:review-do", args=[7, SUM]): SUM,
        reverse("editor:item-again", args=[own.token, 3]): f"own/{own.token}~3",
        reverse("editor:edit", args=[own.token]): f"own/{own.token}",
    }
    assert {address: choosing._slug_of(address) for address in named} == named
    with pytest.raises(ClassError):
        slugs_in(f"/en/practice/daily/{timezone.localdate() + timedelta(days=1)}/")


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("language", ["de", "en"])
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
    assert "not right yet" in browser.open(url(assignment)).text
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
        (["copied", "right"], "later", {"first": True, "best": True, "last": True}),
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
