"""The buttons of an answer form, their labels without scripts and the patterns that the script fills."""

from __future__ import annotations

import json

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from engine.law.cards import card
from engine.notation.position_line import parse_position
from engine.notation.text import parse_action, parse_cards
from lessons.kinds.cards import cards_form
from lessons.kinds.common.card_buttons import selection_words
from lessons.kinds.legal import legal_form
from lessons.kinds.number import number_form
from lessons.kinds.offered.lists import Offered
from lessons.kinds.sheet import sheet_form
from lessons.kinds.turn import turn_form
from lessons.table import presenting
from tests.markup import flat

TURN = "classic | draw | hand 9c 9d 5c | own 0: 9=9h 9h 9s K=Kc Kd Kh | pile 9s | stock 20"
DRAWN = TURN.replace("| draw |", "| play |")


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def test_turn_offers_ways_to_begin_until_one_is_staged() -> None:
    position = parse_position(TURN)
    form = turn_form(position)
    assert [button.do for button in (*form.opening, *form.onto)] == ["draw", "take", "take-onto"]
    assert turn_form(position, [parse_action("draw")]).opening == ()


@pytest.mark.parametrize(
    ("stock", "label"), [(20, "Draw two cards"), (1, "Draw a card"), (0, "Draw two cards")]
)
def test_turn_offers_to_draw_what_a_short_stock_holds(stock: int, label: str) -> None:
    position = parse_position(f"classic-2p | draw | hand 9c 9d 5c | own 0 | pile 9s | stock {stock}")
    assert turn_form(position).opening[0].label == label


def test_turn_offers_melds_staged_in_this_turn_as_targets() -> None:
    position = parse_position(TURN.replace("hand 9c 9d 5c", "hand 9c 9d 5c 5d 5h"))
    form = turn_form(position, [parse_action("draw"), parse_action("meld 5c 5d 5h")])
    assert [button.do for button in form.targets] == ["add:9", "add:K", "add:5"]
    assert form.targets[0].id == "do-add-9"


def test_turn_offers_exposing_only_with_a_red_three_in_hand() -> None:
    position = parse_position(TURN)
    with_three = turn_form(position, hand=parse_cards("9c 3h"))
    assert [button.do for button in with_three.laying] == ["expose", "meld"]
    assert [button.do for button in turn_form(position, hand=parse_cards("9c")).laying] == ["meld"]


@pytest.mark.parametrize(
    ("do", "general", "named"),
    [
        ("take", "Take the pile with the selected cards", "Take the pile with {cards}"),
        (
            "take-onto",
            "Take the pile, adding its top card to the nines",
            "Take the pile, adding its top card to the nines together with {cards}",
        ),
        ("meld", "Meld the selected cards", "Meld {cards}"),
        ("add:K", "Add to the kings", "Add {cards} to the kings"),
        ("discard", "Discard the selected card", "Discard {cards}"),
    ],
)
def test_cards_button_that_names_the_action_is_the_check(do: str, general: str, named: str) -> None:
    check = cards_form(do=do, top=card("9s")).check
    assert (check.do, check.label, check.named) == ("check", general, named)


def test_cards_without_an_action_are_checked_as_a_selection() -> None:
    check = cards_form(none_offered=True).check
    assert (check.label, check.named) == ("Check the selection", "")


def test_legal_keeps_what_was_chosen() -> None:
    form = legal_form(
        [parse_action("take 9c 9d")],
        [
            Offered(said="yes", rule="a", text="Yes: one."),
            Offered(said="no", rule="a", text="No: two."),
            Offered(said="no", rule="b", text="No: three."),
        ],
        {"legal": "no", "reason": "b"},
    )
    assert [(one.value, one.checked) for one in form.choices] == [
        ("yes a", False),
        ("no a", False),
        ("no b", True),
    ]
    assert (form.choices[0].lead, form.choices[0].rest) == ("Yes:", "one.")
    assert form.claim_words == ("Take the pile with two nines",)


def test_sheet_has_a_row_per_line_with_its_verdict() -> None:
    results = {
        "red-threes": {"mark": "no", "comment": "Four of them count 800.", "rule_id": "red3.all-bonus"}
    }
    form = sheet_form({"red-threes": "400", "total": "12"}, results)
    row = next(one for one in form.sheets[0].rows if one.key == "red-threes")
    assert (row.value, row.mark_words, row.rule_id) == ("400", "wrong", "red3.all-bonus")
    total = form.sheets[0].sums[0]
    assert (total.value, total.mark_words) == ("12", "")


def test_selection_words_carry_the_cases_of_the_language() -> None:
    with override("de"):
        words = json.loads(selection_words(parse_cards("Jc JK 3s")))
    assert words["ranks"]["J"] == ["ein Bube", "einen Buben", "einem Buben", "Buben", "Buben"]
    assert words["ranks"]["JK"][4] == "Jokern"
    assert words["ranks"]["3b"][3] == "schwarze Dreien"
    assert words["numbers"][:4] == ["keine", "eins", "zwei", "drei"]
    assert words["and"] == "{first} und {last}"
    assert words["counted"] == "{count} Karten"


@pytest.mark.parametrize(("signed", "mode"), [(False, 'inputmode="numeric"'), (True, 'inputmode="text"')])
def test_number_that_may_be_negative_gets_a_keypad_with_a_minus(signed: bool, mode: str) -> None:
    form = number_form(signed=signed)
    assert mode in render_to_string("lessons/_answer_number.html", {"form": form})


def test_instruction_for_a_turn_speaks_of_drawing_only_while_that_can_be_done() -> None:
    position = parse_position(TURN)
    assert turn_form(position).tray_empty.startswith("Draw from the stock, or select cards and take the pile")
    for begun in (turn_form(position, [parse_action("draw")]), turn_form(parse_position(DRAWN))):
        assert begun.tray_empty.startswith("Select cards, then press where they are to go.")
        assert "stock" not in begun.tray_empty


@pytest.mark.parametrize("keys", [True, False])
def test_instruction_tells_fingers_and_keys_apart_and_both_from_what_always_works(keys: bool) -> None:
    tray = presenting.tray(())
    context = {"form": turn_form(parse_position(DRAWN)), "tray": tray, "settings": {"keys": keys}}
    part = flat(render_to_string("lessons/_answer_cards.html", context))
    always, _, scripts = part.partition('<p class="empty">')[2].partition("</p>")[0].partition("<span")
    assert not any(word in always for word in ("Tap", "tap", "swipe", "hold", "keyboard"))
    assert 'class="by-touch">Press and hold' in scripts
    assert ('class="by-keys">With the keyboard' in scripts) == keys
