"""Answers that are half right cost half, and a solved puzzle says what it is rated."""

from __future__ import annotations

import re

import pytest

from lessons.content import bank
from lessons.content.reading import Item
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
    ("language", "said"),
    [
        (
            "de",
            "Dein Urteil war richtig, nur die Begründung nicht, deshalb kostet der Fehler nur halb so viel.",
        ),
        ("en", "Your verdict was right, only its reason was not, so the mistake costs only half as much."),
    ],
)
def test_right_verdict_with_a_wrong_reason_is_called_so(language: str, said: str) -> None:
    slug, other = next(
        (one.slug, other)
        for one in bank.entries_of("how-many-wild-cards")
        if (item := bank.item(one.slug)) is not None
        if (other := beside_the_right_one(item))
    )
    player = Player()
    player.open(f"/{language}/puzzles/how-many-wild-cards/{slug.rpartition('/')[2]}/")
    player.press("check", **fields_of(bank.item(slug), other))
    assert RatedAnswer.objects.get().weight == 0.5
    assert said in player.page.text


def beside_the_right_one(item: Item) -> dict[str, str] | None:
    """The answer with the right verdict and a wrong reason, where one is offered."""
    right = right_answer(item)
    offered = kind_of(item).offered(item) if item.kind == "legal" else ()
    wrong = [one.rule for one in offered if one.said == right["legal"] and one.shows]
    return {**right, "reason": wrong[0]} if wrong else None


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
