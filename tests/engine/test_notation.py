"""Every text and JSON form: what is printed can be read, and any text is a position or an error, never a crash."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import CARDS, card, full_deck
from engine.law.errors import EngineError
from engine.law.variants import CLASSIC
from engine.notation.as_json import position_from_json, position_to_json
from engine.notation.position_line import format_position, format_rules, parse_position, parse_rules
from engine.notation.text import format_action, format_cards, parse_action, parse_cards
from tests.agree_positions import random_position

CARD = st.sampled_from(list(CARDS.values()))
RANDOM_POSITIONS = st.integers(min_value=0, max_value=10**9).map(lambda seed: random_position(Random(seed)))


@given(st.lists(CARD, max_size=30))
def test_cards_round_trip(cards):
    assert list(parse_cards(format_cards(cards))) == cards
    assert list(parse_cards(format_cards(cards).replace(" ", ""))) == cards
    assert list(parse_cards(format_cards(cards).replace(" ", ",").lower())) == cards


def test_cards_in_the_other_spellings():
    assert parse_cards("KhKd2c") == parse_cards("Kh, Kd, 2c") == (card("Kh"), card("Kd"), card("2c"))
    assert parse_cards("10h") == parse_cards("Th")
    assert parse_cards("Bh Dd DdKs", german=True) == parse_cards("Jh Qd Qd Ks")
    with pytest.raises(EngineError, match="“Bh” is not a card"):
        parse_cards("Bh")


def test_a_card_is_itself_after_pickling():
    assert all(pickle.loads(pickle.dumps(c)) is c for c in CARDS.values())


def test_the_deck_has_two_of_each_and_four_jokers():
    deck = full_deck(packs=2, jokers=4)
    assert len(deck) == 108
    assert sum(c.is_wild for c in deck) == 12
    assert sum(c.points for c in deck) == 4 * 50 + 16 * 20 + 48 * 10 + 36 * 5


@pytest.mark.parametrize(
    "text",
    [
        "draw", "draw 3h Ks", "take", "take Kd Kh", "take onto K", "take Kd Kh onto K", "take top Kd Kh",
        "meld Kd Kh 2c", "add 2c to K", "add 2c to K#2", "add 2c to opp:K", "add 4h to 5h-7h", "merge K and K#2",
        "move 2c from K to Q", "swap Ks for JK in K", "expose 3h", "expose 3h Qc", "ask", "discard 5h", "end",
    ],
)  # fmt: skip
def test_actions_round_trip(text):
    assert format_action(parse_action(text)) == text
    assert parse_action(text.upper().replace("OPP:", "opp:").replace("JK", "jk")) == parse_action(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown-action"), ("knock", "unknown-action"), ("meld", "incomplete-action"),
        ("add Kh", "incomplete-action"), ("add Kh to", "incomplete-action"), ("add to K", "incomplete-action"),
        ("discard Kh Kd", "too-much-in-action"), ("ask me", "too-much-in-action"), ("discard 1h", "unknown-card"),
        ("swap Ks in K", "incomplete-action"), ("meld " + "Kh " * 2000, "text-too-long"),
    ],
)  # fmt: skip
def test_a_bad_action_is_refused_naming_its_place(text, code):
    with pytest.raises(EngineError) as caught:
        parse_action(text, where="actions[3]")
    assert (caught.value.code, caught.value.where, caught.value.kind) == (code, "actions[3]", "notation")


@settings(deadline=None)
@given(RANDOM_POSITIONS)
def test_positions_round_trip_in_both_forms(data):
    position = position_from_json(data)
    text = format_position(position)
    assert parse_position(text) == position
    assert format_position(parse_position(text)) == text
    assert position_from_json(json.loads(json.dumps(position_to_json(position)))) == position


def test_one_text_for_one_position_however_it_was_written():
    text = "classic | play | hand 5s 9c Kd Kh 2c | own 1480: K=Kc Ks Ks* ; 3h | opp 620: 7=7c 7d 7h 2s | pile 5h 9c Kd"
    loose = "classic|pile 5h 9c Kd|opp 620: 7=7h7d7c2s|own 1480: K=KsKsKc*;3h|hand 2c Kh,Kd 9c 5s|play"
    assert format_position(parse_position(loose)) == text


def test_house_rules_stand_in_the_text():
    text = 'classic{max_wilds=2,one_card_pile=allowed,red_three_set={"count":4,"total":1000},target=3000}'
    rules = parse_rules(text)
    assert (rules.max_wilds, rules.one_card_pile, rules.red_three_set, rules.target) == (
        2,
        "allowed",
        (4, 1000),
        3000,
    )
    assert format_rules(rules) == text
    assert format_rules(parse_rules("classic{target=5000}")) == "classic"


def refused_in_words(read, candidate):
    """Reads or is refused with an EngineError that names a place; anything else is a crash and fails the test."""
    where = "read"
    try:
        read(candidate)
    except EngineError as error:
        where = error.where
    assert where


@given(st.text(max_size=80))
@example("classic | play | hand Kh Kh Kh")
@example("classic{target=")
@example("classic | own -: K=")
@example("classic{initial_steps=[[[[}")
def test_any_text_is_a_position_or_an_error(text):
    for candidate in (text, f"classic | {text}", f"classic | play | hand {text}", f"classic{{{text}}}"):
        refused_in_words(parse_position, candidate)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = [
    "rules",
    "players",
    "phase",
    "drew",
    "hand",
    "own",
    "opponents",
    "pile",
    "pile_size",
    "stock",
    "permission",
]


@given(st.dictionaries(st.sampled_from(KEYS), JSON))
def test_any_json_is_a_position_or_an_error(data):
    for candidate in (data, {"rules": "classic"} | {k: v for k, v in data.items() if k != "rules"}):
        refused_in_words(position_from_json, candidate)


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        ({"hand": "Kh Kh Kh"}, "hand", "too-many-copies"),
        ({"hand": "Kh", "own": {"melds": ["Kh Kd Kc"]}, "pile": "Kh"}, "pile", "too-many-copies"),
        ({"own": {"melds": ["Kh Kd 3h"]}}, "own.melds[0]", "red-three-in-meld"),
        ({"own": {"melds": ["Kh Kd"]}}, "own.melds[0]", "impossible-meld"),
        ({"own": {"melds": ["Kh Kd 2c 2d 2h 2s"]}}, "own.melds[0]", "impossible-meld"),
        ({"own": {"melds": ["Kh Kd Kc", "Ks Ks 2c"]}}, "own.melds[1]", "two-melds-of-a-rank"),
        ({"opponents": [{"melds": ["3c 3s 3s"]}]}, "opponents[0].melds[0]", "impossible-meld"),
        ({"own": {"red_threes": "3c"}}, "own.red_threes", "not-a-red-three"),
        ({"own": {"melds": ["Kh Kd Kc"], "opened": False}}, "own.opened", "opened-contradicts"),
        ({"pile": "Kh Kd", "pile_size": 1}, "pile_size", "pile-smaller-than-listed"),
        ({"pile": "Kh 3d"}, "pile", "red-three-thrown"),
        ({"stock": 108, "hand": "Kh"}, "stock", "too-many-cards"),
        ({"players": 3}, "players", "wrong-players"),
        ({"rules": "klassisch"}, "rules", "unknown-rule-set"),
        ({"rules": {"base": "classic", "changes": {"wilds": 2}}}, "rules", "unknown-parameter"),
        ({"rules": {"base": "classic", "changes": {"canasta_size": 2}}}, "rules", "impossible-rule-set"),
        ({"rules": {"base": "classic", "version": 99}}, "rules", "unknown-version"),
        ({"hand": 7}, "hand", "wrong-type"),
        ({"stock": "many"}, "stock", "bad-number"),
        ({"phase": "sleep"}, "phase", "bad-choice"),
        ({"hnad": "Kh"}, "hnad", "unknown-key"),
        ({"own": {"melds": ["Kh Kd Kc"]}, "drew": "pile"}, "player_has_melded", "missing-key"),
    ],
)
def test_a_position_that_no_deal_could_produce_is_refused_naming_the_key(change, where, code):
    with pytest.raises(EngineError) as caught:
        position_from_json({"rules": "classic"} | change)
    assert (caught.value.where, caught.value.code, caught.value.kind) == (where, code, "position")


def test_the_error_names_the_card():
    with pytest.raises(EngineError, match="hand: Kh is there 9 times, but the deck holds only 2"):
        position_from_json({"rules": "classic", "hand": "Kh " * 9})


def test_a_rule_set_answers_with_every_parameter_and_rule_in_json():
    assert CLASSIC.parameters()["hand_size"] == {"4": 11}
    json.dumps(CLASSIC.parameters())


def test_a_swap_in_a_sequence_that_would_grow_is_a_verdict_not_a_crash():
    position = parse_position(
        "samba | play | hand 8h 9h 4d 5c | own 300: 5h-7h=5h 6h 7h 9=9c 9d 9s | stock 40"
    )
    verdict = judge(position, ["swap 8h for 5h in 5h-7h", "discard 5h"])
    assert [finding.rule for finding in verdict.broken] == ["meld.stays-on-table"]


@pytest.mark.parametrize("name", ["8h-Ah#2", "K#0", "opp:", "2"])
def test_an_action_made_in_code_with_a_meld_that_cannot_be_is_refused(name):
    position = parse_position("samba | play | hand 7h Kd 4c 5c | own 0: 8h-Kh=8h 9h Th Jh Qh Kh")
    with pytest.raises(EngineError) as caught:
        judge(position, [Action(verb="add", cards=parse_cards("7h"), target=name)])
    assert (caught.value.kind, caught.value.where) == ("notation", "actions[0]")
