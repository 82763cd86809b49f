"""Placement and readiness test: what is asked, what it leads to, and that nothing can be answered twice."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings as project
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import override

from engine.notation.text import parse_cards
from lessons.content.reading import Item, Library, load
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.answers import ticked_values
from tests import simulated
from tests.factories import AttemptFactory, ItemFactory
from tests.lessons import pages
from tutor.learning.models import Attempt, Learner, Sitting
from tutor.learning.sittings import (
    MOST_PLACED,
    MOST_SKIPPED,
    READINESS_QUESTIONS,
    Level,
    begin,
    is_passed,
    level_of,
    percent,
    placed_stage,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def course() -> Library:
    return load(Path(project.BASE_DIR) / "seeds")


def answers(*outcomes: bool | None) -> list[dict]:
    words = {True: "right", False: "wrong", None: None}
    return [{"slug": "deck/which-are-wild", "outcome": words[one]} for one in outcomes]


def right_fields(item: Item) -> dict[str, Any]:
    """The fields of the form with an answer that is right."""
    answer = dict(solution(item) or {})
    if "cards" in answer:
        cards = parse_cards(answer["cards"])
        return {"card": list(ticked_values(cards, shown=cards))} if cards else {"none": "1"}
    if "rows" in answer:
        return {f"row_{key}": value for key, value in answer["rows"].items()}
    return {{"ticks": "tick", "actions": "action"}.get(key, key): value for key, value in answer.items()}


def sitting(*outcomes: bool | None, kind: str = "placement") -> Sitting:
    return Sitting(kind=kind, questions=answers(*outcomes), finished=timezone.now())


def placed(course: Library, knows: int) -> tuple[int, int]:
    """Questions asked, and the stage recommended, for somebody who knows exactly so many stages."""
    level, asked = Level(0, len(course.branch("main"))), 0
    outcomes: list[bool] = []
    while level.low < level.high and asked < MOST_PLACED:
        outcomes.append(level.stage < knows)
        level, asked = level_of(answers(*outcomes), course), asked + 1
    return asked, level.low


def test_placement_takes_at_most_eight_questions_and_comes_near(course: Library) -> None:
    stages = len(course.branch("main"))
    for knows in range(stages + 1):
        asked, found = placed(course, knows)
        assert asked <= MOST_PLACED
        assert knows - 3 <= found <= knows


def test_one_slip_is_asked_about_again(course: Library) -> None:
    first = Level(0, len(course.branch("main"))).stage
    assert level_of(answers(False), course).stage == first
    assert level_of(answers(False, True, True), course).low == first + 1
    assert level_of(answers(False, True, False), course).high == first


def test_one_lucky_answer_skips_only_a_few_stages(course: Library) -> None:
    first = Level(0, len(course.branch("main"))).stage
    lucky = level_of(answers(True), course)
    assert (lucky.low, lucky.stage) == (0, first)
    assert level_of(answers(True, True), course).low == first + 1
    questions: list[bool] = []
    while (level := level_of(answers(*questions), course)).low < level.high:
        questions.append(True)
        gain = level_of(answers(*questions), course).low - level.low
        assert gain <= MOST_SKIPPED or questions[-2:] == [True, True]
    assert 5 < len(questions) <= MOST_PLACED


def test_who_knows_nothing_begins_at_the_beginning(course: Library) -> None:
    assert placed_stage(sitting(*[False] * MOST_PLACED), course) is None
    assert placed_stage(None, course) is None


def asked_of(learner: Learner, course: Library, seed: int) -> list[Item]:
    found = begin(learner=learner, kind="readiness", library=course, rng=Random(seed))
    items = [find_item(question["slug"]) for question in found.questions]
    assert begin(learner=learner, kind="readiness", library=course, rng=Random(seed + 1)) == found
    Sitting.objects.filter(pk=found.pk).update(finished=timezone.now())
    return [item for item in items if item is not None]


@pytest.mark.parametrize("seed", [4, 5])
def test_readiness_always_asks_what_a_table_asks(course: Library, seed: int) -> None:
    items = asked_of(Learner.objects.create(), course, seed)
    assert len({item.slug for item in items}) == len(items) == READINESS_QUESTIONS
    assert all(item.is_puzzle and item.rules.name == "classic" for item in items)
    themes = [item.group for item in items]
    assert {"frozen-pile", "enough-to-open", "one-card-must-stay", "score-the-deal", "go-out-now"} <= set(
        themes
    )
    assert [item.kind for item in items].count("turn") == 2
    verdicts = [answer["legal"] for item in items if "legal" in (answer := solution(item) or {})]
    assert len(verdicts) >= 10
    assert abs(verdicts.count("yes") - verdicts.count("no")) <= 2


def test_readiness_asks_nothing_that_was_worked_on(course: Library) -> None:
    learner = Learner.objects.create()
    first = asked_of(learner, course, 1)
    for item in first:
        AttemptFactory(learner=learner, item=ItemFactory(slug=item.slug, kind=item.kind))
    again = asked_of(learner, course, 1)
    assert not {item.slug for item in first} & {item.slug for item in again}


def test_readiness_passes_those_who_know_and_not_those_who_do_not() -> None:
    """A sample: `python -m tests.simulated` tells more."""
    few, many = simulated.rates(learners=200, seed=7, count=20)
    assert few <= simulated.MOST_LUCKY
    assert many > simulated.FEWEST_PASSED - 0.05


def test_simulated_learners_who_know_all_slip_and_who_know_nothing_guess() -> None:
    rng = Random(2)
    one = simulated.Question(frozenset({"turn.discard-one"}), guess=0.5)
    knows = simulated.Learner(frozenset({"turn.discard-one"}), 1.0)
    assert 0.9 < sum(simulated.is_right(knows, one, rng) for _ in range(500)) / 500 < 1
    nothing = simulated.Learner(frozenset(), 0.0)
    assert 0.4 < sum(simulated.is_right(nothing, one, rng) for _ in range(500)) / 500 < 0.6


@pytest.mark.parametrize(("right", "passed"), [(15, True), (14, False), (20, True), (0, False)])
def test_seventy_five_per_cent_are_needed(right: int, passed: bool) -> None:
    one = sitting(*[True] * right, *[False] * (20 - right), kind="readiness")
    assert percent(one) == right * 5
    assert is_passed(one) is passed


@pytest.mark.usefixtures("small_content")
@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("language", ["de", "en"])
def test_readiness_from_begin_to_certificate(language: str, htmx: bool) -> None:
    learner = pages.Learner(htmx=htmx)
    page = learner.open(f"/{language}/course/readiness/")
    assert page.status == 200
    response = learner.client.post(f"/{language}/course/readiness/")
    url = response["Location"]
    count = len(Sitting.objects.get().questions)
    for number in range(1, count + 1):
        assert url == f"/{language}/course/readiness/{number}/"
        page = learner.open(url)
        assert "hint" not in page.buttons
        assert "<kbd>H</kbd>" not in page.source
        item = find_item(Sitting.objects.get().questions[number - 1]["slug"])
        assert item is not None
        learner.press("check", **right_fields(item))
        url = learner.sent_to
    assert url == f"/{language}/course/readiness/"
    text = learner.open(url).text
    assert (f"Bestanden: {count} von {count}" if language == "de" else f"Passed: {count} of {count}") in text
    certificate = learner.client.post(f"/{language}/course/readiness/certificate/", {"name": "Ada <b>"})
    said = certificate.content.decode()
    assert "Ada &lt;b&gt;" in said
    today = localdate()
    with override(language):
        assert date_format(today, "j. F Y" if language == "de" else "j F Y") in said
    assert "Ada" not in str(list(Sitting.objects.values()))
    failed = Sitting.objects.get()
    failed.pk, failed.questions = None, [{**one, "outcome": "wrong"} for one in failed.questions]
    failed.created = timezone.now()
    failed.save()
    page = learner.open(url)
    assert ("Noch nicht bestanden" if language == "de" else "Not yet passed") in page.text
    assert f'href="/{language}/course/readiness/certificate/"' in page.source
    assert learner.open(f"/{language}/course/readiness/certificate/").status == 200


@pytest.mark.usefixtures("small_content")
def test_question_shows_no_verdict_and_cannot_be_answered_twice() -> None:
    learner = pages.Learner()
    learner.client.post("/en/course/readiness/")
    item = find_item(Sitting.objects.get().questions[0]["slug"])
    assert item is not None
    learner.open("/en/course/readiness/1/")
    first = learner.page
    assert item.kind == "cards"
    learner.press("check", none="1")
    assert "Not yet right" not in learner.page.text
    learner.press("check", on=first, **right_fields(item))
    assert Sitting.objects.get().questions[0]["outcome"] == "wrong"
    assert learner.open("/en/course/readiness/1/").response["Location"] == "/en/course/readiness/2/"


def test_question_does_not_teach_what_it_asks() -> None:
    learner = pages.Learner()
    learner.client.post("/en/course/readiness/")
    sitting = Sitting.objects.get()
    sitting.questions[0]["slug"] = "deck/how-many-cards"
    sitting.save()
    taught = "two complete packs"
    assert taught in learner.open("/en/course/deck/how-many-cards/").text
    page = learner.open("/en/course/readiness/1/")
    assert "how many are there in all" in page.text
    assert taught not in page.text


@pytest.mark.usefixtures("small_content")
def test_failed_questions_lead_to_their_stage_and_rule() -> None:
    learner = pages.Learner()
    learner.client.post("/en/course/readiness/")
    row = Sitting.objects.get()
    for question in row.questions:
        question["outcome"] = "wrong"
    row.finished = timezone.now()
    row.save()
    page = learner.open("/en/course/readiness/")
    assert "Not yet passed: 0 of 8 right" in page.text or "Not yet passed" in page.text
    assert 'href="/en/course/first/"' in page.source
    certificate = learner.client.get("/en/course/readiness/certificate/")
    assert certificate["Location"] == "/en/course/readiness/"


@pytest.mark.usefixtures("small_content")
def test_placement_leads_to_a_stage_and_marks_what_is_known() -> None:
    learner = pages.Learner()
    url = learner.client.post("/en/course/placement/")["Location"]
    for _ in range(MOST_PLACED):
        if not url.rstrip("/").rpartition("/")[2].isdigit():
            break
        learner.open(url)
        item = find_item(Sitting.objects.get().questions[-1]["slug"])
        assert item is not None
        learner.press("check", **right_fields(item))
        url = learner.sent_to
    page = learner.open("/en/course/placement/")
    assert "Begin with stage 2: The second stage" in page.text
    assert 'href="/en/course/readiness/"' in page.source
    course = learner.open("/en/course/")
    assert "you know this" in course.text
    assert 'href="/en/course/second/a-turn/"' in learner.open("/en/").source


@pytest.mark.usefixtures("small_content")
def test_question_of_nobody_leads_to_the_start() -> None:
    response = Client().get("/de/course/placement/3/")
    assert response.status_code == 302
    assert response["Location"] == "/de/course/placement/"
    assert Attempt.objects.count() == 0
