"""The card to take with you is one sheet of paper in each language."""

from __future__ import annotations

import re

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
