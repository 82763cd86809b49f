"""What an exercise asks, shows and takes is in view at once, and so is what is said to the answer."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from lessons.content.reading import library
from tests.benchmarks.page_weight import weight_of
from tests.browser.answers import items, path_of, turn_with, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES, WIDE, Way
from tests.in_view import look, parts_of
from tests.samples import share, some

SIZES = ("1280x680", "390x700")
SIDEWAYS, SMALL = "740x360", "360x640"
TWICE_AS_LARGE = ((640, 340), (390, 620))  # a laptop at 200 %, and a phone that has no height to spare
MOST_SENT, MOST_SCRIPTS = 150_000, 40_000  # bytes, packed as they are sent
TABLE = (
    "classic | draw | hand 5s 9c Kd 2c 4h Ks Qh 7c 7d As Ah | own 620: Q=Qc Qd Qs 4=4c 4d 4s 4h 2d ; 3h"
    " | opp 480: J=Jc Jd Js Jh A=Ac Ad Ah ; 3d | pile 5h 2d Kh | stock 42"
)
LOOKED_AT = {
    "ask": f"/ask/turn/?{urlencode({'p': TABLE})}",
    "asked": f"/ask/turn/?{urlencode({'p': TABLE, 'action': 'take Kd 2c'})}",
    "position": f"/position/?{urlencode({'p': TABLE})}",
    "played": f"/position/?{urlencode({'p': TABLE, 'a': 'take Kd Ks'})}",
    "worked": "/course/frozen-pile/a-two-in-the-pile/worked/",
}
ITS_PARTS = {
    "question": "#exercise h1",
    "pile": "#table .discard .upper > .card, #table .discard p",
    "hand": "#hand .card",
    "places": "#table .place",
    "verdict": ".verdict h2, .verdict .why > :first-child",
    "next": ".finish > *",
}
"""Tables that are not exercises: what of each has to be in view."""
KINDS = ("cards", "number", "sheet", "find-all", "order")


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_exercise_and_its_verdict_are_in_view_without_scrolling(arrive: Arrive, language: str) -> None:
    learner = arrive(language=language, width=WIDE)
    found = {}
    for item in share([*(items(kind)[0] for kind in KINDS), turn_with("take", "meld")], 0, of=3):
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


def test_what_a_step_says_is_read_without_unfolding_where_its_answers_stay_in_view(arrive: Arrive) -> None:
    learner = arrive(width=WIDE)
    told = "() => document.querySelector('#intro').open"
    scrolls = "() => document.querySelector('.intro-text').style.maxHeight !== ''"
    roomy, tight = library().items["a-whole-deal/through-the-ice"], library().items["may-i-take-it/too-far"]
    found = {}
    for item in (roomy, tight):
        learner.open_item(item)
        assert look(learner.page, item, "before", size="390x700", language="de").out == {}
        assert learner.page.evaluate(told)
        found[item.slug] = learner.page.evaluate(scrolls)
    assert found == {roomy.slug: False, tight.slug: True}
    learner.resize(320, 568)
    assert not learner.page.evaluate(told)
    learner.press("#intro > summary")
    learner.resize(390, 690)
    assert learner.page.evaluate(told), "opened by hand it stays open"


def test_what_a_step_says_is_open_or_named_in_words_on_a_low_screen(arrive: Arrive) -> None:
    """As it is with large letters: twice as large, a window of 1280 by 680 has the room of 640 by 340."""
    learner = arrive(width=WIDE)
    found = {}
    for slug in ("what-it-is-about/two-to-seven", "may-i-take-it/too-far"):
        for width, height in ((640, 360), (320, 568)):
            learner.resize(width, height)
            learner.open_item(library().items[slug])
            learner.page.wait_for_timeout(100)
            words = learner.see("#intro > summary .word").evaluate(
                "e => e.getBoundingClientRect().width > 40"
            )
            found[slug, width] = (learner.see("#intro .intro-text").is_visible(), words)
            assert learner.see("#hand .pick, #answer .choice").first.evaluate(
                "e => e.getBoundingClientRect().bottom <= innerHeight"
            )
    # On the smallest phone a line of its own would cost the last of three sentences its place: a sign has to do.
    assert found.pop(("may-i-take-it/too-far", 320)) == (False, False)
    assert set(found.values()) == {(True, False), (False, True)}
    assert found["what-it-is-about/two-to-seven", 640] == (True, False)


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_table_that_is_asked_about_or_looked_at_is_in_view_with_what_is_said_of_it(
    arrive: Arrive, language: str
) -> None:
    learner = arrive(language=language, width=WIDE)
    found = {}
    for name in share(LOOKED_AT, 0, of=3):
        learner.open(f"/{language}{LOOKED_AT[name]}")
        for size in SIZES:
            seen = parts_of(learner.page, ITS_PARTS, size=size)
            found |= {(name, size, part): one["out"] for part, one in seen.items() if one["out"]}
            assert seen["pile"]["all"] >= 1
            assert seen["hand"]["all"] >= 9
            assert bool(seen["verdict"]["all"]) == (name not in ("ask", "position"))
    assert found == {}


def test_position_of_a_link_leads_to_a_move_on_it_and_back_to_another(arrive: Arrive) -> None:
    learner = arrive(language="en")
    learner.open(f"/en{LOOKED_AT['position']}")
    learner.page.get_by_role("link", name="Make a move here").click()
    learner.see("#hand label:has([value^=Kd])").click()
    learner.see("#hand label:has([value^='2c'])").click()
    learner.page.keyboard.press("t")
    expect(learner.see("#verdict-title")).to_have_text("That is not allowed.")
    expect(learner.see("#verdict-title")).to_be_in_viewport(ratio=1)
    learner.see("#do-again").click()
    expect(learner.page.locator("#verdict-title")).to_have_count(0)
    expect(learner.see("#hand")).to_be_visible()


@pytest.mark.parametrize("way", some(["mouse", "no scripts"], 1))
def test_action_stays_in_reach_where_the_page_has_to_scroll(arrive: Arrive, way: Way) -> None:
    item = turn_with("take", "meld")
    learner = arrive(way=way)
    for width, height in ((320, 568), (740, 360)):
        learner.resize(width, height)
        learner.open_item(item)
        expect(learner.see("#do-check")).to_be_in_viewport(ratio=1)
        learner.see("#do-meld").scroll_into_view_if_needed()
        expect(learner.see("#do-check")).to_be_in_viewport(ratio=1)
        learner.press("#do-hint")
        expect(learner.see("#hint-1")).to_be_visible()


def test_verdict_without_scripts_leaves_the_page_where_it_is(arrive: Arrive) -> None:
    learner = arrive(way="no scripts")
    learner.resize(390, 700)
    item = items("legal")[0]
    learner.open_item(item)
    learner.answer(item, wrong_answer(item))
    learner.check()
    expect(learner.see("#feedback-title")).to_be_in_viewport(ratio=1)
    expect(learner.see("#goal")).to_be_in_viewport(ratio=1)
    assert learner.page.evaluate("scrollY") == 0


def test_newest_hint_is_whole_on_a_small_phone_and_after_a_reload(arrive: Arrive) -> None:
    item = turn_with("take", "meld")
    learner = arrive()
    learner.open_item(item)
    for number in (1, 2):
        learner.press("#do-hint")
        expect(learner.see(f"#hint-{number}")).to_be_attached()
    learner.open_item(item)
    assert look(learner.page, item, "hint", size=SMALL, language="de").out == {}


@pytest.mark.usefixtures("browser")  # where the others are, whose site this asks
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


def test_bar_grows_with_a_long_line_and_pushes_the_question_down(arrive: Arrive) -> None:
    learner = arrive(language="de")
    learner.open("/de/practice/daily/")
    for width, height in TWICE_AS_LARGE:
        learner.resize(width, height)
        below = learner.page.evaluate("""() => {
            document.querySelector(".crumb [aria-current]").dataset.brief = "Samstag, 28. November 2026 ".repeat(3);
            const line = document.querySelector(".crumb"), goal = document.querySelector("#goal");
            const end = line.getBoundingClientRect().top + line.scrollHeight;
            return goal.getBoundingClientRect().top - end;
        }""")
        assert below > -4, (width, height)


@pytest.mark.parametrize("language", LANGUAGES)
def test_day_rule_set_and_turn_take_two_lines_of_a_small_phone(arrive: Arrive, language: str) -> None:
    """With the longest words that a position of the day has there."""
    words = {
        "de": "Klassisch · Dein Partner hat gezogen",
        "en": "Classic · Your partner took the pile",
    }
    learner = arrive(language=language)
    learner.resize(320, 568)
    learner.open(f"/{language}/practice/daily/")
    bar, crumb = learner.see(".bar"), learner.see(".bar .crumb")
    alone = learner.see(".bar .leave").evaluate("e => e.offsetHeight")
    assert crumb.get_attribute("data-brief")
    for brief in (None, words[language]):
        if brief:
            crumb.evaluate("(e, brief) => { e.dataset.brief = brief; }", brief)
        assert bar.evaluate("e => e.offsetHeight") <= alone + 1, brief
    crumb.evaluate("(e, brief) => { e.dataset.brief = `${brief} `.repeat(2); }", words[language])
    edge = "parseFloat(getComputedStyle(document.querySelector('.bar .crumb')).paddingTop)"
    assert learner.page.evaluate(edge) > 2, "more lines than two do not begin at the edge of the screen"


def test_hand_is_in_view_and_both_places_of_the_pile_share_a_row_where_text_is_twice_as_large(
    arrive: Arrive,
) -> None:
    learner = arrive()
    learner.resize(640, 340)
    learner.open_item(turn_with("take", "meld"))
    expect(learner.see("#hand .pick").last).to_be_in_viewport(ratio=0.85)
    take, discard = (learner.see(f"#do-{verb}").bounding_box() for verb in ("take", "discard"))
    assert take is not None
    assert discard is not None
    assert take["y"] == discard["y"]
