"""After a miss: the same rule with other cards, at once and once more at the end of the stage, and why."""

from __future__ import annotations

import re

import pytest

from lessons.content.reading import Library
from lessons.fresh.sisters import base_slug, find_item
from lessons.kinds.asking.hints import HINT_COUNT
from lessons.kinds.asking.solving import solution
from tests.lessons.pages import Learner, Page, is_not_found
from tutor.learning.models import Attempt
from tutor.learning.progress import progress_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
STEP = "first/is-it-legal"
WRONG = {"legal": "no", "reason": "wild.only-with-naturals"}


def right(slug: str) -> dict[str, object]:
    """The fields of the form that answer an exercise rightly."""
    item = find_item(slug)
    assert item is not None
    return dict(solution(item) or {})


def missed(learner: Learner, *, language: str = "en", misses: int = 1) -> Page:
    """The page after a step was missed and then answered rightly."""
    learner.open(f"/{language}/course/{STEP}/")
    for _ in range(misses):
        learner.press("check", **WRONG)
    return learner.press("check", **right(STEP))


def slug_of(path: str) -> str:
    """The slug of the exercise that stands at the address of a step that is asked again."""
    found = re.fullmatch(r"/\w\w/course/(\w[\w-]*)/([\w-]+)/missed/(?:now|end)/(\d+)/(?:#goal)?", path)
    assert found is not None, path
    return f"{found[1]}/{found[2]}~{found[3]}"


@pytest.mark.parametrize("language", ["en", "de"])
def test_missed_step_is_asked_again_at_once_with_other_cards_and_says_why(language: str) -> None:
    learner = Learner()
    page = missed(learner, language=language)
    label = "Again with other cards" if language == "en" else "Noch einmal mit anderen Karten"
    assert label in page.finish
    page = learner.press("next")
    assert f"/{language}/course/{STEP}/missed/now/" in learner.sent_to
    why = (
        "Not right on the first try, so here it is again with other cards."
        if language == "en"
        else "Nicht sofort richtig, darum noch einmal mit anderen Karten."
    )
    assert why in page.text
    assert ("Skip this one" if language == "en" else "Diese überspringen") in page.finish
    page = learner.press("check", **right(slug_of(learner.sent_to)))
    assert ("Right" if language == "en" else "Richtig") in page.verdict
    assert ("Next step" if language == "en" else "Nächster Schritt") in page.finish
    assert "do-place-skip" not in page.source
    learner.press("next")
    assert learner.sent_to == f"/{language}/course/first/frozen/#goal"


def test_step_without_a_miss_leads_on_as_before() -> None:
    learner = Learner()
    learner.open(f"/en/course/{STEP}/")
    page = learner.press("check", **right(STEP))
    assert "Next step" in page.finish
    learner.press("next")
    assert learner.sent_to == "/en/course/first/frozen/#goal"


def test_told_answer_is_asked_again_and_a_told_sister_leads_on() -> None:
    learner = Learner()
    learner.open(f"/en/course/{STEP}/")
    for _ in range(3):
        page = learner.press("check", **WRONG)
    assert "Again with other cards" in page.finish
    learner.press("next")
    sister = slug_of(learner.sent_to)
    other = "no" if right(sister)["legal"] == "yes" else "yes"
    wrong = re.search(rf'name="answer" value="({other} [\w.-]+)"', learner.page.source)
    assert wrong is not None
    for _ in range(3):
        page = learner.press("check", answer=wrong[1])
    assert "Next step" in page.finish


def at_the_last_step(learner: Learner) -> Page:
    """The page after the last step of the stage was answered rightly."""
    learner.open("/en/course/first/sum/")
    return learner.press("check", **right("first/sum"))


