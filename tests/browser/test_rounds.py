"""Rounds of puzzles in a browser: a streak by keyboard alone, the clock of a storm, and a narrow screen."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from lessons.content.reading import Item
from lessons.fresh.sisters import find_item
from lessons.kinds.registry import kind_of
from tests.browser.answers import right_answer, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import NARROW, WIDE, Learner, Way
from tests.browser.test_access import violations
from tests.browser.test_small_screen import faults
from tests.samples import some

BEGIN = "form.round-form button"
OVER = re.compile(r"/practice/rounds/\d+/$")


def question(number: int) -> re.Pattern[str]:
    return re.compile(rf"/practice/rounds/\d+/{number}/")


def asked(learner: Learner) -> Item:
    """The exercise on the page: its form for reports names it."""
    link = learner.see("a[href*='practice/report']").last.get_attribute("href") or ""
    item = find_item(parse_qs(urlsplit(link).query)["item"][0])
    assert item is not None
    return item


def begin(learner: Learner, mode: str) -> None:
    learner.open(f"/{learner.language}/practice/{mode}/")
    learner.press(BEGIN)
    expect(learner.page).to_have_url(question(1))


@pytest.mark.parametrize(("way", "language"), some([("keyboard", "en"), ("no scripts", "de")], 1))
def test_streak_from_the_first_question_to_its_result(arrive: Arrive, way: Way, language: str) -> None:
    learner = arrive(language=language, way=way, width=NARROW)
    begin(learner, "streak")
    for number in (1, 2):
        expect(learner.page).to_have_url(question(number))
        item = asked(learner)
        learner.answer(item, right_answer(item))
        learner.check()
        expect(learner.see("#feedback")).to_have_class(re.compile("right"))
        assert learner.see("#do-check").count() == 0
        learner.press("#do-next")
    expect(learner.page).to_have_url(question(3))
    skipped = asked(learner).slug
    learner.press("#do-place-skip")
    expect(learner.page).to_have_url(question(4))
    assert learner.see("#do-place-skip").count() == 0
    item = asked(learner)
    assert item.slug != skipped
    learner.answer(item, wrong_answer(item))
    learner.check()
    assert faults(learner) == []
    learner.press("#do-next")
    expect(learner.page).to_have_url(OVER)
    in_a_row = "2 hintereinander" if language == "de" else "2 in a row"
    expect(learner.see("#result-title")).to_have_text(in_a_row)
    assert faults(learner) == []


def test_clock_of_a_storm_counts_down_and_leads_to_the_result(arrive: Arrive) -> None:
    learner = arrive(language="en", width=WIDE)
    learner.page.clock.install()
    begin(learner, "storm")
    clock = learner.see("#clock")
    expect(clock).to_have_text(re.compile(r"^Time left: (3:00|2:5\d)$"))
    first = clock.inner_text()
    learner.page.clock.run_for(5_000)
    expect(clock).not_to_have_text(first)
    expect(clock).to_have_text(re.compile(r"^Time left: 2:\d\d$"))
    learner.page.clock.run_for(160_000)
    expect(learner.see("#live")).to_have_text("Thirty seconds left.")
    with learner.page.expect_request(lambda sent: bool(OVER.search(sent.url))):
        learner.page.clock.run_for(20_000)
    # By the server's clock there is time left: it leads back to the question.
    expect(learner.page).to_have_url(question(1))


@pytest.mark.parametrize(("way", "language"), some([("no scripts", "de"), ("mouse", "en")], 1))
def test_storm_asks_one_question_after_the_other(arrive: Arrive, way: Way, language: str) -> None:
    learner = arrive(language=language, way=way, width=NARROW)
    begin(learner, "storm")
    ends = "Endet um" if language == "de" else "Ends at"
    clock, when = expect(learner.see("#clock")), re.compile(ends)
    if way == "no scripts":
        clock.to_have_text(when)
    else:
        clock.not_to_have_text(when)  # the script counts down instead, once it runs
    item = asked(learner)
    if way == "mouse":
        learner.page.evaluate("window.isTheSamePage = true")
    learner.answer(item, right_answer(item))
    if way == "no scripts" or kind_of(item).one_step == "number":  # else the tap on the answer has sent it
        learner.press("#do-check")
    expect(learner.page).to_have_url(question(2))
    expect(learner.see("#round-status")).to_contain_text("Richtig." if language == "de" else "Right.")
    if way == "mouse":
        assert learner.page.evaluate("window.isTheSamePage")
        number = kind_of(asked(learner)).one_step == "number"
        expect(learner.see("#number" if number else "#goal")).to_be_focused()
        expect(learner.see("#clock")).to_have_text(re.compile(r"^Time left: \d:\d\d$"))
    assert faults(learner) == []
    learner.press("#do-place-end")
    expect(learner.page).to_have_url(OVER)


def test_storm_takes_one_tap_or_one_number_each(arrive: Arrive) -> None:
    learner = arrive(language="de", width=NARROW)
    begin(learner, "storm")
    for number in range(1, 6):
        expect(learner.page).to_have_url(question(number))
        item = asked(learner)
        if kind_of(item).one_step == "number":
            expect(learner.see("#number")).to_be_focused()
            learner.page.keyboard.type(str(right_answer(item)["number"]))
            learner.page.keyboard.press("Enter")
        else:
            learner.answer(item, right_answer(item))
    expect(learner.page).to_have_url(question(6))
    expect(learner.see("#round-status")).to_contain_text("Richtig. Bisher richtig: 5.")
    assert faults(learner) == []


def test_position_of_the_day_is_solved_shared_and_copied(arrive: Arrive) -> None:
    learner = arrive(language="de", width=NARROW)
    learner.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    learner.open("/de/practice/daily/")
    item = asked(learner)
    learner.answer(item, right_answer(item))
    learner.check()
    learner.press("#do-next")
    expect(learner.see("#result-title")).to_have_text("Beim ersten Versuch gelöst")
    learner.press("button[data-copy]")
    expect(learner.see("#live")).to_have_text("Kopiert.")
    expect(learner.see("button[data-copy]")).to_be_focused()
    shared = learner.page.evaluate("navigator.clipboard.readText()")
    assert shared == learner.see("#share").input_value()
    assert "beim ersten Versuch gelöst" in shared
    assert faults(learner) == []
    assert violations(learner, "the result of a day") == []


def under_a_clock(learner: Learner) -> None:
    """An exercise as in a test of which one second is left, with one card selected."""
    learner.page.clock.install()
    learner.open("/en/course/deck/which-are-wild/")
    learner.see("form#answer input[type=checkbox]").first.check(force=True)
    learner.page.evaluate(
        """() => document.querySelector("#exercise").insertAdjacentHTML("afterbegin",
        `<p id="clock" data-left="1" data-over="/en/?over" data-missed="/en/?missed" data-word="" data-soon=""
        data-end="Over"></p>`)"""
    )


def test_clock_of_a_test_sends_what_stands_there_at_the_end(arrive: Arrive) -> None:
    learner = arrive(language="en", width=WIDE)
    page = learner.page
    under_a_clock(learner)
    with page.expect_request(lambda sent: sent.method == "POST") as sent:
        page.add_script_tag(type="module", url="/static/js/clock.js")
        page.clock.run_for(1_500)
    asked_for = parse_qs(sent.value.post_data or "")
    assert asked_for["do"] == ["time"]
    assert len(asked_for["card"]) == 1
    with page.expect_request("**/en/?missed"):
        page.clock.run_for(15_000)
    page.wait_for_url("**/en/?missed")  # outside a test nobody knows what that is: it has not arrived
    learner.troubles.clear()  # the browser tells of the answer that was refused


def test_clock_of_a_test_goes_on_soon_where_the_answer_has_replaced_its_form(arrive: Arrive) -> None:
    learner = arrive(language="en", width=WIDE)
    page = learner.page
    under_a_clock(learner)
    page.route(
        "**/which-are-wild/", lambda route: route.fulfill(body='<div id="exercise"><p id="told"></p></div>')
    )
    page.add_script_tag(type="module", url="/static/js/clock.js")
    page.clock.run_for(1_500)
    expect(learner.see("#told")).to_be_attached()
    expect(learner.see("#answer")).to_have_count(0)
    with page.expect_request("**/en/?over", timeout=5_000):
        page.clock.run_for(3_000)
