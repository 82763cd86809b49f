"""How a task answered by choosing is told: from another seat, and under other rule sets."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from django.utils.translation import override

from engine.law.variants import RULE_SETS
from engine.notation.position_line import parse_position
from lessons.content.reading import library, load
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.reasons import OF_PARTNERS
from lessons.mining import near
from lessons.parting.probing import under_rules
from lessons.saying.wording import rule_short, rule_title
from lessons.table import position_words, presenting
from lessons.words.in_brief import InBrief
from tests.lessons.content_folder import changed
from tests.lessons.pages import Learner

# From another seat


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
@pytest.mark.parametrize(
    ("language", "turn", "said"),
    [
        ("de", "Der Zug deines Partners beginnt", "braucht dein Partner zwei natürliche"),
        ("en", "Your partner’s turn begins", "Your partner has used"),
    ],
)
def test_partners_turn_is_told_as_the_partners(language: str, turn: str, said: str) -> None:
    learner = Learner()
    assert turn in learner.open(f"/{language}/course/third/partners-turn/").text
    assert said in learner.press("check", choice="0").verdict


@pytest.mark.parametrize(
    ("seat", "asked", "said"),
    [
        ("you", "yes", "Partner: 6 cards · Your partner has said no: you may not go out"),
        ("you", "if", "Partner: 6 cards · If you ask, your partner says no"),
        ("you", "hidden", "Partner: 6 cards"),
        ("partner", "yes", "You: 6 cards · You have said no: your partner may not go out"),
    ],
)
def test_answer_of_the_partner_is_told_to_whom_it_belongs(
    in_english: None, seat: position_words.Seat, asked: position_words.Asked, said: str
) -> None:
    position = parse_position("classic | play | hand 5c Ks | own 200: K=Kc Kd Kh | partner 6 | permission no")
    told = presenting.table(position, seat=seat, asked=asked).partner_words
    assert told == said
    assert isinstance(told, InBrief)
    assert told.brief == said.replace(" cards", "").partition(": you")[0].partition(": your")[0]


def test_opponent_plays_against_your_side(in_english: None) -> None:
    position = parse_position("classic | play | hand 5c Ks | own 200: K=Kc Kd Kh | opp 100: Q=Qc Qd Qh")
    table = presenting.table(position, seat="opponent")
    assert (table.own.title, table.opponents[0].title) == ("Opponents", "Your side")
    assert position_words.facts(position, seat="opponent")[-1] == "The opponent has drawn"


# Words under other rule sets


@pytest.mark.parametrize(
    ("rule", "name", "title", "short"),
    [
        ("wild.max-per-meld", "classic", "At most three wild cards", "A meld holds at most three wild cards"),
        ("wild.max-per-meld", "samba", "Wild cards in a meld", "Samba: at most two"),
        (
            "initial.boundaries",
            "spielregeln",
            "",
            "the text leaves open what applies at exactly 3,000 points",
        ),
    ],
)
def test_rule_is_told_as_the_rule_set_has_it(
    in_english: None, rule: str, name: str, title: str, short: str
) -> None:
    assert rule_title(rule, RULE_SETS[name]).startswith(title)
    assert short in rule_short(rule, RULE_SETS[name])


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
def test_comparison_names_both_rule_sets_and_not_the_answer_of_one() -> None:
    page = Learner().open("/en/course/third/two-tables/")
    assert "Classic and Rules with readers’ questions" in page.text
    assert "Classic, four players" not in page.text


def test_cards_for_both_ends_of_a_sequence_are_found(tmp_path: Path) -> None:
    stage = "lessons/01-first/stage.toml"
    before = (
        'do = "meld"\nposition = "classic | play | hand 4c 9c 9d 9h Kd Kh 2c JK | own 640: A=Ac Ad Ah | opp 100 '
        '| stock 40"\nrules = ["meld.min-size", "meld.min-natural"]'
    )
    after = (
        'do = "add:6d-Td"\nposition = "samba | play | hand 4c 5d 9c Jd Kh Ks 2c JK | own 640: 6d-Td=6d 7d 8d 9d Td '
        '| opp 100 | stock 40"\naccept = {cards_left = 6}\naccept_text = {de = "Beide Enden.", en = "Both ends."}\n'
        'rules = ["samba.sequence-shape"]'
    )
    root = changed(tmp_path, stage, before, after)
    assert solution(load(root).items["first/one-meld"]) == {"cards": "5d Jd"}


def test_position_of_two_players_stays_one_where_the_other_rule_set_plays_with_two() -> None:
    position = parse_position("classic-2p | play | hand 9h 9s | own 955 | opp 1130 | stock 31")
    assert under_rules(position, RULE_SETS["global-trade"]).players == 2
    assert under_rules(position, RULE_SETS["classic"]).players == 4


def test_near_misses_for_two_players_are_no_rules_about_partners() -> None:
    alone, four = (
        parse_position(f"{rules} | play | hand Kc Kd 4h | own 0: | stock 30")
        for rules in ("classic-2p", "classic")
    )
    found = {rule: near.offered_reasons(rule, (), alone, Random(1)) or () for rule in near.NEAR}
    assert {rule for rule, offered in found.items() if OF_PARTNERS & {*offered} - {rule}} == set()
    assert OF_PARTNERS & {*(near.offered_reasons("out.ask-timing", (), four, Random(1)) or ())}


def test_verdict_under_two_rule_sets_does_not_name_again_what_the_question_names_first() -> None:
    item = library().items["freeze-and-pile/one-card-each"]
    with override("en"):
        told = grade(item, {"first": "yes", "second": "no"}, reveal=False).explanation.deciding
    assert told is not None
    assert told.text.startswith("**Classic:** Not allowed. You hold one card")
    assert "Take the discard pile" not in told.text