def test_missed_step_comes_once_more_at_the_end_of_the_stage_with_new_cards() -> None:
    learner = Learner()
    missed(learner)
    learner.press("next")
    at_once = slug_of(learner.sent_to)
    learner.press("check", **right(at_once))
    page = at_the_last_step(learner)
    assert "Again with other cards" in page.finish
    page = learner.press("next")
    assert f"/en/course/{STEP}/missed/end/" in learner.sent_to
    assert "Step 3 was not right on the first try, so it comes again before the stage ends." in page.text
    sister = slug_of(learner.sent_to)
    assert sister != at_once
    page = learner.press("check", **right(sister))
    assert "Finish the stage" in page.finish
    learner.press("next")
    assert learner.sent_to == "/en/course/first/"


def test_step_that_was_asked_again_twice_is_owed_no_more() -> None:
    learner = Learner()
    missed(learner)
    learner.press("next")
    learner.press("check", **right(slug_of(learner.sent_to)))
    at_the_last_step(learner)
    learner.press("next")
    learner.press("check", **right(slug_of(learner.sent_to)))
    assert "Finish the stage" in at_the_last_step(learner).finish


@pytest.mark.parametrize("when", ["now", "end"])
def test_skipping_leads_on(when: str) -> None:
    learner = Learner()
    missed(learner)
    if when == "end":
        at_the_last_step(learner)
    learner.press("next")
    assert f"/missed/{when}/" in learner.sent_to
    learner.press("place:skip")
    assert learner.sent_to == ("/en/course/first/frozen/#goal" if when == "now" else "/en/course/first/")


def test_last_step_of_a_stage_is_asked_again_only_once() -> None:
    learner = Learner()
    learner.open("/en/course/first/sum/")
    learner.press("check", number="1")
    learner.press("check", **right("first/sum"))
    page = learner.press("next")
    assert "/en/course/first/sum/missed/now/" in learner.sent_to
    page = learner.press("check", **right(slug_of(learner.sent_to)))
    assert "Finish the stage" in page.finish


def test_progress_counts_the_steps_and_not_what_is_asked_again(small_content: Library) -> None:
    learner = Learner()
    missed(learner)
    learner.press("next")
    learner.press("check", **right(slug_of(learner.sent_to)))
    row = Attempt.objects.latest("id").learner
    progress, stage = progress_of(row), small_content.stages[0]
    assert (progress.right(stage.steps), progress.first_try(stage.steps)) == (1, 0)
    assert base_slug(Attempt.objects.latest("id").item.slug) == STEP


def test_with_htmx_what_is_asked_again_comes_into_the_page() -> None:
    learner = Learner(htmx=True)
    missed(learner)
    learner.press("next")
    assert slug_of(learner.sent_to)
    learner.press("check", **right(slug_of(learner.sent_to)))
    learner.press("next")
    assert learner.sent_to == "/en/course/first/frozen/#goal"


def test_without_answers_the_address_leads_to_the_step() -> None:
    learner = Learner()
    response = learner.client.get(f"/en/course/{STEP}/missed/now/2/")
    assert (response.status_code, response["Location"]) == (302, f"/en/course/{STEP}/")
    assert is_not_found(learner.client.get("/en/course/first/nothing/missed/now/2/"))


def test_copied_from_the_worked_answer_is_not_right_at_once_and_is_asked_again() -> None:
    learner = Learner()
    learner.open(f"/en/course/{STEP}/")
    for _ in range(HINT_COUNT):
        learner.press("hint")
    page = learner.press("check", **right(STEP))
    assert "Right" in page.verdict
    assert "Again with other cards" in page.finish
    page = learner.open("/en/course/first/")
    assert "right later" in page.text
    assert "right on the first try" not in page.text


def test_fewer_hints_leave_it_right_at_once() -> None:
    learner = Learner()
    learner.open(f"/en/course/{STEP}/")
    for _ in range(HINT_COUNT - 1):
        learner.press("hint")
    page = learner.press("check", **right(STEP))
    assert "Next step" in page.finish
    assert "right on the first try" in learner.open("/en/course/first/").text
