"""After a miss: the same rule with other cards, at once and once more at the end of the stage, and why."""

from __future__ import annotations

import re
import uuid

import pytest

from lessons.content.reading import Library
from lessons.fresh.sisters import base_slug, find_item
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.hints import HINT_COUNT
from lessons.kinds.asking.solving import solution
from tests.lessons.pages import Learner, Page, is_not_found
from tutor.learning.attempts import record_attempt
from tutor.learning.models import Attempt, Draft
from tutor.learning.progress import progress_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
STEP = "first/is-it-legal"
WRONG = {"legal": "no", "reason": "wild.only-with-naturals"}


def right(slug: str) -> dict[str, object]:
    """The fields of the form that answer an exercise rightly."""
    item = find_item(slug)
    assert item is not None
    return dict(solution(item) or {})


def missed(learner: Learner, *, language: str = "en") -> Page:
    """The page after a wrong answer to a step."""
    learner.open(f"/{language}/course/{STEP}/")
    return learner.press("check", **WRONG)


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


def wrong(page: Page, slug: str) -> dict[str, object]:
    """The fields of the form that pick a wrong answer among those that are offered on this page."""
    other = "no" if right(slug)["legal"] == "yes" else "yes"
    found = re.search(rf'name="answer" value="({other} [\w.-]+)"', page.source)
    assert found is not None
    return {"answer": found[1]}


@pytest.mark.parametrize(("language", "htmx"), [("en", False), ("de", True)])
def test_wrong_pick_closes_the_position_tells_the_answer_and_other_cards_follow(
    language: str, htmx: bool
) -> None:
    learner = Learner(htmx=htmx)
    learner.open(f"/{language}/course/{STEP}/")
    page = learner.press("check", **WRONG)
    label, told, title = {
        "en": ("Again with other cards", "Not right: it is allowed. ", "The right answer"),
        "de": ("Noch einmal mit anderen Karten", "Nicht richtig: Das ist erlaubt. ", "Die richtige Antwort"),
    }[language]
    assert page.verdict.startswith(told)
    assert title not in page.verdict, "the verdict and its reason are the answer, and told once"
    assert page.finish == label, "one strong step, and no second try"
    assert "check" not in page.buttons
    learner.press("next")
    sister = slug_of(learner.sent_to)
    page = learner.press("check", **right(sister))
    assert ("Next step" if language == "en" else "Nächster Schritt") in page.finish
    progress = progress_of(Attempt.objects.latest("id").learner)
    assert (progress.of_slug(STEP).first, progress.of_slug(STEP).right) == (False, True)


def test_three_wrong_picks_in_a_row_lead_on_and_the_step_comes_again_at_the_end() -> None:
    learner = Learner()
    learner.open(f"/en/course/{STEP}/")
    page = learner.press("check", **WRONG)
    seen = [STEP]
    for onward in ("Again with other cards", "Next step"):
        assert "Show it worked out" not in page.verdict or len(seen) > 1
        learner.press("next")
        seen.append(slug_of(learner.sent_to))
        page = learner.press("check", **wrong(learner.page, seen[-1]))
        assert onward in page.finish
    assert len(set(seen)) == 3
    assert "Show it worked out with other cards" in page.verdict
    learner.press("next")
    assert learner.sent_to == "/en/course/first/frozen/#goal"
    assert "On to step 3" in at_the_last_step(learner).finish


def test_what_follows_a_wrong_pick_can_be_skipped() -> None:
    learner = Learner()
    learner.open(f"/en/course/{STEP}/")
    learner.press("check", **WRONG)
    learner.press("next")
    page = learner.press("check", **wrong(learner.page, slug_of(learner.sent_to)))
    assert "Again with other cards" in page.finish
    assert "Skip this one" in page.finish
    learner.press("place:skip")
    assert learner.sent_to == "/en/course/first/frozen/#goal"


def test_closed_position_takes_no_answer_from_a_page_that_is_older() -> None:
    learner = Learner()
    older = learner.open(f"/en/course/{STEP}/")
    learner.press("check", **WRONG)
    page = learner.press("check", on=older, **right(STEP))
    assert page.verdict.startswith("Not right: it is allowed. ")
    assert "This comes back in your review" in page.verdict
    assert Attempt.objects.count() == 1
    assert learner.open(f"/de/course/{STEP}/").finish == "Noch einmal mit anderen Karten"


def test_step_that_was_left_wrong_asks_with_other_cards_whenever_one_comes_back() -> None:
    learner = Learner()
    learner.open(f"/en/course/{STEP}/")
    learner.press("check", **WRONG)
    for _ in range(4):
        learner.open(f"/en/course/{STEP}/")
        learner.press("next")
        learner.press("check", **wrong(learner.page, slug_of(learner.sent_to)))
    assert learner.open(f"/en/course/{STEP}/").finish == "Again with other cards"
    assert not progress_of(Attempt.objects.latest("id").learner).of_slug(STEP).right


def test_draft_of_an_answer_that_was_open_after_a_miss_is_read_as_closed() -> None:
    """Kept when a second try was allowed: two misses, the second of which stands on the page."""
    learner = Learner()
    learner.open(f"/en/course/{STEP}/")
    learner.press("check", **WRONG)
    item, draft = find_item(STEP), Draft.objects.get()
    assert item is not None
    draft.last_result = record_attempt(
        learner=draft.learner,
        item=item,
        result=grade(item, WRONG),
        hints=0,
        language="en",
        token=uuid.uuid4(),
    )
    draft.save()
    page = learner.open(f"/en/course/{STEP}/")
    assert "This comes back in your review" in page.verdict
    assert page.finish == "Again with other cards"


def test_sister_on_its_own_page_is_closed_too_and_another_one_follows() -> None:
    learner = Learner()
    learner.open(f"/en/course/{STEP}/again/2/")
    page = learner.press("check", **wrong(learner.page, f"{STEP}~2"))
    assert page.finish == "Again with other cards"
    learner.press("next")
    assert re.fullmatch(rf"/en/course/{STEP}/again/(\d+)/#goal", learner.sent_to)
    assert "/again/2/" not in learner.sent_to


def test_answer_that_is_not_picked_stays_open_until_right_or_told() -> None:
    learner = Learner()
    learner.open("/en/course/first/sum/")
    page = learner.press("check", number="1")
    assert "check" in page.buttons
    assert "next" not in page.buttons


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
    assert "On to step 3" in page.finish
    page = learner.press("next")
    assert f"/en/course/{STEP}/missed/end/" in learner.sent_to
    assert "Skip this one" in page.finish
    why = "Step 3 was not right on the first try, so here it is once more before the stage ends."
    assert why in page.text
    sister = slug_of(learner.sent_to)
    assert sister != at_once
    page = learner.press("check", **right(sister))
    assert "Finish the stage" in page.finish
    assert "Skip this one" not in page.finish
    learner.press("next")
    assert learner.sent_to == "/en/course/first/"


def test_repeat_that_is_right_is_not_to_be_skipped_though_it_is_owed_once_more() -> None:
    learner = Learner()
    missed(learner)
    at_the_last_step(learner)
    learner.press("next")
    page = learner.press("check", **right(slug_of(learner.sent_to)))
    assert "Again with other cards" in page.finish
    assert "Skip this one" not in page.finish


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
