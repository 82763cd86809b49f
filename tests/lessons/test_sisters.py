"""Sister positions: other cards, the same question, the same verdict; worked out on a page of their own."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings as project
from django.test import Client

from lessons.content.reading import Item, Library, load
from lessons.fresh.sisters import MOST_SISTERS, base_slug, find_item, sister_number, sister_of
from lessons.kinds.asking.goals import goal_of
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.legal import LegalTask
from lessons.kinds.number import NumberTask, number_of
from lessons.proving.checks import item_faults
from tests.lessons.pages import Learner, is_not_found
from tests.samples import share

Find = Callable[[str], Item]


@pytest.fixture(scope="module")
def project_content() -> Library:
    return load(Path(project.BASE_DIR) / "seeds")


def test_every_sister_of_the_project_can_be_solved_and_is_decided(project_content: Library) -> None:
    looked_at = share(project_content.items.values(), 0, of=2)
    without, faults = [], []
    for item in looked_at:
        sister = sister_of(item, 1)
        if sister is None:
            without.append(item.slug)
            continue
        faults += [(sister.slug, fault) for fault in item_faults(sister)]
    assert faults == []
    # Only questions about one number of the rules have none: the deck, a hand, a minimum.
    kinds = {project_content.items[slug].kind for slug in without}
    assert kinds <= {"number", "sheet", "compare"}
    assert len(without) < len(looked_at) / 8


def test_sister_for_two_players_says_nothing_of_partners_and_sides(project_content: Library) -> None:
    of_sides = re.compile(r"\b(Partner\w*|eure?\w*|euch|side\w*|partner\w*)\b", re.IGNORECASE)
    told = {}
    for item in project_content.items.values():
        if item.position.has_partner if item.position else item.rules.default_players > 2:
            continue
        sister = sister_of(item, 1)
        if sister is not None:
            said = (sister.goal, sister.task.look, getattr(sister.task, "accept_text", None))
            told[item.slug] = " ".join(f"{text.de} {text.en}" for text in said if text)
    assert len(told) > 5
    assert {slug: text for slug, text in told.items() if of_sides.search(text)} == {}


def test_sister_has_other_cards_and_the_same_verdict(item: Find) -> None:
    frozen = item("first/frozen")
    sister = sister_of(frozen, 1)
    assert sister is not None
    assert sister.position is not None
    assert sister.position.hand != frozen.task.position.hand
    for one in (frozen, sister):
        assert grade(one, {"legal": "no", "reason": "freeze.take-natural-pair-only"}).outcome == "right"


def test_sisters_differ_among_each_other_and_stay_the_same(item: Find) -> None:
    found = [sister_of(item("first/open"), number) for number in range(1, 6)]
    assert len({str(sister.position) for sister in found if sister}) == 5
    sister_of.cache_clear()
    assert found == [sister_of(item("first/open"), number) for number in range(1, 6)]


def test_number_of_a_sister_is_another_one(item: Find) -> None:
    task = item("first/sum")
    sister = sister_of(task, 1)
    assert sister is not None
    assert isinstance(sister.task, NumberTask)
    assert number_of(sister) != number_of(task)


def test_row_of_ranks_stays_a_row(project_content: Library) -> None:
    row = project_content.items["melds/three-in-a-row"]
    for number in range(1, 20):
        sister = sister_of(row, number)
        assert sister is not None
        assert isinstance(sister.task, LegalTask)
        assert solution(sister) == solution(row)


def test_sister_is_found_by_its_slug_and_has_none_of_its_own(item: Find) -> None:
    sister = find_item("first/open~3")
    assert sister is not None
    assert (base_slug(sister.slug), sister_number(sister.slug)) == ("first/open", 3)
    assert sister_of(sister, 1) is None
    for slug in ("first/open~0", f"first/open~{MOST_SISTERS + 1}", "first/open~x", "first/none~1"):
        assert find_item(slug) is None


def test_texts_of_a_sister_name_no_card(item: Find) -> None:
    sister = sister_of(item("first/one-meld"), 1)
    assert sister is not None
    assert (sister.goal.de, sister.goal.en) == (
        "Wähle Karten, die eine erlaubte Meldung ergeben.", "Choose cards that make a legal meld.",
    )  # fmt: skip
    assert sister.intro is None
    assert sister.task.right is None


def test_goal_of_a_sister_says_what_an_answer_must_do(project_content: Library) -> None:
    largest = project_content.items["melds/the-largest-one"]
    assert goal_of(largest).de.endswith("Ziel: genau sieben Karten im Blatt behalten.")
    assert goal_of(largest).en.endswith("Aim: keep exactly seven cards in your hand.")
    initial = goal_of(project_content.items["puzzle/first-meld/ninety-in-three-cards"])
    assert (initial.de.count("Erstmeldung"), initial.en.count("initial meld")) == (1, 1)


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
@pytest.mark.parametrize("language", ["de", "en"])
def test_sister_is_answered_like_any_exercise_and_leads_back(item: Find, language: str) -> None:
    learner = Learner()
    page = learner.open(f"/{language}/course/first/is-it-legal/again/2/")
    assert page.status == 200
    sister = find_item("first/is-it-legal~2")
    assert sister is not None
    page = learner.press("check", **(solution(sister) or {}))
    assert ("Richtig" if language == "de" else "Right") in page.verdict
    assert ("Zurück zur Aufgabe" if language == "de" else "Back to the exercise") in page.finish
    assert learner.press("next").source.count('id="goal"') == 1
    assert learner.sent_to == f"/{language}/course/first/is-it-legal/#goal"


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
@pytest.mark.parametrize("language", ["de", "en"])
def test_worked_parallel_shows_answer_and_reason(small_content: Library, language: str) -> None:
    client = Client()
    for slug in small_content.items:
        path = slug.replace("puzzle/", "puzzles/") if slug.startswith("puzzle/") else f"course/{slug}"
        response = client.get(f"/{language}/{path}/worked/")
        if find_item(f"{slug}~1") is None:
            assert response.status_code == 404
            continue
        text = response.content.decode()
        assert response.status_code == 200, slug
        titles = (
            ("richtige Antwort", "Der Fehler", "Die falsche Aktion")
            if language == "de"
            else ("right answer", "The mistake", "The wrong action")
        )
        assert any(title in text for title in titles)
        assert f"/{language}/{path}/again/2/" in text


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
def test_sister_that_does_not_exist_is_a_page_that_says_so() -> None:
    assert is_not_found(Client().get("/en/course/first/open/again/0/"))
    assert is_not_found(Client().get("/en/course/first/open/again/1000/"))
    assert is_not_found(Client().get("/en/course/first/nothing/worked/"))
