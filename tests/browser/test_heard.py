"""What is said to somebody who listens, and where the keyboard is then."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.answers import items
from tests.browser.conftest import Arrive
from tests.browser.learner import WIDE, Learner, Way

QUEENS = "what-it-is-about/two-to-seven"


def test_typed_cards_are_named_and_have_the_focus(arrive: Arrive) -> None:
    learner = arrive(way="keyboard")
    learner.open(f"/de/course/{QUEENS}/")
    learner.press("details.typing > summary")
    learner.write("#typed", "DD")
    learner.page.keyboard.press("Enter")
    expect(learner.see("#live")).to_have_text("Ausgewählt: Kreuz-Dame und Herz-Dame.")
    expect(learner.see("input[name=card]:focus")).to_be_checked()
    assert len(learner.selected) == 2


def test_card_that_is_picked_takes_the_place_of_a_typed_text(arrive: Arrive) -> None:
    item = items("cards")[0]
    learner = arrive()
    learner.expected = ("422",)
    learner.open_item(item)
    learner.press("details.typing > summary")
    learner.write("#typed", "XYZ")
    learner.press("#do-check")
    expect(learner.see("#problem")).to_contain_text("„XYZ“ ist keine Karte")
    learner.tick("#card-0")
    expect(learner.see("#typed")).to_have_value("")
    learner.press("#do-check")
    expect(learner.see("#feedback-title")).to_be_visible()


def heard(learner: Learner, selector: str) -> tuple[str, str]:
    """The name and the description that a screen reader has for an element."""
    session = learner.page.context.new_cdp_session(learner.page)
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    told = session.send("Accessibility.getPartialAXTree", {"nodeId": node, "fetchRelatives": False})
    (one,) = told["nodes"]
    return one["name"]["value"], one.get("description", {}).get("value", "")


def test_refusal_is_heard_once_and_the_verdict_with_its_reason(arrive: Arrive) -> None:
    learner = arrive(way="keyboard")
    learner.expected = ("422",)
    learner.open("/de/course/what-it-is-about/a-stand-in/")
    learner.press("#do-check")
    learner.expect_focus("#problem")
    expect(learner.see("#live")).to_be_empty()
    expect(learner.see("[role=alert]:visible")).to_have_count(0)
    learner.tick("#card-0")
    learner.press("#do-check")
    learner.expect_focus("#feedback-title")
    name, reason = heard(learner, "#feedback-title")
    assert name == "Das ist nicht erlaubt."
    assert reason == learner.see("#feedback-why").inner_text()
    assert name not in learner.see("#live").inner_text()


@pytest.mark.parametrize(
    ("way", "told"), [("thumb", ["by-touch"]), ("keyboard", ["by-keys"]), ("no scripts", [])]
)
def test_what_scripts_add_to_a_turn_is_told_to_who_can_do_it(
    arrive: Arrive, way: Way, told: list[str]
) -> None:
    learner = arrive(way=way, width=WIDE)
    learner.open("/de/course/what-it-is-about/out-and-over/")
    shown = learner.see(".tray .empty span:visible").evaluate_all("all => all.map(e => e.className)")
    assert shown == told
