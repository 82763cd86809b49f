"""A deal at its table in a browser: pressing, the others who go on by themselves, and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from lessons.content.deals import mini_deals
from tests.browser.conftest import PATIENCE, Arrive
from tests.browser.learner import NARROW, WIDE, Way
from tests.tutor.play.test_game import ticked

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


def test_a_seeded_deal_is_played_to_its_end(arrive: Arrive) -> None:
    mini = mini_deals()["a-whole-deal"]
    learner = arrive(language="en", width=WIDE)
    page = learner.page
    learner.open("/en/play/")
    learner.press("button[value='mini:a-whole-deal']")
    for turn in mini.model:
        expect(learner.see("#goal")).to_have_text(MINE["en"])
        for action in turn:
            stamp = learner.see("input[name=stamp]").input_value()
            if action.verb not in ("draw", "expose"):
                for value in ticked(action.cards):
                    learner.see(f".pick input[value='{value}']").press("Space")
            target = f":{action.target}" if action.verb == "add" else ""
            learner.see(f"button[value='{action.verb}{target}']").first.click()
            expect(learner.see(f"input[name=stamp][value='{stamp}']")).to_have_count(0)
        if learner.see("#do-through").count():
            learner.press("#do-through")
    expect(learner.see("#goal")).to_have_text("Goal reached!")
    expect(page.get_by_text("The deal is over: your side scored 1,200 points")).to_be_visible()
    page.get_by_text("The score sheet", exact=True).click()
    expect(learner.see(".both-sheets .total").first).to_contain_text("1,200")
    learner.press(".look-back a")
    learner.press("button[value='ask']")
    expect(page.get_by_role("heading", name="The deal as it went")).to_be_visible(timeout=3 * PATIENCE)
    expect(learner.see(".deal-plot svg")).to_be_visible()
    expect(learner.see("table.turns tbody tr")).to_have_count(len(mini.model) + 1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
