"""Laying a table on a phone: a tap keeps the place on the page, and what is typed goes in with Enter."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES, NARROW
from tests.browser.test_small_screen import faults


def test_move_leads_to_what_was_done_and_to_its_verdict(arrive: Arrive) -> None:
    learner = arrive(language="en", width=NARROW)
    learner.open(f"/en/ask/?{urlencode({'hand': '5d 5s 9h Kd Kh 2c', 'pile': '9c Kc'})}")
    learner.see("button[value=go]").click()
    expect(learner.page).to_have_url(re.compile("/en/ask/turn/"))
    expect(learner.page.locator("body.seated")).to_be_attached()
    learner.see("button[value=draw]").click()
    expect(learner.see("#tray")).to_be_focused()
    expect(learner.see("#tray")).to_be_in_viewport()
    expect(learner.see("#verdict-title")).to_have_text("So far that is allowed.")


def test_table_is_laid_without_losing_the_place(arrive: Arrive) -> None:
    learner = arrive(language="de", width=NARROW)
    learner.open("/de/ask/?hand=Kh+Kd&zone=hand")
    card = learner.see("#put-5")
    card.evaluate("card => card.scrollIntoView()")
    before = learner.page.evaluate("scrollY")
    card.click()
    expect(learner.see("#drop-hand-2")).to_be_attached()
    expect(learner.see("#put-5")).to_be_focused()
    assert learner.page.evaluate("scrollY") == before
    assert faults(learner) == []
    for left in (2, 1, 0):
        learner.see("#drop-hand-0").click()
        expect(learner.page.locator(f"#drop-hand-{left}")).to_have_count(0)
    expect(learner.see("#zone-hand")).to_be_focused()
    learner.see("label[for=typing]").click()
    learner.see("#text-pile").fill("9c Kc")
    learner.see("#text-pile").press("Enter")
    expect(learner.see("#drop-pile-1")).to_be_attached()
    expect(learner.page).to_have_url(re.compile(r"pile=9c\+Kc"))
    expect(learner.see("#text-pile")).to_be_focused()


CUT = """select => {
  const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const texts = [...select.options].map(option => option.text);
  return texts.filter(text => pen.measureText(text).width > room);
}"""
"""What does not fit into a field that chooses one of several."""


def test_how_far_the_turn_is_can_be_read_whole(arrive: Arrive) -> None:
    learner = arrive()
    for language in LANGUAGES:
        learner.open(f"/{language}/ask/")
        for width in (320, 800, 1280):
            learner.resize(width, 700)
            assert learner.see("#phase").evaluate(CUT) == []


def test_quarrel_is_settled_by_keyboard_on_a_small_screen(arrive: Arrive) -> None:
    learner = arrive(language="de", width=NARROW)
    learner.open("/de/table/")
    assert faults(learner) == []
    learner.see("#quarrel-q").fill("mit joker den stapel nehmen")
    learner.see("#quarrel-q").press("Enter")
    expect(learner.see("#decide-frozen")).to_be_visible()
    assert faults(learner) == []
    learner.see(".deciding a").first.focus()
    learner.page.keyboard.press("Enter")
    expect(learner.see(".so-far")).to_contain_text("Nein")
    learner.see(".deciding a").first.focus()
    learner.page.keyboard.press("Enter")
    expect(learner.see(".so-far")).to_contain_text("Habt ihr schon gemeldet? Ja")
    learner.see(".deciding a").first.focus()
    learner.page.keyboard.press("Enter")
    expect(learner.see("#verdict")).to_contain_text("Ja, das ist erlaubt.")
    assert faults(learner) == []
    learner.open("/de/quarrel/?q=KKK2+Joker")
    expect(learner.see("#points-title")).to_be_visible()
    assert faults(learner) == []


def test_position_is_passed_on_where_the_device_has_a_share_menu(arrive: Arrive) -> None:
    learner = arrive(language="en", width=NARROW)
    learner.page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    learner.open(f"/en/position/?{urlencode({'p': 'classic | draw | hand 5d 5s 9h | pile 9c Kc'})}")
    learner.see(".sharing summary").click()
    learner.see("button[data-share]").click()
    assert "Your hand: 5♦ 5♠ 9♥" in learner.page.evaluate("window.shared.text")
    assert faults(learner) == []
