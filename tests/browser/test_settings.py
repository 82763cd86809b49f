"""How the site looks is up to the visitor: the settings change what is seen, on every page, from then on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.answers import largest, path_of
from tests.browser.conftest import Arrive
from tests.browser.learner import EACH_WAY, LANGUAGES, WIDE, Learner, Way
from tests.samples import some

SAVED = {"de": "Gespeichert.", "en": "Saved."}


def background(learner: Learner) -> str:
    return str(learner.see("html").evaluate("e => getComputedStyle(e).backgroundColor"))


def colour(learner: Learner, suit: str) -> str:
    return str(learner.see(f".card.{suit}").first.evaluate("e => getComputedStyle(e).color"))


def card_widths(learner: Learner) -> list[float]:
    """Of a card in the hand, and of the upper card of the pile."""
    shown = (learner.see(where).first for where in ("#hand .card", "#table .upper > .card"))
    return [float(one.evaluate("e => e.getBoundingClientRect().width")) for one in shown]


@pytest.mark.parametrize(("way", "language"), some(EACH_WAY, 1))
def test_settings_change_how_the_exercise_looks(arrive: Arrive, way: Way, language: str) -> None:
    item = largest("turn")
    learner = arrive(language=language, way=way, width=WIDE)
    learner.open_item(item)
    light, before = background(learner), card_widths(learner)
    assert colour(learner, "c") == colour(learner, "s")
    learner.open_more()
    learner.press("#extras .tools a.icon")
    for choice in ("#theme-dark", "#four_colour", "#large_cards"):
        learner.tick(choice)
    learner.press("main form button.primary")
    learner.expect_at(path_of(item, language))  # back to where the visitor came from
    assert background(learner) != light
    assert all(now > then * 1.1 for now, then in zip(card_widths(learner), before, strict=True))
    assert len({colour(learner, suit) for suit in "cdhs"}) == 4
    learner.open(f"/{language}/")
    assert background(learner) != light


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_opened_by_their_address_say_that_they_are_saved(arrive: Arrive, language: str) -> None:
    learner = arrive(language=language)
    learner.open(f"/{language}/settings/")
    learner.tick("#theme-dark")
    learner.press("main form button.primary")
    expect(learner.see("main [role=status]")).to_have_text(SAVED[language])
    expect(learner.see("#theme-dark")).to_be_checked()


def test_visitor_whose_device_is_dark_gets_dark_pages_without_asking(arrive: Arrive) -> None:
    light, dark = arrive(), arrive(dark=True)
    for learner in (light, dark):
        learner.open("/de/")
    assert background(light) != background(dark)
