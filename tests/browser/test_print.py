"""What comes onto paper."""

from __future__ import annotations

from tests.browser.conftest import Arrive

COLOURS = "[document.documentElement, document.body].map(e => getComputedStyle(e).backgroundColor)"
INK = "getComputedStyle(document.querySelector('h1')).color"


def test_paper_is_white_and_the_ink_black_in_the_dark_theme_too(arrive: Arrive) -> None:
    learner = arrive(dark=True)
    learner.open("/de/course/readiness/")
    assert "rgb(255, 255, 255)" not in learner.page.evaluate(COLOURS)
    learner.page.emulate_media(media="print")
    assert set(learner.page.evaluate(COLOURS)) == {"rgb(255, 255, 255)"}
    assert learner.page.evaluate(INK) == "rgb(0, 0, 0)"
