"""Several melds out of one selection."""

from __future__ import annotations

import pytest

from engine.notation.text import format_cards, parse_cards
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.melds_at_once import melds_at_once


@pytest.mark.parametrize(
    ("cards", "melds"),
    [
        ("Tc Td Th Jc Jd Jh", ["Tc Td Th", "Jc Jd Jh"]),
        ("4c 4d 4h 6s 6h 2c", ["4c 4d 4h", "6s 6h 2c"]),
        ("4c 4d 4h 6s 2c JK", ["4c 4d 4h", "6s 2c JK"]),
        ("3c 3s 3s 9c 9d 9h", ["3c 3s 3s", "9c 9d 9h"]),
        # One meld, whatever becomes of it
        ("Kc Kd Kh 2c", ["Kc Kd Kh 2c"]),
        ("Kc Kd Qh Qs", ["Kc Kd Qh Qs"]),
        ("Jc Qc Kc", ["Jc Qc Kc"]),
        ("Kc Kd Kh Qs", ["Kc Kd Kh Qs"]),
        ("3d 3h 3d Kc Kd Kh", ["3d 3h 3d Kc Kd Kh"]),
        ("2c 2d JK", ["2c 2d JK"]),
        ("", [""]),
    ],
)
def test_cards_of_several_ranks_are_several_melds_where_each_comes_to_three(
    cards: str, melds: list[str]
) -> None:
    assert [set(one) for one in melds_at_once(parse_cards(cards))] == [set(parse_cards(one)) for one in melds]
    assert sum(map(len, melds_at_once(parse_cards(cards)))) == len(format_cards(parse_cards(cards)).split())


def test_wild_card_that_could_join_any_of_them_is_refused() -> None:
    with pytest.raises(AnswerError):
        melds_at_once(parse_cards("Kc Kd Kh Qc Qd Qh 2c"))
