"""Every kind of page under an automated accessibility check, and on the smallest phones.

No page asks a foreign host or complains: see `arrive`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal
from urllib.parse import quote
from zlib import crc32

import pytest
from axe_playwright_python.sync_playwright import Axe

from engine.notation.position_line import format_position
from lessons.content.reading import library
from tests.browser.answers import largest, right_answer, wrong_answer
from tests.browser.conftest import HEIGHTS, Arrive
from tests.browser.learner import NARROW, WIDE, Learner
from tests.browser.test_small_screen import LOW, covered, exercises, faults, unfold
from tests.samples import TURN, WHOLE, share

VIOLATIONS_ONLY = {"resultTypes": ["violations"], "preload": False}  # no page plays anything by itself
EACH_SIZE = [("de", NARROW), ("en", WIDE)]
Scheme = Literal["light", "dark"]
COLOURS = ["color-contrast", "link-in-text-block"]
COLOURS_ONLY = {**VIOLATIONS_ONLY, "runOnly": COLOURS}
# Of a long list, colours are looked at in the first three; the rest looks the same and takes up to ten times as long.
REPEATED = [f"{one}:nth-of-type(n+4)" for one in ("li", "tr", "dt", "dd", "section", "article", "details")]
UNREAD = "() => !globalThis.axe"  # it is large: pages that are opened later have it from the beginning
EVERYTHING = "options => axe.run(options).then(results => results.violations)"
IN_COLOUR = """([without, options]) =>
  axe.run({include: [["html"]], exclude: without.map(one => [one])}, options).then(results => results.violations)"""
WITHOUT_COLOURS = {**VIOLATIONS_ONLY, "rules": {rule: {"enabled": False} for rule in COLOURS}}


def pages(language: str) -> Iterator[str]:
    """One page of each kind that is no exercise."""
    start = f"/{language}/"
    stage, rule = library().stages[1], library().rules["freeze.take-natural-pair-only"]
    position = quote(format_position(largest("turn").position))
    yield from (
        start,
        f"{start}course/",
        f"{start}course/{stage.slug}/",
        f"{start}puzzles/",
        f"{start}puzzles/samba/",
    )
    yield from (
        f"{start}rules/",
        f"{start}rules/classic/{rule.id}/",
        f"{start}glossary/",
        f"{start}course/rules/",
    )
    yield from (f"{start}search/", f"{start}search/?q=joker", f"{start}search/?q=conasta")
    yield from (
        f"{start}rules/sets/",
        f"{start}rules/set/samba/",
        f"{start}rules/compare/?a=classic&b=wiener",
    )
    yield from (f"{start}about/", f"{start}settings/", f"{start}position/?p={position}")
    yield f"{start}position/scored/?s={quote('classic | own 620: Qc Qd Qh; 3h | hand 4c | opp 480: | hand JK')}"
    yield from (f"{start}course/placement/", f"{start}course/readiness/", f"{start}course/card/")
    yield from (f"{start}practice/mixed/", f"{start}practice/storm/", f"{start}practice/daily/2026-11-01/")
    yield from (f"{start}review/", f"{start}questions/", f"{start}questions/three-plus-three/")
    yield from (f"{start}practice/", f"{start}practice/notebook/")
    yield from (f"{start}practice/map/", f"{start}practice/weekly/2026-W45/")
    yield from (f"{start}account/", f"{start}account/delete/")
    yield f"{start}course/frozen-pile/break-the-ice/worked/"
    done = quote(f"discard {largest('turn').position.hand[0]}")
    move = f"p={position}&action={done}"
    yield from (
        f"{start}ask/?p={position}",
        f"{start}ask/turn/?{move}",
        f"{start}items/",
        f"{start}items/new/?{move}",
    )


def errors(language: str) -> Iterator[str]:
    yield f"/{language}/no-such-page/"
    yield f"/{language}/practice/daily/2999-12-31/"
    yield f"/{language}/position/?p={quote('classic | play | hand Kh Kh Kh')}"


def schemes_of(language: str, where: str) -> tuple[Scheme, ...]:
    """The colours in which a page is looked at, which takes most of the time.

    They are the same in every language, and all come from one set of tokens: the whole looks at both in German, a part
    at one of them on every third page, on another in each turn.
    """
    if WHOLE:
        return ("light", "dark") if language == "de" else ()
    looks: tuple[tuple[Scheme, ...], ...] = (("light",), (), (), ("dark",), (), ())
    return looks[(crc32(where.encode()) + TURN) % len(looks)]


def violations(learner: Learner, where: str) -> list[str]:
    """Of the page as it stands: everything, and in each of the colours what depends on them."""
    if learner.page.evaluate(UNREAD):
        script = Axe().axe_script
        learner.page.add_init_script(script)
        learner.page.evaluate(script)
    found = learner.page.evaluate(EVERYTHING, WITHOUT_COLOURS)
    for scheme in schemes_of(learner.language, where):
        learner.page.emulate_media(color_scheme=scheme)
        found = [*found, *learner.page.evaluate(IN_COLOUR, [[] if WHOLE else REPEATED, COLOURS_ONLY])]
    learner.page.emulate_media(color_scheme="light")
    return [
        f"{where}: {one['id']} ({one['impact']}): {' | '.join(str(node['target']) for node in one['nodes'][:4])}"
        for one in found
    ]


def in_a_window(learner: Learner, width: int) -> None:
    """So wide, and where that is narrow as low as on the smallest phones."""
    learner.resize(width, LOW if width == NARROW else HEIGHTS[width])


@pytest.mark.parametrize(("language", "width"), EACH_SIZE)
def test_pages_have_no_accessibility_violation_and_fit_a_narrow_screen(
    arrive: Arrive, language: str, width: int
) -> None:
    learner = arrive(language=language, width=width)
    turn = EACH_SIZE.index((language, width))
    wrong = list(errors(language))
    found = []
    for path in share([*pages(language), *wrong], turn, of=5 * len(EACH_SIZE)):
        learner.expected = ("404", "400") if path in wrong else ()
        in_a_window(learner, width)
        learner.open(path)
        found += violations(learner, path)
        in_a_window(learner, NARROW)
        found += faults(learner)
    assert found == []


@pytest.mark.parametrize(("language", "width"), EACH_SIZE)
def test_exercises_have_no_accessibility_violation_and_fit_a_narrow_screen_before_and_after_answers(
    arrive: Arrive, language: str, width: int
) -> None:
    learner = arrive(language=language, width=width)
    turn = EACH_SIZE.index((language, width))
    found = []
    for place, item in enumerate(share(exercises(), turn, of=5 * len(EACH_SIZE))):
        in_a_window(learner, NARROW)
        learner.open_item(item)
        found += faults(learner)
        if WHOLE and language == "de":  # the page after an answer has all this and more
            found += violations(learner, f"{item.slug} fresh")
        learner.press("#do-hint")
        learner.expect_focus("#hint-1")
        if place == 0 or WHOLE:  # what lies behind it is the same at every exercise
            in_a_window(learner, width)
            learner.open_more()
            found += violations(learner, f"{item.slug} more")
            learner.press("#extras > summary")
            in_a_window(learner, NARROW)
        learner.answer(item, wrong_answer(item))
        learner.check()
        found += covered(learner, item)
        unfold(learner)
        found += faults(learner)
        in_a_window(learner, width)
        found += violations(learner, f"{item.slug} wrong")
        if item.kind in ("cards", "sheet"):
            learner.answer(item, right_answer(item))
            learner.check()
            found += violations(learner, f"{item.slug} right")
    for path in (f"/{language}/practice/", f"/{language}/practice/notebook/"):
        learner.open(path)
        unfold(learner)
        found += violations(learner, path)
    assert found == []
