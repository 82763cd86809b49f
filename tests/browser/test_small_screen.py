"""A phone that is 320 pixels wide: nothing runs out at the side, and every target is large enough for a finger."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import TimeoutError, expect

from engine.notation.position_line import format_position
from lessons.content.bank import bank
from lessons.content.reading import Item, library
from tests.browser.answers import KINDS, items, largest, path_of, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES, NARROW, Learner
from tests.in_view import look
from tests.samples import share, some

# A whole hand of fifteen with two of each, eight melds on the own side, long canastas, a pile that can be seen.
FULL_TABLE = (
    "classic | play | players 4 | hand 3s 4c 4d 5h 5s 6c 6d Tc Td Th 2c 2d 2h JK JK"
    " | own 4985: 7=7c 7d 7h 7s 7c 7d 7h 8=8c 8d 8h 8s 8c 2s JK 9=9c 9d 9h J=Jc Jd Jh Q=Qc Qd Qh Qs K=Kc Kd Kh"
    " A=Ac Ad Ah As 4=4h 4s 4h ; 3h 3d | opp 4870: T=Tc Td Ts 2s 6=6h 6s 6h 5=5c 5d 5c ; 3d"
    " | pile 9c 9d 9h Jc Jd Js Qc Qs Kd Kh As 6c | stock 5 | partner 3"
)
# A rule practised in exercises whose titles name cards one by one, and in rule sets with long names.
LONG_TITLES = "wild.max-per-meld"
LOW = 568  # the smallest phones
SMALLEST = 44
IN_THE_FAN = 24
SCROLLS_SIDEWAYS = "document.scrollingElement.scrollWidth > innerWidth"
RUN_OUT = """() => [...document.querySelectorAll("body *")]
  .filter(e => e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !e.closest(".vh, .skip"))
  .filter(e => ![...(function* () { for (let one = e; one; one = one.parentElement) yield one; })()].some(one =>
    one.offsetWidth === 1 && getComputedStyle(one).overflow === "hidden"))  // shown to those only who do not see it
  .filter(e => { const b = e.getBoundingClientRect(); return b.width && (b.right > innerWidth + .5 || b.left < -.5); })
  .map(e => e.tagName + "." + (e.getAttribute("class") || "") + " " + e.textContent.trim().slice(0, 40))"""
# How large each control is where it can be hit: as far as it answers from its left edge on, then up and down from
# the middle of that; what is large enough is not measured to its end. Links and explained terms within a sentence are
# as large as its words; of cards that overlap in a hand a narrower strip is enough.
CONTROLS = "a, button, input:not([type=hidden]), summary, select"
TOO_SMALL = """([controls, smallest, enough, inTheFan]) => [...document.querySelectorAll(controls)]
  .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest(".vh, .skip"))
  .filter(e => !(e.tagName === "A" && getComputedStyle(e).display === "inline") && !e.matches(".term"))
  .map(e => {
    e.scrollIntoView({block: "center"});
    const name = `${e.tagName}#${e.id} ${e.textContent.trim().slice(0, 30)} `;
    const box = e.getBoundingClientRect();
    const hit = (x, y) => {
      const found = document.elementFromPoint(x, y);
      return found && (e.contains(found) || found.closest("label")?.control === e);
    };
    let y = box.top + box.height / 2, left = box.left;
    while (left < box.right && !hit(left, y)) left++;
    // Large enough where all of these points answer; only what is not is measured.
    const wide = e.closest(".at-table .pick") ? inTheFan : smallest;
    const high = e.closest(".at-table :is(.longer, .long, .longish) .pick") ? inTheFan : smallest;
    const [near, across] = [(wide - 1) / 2, (high - 1) / 2];
    if ([0, .5, 1, 1.5, 2].every(n => hit(left + n * near, y)) &&
        [-1, -.5, .5, 1].every(n => hit(left + near, y + n * across))) return "";
    let right = left;
    while (right - left < enough && hit(right, y)) right++;
    const x = (left + right) / 2;
    let top = y, bottom = y;
    while (bottom - top < enough && hit(x, top)) top--;
    while (bottom - top < enough && hit(x, bottom)) bottom++;
    const [w, h] = [right - left, bottom - top - 1];
    return w + 1 < wide || h + 1 < high ? name + `${Math.round(w)}x${Math.round(h)}` : "";
  }).filter(Boolean)"""


def faults(learner: Learner) -> list[str]:
    """What runs out at the side of this page, and what is too small."""
    page = learner.page
    found = []
    if page.evaluate(SCROLLS_SIDEWAYS):
        found.append("scrolls sideways")
    found += [f"runs out: {one}" for one in page.evaluate(RUN_OUT)]
    found += [
        f"too small: {one}"
        for one in page.evaluate(TOO_SMALL, [CONTROLS, SMALLEST, SMALLEST + 4, IN_THE_FAN])
    ]
    where = page.url.removeprefix(learner.address)[:60]
    return [f"{where}: {one}" for one in found]


def unfold(learner: Learner) -> None:
    """Everything on the page that can be unfolded, but for what lies over it."""
    learner.see("details:not(#extras)").evaluate_all("all => all.forEach(e => { e.open = true; })")


def exercises() -> list[Item]:
    """Of each kind the largest, besides the one with the longest goal."""
    longest = max(library().items.values(), key=lambda item: len(item.goal.de))
    return list(dict.fromkeys([*(largest(kind) for kind in KINDS), longest]))


def two_melds_of_each_size() -> list[Item]:
    """Whole turns of the bank whose side has two melds: one for every two sizes of them."""
    found: dict[tuple[int, ...], Item] = {}
    for entry in bank().offered:
        item = bank().item(entry.slug) if entry.kind == "turn" else None
        if item is not None and item.position is not None and len(item.position.own.melds) == 2:
            found.setdefault(tuple(sorted(len(meld.cards) for meld in item.position.own.melds)), item)
    return list(found.values())


IS_SEEN = """() => {
  const title = document.querySelector("#feedback-title").getBoundingClientRect();
  return title.top >= -1 && title.bottom <= document.querySelector(".finish").getBoundingClientRect().top + 1;
}"""


def covered(learner: Learner, item: Item) -> list[str]:
    """What is wrong where the heading of the verdict lies below the bar at the lower edge, after it has scrolled."""
    try:
        learner.page.wait_for_function(IS_SEEN, timeout=2_000)
    except TimeoutError:
        return [f"the verdict on {item.slug} is covered"]
    return []


def test_exercises_fit_a_narrow_screen_with_large_cards(arrive: Arrive) -> None:
    """As they do with cards of the usual size, see `test_access`."""
    learner = arrive(language="de", width=NARROW)
    learner.resize(NARROW, LOW)
    learner.open("/de/settings/")
    learner.tick("input[name=large_cards]")
    learner.press("main form button")
    found = []
    for item in share(exercises(), 0, of=6):
        learner.open_item(item)
        found += faults(learner)
        learner.press("#do-hint")
        learner.expect_focus("#hint-1")
        learner.answer(item, wrong_answer(item))
        learner.check()
        found += covered(learner, item)
        unfold(learner)
        found += faults(learner)
    assert found == []


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_two_melds_leave_room_for_the_buttons_below_them(arrive: Arrive, language: str) -> None:
    learner = arrive(language=language, width=NARROW, way="no scripts")
    found = []
    for item in share(two_melds_of_each_size(), 0, of=3):
        learner.open_item(item)
        found += faults(learner)
    assert found == []


def test_all_answers_begin_on_the_smallest_phone_below_a_table_of_usual_size(arrive: Arrive) -> None:
    learner = arrive(language="de", width=NARROW)
    size, found = f"320x{LOW}", {}
    for slug in ("from-rummy/fifty-not-forty", "samba-pile/onto-the-sequence"):
        item = library().items[slug]
        learner.open_item(item)
        found[slug] = look(learner.page, item, "before", size=size, language="de").out
    assert found == {slug: {} for slug in found}


def test_felt_of_a_verdict_does_not_scroll_for_what_can_be_hit_around_its_places(arrive: Arrive) -> None:
    learner = arrive(width=NARROW)
    learner.resize(NARROW, 700)
    for slug in ("how-a-turn-goes/a-red-three-arrives", "end-of-the-stock/with-the-last-card"):
        item = library().items[slug]
        learner.open_item(item)
        learner.answer(item, wrong_answer(item))
        learner.check()
        assert faults(learner) == []
        felt = learner.see("#table")
        height = felt.evaluate("felt => felt.scrollHeight")
        felt.evaluate(
            "felt => felt.querySelectorAll('.place').forEach(place => place.style.overflow = 'clip')"
        )
        assert felt.evaluate("felt => felt.scrollHeight") == height


def test_full_table_and_long_titles_fit_a_narrow_screen(arrive: Arrive) -> None:
    learner = arrive(width=NARROW)
    found = []
    for language in LANGUAGES:
        for path in (f"position/?p={quote(FULL_TABLE)}", f"rules/classic/{LONG_TITLES}/"):
            learner.open(f"/{language}/{path}")
            found += faults(learner)
    assert found == []


def test_nothing_runs_out_at_the_side_when_text_is_twice_as_large(arrive: Arrive) -> None:
    """A phone of 390 x 700 at 200 %, which is a window of half its width and height."""
    learner = arrive(language="de", width=NARROW)
    learner.resize(195, 350)
    position = quote(format_position(largest("turn").position))
    found = []
    exercises = [path_of(items(kind)[0], "de") for kind in ("number", "order", "sheet")]
    for path in (
        *("/de/", "/de/puzzles/", f"/de/ask/?p={position}", f"/de/position/?p={position}"),
        *("/de/course/frozen-pile/break-the-ice/worked/", *exercises),
    ):
        learner.open(path)
        found += [f"{path}: {one}" for one in learner.page.evaluate(RUN_OUT)]
    assert found == []


def test_refusal_without_scripts_is_not_behind_the_bar(arrive: Arrive) -> None:
    learner = arrive(way="no scripts", width=NARROW)
    learner.expected = ("422",)
    learner.resize(NARROW, LOW)
    for slug in ("what-it-is-about/two-to-seven", "red-threes/one-for-one", "who-has-won/the-whole-sheet"):
        learner.open_item(library().items[slug])
        learner.press("#do-check")
        expect(learner.see("#problem")).to_be_focused()
        low = learner.see("#problem").evaluate("e => e.getBoundingClientRect().bottom")
        assert low <= learner.see(".finish").evaluate("e => e.getBoundingClientRect().top"), slug
        expect(learner.see("#problem")).to_be_in_viewport(ratio=1)
