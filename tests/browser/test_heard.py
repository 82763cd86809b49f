"""What is said to somebody who listens, and where the keyboard is then."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.answers import items
from tests.browser.conftest import Arrive

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
