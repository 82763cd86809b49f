"""The card to take with you, and what a table plays, are one sheet of paper in each language."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES

PAGE = re.compile(rb"/Type\s*/Page\b")


def test_card_prints_on_one_page(arrive: Arrive) -> None:
    learner = arrive(language="de")
    sheets = {}
    for language in LANGUAGES:
        learner.open(f"/{language}/course/card/")
        sheets[language] = len(PAGE.findall(learner.page.pdf(format="A4")))
    assert sheets == dict.fromkeys(LANGUAGES, 1)


@pytest.mark.parametrize("base", ["wiener", "samba", "global-trade"])
def test_card_of_every_rule_set_prints_on_one_page(arrive: Arrive, base: str) -> None:
    """Those that have most to say."""
    learner = arrive(language="de")
    page = learner.page
    learner.open(f"/de/table/new/?base={base}")
    page.fill("#name", "Freitags bei Agnes")
    page.click(".keep-bar button[value=keep]")
    page.wait_for_selector(".share-qr svg")
    path = page.url.partition("/de/")[2].partition("?")[0]
    for language in LANGUAGES:
        learner.open(f"/{language}/{path}card/")
        assert len(PAGE.findall(page.pdf(format="A4"))) == 1, language


def test_what_a_table_plays_is_put_together_and_prints_on_one_page(arrive: Arrive) -> None:
    learner = arrive(language="de")
    page = learner.page
    learner.open("/de/table/new/?base=classic")
    page.fill("#name", "Freitags bei Agnes")
    page.check("[name=naturals_must_outnumber][value=yes]")
    page.check("[name=wild_only_melds][value=any]")
    page.wait_for_selector("#told .problem a[href='#q-bonus_wild']")
    for part in ("jokers", "twos", "mixed"):
        page.fill(f"[name=bonus_wild_{part}]", "1.000")
    page.wait_for_selector("#told details")
    page.click("#q-naturals_must_outnumber .look a >> nth=0")
    page.wait_for_selector("#shown-naturals_must_outnumber .felt")
    page.click(".keep-bar button[value=keep]")
    page.wait_for_selector(".share-qr svg")
    path = page.url.partition("/de/")[2].partition("?")[0]
    sheets = {}
    for language in LANGUAGES:
        learner.open(f"/{language}/{path}card/")
        sheets[language] = len(PAGE.findall(page.pdf(format="A4")))
    assert sheets == dict.fromkeys(LANGUAGES, 1)
