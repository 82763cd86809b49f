"""Laying a table on a phone: a tap keeps the place on the page, and what is typed goes in with Enter."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.learner import NARROW
from tests.browser.test_small_screen import faults


def test_table_is_laid_without_losing_the_place(arrive: Arrive) -> None:
    learner = arrive(language="de", width=NARROW)
    learner.open("/de/ask/?hand=Kh+Kd&zone=hand")
    card = learner.see("#put-5c")
    card.evaluate("card => card.scrollIntoView()")
    before = learner.page.evaluate("scrollY")
    card.click()
    expect(learner.see("#drop-hand-2")).to_be_attached()
    expect(learner.see("#put-5c")).to_be_focused()
    assert learner.page.evaluate("scrollY") == before
    assert faults(learner) == []
    learner.see("label[for=typing]").click()
    learner.see("#text-pile").fill("9c Kc")
    learner.see("#text-pile").press("Enter")
    expect(learner.see("#drop-pile-1")).to_be_attached()
    expect(learner.page).to_have_url(re.compile(r"pile=9c\+Kc"))
    expect(learner.see("#text-pile")).to_be_focused()
