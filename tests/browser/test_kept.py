"""What a learner has entered outlives a change of language, a reload, Back, and a form that is sent twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from engine.notation.text import parse_actions, parse_cards
from lessons.content.reading import Item
from tests.browser.answers import KINDS, hand_of, items, path_of, right_answer, ticks, turn_with, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import EACH_WAY, LANGUAGES, Learner, Way
from tests.browser.test_lesson import RIGHT
from tests.samples import share, some

OTHER = {"de": "en", "en": "de"}
SOLUTION = {"de": "richtige Antwort", "en": "right answer"}


def switch(learner: Learner) -> None:
    learner.open_more()
    learner.press(f"#extras button[value='language:{OTHER[learner.language]}']")
    learner.language = OTHER[learner.language]


def first_of_each_kind() -> list[Item]:
    return [items(kind)[0] for kind in KINDS]


@pytest.mark.anywhere
@pytest.mark.parametrize(("way", "language"), some(EACH_WAY, 1))
def test_language_switch_and_reload_keep_the_running_answer_and_the_verdict(
    arrive: Arrive, way: Way, language: str
) -> None:
    learner = arrive(language=language, way=way)
    for item in share(first_of_each_kind(), 0, of=5):
        learner.language = language
        learner.open_item(item)
        wrong = wrong_answer(item)
        learner.answer(item, wrong)
        switch(learner)
        learner.expect_at(path_of(item, learner.language))
        expect(learner.see("html")).to_have_attribute("lang", learner.language)
        assert learner.holds(item, wrong), item.slug
        learner.check()
        said = learner.verdict()
        learner.page.reload()
        assert learner.verdict() == said
        assert learner.holds(item, wrong), item.slug
        switch(learner)
        learner.expect_at(path_of(item, learner.language))
        assert learner.holds(item, wrong), item.slug
        assert learner.verdict() != said


@pytest.mark.parametrize("way", some(["mouse", "no scripts"], 1))
def test_language_switch_keeps_selected_and_typed_cards_beside_a_staged_meld(
    arrive: Arrive, way: Way
) -> None:
    item = items("melds")[0]
    first, second = right_answer(item)["actions"][:2]
    learner = arrive(way=way)
    learner.open_item(item)
    learner.stage(item, [first])
    cards = second.removeprefix("meld ")
    chosen = ticks(parse_cards(cards), hand_of(item, parse_actions([first])))
    for value in chosen:
        learner.tick(f"input[name=card][value='{value}']")
    learner.press("details.typing summary")
    learner.write("#typed", "A A")
    switch(learner)
    learner.expect_at(path_of(item, "en"))
    assert learner.actions == [first]
    assert learner.selected == set(chosen)
    expect(learner.see("#typed")).to_have_value("A A")
    expect(learner.see("#typed")).to_be_visible()


@pytest.mark.parametrize("way", some(["mouse", "no scripts"], 1))
def test_back_after_next_shows_the_answered_step_as_it_was(arrive: Arrive, way: Way) -> None:
    item = items("cards")[0]
    learner = arrive(way=way)
    learner.open_item(item)
    learner.answer(item, right_answer(item))
    learner.check()
    said = learner.verdict()
    learner.press("#do-next")
    expect(learner.see("#feedback")).to_have_count(0)
    learner.page.go_back()
    learner.expect_at(path_of(item, "de"))
    expect(learner.see("#feedback-title")).to_have_text(said)
    assert learner.holds(item, right_answer(item))
    learner.page.go_forward()
    expect(learner.see("#feedback")).to_have_count(0)


def test_cards_selected_but_not_sent_outlive_a_reload_and_back(arrive: Arrive) -> None:
    item = turn_with("take", "meld")
    learner = arrive()
    learner.open_item(item)
    first = right_answer(item)["actions"][:1]
    learner.stage(item, first)
    values = learner.see("input[name=card]").evaluate_all("all => all.map(e => e.value)")[:2]
    for value in values:
        learner.tick(f"input[name=card][value='{value}']")
    learner.page.reload()
    assert learner.actions == first
    assert learner.selected == set(values)
    learner.open_more()
    learner.press("#extras nav a >> nth=0")
    learner.expect_at("/de/course/")
    learner.page.go_back()
    expect(learner.staged).to_have_count(1)
    assert learner.selected == set(values)


@pytest.mark.parametrize("way", some(["mouse", "no scripts"], 1))
def test_check_pressed_twice_counts_one_miss(arrive: Arrive, way: Way) -> None:
    """The answer is shown at the third miss: after two double presses and one single press, not earlier."""
    item = items("number")[0]
    learner = arrive(way=way)
    learner.open_item(item)
    for wrong in ("1", "2"):
        learner.write("#number", wrong)
        # Both presses before any answer: a mouse may be so slow that the second meets the next page.
        learner.see("#do-check").evaluate("button => { button.click(); button.click(); }")
        learner.expect_focus("#feedback-title")
        learner.page.reload()
        expect(learner.see("#number")).to_have_value(wrong)
        expect(learner.see("#feedback")).not_to_contain_text(SOLUTION["de"])
    learner.write("#number", "3")
    learner.check()
    expect(learner.see("#feedback")).to_contain_text(SOLUTION["de"])


def test_answer_that_did_not_reach_the_server_stays_and_a_sentence_says_so(arrive: Arrive) -> None:
    item = items("cards")[0]
    learner = arrive(language="en")
    learner.open_item(item)
    learner.answer(item, right_answer(item))
    learner.expected = ("ERR_INTERNET_DISCONNECTED", "htmx:")
    learner.page.context.set_offline(True)
    learner.press("#do-check")
    learner.expect_focus("#unsent")
    assert learner.holds(item, right_answer(item))
    learner.page.context.set_offline(False)
    learner.check()
    expect(learner.see("#unsent")).to_be_hidden()
    assert learner.verdict().startswith(RIGHT["en"])


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_cookies_deleted_in_between_cost_no_answer(arrive: Arrive, language: str) -> None:
    item = turn_with("take", "meld")
    first = right_answer(item)["actions"][:2]
    learner = arrive(language=language)
    learner.open_item(item)
    learner.stage(item, first)
    learner.page.context.clear_cookies()
    learner.expected = ("403",)
    learner.press("#do-hint")
    learner.expect_focus("#unsent")
    assert learner.actions == first
