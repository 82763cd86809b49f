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
from lessons.kinds.registry import kind_of
from tests import simulated
from tests.factories import AttemptFactory, ItemFactory
from tests.lessons import pages
from tutor.learning import placement
from tutor.learning.models import Attempt, Learner, Sitting
from tutor.learning.sittings import READINESS_QUESTIONS, begin, is_passed, percent, placed_stage

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


def placement_of(*outcomes: str | None) -> list[dict[str, Any]]:
    return [{"slug": "deck/which-are-wild", "outcome": one, "block": 0} for one in outcomes]


def test_blocks_hold_all_stages_and_are_asked_what_can_hardly_be_guessed(course: Library) -> None:
    blocks = placement.blocks(course)
    assert [stage for block in blocks for stage in block] == list(course.branch("main"))
    for block in blocks[:-1]:
        asked = placement.probes(block)
        assert {step.group for step in asked} == {stage.slug for stage in block}
        assert all(kind_of(step).chance_of_guessing(step) < 0.15 for step in asked)
        assert all(kind_of(step).is_short for step in asked[:1])


def test_no_block_is_skipped_that_was_not_asked_about(course: Library) -> None:
    count = len(placement.blocks(course))
    for right in range(count):
        questions = placement_of(*["right"] * right)
        step = placement.next_step(questions, course)
        assert step is not None
        assert step.group in {stage.slug for stage in placement.blocks(course)[right]}
        assert placement.known_stages(questions, course) == right * placement.STAGES_IN_A_BLOCK
    everything = placement_of(*["right"] * count)
    assert placement.next_step(everything, course) is None
    assert placement.known_stages(everything, course) == len(course.branch("main"))


@pytest.mark.parametrize(
    ("outcomes", "stages", "over"),
    [
        (["wrong"], 0, False),
        (["wrong", "right", "right"], 3, False),
        (["wrong", "right", "wrong"], 0, True),
        (["right", "wrong", "wrong"], 3, True),
        (["unknown"], 0, True),
        (["right", "wrong", "right", "unknown"], 3, True),
    ],
)
def test_one_slip_is_asked_about_again(course: Library, outcomes: list[str], stages: int, over: bool) -> None:
    assert placement.known_stages(placement_of(*outcomes), course) == stages
    assert (placement.next_step(placement_of(*outcomes), course) is None) is over


def test_who_knows_nothing_begins_at_the_beginning(course: Library) -> None:
    unknown = Sitting(kind="placement", questions=placement_of("unknown"), finished=timezone.now())
    assert placed_stage(unknown, course) is None
    assert placed_stage(None, course) is None


def test_placement_of_before_there_were_blocks_still_holds(course: Library) -> None:
    """Its questions went to and fro between the stages."""
    earlier = [
        {"slug": f"{stage}/any~2", "outcome": outcome}
        for stage, outcome in [("frozen-pile", "wrong"), ("your-turn", "right"), ("canastas", "right")]
    ]
    stage = placed_stage(Sitting(kind="placement", questions=earlier, finished=timezone.now()), course)
    assert stage is not None
    assert stage.slug == "taking-the-pile"


def test_those_who_know_the_same_are_placed_alike() -> None:
    """A sample: `python -m tests.simulated` tells more."""
    near, mean, most = simulated.placed_alike(learners=150, seed=3)
    assert near >= simulated.FEWEST_ALIKE
    assert mean < 10
    assert most <= 24


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
    assert "Not right yet" not in learner.page.text
    learner.press("check", on=first, **right_fields(item))
    assert Sitting.objects.get().questions[0]["outcome"] == "wrong"
    assert learner.open("/en/course/readiness/1/").response["Location"] == "/en/course/readiness/2/"


def test_question_does_not_teach_what_it_asks() -> None:
    learner = pages.Learner()
    learner.client.post("/en/course/readiness/")
    sitting = Sitting.objects.get()
    sitting.questions[0]["slug"] = "deck/how-many-cards"
    sitting.save()
    taught = "shuffled together"
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
    for _ in range(24):
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
@pytest.mark.parametrize("htmx", [False, True])
def test_who_does_not_know_yet_says_so_and_sees_what_it_was(htmx: bool) -> None:
    learner = pages.Learner(htmx=htmx)
    learner.open(learner.client.post("/en/course/placement/")["Location"])
    assert "I don’t know yet" in learner.page.text
    learner.press("place:unknown")
    assert learner.sent_to == "/en/course/placement/"
    page = learner.open("/en/course/placement/")
    assert "Begin at the beginning" in page.text
    assert "What was not right" in page.text
    assert Sitting.objects.get().questions[0]["outcome"] == "unknown"
    assert not Attempt.objects.exists()


@pytest.mark.usefixtures("small_content")
def test_question_of_nobody_leads_to_the_start() -> None:
    response = Client().get("/de/course/placement/3/")
    assert response.status_code == 302
    assert response["Location"] == "/de/course/placement/"
    assert Attempt.objects.count() == 0
