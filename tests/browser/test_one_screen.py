"""What an exercise asks, shows and takes is in view at once, and so is what is said to the answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from lessons.content.reading import library
from tests.benchmarks.page_weight import weight_of
from tests.browser.answers import items, path_of, turn_with, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES, WIDE, Way
from tests.in_view import look
from tests.samples import share

SIZES = ("1280x680", "390x700")
SIDEWAYS, SMALL = "740x360", "360x640"
MOST_SENT, MOST_SCRIPTS = 150_000, 40_000  # bytes, packed as they are sent
KINDS = ("cards", "number", "sheet", "find-all", "order")


@pytest.mark.parametrize(("turn", "language"), list(enumerate(["de", "en"])))
def test_exercise_and_its_verdict_are_in_view_without_scrolling(
    arrive: Arrive, turn: int, language: str
) -> None:
    learner = arrive(language=language, width=WIDE)
    found = {}
    for item in share([*(items(kind)[0] for kind in KINDS), turn_with("take", "meld")], turn, of=2):
        learner.open_item(item)
        for size in (*SIZES, SIDEWAYS):
            found[item.slug, size] = look(learner.page, item, "before", size=size, language=language).out
        learner.answer(item, wrong_answer(item))
        learner.check()
        for size in SIZES:
            found[item.slug, size, "wrong"] = look(
                learner.page, item, "wrong", size=size, language=language
            ).out
    assert {where: out for where, out in found.items() if out} == {}


@pytest.mark.parametrize("way", ["mouse", "no scripts"])
def test_action_stays_in_reach_where_the_page_has_to_scroll(arrive: Arrive, way: Way) -> None:
    item = turn_with("take", "meld")
    learner = arrive(way=way)
    for width, height in ((320, 568), (740, 360)):
        learner.page.set_viewport_size({"width": width, "height": height})
        learner.open_item(item)
        expect(learner.see("#do-check")).to_be_in_viewport(ratio=1)
        learner.see("#do-meld").scroll_into_view_if_needed()
        expect(learner.see("#do-check")).to_be_in_viewport(ratio=1)
        learner.press("#do-hint")
        expect(learner.see("#hint-1")).to_be_visible()


def test_newest_hint_is_whole_on_a_small_phone_and_after_a_reload(arrive: Arrive) -> None:
    item = turn_with("take", "meld")
    learner = arrive()
    learner.open_item(item)
    for number in (1, 2):
        learner.press("#do-hint")
        expect(learner.see(f"#hint-{number}")).to_be_attached()
    learner.open_item(item)
    assert look(learner.page, item, "hint", size=SMALL, language="de").out == {}


def test_first_exercise_takes_few_bytes_of_a_phone(site: str) -> None:
    first = library().stages[0].steps[0]
    largest = max(
        (
            weight_of(site, path_of(item, language))
            for item in (first, turn_with("take", "meld"))
            for language in LANGUAGES
        ),
        key=lambda one: one.sent,
    )
    assert largest.sent < MOST_SENT
    assert 0 < largest.scripts < MOST_SCRIPTS
