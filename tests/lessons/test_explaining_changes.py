"""What a verdict says of the smallest change that would make it legal."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engine.judging.judge import judge
from engine.judging.moves import MOST_STEPS, Budget
from engine.judging.remedy import PLAIN_STEPS
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.saying.remedies import actions_in_words, is_near
from lessons.saying.verdicts import explain
from tests.lessons.test_explaining import FROZEN, OPENED


def test_change_is_a_condition_until_its_cards_may_be_seen(in_english: None) -> None:
    position = parse_position(OPENED)
    actions = parse_actions(["meld 9c 9d"])
    verdict = judge(position, actions)
    early = explain(verdict, position=position, actions=actions, reveal=False)
    late = explain(verdict, position=position, actions=actions, reveal=True)
    assert str(early.fix) == "One more card: a natural one of the same rank or a wild card."
    assert early.fix_actions == ()
    assert str(late.fix).startswith(str(early.fix) + " For example: Meld ")
    assert judge(position, late.fix_actions).legal


def test_change_of_quite_another_kind_is_not_shown(in_english: None) -> None:
    position = parse_position(
        "classic | play | hand 4c 5d 8c 8d Qh Qd Qs 2c 6d | own 640 | pile 4d | stock 40"
    )
    actions = parse_actions(["meld 8c 8d 5d"])
    verdict = judge(position, actions)
    told = explain(verdict, position=position, actions=actions)
    assert verdict.remedy is not None
    assert not is_near(verdict.remedy, actions)
    assert told.fix_actions == ()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Eine Sieben {7d} an die Siebenen anlegen. Karo-Vier abwerfen."),
        ("en", "Add a seven {7d} to the sevens. Discard the four of diamonds."),
    ],
)
def test_small_cards_stand_where_they_are_named(language: str, said: str) -> None:
    with override(language):
        assert actions_in_words(parse_actions(["add 7d to 7", "discard 4d"])) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Zwei Buben {Jc Jd} an die Buben anlegen. Eine Neun {9c} an die Neunen anlegen."),
        ("en", "Add two jacks {Jc Jd} to the jacks. Add a nine {9c} to the nines."),
    ],
)
def test_cards_that_go_onto_one_meld_one_after_the_other_are_said_together(language: str, said: str) -> None:
    with override(language):
        assert actions_in_words(parse_actions(["add Jc to J", "add Jd to J", "add 9c to 9"])) == said


def test_frozen_pile_offers_the_draw_as_what_is_possible(in_english: None) -> None:
    position, actions = parse_position(FROZEN), parse_actions(["take Kc 2d"])
    told = explain(
        judge(position, actions), position=position, actions=actions, about=["freeze.take-natural-pair-only"]
    )
    assert str(told.fix) == (
        "Two natural nines from your hand. You hold no natural nines. "
        "What is possible here: Draw from the stock."
    )


@pytest.mark.parametrize(
    ("actions", "change"),
    [
        (["meld Kd Kh", "discard 4c"], "One more card: a natural one of the same rank or a wild card. For example: "),
        (["meld 9c", "end"], "More cards: at least two natural cards of the same rank in all. What is possible here: "),
        (["meld 9c", "discard 4c"], "of the same rank in all. The turn would be allowed if this were left out: "),
    ],
)  # fmt: skip
def test_change_is_an_example_only_of_what_it_does(in_english: None, actions: list[str], change: str) -> None:
    position, played = parse_position(OPENED), parse_actions(actions)
    told = explain(judge(position, played), position=position, actions=played)
    assert change in str(told.fix)


@pytest.mark.parametrize(
    ("language", "smaller", "any_change"),
    [
        (
            "en",
            "There may be a smaller change: the search stopped at its limit.",
            "The search for a change that would be allowed stopped at its limit; there may still be one.",
        ),
        (
            "de",
            (
                "Vielleicht gibt es eine kleinere Änderung: Die Suche wurde abgebrochen, weil sie ihre Grenze "
                "erreicht hat."
            ),
            (
                "Die Suche nach einer erlaubten Änderung wurde abgebrochen, weil sie ihre Grenze erreicht "
                "hat; vielleicht gibt es doch eine solche Änderung."
            ),
        ),
    ],
)
def test_a_search_that_stopped_says_so(language: str, smaller: str, any_change: str) -> None:
    position = parse_position(
        "classic | play | hand 4c 5c 6d 9d 9h Td Kd Kh Ks | own 1505: 8=8c 8h 8s | opp 0 | stock 20"
    )
    actions = parse_actions(["meld Kd Kh Ks", "meld 9h 9d", "discard 4c"])

    def fix(steps: int) -> str:
        verdict = judge(position, actions, budget=Budget(steps))
        with override(language):
            told = explain(verdict, position=position, actions=actions)
            return str(told.fix)

    assert fix(PLAIN_STEPS).endswith(smaller)
    assert fix(0).endswith(any_change)
    assert smaller not in fix(MOST_STEPS)
    assert any_change not in fix(MOST_STEPS)
