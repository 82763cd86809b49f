"""Puzzles that are offered no more: nobody meets them anew, and nobody who has met them loses anything."""

from __future__ import annotations

import pytest

from lessons.content import bank
from tests.browser.answers import right_answer
from tests.tutor.puzzles.playing import Player, fields_of
from tutor.puzzles.choosing import candidates
from tutor.puzzles.printing import code_of, item_of_code

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

GONE = next(entry for entry in bank.bank().index.values() if entry.withdrawn)


def test_withdrawn_puzzle_stands_in_no_list_and_is_never_chosen() -> None:
    page = Player().open(f"/en/puzzles/{GONE.theme}/")
    assert page.status == 200
    assert f"/en/puzzles/{GONE.theme}/{GONE.name}/" not in page.source
    assert GONE.slug not in {one.slug for one in candidates()}
    assert GONE not in bank.entries_of(GONE.theme)
    theme = next(theme for theme in bank.themes() if theme.slug == GONE.theme)
    assert theme.count == len(bank.entries_of(GONE.theme))


@pytest.mark.parametrize(("language", "place"), [("de", "Aufgabe"), ("en", "Puzzle")])
def test_page_and_printed_code_of_a_withdrawn_puzzle_go_on_working(language: str, place: str) -> None:
    page = Player().open(f"/{language}/puzzles/{GONE.theme}/{GONE.name}/")
    assert page.status == 200
    assert place in page.text
    assert f"{GONE.number} " not in page.text.partition(place)[2][:20]
    found = item_of_code(code_of(GONE.slug))
    assert found is not None
    assert found.slug == GONE.slug


def test_round_that_asks_a_withdrawn_puzzle_takes_its_answer_and_goes_on() -> None:
    player = Player()
    player.begin(f"/en/practice/theme/{GONE.theme}/")
    row = player.row
    row.questions[0]["slug"] = GONE.slug
    row.save()
    player.look()
    item = player.item(1)
    assert item.slug == GONE.slug
    player.press("check", **fields_of(item, right_answer(item)))
    assert [question["outcome"] for question in player.row.questions] == ["right", None]
    assert player.row.questions[1]["slug"] != GONE.slug
