"""Terms in a text open where they stand: with the mouse, with the keyboard, and where no scripts run."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from lessons.content.reading import library
from tests.browser.answers import wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import EACH_WAY, NARROW, WIDE, Way
from tests.samples import some

STEP = "frozen-pile/a-two-in-the-pile"
WORD = {"de": ("eingefroren", "frozen"), "en": ("frozen", "eingefroren")}


@pytest.mark.parametrize(
    ("width", "way", "language"), some([(width, *way) for width in (NARROW, WIDE) for way in EACH_WAY], 2)
)
def test_term_of_an_intro_opens_and_leads_to_the_glossary(
    arrive: Arrive, way: Way, language: str, width: int
) -> None:
    learner = arrive(language=language, way=way, width=width)
    learner.open_item(library().items[STEP])
    word, abroad = WORD[language]
    if learner.page.locator("#intro:not([open])").count():
        learner.press("#intro > summary")
    term = learner.see(".intro button.term").get_by_text(word, exact=True)
    expect(learner.see(".gloss:popover-open")).to_have_count(0)
    if way == "keyboard":
        term.focus()
        learner.page.keyboard.press("Enter")
    else:
        term.click()
    note = learner.see(".gloss:popover-open")
    expect(note).to_be_in_viewport(ratio=1)
    expect(note).to_contain_text(abroad)
    learner.page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    expect(term).to_be_focused()
    learner.page.keyboard.press("Enter")
    learner.page.keyboard.press("Tab")
    learner.page.keyboard.press("Enter")
    learner.expect_at(f"/{language}/glossary/")
    expect(learner.see("#term-frozen")).to_be_in_viewport()


def test_terms_of_a_verdict_open_after_a_swap(arrive: Arrive) -> None:
    item = library().items[STEP]
    learner = arrive(language="de")
    learner.open_item(item)
    learner.answer(item, wrong_answer(item))
    learner.check()
    term = learner.see("#feedback button.term").first
    term.click()
    expect(learner.see("#feedback .gloss:popover-open")).to_be_in_viewport(ratio=1)
