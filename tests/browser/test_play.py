"""A deal at its table in a browser: pressing, the others who go on by themselves, and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.learner import NARROW, WIDE, Way

MINE = {"de": re.compile("^\\s*Du bist dran: Zieh"), "en": re.compile("^\\s*Your turn: draw")}
REFUSED = {"de": "Das ist nicht erlaubt.", "en": "That is not allowed."}


@pytest.mark.parametrize(
    ("way", "language", "width"),
    [("mouse", "de", NARROW), ("keyboard", "en", WIDE), ("no scripts", "en", NARROW)],
)
def test_a_turn_is_played_and_the_others_follow(arrive: Arrive, way: Way, language: str, width: int) -> None:
    learner = arrive(way=way, language=language, width=width)
    page = learner.page
    page.goto(f"{learner.address}/{language}/play/")
    learner.press("button[value='mini:three-turns']")
    expect(learner.see("#goal")).to_have_text(MINE[language])
    learner.press("#do-draw")
    expect(learner.see(".pick input")).to_have_count(12)
    first = learner.see(".pick input").first
    first.check(force=True)
    learner.press("#do-meld")
    expect(learner.see("#feedback-title")).to_contain_text(REFUSED[language])
    if way != "no scripts":
        learner.expect_focus("#feedback-title")
        expect(learner.see(".pick input:checked")).to_have_count(1)
    else:
        learner.see(".pick input").first.check(force=True)
    learner.press("#do-discard")
    if way == "no scripts":
        learner.press("#do-through")
    else:
        learner.expect_focus("#do-through")  # the others go on by themselves all the same
    expect(learner.see("#goal")).to_have_text(MINE[language])
    expect(learner.see(".seat .said")).to_have_count(3)
    learner.press("#do-draw")
    expect(learner.see(".pick input")).to_have_count(12)
