"""An evening on two phones: begun and entered by thumb, counted by tapping, seen by the other one as it goes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES, NARROW
from tests.browser.test_small_screen import faults
from tests.samples import some

SIX = ("Friederike", "Bernd", "Christiane", "Dieter", "Emil", "Maximilian")
OUTSIDE = """() => [...document.querySelectorAll(".column")].flatMap((column) => {
  const right = column.getBoundingClientRect().right;
  const range = document.createRange();
  return [...column.querySelectorAll(":scope > label, b, small, input[type=text]")].filter((one) => {
    range.selectNode(one);
    return [...range.getClientRects()].some((rect) => rect.right > right);
  }).map((one) => one.textContent.trim() || one.id);
})"""
"""What runs over the border of the card of its side."""
TORN = """() => [...document.querySelectorAll(".scores th")].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), torn = [], range = document.createRange();
  const place = (node, at) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return [...range.getClientRects()].at(-1)?.top;
  };
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const word of node.data.matchAll(/[^\\s\\u00ad-]+/g))
      if (place(node, word.index + word[0].length - 1) > place(node, word.index) + 9) torn.push(word[0]);
  return torn;
})"""
"""Parts of words in the heads of the sheet that do not stand on one line."""
ASKED_EVERY = 4_000  # milliseconds until a sheet asks whether there is anything new
TAPS = {"canastas-0-mixed": 1, "red-0": 2, "cards-0-K": 5, "cards-0-2": 2, "cards-0-7": 5, "out-0-yes": 1}


def test_form_that_is_told_of_itself_breaks_no_script(arrive: Arrive) -> None:
    """The form of a new evening has fields named "form"; going back tells the form that it has changed."""
    learner = arrive(language="en", width=NARROW)
    broken: list[str] = []
    learner.page.on("pageerror", lambda error: broken.append(str(error)))
    learner.open("/en/evenings/new/")
    learner.page.eval_on_selector(
        ".begin-evening", "form => form.dispatchEvent(new Event('change', { bubbles: true }))"
    )
    assert broken == []


def test_evening_on_two_phones_in_two_languages(arrive: Arrive) -> None:
    one, other = arrive(language="de", width=NARROW), arrive(language="en", width=NARROW)
    one.expected += ("422",)
    other.page.clock.install()
    one.open("/de/evenings/new/")
    for place, name in enumerate(("Agnes", "Ursula", "Carola", "Ingo")):
        one.page.fill(f"#name-{place}", name)
    found = faults(one)
    one.page.click(".begin-evening .primary")
    other.open(one.page.url.partition(one.address)[2].replace("/de/", "/en/"))
    assert one.page.get_attribute("#points-0", "inputmode") == "numeric"
    one.page.fill("#points-0", "482")
    one.page.fill("#points-1", "60")
    one.page.click("label[for=minus-1]")
    one.page.press("#points-1", "Enter")
    expect(one.page.locator("#points-0")).to_be_focused()  # what cannot be is asked about, at its field
    expect(one.page.locator("#problem")).to_contain_text("482 kann keine Runde bringen")
    one.page.fill("#points-0", "480")
    one.page.press("#points-0", "Enter")
    expect(one.page.locator("#deal-head")).to_contain_text("Runde 2: Ursula gibt")
    expect(one.page.locator("#standing-1")).to_contain_text("\N{MINUS SIGN}60")
    other.page.clock.fast_forward(ASKED_EVERY)
    expect(other.page.locator("#deal-head")).to_contain_text("Deal 2: Ursula deals")  # by itself
    expect(other.page.locator("#standing-0")).to_contain_text("480")
    found += faults(one)
    one.page.click("a[href$='/count/']")
    for name, times in TAPS.items():
        for _ in range(times):
            one.page.click(f"label[for='{name}']")
    one.page.click("button[value=count]")
    expect(one.page.locator(".sums").first).to_contain_text("Zusammen: 715")
    expect(one.page.locator(".sums").first).to_contain_text("Gemischte Canastas 300")
    found += faults(one)
    other.page.fill("#points-0", "700")
    one.page.click("button[value=save]")
    expect(one.page.locator("#standing-0")).to_contain_text("1.195")
    other.page.clock.fast_forward(ASKED_EVERY)
    expect(other.page.locator("#standing-0")).to_contain_text("1,195")
    expect(other.page.locator("#deal-head")).to_contain_text("Deal 2")  # what is being typed stays that deal
    other.page.fill("#points-1", "300")
    other.page.press("#points-1", "Enter")
    expect(other.page.locator(".asks")).to_contain_text("700 : 300")
    found += faults(other)
    assert found == []


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_three_sides_fit_a_phone(arrive: Arrive, language: str) -> None:
    learner = arrive(language=language, width=NARROW)
    page = learner.page
    for count in (3, 6):
        learner.open(f"/{language}/evenings/new/")
        for place, name in enumerate(SIX):
            page.fill(f"#name-{place}", name if place < count else "")
        page.select_option("#rules", "global-trade")
        page.click(".begin-evening .primary")
        for side in range(3):
            page.fill(f"#points-{side}", "1205")
        page.press("#points-2", "Enter")
        expect(page.locator("#standing-2 b")).to_have_text({"de": "1.205", "en": "1,205"}[language])
        for width, height in ((320, 568), (390, 700)):
            learner.resize(width, height)
            assert page.evaluate(OUTSIDE) == []
            assert faults(learner) == []
            line = page.evaluate(
                "parseFloat(getComputedStyle(document.querySelector('.column label')).lineHeight)"
            )
            if count == 3:
                height = page.evaluate("document.querySelector('.column label').offsetHeight")
                assert height < 1.5 * line, "a name is broken"


@pytest.mark.parametrize("language", some(reversed(LANGUAGES), 1))
def test_names_and_words_of_the_sheet_are_only_divided_between_syllables(
    arrive: Arrive, language: str
) -> None:
    visitor = arrive(language=language, width=320)
    page = visitor.page
    visitor.open(f"/{language}/evenings/new/")
    for place, name in enumerate(("Konstantin", "Bartholomäus", "Gabriele", "Featherstonehaugh")):
        page.fill(f"#name-{place}", name)
    page.click(".begin-evening .primary")
    for deal in range(1, 5):
        page.fill("#points-0", "480")
        page.fill("#points-1", "500")
        page.click("button[value=save]")
        expect(page.locator("table.scores tbody th")).to_have_count(deal)
    assert page.evaluate(TORN) == []


@pytest.mark.parametrize("count", [4, 3])
def test_points_of_five_figures_are_seen_whole_on_a_phone(arrive: Arrive, count: int) -> None:
    visitor = arrive(width=NARROW)
    page = visitor.page
    visitor.open("/de/evenings/new/")
    for place in range(len(SIX)):
        page.fill(f"#name-{place}", SIX[place] if place < count else "")
    page.select_option("#rules", "global-trade")
    page.click(".begin-evening .primary")
    field, cut = page.locator("#points-0"), []
    for width, height in ((320, 568), (360, 640), (390, 700)):
        visitor.resize(width, height)
        for typed in ("-1255", "10005", "1.255", "-1.255", "-10.005"):
            field.fill(typed)
            if field.evaluate("e => e.scrollWidth > e.clientWidth"):
                cut.append(f"{width}: {typed}")
    assert cut == []
