"""What is left of a hand while a turn is built, what the stock gives, and taking back."""

from __future__ import annotations

import pytest

from engine.law.errors import EngineError
from engine.notation.position_line import parse_position
from engine.notation.text import format_cards, parse_actions, parse_cards
from lessons.table.staging import stage, take_back

DRAW = parse_position(
    "classic | draw | hand 4c 5h 6d Kc Kd | own 980: 9=9c 9d 9h | opp 1240 | pile 3: 7c 8h Ks | stock 54"
)
OPENING = parse_position("classic | play | hand 9c 9d 9h Kc Kd Kh | own 0 | pile 2c 4d")


def test_staged_cards_leave_the_hand() -> None:
    staged = stage(OPENING, parse_actions(["meld 9c 9d 9h"]))
    assert format_cards(staged.hand) == "Kc Kd Kh"
    assert staged.laid == 30


def test_illegal_action_can_be_staged() -> None:
    staged = stage(OPENING, parse_actions(["meld 9c Kd"]))
    assert format_cards(staged.hand) == "9d 9h Kc Kh"


def test_draw_shows_the_next_card_and_the_replacement_of_a_red_three() -> None:
    staged = stage(DRAW, parse_actions(["draw"]), next_cards=parse_cards("3d Qh Qs"))
    assert str(staged.actions[0]) == "draw 3d Qh"
    assert format_cards(staged.hand) == "4c 5h 6d Qh Kc Kd"
    assert format_cards(staged.new) == "Qh"
    assert staged.drawn == 2


def test_draw_cannot_be_given_other_cards_by_the_form() -> None:
    staged = stage(DRAW, parse_actions(["draw JK"]), next_cards=parse_cards("Qh"))
    assert str(staged.actions[0]) == "draw Qh"


def test_second_draw_goes_on_in_the_stock() -> None:
    staged = stage(DRAW, parse_actions(["draw", "draw"]), next_cards=parse_cards("Qh Qs"))
    assert [str(action) for action in staged.actions] == ["draw Qh", "draw Qs"]


def test_taking_the_pile_brings_its_other_cards() -> None:
    staged = stage(DRAW, parse_actions(["take Kc Kd"]))
    assert format_cards(staged.hand) == "4c 5h 6d 7c 8h"
    assert format_cards(staged.new) == "7c 8h"
    assert staged.laid == 30


def test_card_that_is_gone_cannot_be_staged_again() -> None:
    with pytest.raises(EngineError) as caught:
        stage(OPENING, parse_actions(["meld 9c 9d 9h", "discard 9c"]))
    assert caught.value.code == "card-not-held"
    assert caught.value.where == "actions[1]"


def test_taking_back_drops_what_needed_it() -> None:
    staged = parse_actions(["take Kc Kd", "add 8h to 9", "discard 7c"])
    assert [str(action) for action in take_back(DRAW, staged, 0)] == []
    assert [str(action) for action in take_back(DRAW, staged, 1)] == ["take Kc Kd", "discard 7c"]


def test_taking_back_a_meld_drops_what_was_added_to_it() -> None:
    staged = parse_actions(["meld Kc Kd", "add Kh to K", "discard 9c"])
    assert [str(action) for action in take_back(OPENING, staged, 0)] == ["discard 9c"]


def test_what_follows_the_end_of_a_turn_can_be_staged() -> None:
    staged = stage(DRAW, parse_actions(["take Kc Kd", "discard 4c", "take 5h", "discard 6d"]))
    assert format_cards(staged.hand) == "7c 8h"
    assert staged.laid == 30
