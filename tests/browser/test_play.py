"""A deal at its table in a browser: pressing, the others who go on by themselves, and without scripts."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import expect

from lessons.content.deals import MiniDeal, mini_deals
from tests.browser.conftest import PATIENCE, Arrive
from tests.browser.learner import LANGUAGES, NARROW, WIDE, Learner, Way
from tests.running import Site, family_of
from tests.samples import share, some
from tests.tutor.play.at_the_table import ticked

MINE = {"de": re.compile("^\\s*Du bist dran: Zieh"), "en": re.compile("^\\s*Your turn: draw")}
REACHED = {"de": "Geschafft!", "en": "Goal reached!"}
REFUSED = {"de": "Das ist nicht erlaubt.", "en": "That is not allowed."}


@pytest.mark.parametrize(
    ("way", "language", "width"),
    some([("mouse", "de", NARROW), ("no scripts", "en", NARROW), ("keyboard", "en", WIDE)], 1),
)
def test_a_turn_is_played_and_the_others_follow(arrive: Arrive, way: Way, language: str, width: int) -> None:
    learner = arrive(way=way, language=language, width=width)
    page = learner.page
    page.goto(f"{learner.address}/{language}/play/")
    learner.press("button[value='mini:three-turns']")
    expect(learner.see("#goal")).to_have_text(MINE[language])
    learner.press("#do-draw")
    expect(learner.see(".pick input")).to_have_count(12)
    if way == "mouse":
        all_of_a_rank_are_selected_by_two_taps_where_they_lie_by_suits(learner)
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
        learner.press("#do-quicker")
    expect(learner.see("#goal")).to_have_text(MINE[language])
    expect(learner.see(".seat .said")).to_have_count(3)
    learner.press("#do-draw")
    expect(learner.see(".pick input")).to_have_count(12)


def all_of_a_rank_are_selected_by_two_taps_where_they_lie_by_suits(learner: Learner) -> None:
    """And lie by ranks again afterwards, with nothing selected."""
    learner.press("#extras > summary")
    learner.press("button[value='sort:suit']")
    expect(learner.see("#coach-choice button[value='sort:suit']")).to_have_attribute("aria-pressed", "true")
    learner.press("#extras > summary")
    cards = learner.see(".pick:not(:has(.wild)) input")
    words = cards.evaluate_all("all => all.map(e => e.dataset.word)")
    most = max(words, key=words.count)
    assert words.count(most) > 1
    place = words.index(most)
    for selected in (words.count(most), 0):
        cards.nth(place).locator("..").dblclick(position={"x": 8, "y": 12})
        expect(learner.see(".pick input:checked")).to_have_count(selected)
    learner.press("#extras > summary")
    learner.press("button[value='sort:rank']")
    expect(learner.see("#coach-choice button[value='sort:rank']")).to_have_attribute("aria-pressed", "true")
    learner.press("#extras > summary")


def play_along(learner: Learner, mini: MiniDeal) -> None:
    """The turns that reach the point, done at the table; the others play until it is one's own turn."""
    learner.open(f"/{learner.language}/play/")
    learner.press(f"button[value='mini:{mini.slug}']")
    for turn in mini.model:
        expect(learner.see("#goal")).to_have_text(MINE[learner.language])
        for action in turn:
            stamp = learner.see("input[name=stamp]").input_value()
            if action.verb not in ("draw", "expose"):
                for value in ticked(action.cards):
                    learner.tick(f".pick input[value='{value}']")
            target = f":{action.target}" if action.verb == "add" else ""
            learner.press(f"button[value='{action.verb}{target}']")
            expect(learner.see(f"input[name=stamp][value='{stamp}']")).to_have_count(0)
        if learner.see("#do-through").count():
            learner.press("#do-through")
    expect(learner.see("#goal")).to_have_text(REACHED[learner.language])


