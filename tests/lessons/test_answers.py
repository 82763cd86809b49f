"""Reading what learners enter: numbers of both languages, typed cards, ticked cards."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engine.notation.text import format_cards, parse_cards
from lessons.kinds.common.answers import AnswerError, read_number, read_ticked, read_typed, ticked_values

HAND = parse_cards("3c 3h 4c 4d Th Jc Jd Qc Qd Qs Kc Kd Kd Ah 2c 2h JK")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("85", 85), ("1500", 1500), ("1.500", 1500), ("1,500", 1500), ("1 500", 1500), ("1'500", 1500),
        ("−85", -85), ("-85", -85), ("– 85", -85), ("+50", 50), (" 60 ", 60), ("60 Punkte", 60), ("60 points", 60),
        ("1.000.000", 1000000), ("0", 0),
    ],
)  # fmt: skip
def test_number_is_read_as_either_language_writes_it(text: str, number: int) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize("text", ["1.5", "1,50", "12.34.567", "sixty", "6o", "9999999999", "1.500,5", "--5"])
def test_number_that_is_none_is_refused_with_an_example(text: str) -> None:
    with override("de"), pytest.raises(AnswerError) as caught:
        read_number(text)
    assert caught.value.where == "number"
    assert "1.500" in caught.value.message


def test_empty_number_asks_for_one() -> None:
    with override("en"), pytest.raises(AnswerError, match="Enter a number first"):
        read_number("  ")


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("KKK2", "Kc Kd Kd 2c"),
        ("kkk2", "Kc Kd Kd 2c"),
        ("DDD+Joker", "Qc Qd Qs JK"),
        ("QQQ*", "Qc Qd Qs JK"),
        ("BB", "Jc Jd"),
        ("JJ", "Jc Jd"),
        ("10", "Th"),
        ("T A", "Th Ah"),
        ("J K", "Jc Kc"),
        ("BK", "Jc Kc"),
        ("Kd Kd Qs", "Qs Kd Kd"),
        ("KdKd", "Kd Kd"),
        ("Qs QQ", "Qc Qd Qs"),
        ("3c", "3c"),
        ("2,2,joker", "2c 2h JK"),
        ("44", "4c 4d"),
    ],
)
def test_typed_cards_take_their_suits_from_the_hand(typed: str, cards: str) -> None:
    assert format_cards(read_typed(typed, held=HAND)) == cards


@pytest.mark.parametrize("typed", ["JK", "jk", "JKJK", "77JK", "QJK"])
def test_jk_is_refused_naming_both_readings(typed: str) -> None:
    with override("en"), pytest.raises(AnswerError) as caught:
        read_typed(typed, held=HAND)
    assert "as a jack and a king, or as a joker" in caught.value.message
    with override("de"), pytest.raises(AnswerError) as caught:
        read_typed(typed, held=HAND)
    assert "als Bube und König oder als Joker" in caught.value.message


def test_typed_cards_that_are_not_held_are_counted_in_words() -> None:
    with override("en"), pytest.raises(AnswerError) as caught:
        read_typed("AAA", held=HAND)
    assert caught.value.message == "You typed three aces, but you hold an ace."
    with override("de"), pytest.raises(AnswerError) as caught:
        read_typed("7", held=HAND)
    assert caught.value.message == "Eingetippt hast du eine Sieben, im Blatt hast du keine."


@pytest.mark.parametrize("typed", ["", "  ", "X", "K?", "1"])
def test_typed_text_without_cards_is_refused(typed: str) -> None:
    with override("en"), pytest.raises(AnswerError) as caught:
        read_typed(typed, held=HAND)
    assert caught.value.where == "typed"


def test_typed_three_asks_for_its_colour_where_both_are_held() -> None:
    with override("en"), pytest.raises(AnswerError, match="red and black threes"):
        read_typed("3", held=HAND)


def test_ticked_cards_keep_equal_cards_apart() -> None:
    values = ticked_values(parse_cards("Kd Kd"), shown=HAND)
    assert values == ("Kd#0", "Kd#1")
    assert format_cards(read_ticked(values, shown=HAND)) == "Kd Kd"
    assert format_cards(read_ticked(["Kd#0", "Kd#0"], shown=HAND)) == "Kd"


@pytest.mark.parametrize("value", ["Kd#2", "7h#0"])
def test_ticked_card_that_is_not_held_is_named(value: str) -> None:
    with override("de"), pytest.raises(AnswerError) as caught:
        read_ticked([value], shown=HAND)
    assert "hast du im Moment nicht im Blatt" in caught.value.message


@pytest.mark.parametrize("value", ["", "Kd", "Kd#", "Kd#x", "Xx#0", "Kd#-1", "Kd#99999"])
def test_ticked_value_that_was_tampered_with_is_refused(value: str) -> None:
    with override("en"), pytest.raises(AnswerError, match="cannot be read"):
        read_ticked([value], shown=HAND)
