"""Hints, the extra keys, and where the focus is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from engine.notation.text import parse_actions
from tests.browser.answers import KINDS, items, largest, path_of, right_answer, turn_with, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import AT_STOP, EACH_WAY, LANGUAGES, OUTSIDE, WIDE, Way
from tests.browser.test_lesson import RIGHT
from tests.samples import some


@pytest.mark.parametrize(("way", "language"), some(EACH_WAY, 1))
def test_hints_are_appended_one_by_one_and_get_the_focus(arrive: Arrive, way: Way, language: str) -> None:
    item = items("legal")[0]
    learner = arrive(language=language, way=way)
    learner.open_item(item)
    expect(learner.see("#hints")).to_have_count(0)
    learner.press("#do-hint")
    learner.expect_focus("#hint-1")
    first = learner.see("#hint-1").inner_text()
    assert str(item.task.look.in_language(language)).split("{")[0][:30] in first
    learner.press("#do-hint")
    learner.expect_focus("#hint-2")
    expect(learner.see("#hint-1")).to_have_text(first)
    expect(learner.see("#hint-2 a")).to_have_attribute(
        "href", f"/{language}/rules/classic/{item.task.rules[0]}/"
    )
    learner.press("#do-hint")
    learner.expect_focus("#hint-3")
    learner.press("#do-hint")
    learner.expect_focus("#hint-4")
    expect(learner.see("#hint-4 a").last).to_have_attribute("href", f"{path_of(item, language)}again/1/")
    expect(learner.see("#do-hint")).to_have_count(0)
    learner.answer(item, right_answer(item))
    learner.check()
    expect(learner.see("#hint-2")).to_be_visible()


def test_staging_keeps_the_focus_where_it_was_or_puts_it_on_the_tray(arrive: Arrive) -> None:
    item = turn_with("take", "meld")
    take = right_answer(item)["actions"][0]
    learner = arrive(way="keyboard")
    learner.open_item(item)
    learner.stage(item, [take])
    learner.expect_focus("#tray")  # the pile can be taken once: the button is gone
    for value in learner.see("input[name=card]").evaluate_all("all => all.map(e => e.value)")[:2]:
        learner.tick(f"input[name=card][value='{value}']")
    learner.press("#do-meld")
    expect(learner.staged).to_have_count(2)
    learner.expect_focus("#do-meld")
    expect(learner.see("#live")).not_to_be_empty()


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_tab_goes_from_stop_to_stop_through_every_kind_of_exercise_and_out_of_it(
    arrive: Arrive, language: str
) -> None:
    learner = arrive(language=language, way="keyboard")
    for kind in some(KINDS, 5):
        learner.open_item(largest(kind))
        begun, stops = learner.page.evaluate(AT_STOP)
        assert stops > 5
        reached = []
        for _ in range(stops + 1 if begun >= 0 else stops):
            learner.page.keyboard.press("Tab")
            reached.append(learner.page.evaluate(AT_STOP)[0])
        # Behind the last stop the focus leaves the page, and comes back to the first.
        out = [OUTSIDE] if begun >= 0 else []
        assert reached == [*range(begun + 1, stops), *out, *range(begun + 1)], kind


def test_extra_keys_play_a_turn_inside_the_exercise(arrive: Arrive) -> None:
    item = items("cards")[0]
    learner = arrive(language="en", width=WIDE)
    keys = learner.page.keyboard
    learner.open_item(item)
    keys.press("h")
    expect(learner.see("#hints")).to_have_count(0)  # the focus is not in the exercise yet
    learner.see("#goal").focus()
    keys.press("h")
    learner.expect_focus("#hint-1")
    keys.press("1")
    group = learner.see("[data-group]").first.locator("input[name=card]")
    assert learner.selected == set(group.evaluate_all("all => all.map(e => e.value)"))
    keys.press("1")
    assert learner.selected == set()
    learner.answer(item, wrong_answer(item))
    keys.press("c")
    learner.expect_focus("#feedback-title")
    assert not learner.verdict().startswith(RIGHT["en"])
    learner.answer(item, right_answer(item))
    keys.press("c")
    expect(learner.see("#feedback-title")).to_contain_text(RIGHT["en"])
    keys.press("n")
    learner.expect_focus("#goal")
    expect(learner.see("#feedback")).to_have_count(0)


def test_meld_key_melds_the_selected_cards_but_not_while_typing(arrive: Arrive) -> None:
    item = items("melds")[0]
    learner = arrive()
    learner.open_item(item)
    first = right_answer(item)["actions"][0]
    learner.select(first.removeprefix("meld "), item)
    learner.page.keyboard.press("m")
    expect(learner.staged).to_have_count(1)
    learner.press("details.typing summary")
    learner.see("#typed").focus()
    learner.page.keyboard.type("mch?1")
    expect(learner.see("#typed")).to_have_value("mch?1")
    expect(learner.see("#extras")).not_to_have_attribute("open", "")
    assert learner.actions == [first]


def test_what_lies_over_the_table_goes_with_escape_and_with_a_press_beside_it(arrive: Arrive) -> None:
    learner = arrive()
    learner.open_item(items("melds")[0])
    sheet = learner.see("#extras .tools")
    learner.open_more()
    learner.see("#extras .tools a").first.focus()
    learner.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    learner.expect_focus("#extras summary")
    learner.open_more()
    learner.see("#exercise").click(position={"x": 2, "y": 300})
    expect(sheet).to_be_hidden()
    learner.open_more()
    learner.press("#extras .tools a.icon")  # what lies on it is pressed as before
    expect(learner.see("main form button.primary")).to_be_visible()


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_question_mark_lists_the_keys_and_settings_turn_them_off(arrive: Arrive, language: str) -> None:
    item = items("cards")[0]
    learner = arrive(language=language)
    learner.open_item(item)
    learner.see("#goal").focus()
    learner.page.keyboard.press("?")
    learner.expect_focus("#extras summary")
    expect(learner.see("#extras kbd")).to_have_text(["1", "9", "←", "→", "M", "C", "H", "N", "?"])
    learner.page.keyboard.press("?")
    expect(learner.see("#extras kbd").first).to_be_hidden()
    learner.open_more()
    learner.press("#extras .tools a")
    learner.tick("input[name=keys]")
    learner.press("main form button.primary")
    learner.open_item(item)
    learner.see("#goal").focus()
    for key in "?1hc":
        learner.page.keyboard.press(key)
    expect(learner.see("#extras kbd").first).to_be_hidden()
    assert learner.selected == set()
    expect(learner.see("#hints, #feedback, #problem")).to_have_count(0)


def test_focus_is_on_the_pressed_button_as_soon_as_the_answer_is_there(arrive: Arrive) -> None:
    """Whoever types fast must not press a key while the focus is still to come: it would act on another button."""
    item = turn_with("draw", "meld")
    learner = arrive(way="mouse")
    learner.open_item(item)
    learner.page.evaluate(
        "document.addEventListener('htmx:afterSwap', () => setTimeout(() => (window.seen = document.activeElement.id)))"
    )
    learner.press("#do-draw")
    expect(learner.staged).to_have_count(1)
    learner.page.wait_for_function("window.seen !== undefined")
    assert learner.page.evaluate("window.seen") in ("do-draw", "tray")


def test_two_quick_taps_on_a_card_select_its_group_and_so_does_holding_it(arrive: Arrive) -> None:
    learner = arrive()
    learner.open_item(items("cards")[0])
    group = max(learner.see("[data-group]").all(), key=lambda one: one.locator("input").count())
    values = group.locator("input").evaluate_all("all => all.map(e => e.value)")
    for selected in (set(values), set()):
        group.locator("input").first.dblclick(position={"x": 8, "y": 8})
        assert learner.selected == selected
    group.locator("input").first.click(position={"x": 8, "y": 8}, delay=600)
    assert learner.selected == set(values)
    learner.page.keyboard.press("ArrowRight")
    assert learner.page.evaluate("document.activeElement.value") == values[1]
    learner.page.keyboard.press("Space")
    assert learner.selected == set(values) - {values[1]}


def test_letters_press_the_places_of_the_table(arrive: Arrive) -> None:
    item = turn_with("draw", "meld", "add", "discard", puzzles=False)
    learner = arrive(language="en")
    learner.open_item(item)
    learner.see("#goal").focus()
    learner.page.keyboard.press("d")
    expect(learner.staged).to_have_count(1)
    target = item.position.own.melds[0].rank
    learner.select(str(item.position.hand[0]), item, parse_actions(learner.actions))
    learner.page.keyboard.press(learner.see(f"#do-add-{target}").get_attribute("data-key") or "")
    expect(learner.staged).to_have_count(2)
    assert learner.actions[-1] == f"add {item.position.hand[0]} to {target}"
