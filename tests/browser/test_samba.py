"""Samba and the other rule sets at the table: sequences, joined melds, two cards drawn, and rows of their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from lessons.content.reading import Item, library
from tests.browser.answers import right_answer, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import EACH_WAY, LANGUAGES, NARROW, WIDE, Way
from tests.browser.test_access import violations
from tests.browser.test_lesson import RIGHT
from tests.browser.test_small_screen import faults, unfold
from tests.samples import WHOLE, share, some

SEQUENCE = "puzzle/samba/seven-hearts"
JOINED = "puzzle/samba/one-canasta-too-few"
SHEET = "puzzle/samba/aces-pay-double"
ITEMS = (
    SEQUENCE, JOINED, SHEET, "puzzle/samba/one-hundred-and-twenty", "puzzle/joker-on-top/the-joker-closes-it",
    "puzzle/house-rules/four-threes-and-three-red-twos", "puzzle/house-rules/the-blocking-canasta-pays",
)  # fmt: skip
GROWN = {"de": "Herz-Folge Vier bis Zehn", "en": "sequence of hearts from four to ten"}
ONE_SUIT = {
    "de": "Eine Folge besteht aus Karten einer Farbe",
    "en": "A sequence consists of cards of one suit",
}


def puzzle(slug: str) -> Item:
    item = library().item(slug)
    assert item is not None, slug
    return item


@pytest.mark.parametrize(("way", "language"), some(reversed(EACH_WAY), 1))
def test_sequence_grows_to_a_samba_after_a_card_of_the_wrong_suit(
    arrive: Arrive, way: Way, language: str
) -> None:
    item = puzzle(SEQUENCE)
    learner = arrive(language=language, width=NARROW, way=way)
    learner.open_item(item)
    learner.stage(item, ["draw 4h Kc", "add 4c Th to 5h-9h", "discard 4d"])
    learner.check()
    learner.expect_focus("#feedback-title")
    learner.press("#do-place-show")
    expect(learner.see("#feedback")).to_contain_text(ONE_SUIT[language])
    expect(learner.see(".tray .marked-note").first).to_be_visible()
    for index in (2, 1):
        learner.press(f"#undo-{index}")
        expect(learner.staged).to_have_count(index)
    learner.add(item, ["add 4h Th to 5h-9h"])
    expect(learner.see("#do-add-4h-Th")).to_have_accessible_name(re.compile(re.escape(GROWN[language])))
    learner.add(item, ["discard As"])
    learner.check()
    learner.expect_focus("#feedback-title")
    assert learner.verdict().startswith(RIGHT[language])
    assert learner.actions == ["draw 4h Kc", "add 4h Th to 5h-9h", "discard As"]


@pytest.mark.parametrize(("way", "language"), some(EACH_WAY, 1))
def test_two_melds_of_kings_are_joined_for_going_out(arrive: Arrive, way: Way, language: str) -> None:
    item = puzzle(JOINED)
    learner = arrive(language=language, width=WIDE, way=way)
    learner.open_item(item)
    learner.stage(item, ["draw 7h Qs", "merge K and K#2"])
    expect(learner.see("#do-merge-K-K-2")).to_have_count(0)
    learner.add(item, ["meld 7c 7d 7h", "discard Qs"])
    learner.check()
    assert learner.verdict().startswith(RIGHT[language])


def test_button_names_what_goes_onto_the_sequence(arrive: Arrive) -> None:
    item = puzzle(SEQUENCE)
    learner = arrive(language="de", width=NARROW)
    learner.open_item(item)
    learner.press("#do-draw")
    expect(learner.staged).to_have_count(1)
    learner.tick("input[name=card][value='Th#0']")
    expect(learner.see("#do-add-5h-9h")).to_have_accessible_name(
        "Eine Zehn an die Herz-Folge Fünf bis Neun anlegen"
    )


def test_sheet_of_samba_has_its_row_and_is_graded(arrive: Arrive) -> None:
    item = puzzle(SHEET)
    learner = arrive(language="de", width=NARROW, way="keyboard")
    learner.open_item(item)
    answer = right_answer(item)
    learner.answer(item, {"rows": answer["rows"] | {"samba": "500"}})
    learner.check()
    learner.press("#do-place-show")
    expect(learner.see("#mark-samba")).to_contain_text("falsch")
    learner.write("#row-samba", answer["rows"]["samba"])
    learner.check()
    assert learner.verdict().startswith("Alles richtig")


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_every_new_form_fits_a_narrow_screen_and_has_no_violation(arrive: Arrive, language: str) -> None:
    learner = arrive(language=language, width=NARROW)
    found = []
    for slug in share(ITEMS, 0, of=3):
        item = puzzle(slug)
        learner.open_item(item)
        found += faults(learner)
        if WHOLE:  # the page after an answer has all this and more
            found += violations(learner, f"{slug} fresh")
        learner.answer(item, wrong_answer(item) if item.kind != "turn" else right_answer(item))
        unfold(learner)
        found += faults(learner)
        learner.check()
        found += faults(learner) + violations(learner, f"{slug} checked")
    assert found == []
