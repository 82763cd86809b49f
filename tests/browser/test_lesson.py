"""A stage of the course, taken from its first step to its end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from lessons.content.reading import Item
from lessons.fresh.sisters import sister_of
from lessons.fresh.variants import FIRST_SISTER
from tests.browser.answers import path_of, richest_stage, right_answer, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import EACH_PAIR, Learner, Way
from tests.samples import some
from tutor.learning.again import closes

RIGHT = {"de": "Richtig", "en": "Right"}
FINISHED = {"de": "Das kannst du jetzt", "en": "What you can do now"}
AGAIN = {"de": "sofort richtig", "en": "right on the first try"}
COUNT = {"de": "{} von {}", "en": "{} of {}"}


def asked_again(learner: Learner, step: Item, when: str) -> None:
    """What was missed is asked again with other cards, where other cards make another exercise; then Next."""
    if sister_of(step, FIRST_SISTER) is None:
        return
    again = re.compile(rf"{re.escape(path_of(step, learner.language))}missed/{when}/(\d+)/(#.*)?$")
    expect(learner.page).to_have_url(again)
    learner.expect_focus("#goal")
    expect(learner.see("#round-status")).to_contain_text(AGAIN[learner.language])
    found = again.search(learner.page.url)
    sister = sister_of(step, int(found[1])) if found else None
    assert sister is not None
    learner.answer(sister, right_answer(sister))
    learner.check()
    assert learner.verdict().startswith(RIGHT[learner.language])
    learner.press("#do-next")


@pytest.mark.parametrize(("way", "language", "width"), some(EACH_PAIR, 1))
def test_stage_ends_with_what_you_can_do_once_every_step_is_answered(
    arrive: Arrive, way: Way, language: str, width: int
) -> None:
    stage = richest_stage()
    learner = arrive(language=language, width=width, way=way)
    learner.open(f"/{language}/course/{stage.slug}/")
    learner.press(f"main a.primary[href='{path_of(stage.steps[0], language)}']")
    for step in stage.steps:
        learner.expect_at(path_of(step, language))
        if step.number in (1, len(stage.steps)):
            wrong = wrong_answer(step)
            learner.answer(step, wrong)
            learner.check()
            learner.expect_focus("#feedback-title")
            assert not learner.verdict().startswith(RIGHT[language])
            expect(learner.see("#feedback .rule a")).to_be_visible()
            assert learner.holds(step, wrong)
            expect(learner.see("#do-next")).to_have_count(int(closes(step)))
        if step.number not in (1, len(stage.steps)) or not closes(step):
            learner.answer(step, right_answer(step))
            learner.check()
            learner.expect_focus("#feedback-title")
            assert learner.verdict().startswith(RIGHT[language])
        learner.press("#do-next")
        if step.number in (1, len(stage.steps)):
            asked_again(learner, step, "now")
        elif step is not stage.steps[-1]:
            learner.expect_focus("#goal")
    asked_again(learner, stage.steps[0], "end")
    learner.expect_at(f"/{language}/course/{stage.slug}/")
    expect(learner.see("main")).to_contain_text(FINISHED[language])
    expect(learner.see("main .cando li")).to_have_count(len(stage.can_do))
    learner.press(f"main nav.crumb a[href='/{language}/course/']")
    total = len(stage.steps)
    expect(learner.see(f"main a[href='/{language}/course/{stage.slug}/']").last).to_contain_text(
        COUNT[language].format(total, total)
    )
