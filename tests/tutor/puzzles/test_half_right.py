"""Answers that are half right cost half, and a solved puzzle says what it is rated."""

from __future__ import annotations

import re

import pytest

from lessons.content import bank
from lessons.kinds.registry import kind_of
from tests.browser.answers import right_answer, wrong_answer
from tests.tutor.puzzles.playing import Player, fields_of
from tutor.puzzles.models import RatedAnswer

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def first_of(theme: str) -> str:
    return bank.entries_of(theme)[0].slug


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Mehr als die Hälfte war richtig, deshalb kostet der Fehler nur halb so viel."),
        ("en", "More than half of your answer was right, so the mistake costs only half as much."),
    ],
)
def test_one_tick_of_four_that_is_wrong_costs_half(language: str, said: str) -> None:
    slug = first_of("which-melds")
    item = bank.item(slug)
    assert item is not None
    ticks = set(right_answer(item)["ticks"])
    options = len(kind_of(item).given(item.task).options)
    added = next(str(place) for place in range(options) if str(place) not in ticks)
    player = Player()
    player.open(f"/{language}/puzzles/which-melds/{slug.rpartition('/')[2]}/")
    player.press("check", **fields_of(item, {"ticks": sorted({*ticks, added})}))
    assert RatedAnswer.objects.get().weight == 0.5
    assert said in player.page.text


@pytest.mark.parametrize(
    ("language", "said", "parts"),
    [
        (
            "de",
            "Dein Urteil war richtig, nur der Grund nicht, deshalb kostet der Fehler nur halb so viel.",
            "Hälfte",
        ),
        (
            "en",
            "Your verdict was right, only the reason was not, so the mistake costs only half as much.",
            "More than half",
        ),
    ],
)
def test_one_answer_of_a_list_has_no_parts_of_which_more_than_half_are_right(
    language: str, said: str, parts: str
) -> None:
    slug, wrong = next(
        (one.slug, {"legal": answer.said, "reason": answer.rule})
        for one in bank.entries_of("open-pile")
        if (item := bank.item(one.slug)) is not None
        for answer in kind_of(item).offered(item)
        if answer.said == right_answer(item)["legal"] and answer.rule != right_answer(item)["reason"]
    )
    player = Player()
    player.open(f"/{language}/puzzles/open-pile/{slug.rpartition('/')[2]}/")
    player.press("check", answer=f"{wrong['legal']} {wrong['reason']}")
    assert RatedAnswer.objects.get().weight == 0.5
    assert said in player.page.text
    assert parts not in player.page.text


def test_wrong_answer_costs_the_whole() -> None:
    slug = first_of("partner-lays-down")
    item = bank.item(slug)
    assert item is not None
    player = Player()
    player.open(f"/en/puzzles/partner-lays-down/{slug.rpartition('/')[2]}/")
    player.press("check", **fields_of(item, wrong_answer(item)))
    assert RatedAnswer.objects.get().weight == 1.0
    assert "costs half" not in player.page.text
    assert "This puzzle is rated" not in player.page.text


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", r"Wertungszahl dieser Aufgabe: [\d.]+\?\."), ("en", r"This puzzle is rated [\d,]+\?\.")],
)
def test_puzzle_says_what_it_is_rated_once_it_is_solved(language: str, said: str) -> None:
    slug = first_of("partner-lays-down")
    item = bank.item(slug)
    assert item is not None
    player = Player()
    before = player.open(f"/{language}/puzzles/partner-lays-down/{slug.rpartition('/')[2]}/")
    assert not re.search(said, before.text)
    player.press("check", **fields_of(item, right_answer(item)))
    assert re.search(said, player.page.text)
