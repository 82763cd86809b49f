"""Sentences of rules that hang on more than the rule's own value, and what the text of a rule set leaves open."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.translation import override

from engine.judging.judge import judge
from engine.law.variants import RULE_SETS
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content.reading import library
from lessons.parting.settling import standing
from lessons.saying.comparing import is_silent
from lessons.saying.quarrels import outcome_in, reason_for
from lessons.saying.verdicts import explain
from lessons.saying.wording import rule_on_card


@pytest.mark.parametrize(
    ("rules", "rule", "english", "german"),
    [
        ("samba-wild", "wild.max-per-meld", "Alongside natural cards", "Neben natürlichen Karten"),
        ("samba-wild", "wild.only-with-naturals", "three or more of them", "mindestens drei"),
        ("house-joker-1000", "wild.only-with-naturals", "only seven at once", "nur zu siebt auf einmal"),
        ("house-joker-1000", "wild.majority", "Where a meld has natural cards", "Wo natürliche Karten"),
        ("global-trade", "players.five", "does not say how many cards", "sagt der Text nicht"),
        ("global-trade", "players.six", "does not say how many cards", "sagt der Text nicht"),
        ("global-trade", "players.two-canastas", "no more canastas", "nicht mehr Canastas"),
        ("wiener", "pickup.one-card-rule", "only second-hand", "nur aus zweiter Hand"),
        ("samba-15000", "initial.boundaries", "this is how we read it", "so lesen wir sie"),
        ("samba", "meld.merge", "no more wild cards", "nicht mehr wilde Karten"),
        ("spielregeln", "initial.boundaries", "120 above 3,000", "120 über 3.000"),
        ("samba", "canasta.natural-to-mixed", "stays natural", "bleibt rein"),
        ("overview", "freeze.wild-discard", "after that it has no effect", "danach wirkt sie nicht mehr"),
        ("spielregeln", "freeze.wild-discard", "after that it has no effect", "danach wirkt sie nicht mehr"),
    ],
)
def test_sentence_says_what_holds_in_its_rule_set(rules: str, rule: str, english: str, german: str) -> None:
    for language, said in (("en", english), ("de", german)):
        with override(language):
            assert said in rule_on_card(rule, RULE_SETS[rules]).replace("\N{NO-BREAK SPACE}", " ")


def test_usual_sentences_stay_where_nothing_else_is_played() -> None:
    with override("en"):
        assert rule_on_card("wild.max-per-meld", RULE_SETS["samba"]).startswith("A meld holds at most two")
        assert rule_on_card("wild.majority", RULE_SETS["spielregeln"]).startswith("In every meld")
        assert "read it" not in rule_on_card("initial.boundaries", RULE_SETS["samba"])
        assert "two canastas" in rule_on_card("players.two-canastas", RULE_SETS["overview"])


def test_verdict_on_too_many_wild_cards_speaks_of_melds_with_natural_cards() -> None:
    position = parse_position(
        "samba-wild | play | hand Kc Kd Kh Ks JK JK 2c 4c 5d | own 620: 8=8c 8d 8h | stock 60"
    )
    actions = tuple(parse_actions(["meld Kc Kd Kh Ks JK JK 2c"]))
    verdict = judge(position, actions, unfinished=True, remedy=False)
    with override("en"):
        told = explain(verdict, position=position, actions=actions, reveal=False).deciding
    assert told is not None
    assert told.text.startswith("Alongside natural cards, a meld holds at most two wild cards")


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_minimum_is_named_where_the_text_names_none(language: str) -> None:
    now = standing(library().quarrels["canasta-bonus-to-open"], RULE_SETS["overview"], {"besides": "out"})
    with override(language):
        said = " ".join(one.text for one in reason_for(now).sentences)
    assert {"de": "sagt der Text dieser Regeln nicht", "en": "does not say how high"}[language] in said
    assert "000" not in said


@pytest.mark.parametrize(("rules", "is_said"), [("spielregeln", True), ("classic", False)])
def test_points_of_red_threes_are_marked_where_the_text_says_nothing_of_them(
    rules: str, is_said: bool
) -> None:
    entry = library().quarrels["red-threes-at-the-end"]
    now = standing(entry, RULE_SETS[rules], {"threes": "one", "melds": "meld"})
    outcome = outcome_in(now)
    assert now.found is not None
    assert outcome is not None
    assert is_silent(now.found, outcome) is is_said


@pytest.mark.django_db
@pytest.mark.parametrize(("rules", "is_said"), [("spielregeln", True), ("classic", False)])
def test_answer_to_a_quarrel_admits_that_its_text_is_silent(rules: str, is_said: bool) -> None:
    url = f"/en/quarrel/red-threes-at-the-end/?threes=one&melds=meld&rules={rules}"
    page = " ".join(Client().get(url).content.decode().split())
    verdict = page.partition('id="verdict"')[2].partition("</div>")[0]
    assert ("silent on the point" in verdict) is is_said
