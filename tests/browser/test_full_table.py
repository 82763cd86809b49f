"""A table full of melds says in every window of which rank each of them is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.answers import largest
from tests.browser.conftest import Arrive
from tests.browser.full_table import fill
from tests.browser.learner import LANGUAGES, WIDE, Learner
from tests.samples import share, some

SIZES = ((1280, 680), (390, 700), (1024, 768), (320, 568), (1440, 900), (768, 1000), (640, 360), (844, 390))
FILLED = ((8, 8), (6, 2), (2, 6), (3, 3))
# The melds of which neither the word of the rank can be read nor the index of a natural card that lies there: nothing
# covers the one, the next card and its gold edge do not cover the other, and it is not lost in its own corner.
UNREADABLE = """() => [...document.querySelectorAll("#table .meld")].filter(meld => {
  const box = e => e.getBoundingClientRect();
  if (box(meld.querySelector("p > b")).width > 8) return false;
  return ![...meld.querySelectorAll(".card:not(.wild)")].some(card => {
    const index = card.querySelector(".ix b"), next = card.nextElementSibling;
    const ends = next ? box(next).left - (next.matches(".wild") ? 2 : 0) : box(card).right;
    const style = getComputedStyle(index);
    return style.visibility === "visible" && parseFloat(style.fontSize) >= 9
      && box(index).right <= ends + .5 && box(index).left >= box(card).left - .5;
  });
}).map(meld => meld.textContent.replace(/\\s+/g, " ").trim())"""


def unreadable(learner: Learner, *, places: bool, among: list[tuple[int, int]]) -> list[str]:
    found = []
    for own, others in FILLED:
        fill(learner.page, learner.language, own=own, others=others, places=places)
        for width, height in among:
            learner.resize(width, height)
            found += [f"{own}/{others}, {width}x{height}: {one}" for one in learner.page.evaluate(UNREADABLE)]
    return found


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_rank_of_each_meld_can_be_read_in_a_played_deal(arrive: Arrive, language: str) -> None:
    learner = arrive(language=language, width=WIDE)
    learner.open(f"/{language}/play/")
    learner.press("button[value='mini:three-turns']")
    sizes = share(SIZES, 0, of=3)
    found = unreadable(learner, places=False, among=sizes)
    found += unreadable(learner, places=True, among=sizes)
    assert found == []


def test_rank_of_each_meld_can_be_read_in_an_exercise(arrive: Arrive) -> None:
    learner = arrive(width=WIDE)
    learner.open_item(largest("turn"))
    assert unreadable(learner, places=True, among=share(SIZES, 1, of=3)) == []


# Whether a hand that is only looked at is seen whole, and whether what is said ends above the buttons once it is
# scrolled to its end.
SEEN = """() => {
  const box = selector => document.querySelector(`#exercise ${selector}`).getBoundingClientRect();
  const work = document.querySelector("#exercise .work");
  work.scrollTop = work.scrollHeight;
  const cards = [...document.querySelectorAll("#hand .card")].map(card => card.getBoundingClientRect().bottom);
  const last = Math.max(...[...work.children].map(e => e.getBoundingClientRect().bottom));
  return {
    clipped: getComputedStyle(document.querySelector("#hand .ranks")).clipPath !== "none",
    covered: Math.max(...cards) > box(".work").top + 4,
    lost: last > box(".finish").top - 4,
  };
}"""


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_hand_is_seen_whole_while_others_are_at_a_full_table(arrive: Arrive, language: str) -> None:
    learner = arrive(language=language, width=WIDE)
    learner.resize(390, 700)
    learner.open(f"/{language}/play/")
    learner.press("button[value='mini:three-turns']")
    learner.press("#do-draw")
    expect(learner.see("#do-draw")).to_have_count(0)
    learner.tick(".pick:not(:has(.wild)) >> nth=-1 >> input")
    learner.page.route("**/play/**", lambda route: route.continue_() if "do=on" not in _sent(route) else None)
    learner.press("#do-discard")
    expect(learner.see("#do-through")).to_be_visible()
    fill(learner.page, language, own=8, others=6)
    assert learner.page.evaluate(SEEN) == {"clipped": False, "covered": False, "lost": False}


def _sent(route: Route) -> str:
    return route.request.post_data or ""
