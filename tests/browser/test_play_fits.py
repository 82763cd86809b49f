"""The table of a played deal in every window: nothing lies over anything else, and everything can be come to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.learner import WIDE, Learner
from tests.samples import some

SIDEWAYS, TEXT_TWICE_AS_LARGE, LARGE_PHONE, TALL = (640, 360), (640, 340), (844, 390), (640, 450)
LAPTOP, LOW = (1280, 680), (1280, 500)
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
    learner.page.set_viewport_size({"width": size[0], "height": size[1]})
    learner.page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    found = [*lying_over_each_other(learner), *learner.page.evaluate(LOST)]
    return [f"{size}: {one}" for one in found]


@pytest.mark.parametrize(
    ("language", "size"),
    some([(language, size) for size in (SIDEWAYS, TEXT_TWICE_AS_LARGE, LARGE_PHONE, TALL, LOW)
          for language in ("de", "en")], 4),
)  # fmt: skip
def test_parts_of_a_game_lie_beside_each_other_in_a_low_window(
    arrive: Arrive, language: str, size: tuple[int, int]
) -> None:
    """A phone on its side, and a laptop whose text is twice as large, which is a window of half its size."""
    learner = arrive(language=language, width=WIDE)
    learner.open(f"/{language}/play/")
    learner.press("button[value='mini:ask-your-partner']")
    found = faults(learner, size)
    if size != LOW:
        expect(learner.see("#hand .pick").last).to_be_in_viewport(ratio=0.4)
    learner.press("#do-draw")
    expect(learner.see("#do-draw")).to_have_count(0)
    found += faults(learner, size)
    learner.press("#do-can")
    expect(learner.see(".legal-list")).to_be_visible()
    found += faults(learner, size)
    assert found == []
    for shown in ("#hand .pick input", ".finish button", "#table .own .place"):
        learner.see(shown).last.scroll_into_view_if_needed()
        expect(learner.see(shown).last).to_be_in_viewport()
