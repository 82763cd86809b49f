"""Every computation, and what is said about its right and its wrong numbers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils.translation import override

from lessons.content.reading import Item
from lessons.content.tasks import read_task
from lessons.kinds.number import ARGUMENTS, number_of, quantity_of
from lessons.saying.mistakes import what_is_missing
from lessons.saying.numbers import how_counted

SIDE = {
    "melds": ["Kc Kd Kh Ks Kc Kd Kh"], "red_threes": "3h", "hands": ["", "8h 4c"], "went_out": "yes",
    "score_before": 1480,
}  # fmt: skip
OPENING = "classic | play | hand 4c Kc Kd Kh | own 1600"


def item(compute_what: str, **arguments: Any) -> Item:
    raw = {
        "slug": "a-number", "kind": "number", "goal": {"de": "Wie viele?", "en": "How many?"},
        "look": {"de": "Zähle.", "en": "Count."}, "rules": ["score.formula"], "compute": compute_what, **arguments,
    }  # fmt: skip
    task = read_task(raw)
    return Item(
        slug="x/a-number", task=task, content_hash="", group="x", number=1, is_puzzle=False, source=("", "")
    )


def missing(one: Item, given: int) -> str:
    return what_is_missing(quantity_of(one), given, rule=one.task.rules[0]).text


NUMBERS = [
    (item("card-points", cards="Kc 2d JK 4h 3s"), 90),
    (item("card-points", cards="Kc Kd Qh 3h"), 30),
    (item("meld-points", cards="7c 7d 7h 7s 7c 7d 2c"), 350),
    (item("meld-points", cards="Kc Kd Kh"), 30),
    (item("canasta-bonus", cards="7c 7d 7h 7s 7c 7d 7h"), 500),
    (item("canasta-bonus", cards="7c 7d 7h 7s 7c 7d 2c"), 300),
    (item("canasta-bonus", cards="7c 7d 7h"), 0),
    (item("initial-minimum", score=-5), 15),
    (item("initial-minimum", score=1495), 50),
    (item("initial-minimum", score=3000), 120),
    (item("points-laid", position=OPENING, actions=["meld Kc Kd Kh"]), 30),
    (item("missing-points", position=OPENING, actions=["meld Kc Kd Kh"]), 60),
    (item("last-score", position=OPENING, actions=["meld Kc Kd Kh"]), -5),
    (item("deck-count", count="total"), 108),
    (item("deck-count", count="jokers"), 4),
    (item("deck-count", count="wild"), 12),
    (item("deck-count", count="red-threes"), 4),
    (item("deck-count", count="black-threes"), 4),
    (item("deck-count", count="rank:K"), 8),
    (item("unseen", count="rank:K", position=OPENING), 5),
    (item("unseen", count="wild", position=OPENING), 12),
    (item("unseen", count="red-threes", position=OPENING), 4),
    (item("first-stock"), 63),
    (item("hand-size"), 11),
    (item("max-wild-in-meld"), 3),
    (item("canasta-size"), 7),
    (item("red-three-points", red_threes="3h 3d", opened=True), 200),
    (item("red-three-points", red_threes="3h", opened=False), -100),
    (item("red-three-points", red_threes="3h 3d 3h 3d", opened=True), 800),
    (item("side-total", side=SIDE), 755),
    (item("score-after", side=SIDE), 2235),
    (item("next-minimum", side=SIDE), 90),
]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "number"), NUMBERS, ids=lambda value: getattr(getattr(value, "task", None), "compute", None)
)
def test_number_is_computed_by_the_engine(one: Item, number: int) -> None:
    assert number_of(one) == number


@pytest.mark.parametrize(
    ("one", "number"), NUMBERS, ids=lambda value: getattr(getattr(value, "task", None), "compute", None)
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_number_is_counted_in_a_whole_sentence(one: Item, number: int, language: str) -> None:
    with override(language):
        right, hint = how_counted(quantity_of(one)), missing(one, number + 25)
    for text in (right, hint):
        assert "%(" not in text
        assert text[-1] in ".?"
        assert text[0].isupper() or not text[0].isalpha()
    if number > 12:
        shown = str(number) if number < 1000 else f"{number:,}".replace(",", "." if language == "de" else ",")
        alone = re.compile(rf"(?<![\d.,]){shown}(?![\d.,]\d)")
        assert alone.search(right)
        assert not alone.search(hint)


def test_every_computation_is_tested() -> None:
    assert {quantity_of(one).compute for one, _ in NUMBERS} == set(ARGUMENTS)


@pytest.mark.parametrize(
    ("one", "given", "english"),
    [
        (item("card-points", cards="Kc Kd 3h"), 120, "A red three has no card value"),
        (item("card-points", cards="7c 7d 7h 7s 7c 7d 2c"), 350, "That includes the bonus for canastas."),
        (item("meld-points", cards="7c 7d 7h 7s 7c 7d 2c"), 50, "The bonus for canastas is still missing."),
        (
            item("meld-points", cards="7c 7d 7h 7s 7c 7d 2c"),
            300,
            "That is the sum without the cards in the canastas.",
        ),
        (
            item("missing-points", position=OPENING, actions=["meld Kc Kd Kh"]),
            30,
            "That is how much is laid.",
        ),
        (
            item("missing-points", position=OPENING, actions=["meld Kc Kd Kh"]),
            90,
            "That is the minimum itself.",
        ),
        (
            item("red-three-points", red_threes="3h", opened=False),
            100,
            "The side has melded nothing, so its red threes count against it.",
        ),
        (
            item("red-three-points", red_threes="3h 3d 3h 3d", opened=True),
            400,
            "The side has all the red threes, and the whole set",
        ),
        (item("score-after", side=SIDE), 755, "That is the score of this deal alone."),
        (item("side-total", side=SIDE), 770, "The cards left in hand are still missing."),
        (item("side-total", side=SIDE), 785, "The cards left in hand are deducted, not added."),
        (item("side-total", side=SIDE), 255, "The bonus for canastas is still missing."),
    ],
)
def test_known_mistake_is_named(one: Item, given: int, english: str) -> None:
    with override("en"):
        assert missing(one, given).startswith(english)


@pytest.mark.parametrize(
    ("rule_set", "condition"),
    [
        ("classic", "has it melded?"),
        ("wiener", "does it have a canasta?"),
        ("samba", "does it have two canastas?"),
    ],
)
def test_wrong_number_for_red_threes_asks_for_what_decides_in_the_rule_set(
    rule_set: str, condition: str
) -> None:
    one = item("red-three-points", red_threes="3h", opened=True, rule_set=rule_set)
    with override("en"):
        assert missing(one, 35).endswith(condition)


def test_side_of_a_player_alone_is_no_partnership() -> None:
    for given in (35, -100):
        one = item("red-three-points", red_threes="3h", opened=True, rule_set="classic-2p")
        with override("de"):
            assert "Partnerschaft" not in how_counted(quantity_of(one)) + missing(one, given)


def test_wild_cards_are_told_apart_where_only_they_lie_together() -> None:
    one = item("canasta-bonus", cards="2c 2c 2d 2d 2h 2h 2s", rule_set="samba-wild")
    with override("en"):
        assert missing(one, 35).endswith("only jokers, only twos, or both.")


def test_single_card_is_counted_as_one(in_german: None) -> None:
    assert (
        how_counted(quantity_of(item("canasta-bonus", cards="7c")))
        == "Eine Karte ist noch kein Canasta: kein Bonus."
    )


@pytest.mark.parametrize(
    ("rank", "seen", "said"),
    [
        ("J", "", "The deck has eight jacks, and you can see none of them yet."),
        ("K", "Kc Kd Kh Ks Kc Kd Kh", "and you can see seven of them: one is still hidden."),
        ("K", "Kc Kd", "and you can see two of them: six are still hidden."),
    ],
)
def test_hidden_cards_are_counted_in_words(rank: str, seen: str, said: str) -> None:
    position = f"classic | play | hand 4c 5d {seen} | own 100"
    with override("en"):
        assert said in how_counted(quantity_of(item("unseen", count=f"rank:{rank}", position=position)))


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("Kc Kd Kh", "Nötig sind 90 Punkte, ausgelegt sind 30: Es fehlen 60."),
        ("Kc Kd Kh JK JK", "Nötig sind 90 Punkte, ausgelegt sind 130: Es fehlt nichts."),
    ],
)
def test_what_is_missing_is_one_sentence_in_german(cards: str, said: str) -> None:
    position = "classic | play | hand 4c Kc Kd Kh JK JK | own 1600"
    with override("de"):
        one = item("missing-points", position=position, actions=[f"meld {cards}"])
        assert how_counted(quantity_of(one)).replace("\xa0", " ").endswith(said)
