"""The coach beside a played deal in a browser: asked by keyboard, and set so that it speaks after each move."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.learner import NARROW


def test_the_coach_is_asked_by_keyboard(arrive: Arrive) -> None:
    learner = arrive(way="keyboard", language="en", width=NARROW)
    page = learner.page
    page.goto(f"{learner.address}/en/play/")
    learner.press("button[value='mini:three-turns']")
    learner.press("#extras > summary")
    each = learner.see("button[value='coach:each']")
    learner.press("button[value='coach:each']")
    expect(each).to_have_attribute("aria-pressed", "true")
    learner.press("#do-draw")
    expect(learner.see(".pick input")).to_have_count(12)
    learner.press("#do-would")
    expect(learner.see("#coach-title")).to_have_text("The coach would do this:")
    learner.expect_focus("#coach-title")
    learner.see(".pick input").first.press("Space")
    learner.press("#do-may")
    expect(learner.see("#coach-title")).to_have_text("May I?")
    learner.expect_focus("#coach-title")
    expect(learner.see(".coach")).to_contain_text("Discard the five of diamonds: yes.")
    expect(learner.see(".pick input:checked")).to_have_count(1)
    learner.press(".figure summary")
    expect(learner.see(".figure").first).to_contain_text("about")
    expect(learner.see(".coach .rule-of").first).to_have_attribute(
        "href", "/en/rules/classic/turn.discard-one/"
    )
