"""The table of a played deal in every window: nothing lies over anything else, and everything can be come to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import expect

from tests.browser.answers import largest
from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES, WIDE, Learner
from tests.samples import share, some

SIDEWAYS, TEXT_TWICE_AS_LARGE, LARGE_PHONE, TALL = (640, 360), (640, 340), (844, 390), (640, 450)
LAPTOP, LOW = (1280, 680), (1280, 500)
LOW_ONES = (SIDEWAYS, TEXT_TWICE_AS_LARGE, LARGE_PHONE, TALL, LOW)
PARTS = ("bar", "say", "seats", "felt", "hand", "work", "finish")
BOXES = """names => Object.fromEntries(names.map(name => {
  const part = document.querySelector(`#exercise .${name}`);
  const box = part && part.getBoundingClientRect();
  return [name, box && box.height ? [box.left, box.top, box.right, box.bottom] : null];
}))"""
# What of the table lies in it but can be scrolled to no more, or stands out of it; and whether anything is cut off.
LOST = """() => {
  const felt = document.querySelector("#table"), inside = felt.getBoundingClientRect();
  const found = felt.scrollWidth > felt.clientWidth ? ["the table scrolls sideways"] : [];
  const scrolls = ["auto", "scroll"].includes(getComputedStyle(felt).overflowY);
  for (const one of felt.querySelectorAll(".stack .card, .lay > .card, p, .place")) {
    const box = one.getBoundingClientRect();
    if (!scrolls && box.bottom > inside.bottom + 1) found.push(`below the table: ${one.className} ${one.textContent}`);
    if (box.right > inside.right + 1) found.push(`beside the table: ${one.className} ${one.textContent}`);
  }
  return found;
}"""


def lying_over_each_other(learner: Learner) -> Iterator[str]:
    """Parts of the table of which one covers more than an edge of the other.

    The bar at the lower edge stays in view over what is said, which scrolls.
    """
    boxes = learner.page.evaluate(BOXES, list(PARTS))
    for one, other in combinations([name for name in PARTS if boxes[name]], 2):
        left, top = map(max, zip(boxes[one][:2], boxes[other][:2], strict=True))
        right, bottom = map(min, zip(boxes[one][2:], boxes[other][2:], strict=True))
        if right - left > 4 and bottom - top > 4 and (one, other) != ("work", "finish"):
            yield f"{one} and {other}: {round(right - left)} x {round(bottom - top)}"


def faults(learner: Learner, size: tuple[int, int]) -> list[str]:
    learner.resize(size[0], size[1])
    found = [*lying_over_each_other(learner), *learner.page.evaluate(LOST)]
    return [f"{size}: {one}" for one in found]


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_parts_of_a_game_lie_beside_each_other_in_a_low_window(arrive: Arrive, language: str) -> None:
    """A phone on its side, and a laptop whose text is twice as large, which is a window of half its size."""
    learner = arrive(language=language, width=WIDE)
    sizes = share(LOW_ONES, 0, of=3)
    learner.open(f"/{language}/play/")
    learner.press("button[value='mini:ask-your-partner']")
    found = []
    for size in sizes:
        found += faults(learner, size)
        if size != LOW:
            expect(learner.see("#hand .pick").last).to_be_in_viewport(ratio=0.4)
    learner.press("#do-draw")
    expect(learner.see("#do-draw")).to_have_count(0)
    found += [one for size in sizes for one in faults(learner, size)]
    learner.press("#do-can")
    expect(learner.see(".legal-list")).to_be_visible()
    found += [one for size in reversed(sizes) for one in faults(learner, size)]
    assert found == []
    for width, height in sizes:
        learner.resize(width, height)
        for shown in ("#hand .pick input", ".finish button", "#table .own .place"):
            learner.see(shown).last.scroll_into_view_if_needed()
            expect(learner.see(shown).last).to_be_in_viewport()


# As if the pile had grown to so many cards, one of them crosswise, and each side of the table to so many melds.
GROW = """([cards, melds]) => {
  const pile = document.querySelector("#table .spread");
  pile.className = "spread dense";
  while (pile.children.length < cards) {
    const one = pile.lastElementChild.cloneNode(true);
    one.classList.remove("upper");
    pile.prepend(one);
  }
  pile.firstElementChild.classList.add("across");
  const meld = document.querySelector("#table .meld");
  for (const side of document.querySelectorAll("#table .melds")) {
    while (side.querySelectorAll(".meld").length < melds) side.prepend(meld.cloneNode(true));
  }
}"""
CUT = """() => {
  const found = [];
  for (const one of document.querySelectorAll("#table .at-pile .verb, #table .stock .verb")) {
    const [word, place] = [one, one.closest(".place")].map(e => e.getBoundingClientRect());
    if (word.right > place.right || word.left < place.left) found.push(`cut: ${one.textContent.trim()}`);
  }
  for (const side of document.querySelectorAll("#table .side")) {
    const name = side.querySelector("h2");
    if (name.scrollWidth > name.clientWidth + 1) found.push("a name runs into the cards");
  }
  for (const one of document.querySelectorAll("#table .meld:not(.canasta) .card:not(.wild):has(+ .card) .ix b")) {
    one.textContent = "10";
    one.closest(".card").classList.add("t");
    const next = one.closest(".card").nextElementSibling.getBoundingClientRect();
    if (one.getBoundingClientRect().right > next.left + 1) found.push("a ten is cut");
  }
  for (const one of document.querySelectorAll("#table .canasta .tag")) {
    const cards = one.closest(".meld").querySelector(".stack").getBoundingClientRect();
    if (one.getBoundingClientRect().top < cards.bottom - 1) found.push("cards below their tag");
  }
  return [...new Set(found)];
}"""


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_large_pile_leaves_room_to_what_is_said_of_it_and_its_places(arrive: Arrive, language: str) -> None:
    learner = arrive(language=language, width=WIDE)
    found = []
    learner.open(f"/{language}/play/")
    learner.press("button[value='mini:a-no-is-binding']")
    for cards, melds in ((22, 4), (40, 8)):
        learner.page.evaluate(GROW, [cards, melds])
        for size in (LAPTOP, (1024, 768), (1440, 900)):
            found += faults(learner, size)
            found += [f"{cards} cards, {size}: {one}" for one in learner.page.evaluate(CUT)]
    assert found == []


@pytest.mark.parametrize(("language", "word"), some([("de", "neu"), ("en", "new")], 1))
def test_drawn_card_says_so_above_its_corner(arrive: Arrive, language: str, word: str) -> None:
    learner = arrive(language=language)
    learner.open(f"/{language}/play/")
    learner.press("button[value='mini:three-turns']")
    learner.press("#do-draw")
    drawn = learner.see("#hand .card.new")
    expect(drawn).to_have_attribute("data-new", word)
    said = drawn.evaluate(
        "e => [getComputedStyle(e, '::after').content, getComputedStyle(e, '::after').display]"
    )
    assert said == [f'"{word}" / ""', "block"]


def test_what_another_player_did_ends_with_a_sign_where_it_is_longer_than_its_place(arrive: Arrive) -> None:
    learner = arrive(width=WIDE)
    learner.open("/de/play/")
    learner.press("button[value='mini:three-turns']")
    learner.press("#do-draw")
    expect(learner.see("#do-draw")).to_have_count(0)
    learner.tick(".pick:not(:has(.wild)) >> nth=-1 >> input")
    learner.press("#do-discard")
    learner.press("#do-through")
    said = learner.see(".seat .said").first
    said.evaluate("e => { e.textContent = 'legt drei Karten an und wirft eine Karte ab. '.repeat(6); }")
    for width, height in (LAPTOP, (1024, 768)):
        learner.resize(width, height)
        assert said.evaluate("""e => [
            getComputedStyle(e).webkitLineClamp,
            e.getBoundingClientRect().bottom <= e.closest(".seat").getBoundingClientRect().bottom,
        ]""") == ["2", True]
    learner.resize(390, 700)
    assert said.evaluate("e => getComputedStyle(e.closest('.seat')).textOverflow") == "ellipsis"


def test_cards_cover_what_lies_below_them_in_forced_colours(arrive: Arrive) -> None:
    learner = arrive(width=WIDE)
    learner.page.emulate_media(forced_colors="active")
    learner.open_item(largest("turn"))
    seen = learner.see(".card").evaluate_all("all => all.map(e => getComputedStyle(e).backgroundColor)")
    assert learner.see("#hand .card.wild").count()
    assert set(seen) == {"rgb(255, 255, 255)"}
