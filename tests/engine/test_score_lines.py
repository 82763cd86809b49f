"""A line of a score sheet: its cards, its place, and when two lines are the same."""

from __future__ import annotations

import pytest

from engine.law.melds import Meld
from engine.law.variants import CLASSIC, rule_set
from engine.notation.text import parse_cards
from engine.score.sheet import ScoreLine, ScoreSide, score_side

MELDS = ("Kc Kd Kh Ks Kc Kd 2c", "9c 9d 9h 9s 9c 9d 9h", "4c 4d JK", "5c 5d 5h 5s 5c 5d 5h")


def side(**changes: object) -> ScoreSide:
    sides = {
        "melds": tuple(Meld(parse_cards(cards)) for cards in MELDS),
        "red_threes": parse_cards("3h 3d"),
        "hands": (parse_cards("3s Ac 3d"), parse_cards("2d 3c 7h")),
        "went_out": "no",
        "score_before": 100,
    }
    return ScoreSide(**sides | changes)  # type: ignore[arg-type]


def test_lines_stand_in_the_order_of_a_sheet_with_their_cards() -> None:
    lines = [(line.item, line.rule, line.points, str_of(line)) for line in score_side(side(), CLASSIC).lines]
    assert lines == [
        ("melded-cards", "value.joker", 50, "JK"),
        ("melded-cards", "value.ace-two", 20, "2c"),
        ("melded-cards", "value.eight-to-king", 130, "9c 9c 9d 9d 9h 9h 9s Kc Kc Kd Kd Kh Ks"),
        ("melded-cards", "value.four-to-seven", 45, "4c 4d 5c 5c 5d 5d 5h 5h 5s"),
        ("natural-canasta", "canasta.natural-bonus", 1000, "9c 9c 9d 9d 9h 9h 9s 5c 5c 5d 5d 5h 5h 5s"),
        ("mixed-canasta", "canasta.mixed-bonus", 300, "Kc Kc Kd Kd Kh Ks 2c"),
        ("red-threes", "red3.value-each", 200, "3d 3h"),
        ("forgotten-red-three", "red3.forgotten-penalty", -500, "3d"),
        ("hand-cards", "black3.in-hand", -10, "3c 3s"),
        ("hand-cards", "score.hand-minus", -45, "7h Ac 2d"),
    ]


def str_of(line: ScoreLine) -> str:
    assert line.to_json()["cards"] == " ".join(map(str, line.cards))
    return line.to_json()["cards"]


@pytest.mark.parametrize(("went_out", "points"), [("yes", 100), ("concealed", 200)])
def test_going_out_stands_between_the_threes_on_the_table_and_the_hand(went_out: str, points: int) -> None:
    sheet = score_side(side(went_out=went_out), CLASSIC)
    items = [line.item for line in sheet.lines[-5:]]
    assert items == ["red-threes", "forgotten-red-three", "going-out", "hand-cards", "hand-cards"]
    assert sheet.points_of("going-out") == points
    assert sheet.points_of("hand-cards") == -55
    assert sheet.points_of("samba") == 0


def test_side_of_which_nothing_is_said_has_nothing() -> None:
    sheet = score_side(ScoreSide(), CLASSIC)
    assert (sheet.lines, sheet.total, sheet.score_after, sheet.next_minimum) == ((), 0, 0, 50)


def test_red_threes_that_count_against_the_side_and_all_of_them_are_named() -> None:
    against = score_side(ScoreSide(red_threes=parse_cards("3h 3d")), CLASSIC).lines
    assert [(line.rule, line.points, str_of(line)) for line in against] == [
        ("red3.sign-condition", -200, "3d 3h")
    ]
    every = score_side(side(red_threes=parse_cards("3h 3d 3h 3d"), hands=()), CLASSIC).lines
    assert [(line.rule, line.points, str_of(line)) for line in every if line.item == "red-threes"] == [
        ("red3.all-bonus", 800, "3d 3d 3h 3h")
    ]


def test_cards_of_a_blocking_canasta_have_no_value_of_their_own() -> None:
    melds = (Meld(parse_cards("3c 3c 3s 3s JK JK JK")), Meld(parse_cards("Kc Kd Kh Ks Kc Kd Kh")))
    found = score_side(side(melds=melds, went_out="yes"), rule_set("house-sperr-1500")).lines
    assert [(line.item, line.points) for line in found[:3]] == [
        ("melded-cards", 70), ("natural-canasta", 500), ("blocking-canasta", 1500)
    ]  # fmt: skip


def test_lines_are_equal_if_they_count_the_same_cards_whatever_else_lies_there() -> None:
    kings, mixed = parse_cards("Kc Kd Kh"), parse_cards("4c 4d 4h")
    one = ScoreLine("melded-cards", 3, 30, "value.eight-to-king", (kings,))
    same = ScoreLine("melded-cards", 3, 30, "value.eight-to-king", (mixed, kings))
    other = ScoreLine("melded-cards", 3, 30, "value.eight-to-king", (parse_cards("Kc Kd Ks"),))
    less = ScoreLine("melded-cards", 3, 20, "value.eight-to-king", (kings,))
    assert one == same
    assert not one != same  # noqa: SIM202 -- the operator itself
    assert hash(one) == hash(same)
    assert one not in (other, less)
    assert one != other
    assert one != "a line"
    assert len({one, same, other, less}) == 3