def test_a_deal_is_played_to_its_end_by_keyboard_and_looked_back_on(arrive: Arrive) -> None:
    mini = mini_deals()["go-out"]
    learner = arrive(way="keyboard", language="en", width=WIDE)
    page = learner.page
    play_along(learner, mini)
    learner.expect_focus("#goal")
    expect(page.get_by_text("You have gone out: a bonus of 100 points.")).to_be_visible()
    expect(learner.see(".both-sheets .total").first).to_contain_text("490")
    learner.press(".look-back button")
    expect(page.get_by_role("heading", name="The deal as it went")).to_be_visible(timeout=3 * PATIENCE)
    expect(learner.see(".deal-plot svg")).to_be_visible()
    expect(learner.see("table.turns tbody tr")).to_have_count(len(mini.model) + 1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    learner.resize(1280, 680)
    page.get_by_role("link", name="See the deal turn by turn").click()
    page.locator("#replay").evaluate("node => node.scrollIntoView()")
    last = page.locator("#replay .hand").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 680, "the hands are seen beside the table, without scrolling"


def test_samba_is_played_without_scripts_on_a_small_screen(arrive: Arrive) -> None:
    learner = arrive(way="no scripts", language="de", width=NARROW)
    play_along(learner, mini_deals()["complete-a-samba"])
    assert learner.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


OVER = """() => {
  const felt = document.querySelector(".felt"), top = felt.querySelector(".side .stack, .side h2");
  return [felt.scrollHeight - felt.clientHeight,
    Math.max(0, Math.round(felt.getBoundingClientRect().top - top.getBoundingClientRect().top))];
}"""


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_however_long_the_goal_is_a_laptop_shows_the_whole_table(arrive: Arrive, language: str) -> None:
    """Before drawing and after it, of every mini-deal: nothing of the opponents is cut off."""
    learner = arrive(language=language, width=WIDE)
    page = learner.page
    learner.resize(WIDE, 680)
    fullest = ["a-no-is-binding", "ask-your-partner"]
    for slug in dict.fromkeys([*fullest, *share(mini_deals(), 0, of=7)]):
        learner.open(f"/{language}/play/")
        learner.press(f"button[value='mini:{slug}']")
        assert page.evaluate(OVER) == [0, 0], slug
        learner.press("#do-draw")
        expect(learner.see("#do-draw")).to_have_count(0)
        assert page.evaluate(OVER) == [0, 0], slug
        if slug in fullest:
            learner.press("#do-ask")
            expect(learner.see(".answered")).to_be_visible()
            assert page.evaluate(OVER) == [0, 0], slug
    play_along(learner, mini_deals()["finish-a-canasta"])
    assert page.evaluate(OVER) == [0, 0]


def test_table_that_is_too_full_scrolls_by_itself(arrive: Arrive) -> None:
    learner = arrive(language="de", width=NARROW)
    page = learner.page
    learner.resize(390, 700)
    learner.open("/de/play/")
    learner.press("label[for='rules-samba']")
    learner.press("button[value='begin']")
    learner.see("#goal")
    page.evaluate("""() => {
        const side = document.querySelector("#table .own");
        for (let number = 0; number < 9; number += 1) {
            const meld = side.appendChild(document.createElement("div"));
            meld.className = "meld";
            meld.style.cssText = "flex: 1 1 100%; height: 6rem";
        }
    }""")
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    assert page.evaluate(
        "document.querySelector('#table').scrollHeight > document.querySelector('#table').clientHeight"
    )
    for shown in ("#hand .card", ".finish button"):
        expect(learner.see(shown).last).to_be_in_viewport()


@pytest.mark.skipif(sys.platform != "linux", reason="the worker is stopped by its number under /proc")
def test_strong_players_come_from_the_worker_and_a_stopped_one_is_stood_in_for(
    arrive: Arrive, running: Site
) -> None:
    learner = arrive(language="de", width=NARROW)
    learner.open("/de/play/")
    learner.press("label[for='rules-classic-2p']")
    learner.press(".begin-game details summary")
    learner.see("#opponents").select_option("strong")
    learner.press("button[value='begin']")

    def play_a_turn() -> None:
        while learner.see("#do-expose").count():
            with stamp_changes(learner):
                learner.press("#do-expose")
        with stamp_changes(learner):
            learner.press("#do-draw")
        learner.tick(".pick:not(:has(.wild)) >> nth=-1 >> input")
        learner.press("#do-discard")
        learner.press("#do-through")
        expect(learner.see("#goal")).to_have_text(MINE["de"])

    play_a_turn()
    expect(learner.see(".seat .said")).not_to_contain_text("vorsichtigen Stil")
    with stopped(workers_of(running)):
        play_a_turn()
    expect(learner.see(".seat .said")).to_contain_text("im vorsichtigen Stil:")
    expect(learner.see(".since")).to_contain_text("der vorsichtige Stil ist eingesprungen")


@contextmanager
def stamp_changes(learner: Learner) -> Iterator[None]:
    stamp = learner.see("input[name=stamp]").input_value()
    yield
    expect(learner.see(f"input[name=stamp][value='{stamp}']")).to_have_count(0)


def workers_of(site: Site) -> list[int]:
    """The numbers of the worker processes of a running site."""
    every = family_of(site.process.pid)
    found = [pid for pid in every if b"\0work\0" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert found
    return found


@contextmanager
def stopped(processes: list[int]) -> Iterator[None]:
    let_rest(processes)  # one that is stopped while it writes would keep the database from everybody
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in processes:
            os.kill(pid, signal.SIGCONT)


def let_rest(processes: list[int]) -> None:
    """Wait until these processes have done nothing for a moment."""

    def used() -> list[list[str]]:
        stats = (Path(f"/proc/{pid}/stat").read_text(encoding="utf-8") for pid in processes)
        return [
            stat.rpartition(")")[2].split()[11:13] for stat in stats
        ]  # time of their own, and of the system

    before, now = None, used()
    while now != before:
        sleep(0.3)
        before, now = now, used()
