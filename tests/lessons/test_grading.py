"""Grading every kind of answer: the engine decides, and what cannot be graded is said so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.notation.text import parse_cards
from lessons.content.reading import Item, Library, load
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.reasons import fitting_reasons
from lessons.kinds.common.result import Result
from tests.lessons.content_folder import changed

Find = Callable[[str], Item]
SLUGS = (
    "first/wild-ones", "first/one-meld", "first/is-it-legal", "first/frozen", "first/open", "first/sum",
    "second/a-turn", "puzzle/early/take-it", "puzzle/late/a-deal",
)  # fmt: skip


def why(result: Result) -> str:
    return str(result.explanation.deciding)


@pytest.mark.parametrize("slug", SLUGS)
def test_solution_that_the_engine_finds_is_graded_right(item: Find, slug: str) -> None:
    answer = solution(item(slug))
    assert answer is not None
    assert grade(item(slug), answer).outcome == "right"


# Choosing cards by a property


def test_cards_with_property_right(item: Find, in_english: None) -> None:
    result = grade(item("first/wild-ones"), {"cards": "JK 2c"})
    assert result.outcome == "right"
    assert why(result).startswith("All jokers are wild, and so are all twos")


def test_cards_with_property_names_what_does_not_belong_and_counts_what_is_missing(
    item: Find, in_english: None
) -> None:
    result = grade(item("first/wild-ones"), {"cards": "JK 3h"})
    assert result.outcome == "wrong"
    assert result.marked_cards == parse_cards("3h")
    assert why(result).startswith("This card does not belong here: the three of hearts. One card is missing.")


def test_missing_cards_are_named_only_with_reveal(item: Find, in_english: None) -> None:
    result = grade(item("first/wild-ones"), {"cards": "JK"}, reveal=True)
    assert why(result).startswith("This card is missing: the two of clubs.")


def test_none_of_them_is_an_answer(item: Find, in_english: None) -> None:
    assert grade(item("first/wild-ones"), {"cards": "", "none": True}).outcome == "wrong"
    with pytest.raises(AnswerError, match="not both"):
        grade(item("first/wild-ones"), {"cards": "JK", "none": True})
    with pytest.raises(AnswerError, match="Select the cards first"):
        grade(item("first/wild-ones"), {"cards": ""})


def test_card_that_was_not_shown_is_refused(item: Find, in_english: None) -> None:
    with pytest.raises(AnswerError, match="only from the cards shown"):
        grade(item("first/wild-ones"), {"cards": "JK JK"})


# Choosing cards for one action


@pytest.mark.parametrize("cards", ["9c 9d 9h", "9c 9d 2c", "Kd Kh JK", "9c 9d 9h 2c JK", "Kd Kh 2c JK"])
def test_any_meld_that_the_rules_allow_is_right(item: Find, cards: str) -> None:
    assert grade(item("first/one-meld"), {"cards": cards}).outcome == "right"


@pytest.mark.parametrize(
    ("cards", "rule", "said"),
    [
        ("9c 9d", "meld.min-size", "at least three cards"),
        ("9c Kd 2c", "meld.same-rank", "nines and kings"),
        ("Kd 2c JK", "meld.min-natural", "only one natural card and two wild cards"),
        ("2c JK", "meld.min-size", "this one has two"),
    ],
)
def test_wrong_meld_names_its_rule(item: Find, in_english: None, cards: str, rule: str, said: str) -> None:
    result = grade(item("first/one-meld"), {"cards": cards})
    assert result.outcome == "wrong"
    assert result.explanation.headline == "That is not allowed."
    assert result.explanation.rule_id == rule
    assert said in why(result)


def test_no_card_selected_is_no_answer(item: Find, in_english: None) -> None:
    with pytest.raises(AnswerError) as caught:
        grade(item("first/one-meld"), {"cards": ""})
    assert caught.value.where == "cards"


def test_card_not_held_is_refused_by_name(item: Find, in_german: None) -> None:
    with pytest.raises(AnswerError) as caught:
        grade(item("first/one-meld"), {"cards": "9c 9d 9s"})
    assert caught.value.message == "Diese Karte hast du im Moment nicht im Blatt: Pik-Neun."


# Legal or not, and why


@pytest.mark.parametrize(
    ("legal", "reason", "outcome", "headline"),
    [
        ("yes", "meld.min-natural", "right", "Right, that is allowed."),
        ("yes", "meld.same-rank", "right", "Right, that is allowed."),
        ("yes", "wild.only-with-naturals", "wrong", "Half right: it is allowed, but for a different reason."),
        ("no", "meld.min-natural", "wrong", "Not right: it is allowed."),
    ],
)
def test_legal_action_needs_yes_and_a_fitting_reason(
    item: Find, in_english: None, legal: str, reason: str, outcome: str, headline: str
) -> None:
    result = grade(item("first/is-it-legal"), {"legal": legal, "reason": reason})
    assert result.outcome == outcome
    assert result.explanation.headline == headline


def test_right_answer_hears_of_the_reason_that_was_chosen(item: Find, in_english: None) -> None:
    result = grade(item("first/is-it-legal"), {"legal": "yes", "reason": "meld.same-rank"})
    assert why(result) == "All natural cards have the same rank: kings."


@pytest.mark.parametrize(
    ("legal", "reason", "outcome", "headline"),
    [
        ("no", "freeze.take-natural-pair-only", "right", "Right, that is not allowed."),
        ("no", "pickup.top-wild", "wrong", "Half right: it is not allowed, but for a different reason."),
        ("yes", "freeze.take-natural-pair-only", "wrong", "Not right: it is not allowed."),
    ],
)
def test_illegal_action_needs_no_and_a_fitting_reason(
    item: Find, in_english: None, legal: str, reason: str, outcome: str, headline: str
) -> None:
    result = grade(item("first/frozen"), {"legal": legal, "reason": reason})
    assert result.outcome == outcome
    assert result.explanation.headline == headline
    assert why(result).startswith("The pile is frozen because a wild card lies in it: the two of clubs.")


def test_rule_that_explains_the_broken_one_is_a_fitting_reason(item: Find) -> None:
    verdict = grade(item("first/frozen"), {"legal": "no", "reason": "pickup.top-wild"}).verdict
    assert verdict is not None
    assert {"freeze.take-natural-pair-only", "freeze.wild-discard", "freeze.until-taken"} <= fitting_reasons(
        verdict
    )


@pytest.mark.parametrize(
    ("answer", "where"),
    [
        ({}, "legal"),
        ({"legal": "maybe", "reason": "meld.min-natural"}, "legal"),
        ({"legal": "yes"}, "legal"),
        ({"legal": "yes", "reason": "meld.merge"}, "legal"),
    ],
)
def test_incomplete_legal_answer_names_the_field(item: Find, answer: dict[str, str], where: str) -> None:
    with pytest.raises(AnswerError) as caught:
        grade(item("first/is-it-legal"), answer)
    assert caught.value.where == where


# Melds and whole turns


def test_several_melds_may_reach_the_minimum_together(item: Find, in_english: None) -> None:
    result = grade(item("first/open"), {"actions": ["meld Ac Ad Ah", "meld 9c 9d 9h"]})
    assert result.outcome == "right"
    assert "90 points meet the minimum of 90" in why(result)


def test_minimum_missed_is_told_with_its_numbers_and_what_it_would_take(item: Find, in_english: None) -> None:
    result = grade(item("first/open"), {"actions": ["meld Ac Ad Ah"]})
    assert result.outcome == "wrong"
    assert "at least 90 points; the cards you lay down are worth 60" in why(result)
    assert str(result.explanation.fix) == "30 more points."


@pytest.mark.parametrize(
    "actions",
    [
        ["draw", "discard 4c"],
        ["draw", "meld Kc Kd Qh", "discard 4c"],
        ["take Kc Kd", "discard 4c"],
        ["take Kc Kd", "discard 8h"],
    ],
)
def test_any_legal_turn_is_right_and_others_are_not(item: Find, actions: list[str]) -> None:
    expected = "wrong" if "meld Kc Kd Qh" in actions else "right"
    assert grade(item("second/a-turn"), {"actions": actions}).outcome == expected


def test_turn_draws_the_cards_of_the_item_whatever_the_form_says(item: Find) -> None:
    result = grade(item("second/a-turn"), {"actions": ["draw JK", "discard 4c"]})
    assert result.answer == {"actions": ["draw 3d Qh", "discard 4c"]}
    assert result.verdict is not None
    assert [str(card) for card in result.verdict.after.own.red_threes] == ["3d"]


def test_turn_without_its_end_is_refused_and_costs_nothing(item: Find, in_english: None) -> None:
    with pytest.raises(AnswerError, match="ends with a discard"):
        grade(item("second/a-turn"), {"actions": ["draw"]})


def test_puzzle_does_not_tell_whether_a_part_of_a_turn_is_allowed(item: Find, in_english: None) -> None:
    for begun in (["take Kc Kd"], ["draw", "meld Kc Kd Qh"]):
        with pytest.raises(AnswerError, match="not over yet"):
            grade(item("puzzle/early/take-it"), {"actions": begun})


def test_legal_turn_that_misses_what_is_asked_for_says_so(item: Find, in_german: None) -> None:
    result = grade(item("puzzle/early/take-it"), {"actions": ["draw", "discard 4c"]})
    assert result.outcome == "wrong"
    assert result.explanation.headline == "Das ist erlaubt, aber noch nicht das, was verlangt ist."
    assert why(result) == "Du hast nicht aufgenommen."


@pytest.mark.parametrize("actions", [[], ["fly"], ["discard Jc"], "draw", [3], ["draw"] * 70])
def test_turn_that_cannot_be_read_is_no_wrong_answer(item: Find, actions: Any) -> None:
    with pytest.raises(AnswerError) as caught:
        grade(item("second/a-turn"), {"actions": actions})
    assert caught.value.where == "actions"
    assert caught.value.message


ACCEPT = [
    ("took_pile = true", ["take Kc Kd", "discard 4c"], ["draw", "discard 4c"]),
    ("took_pile = false", ["draw", "discard 4c"], ["take Kc Kd", "discard 4c"]),
    ('went_out = "no"', ["draw", "discard 4c"], None),
    ("min_points = 30", ["take Kc Kd", "discard 4c"], ["draw", "discard 4c"]),
    ("melds_min = 1", ["take Kc Kd", "discard 4c"], ["draw", "discard 4c"]),
    ("cards_left = 4", ["take Kc Kd", "discard 4c"], ["draw", "discard 4c"]),
    ("cards_left_max = 4", ["take Kc Kd", "discard 4c"], ["draw", "discard 4c"]),
    ("opens = true", ["draw", "discard 4c"], None),
]


@pytest.mark.parametrize(("accept", "right", "wrong"), ACCEPT)
def test_each_condition_is_computed_from_the_answer(
    tmp_path: Any, accept: str, right: list[str], wrong: list[str] | None
) -> None:

    library: Library = load(changed(tmp_path, "puzzles/01-early.toml", "took_pile = true", accept))
    one = library.item("puzzle/early/take-it")
    assert one is not None
    assert grade(one, {"actions": right}).outcome == "right"
    if wrong is not None:
        assert grade(one, {"actions": wrong}).outcome == "wrong"


# Numbers


@pytest.mark.parametrize("text", ["90", " 90 ", "90 points"])
def test_number_right_is_counted_in_words(item: Find, in_english: None, text: str) -> None:
    result = grade(item("first/sum"), {"number": text})
    assert result.outcome == "right"
    assert why(result) == "A nine (10), three kings (30) and a joker (50), for a total of 90 points."


def test_number_wrong_gives_the_rule_and_not_the_number(item: Find, in_english: None) -> None:
    result = grade(item("first/sum"), {"number": "80"})
    assert result.outcome == "wrong"
    assert why(result).startswith("80 is too low. A joker counts 50 points, aces and twos 20 each")
    assert "90" not in why(result)


def test_number_wrong_is_counted_once_it_may_be_seen(item: Find, in_german: None) -> None:
    result = grade(item("first/sum"), {"number": "80"}, reveal=True)
    assert why(result) == "Eine Neun (10), drei Könige (30) und ein Joker (50), zusammen 90 Punkte."
