"""Every value of every rule is a short phrase in both languages, and different values are different phrases."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import override

from engine.law.rulebook import RULES
from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from lessons.parting.probing import said_of_rules
from lessons.saying.rule_values import PHRASES, Said, said, value_in_words

LEFT_OVER = re.compile(r"%\(|%s|None|True|False|[{}\[\]_]")
ENGLISH = re.compile(
    r"\b(the|and|with|your|card|cards|pile|meld|points|never|holds|not|only|from)\b", re.IGNORECASE
)


def everything_said(rules: RuleSet) -> dict[str, Said]:
    return {rule: said(rules, rule) for rule in RULES}


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_every_rule_has_a_phrase_in_both_languages(rules: RuleSet) -> None:
    with override("en"):
        english = everything_said(rules)
    with override("de"):
        german = everything_said(rules)
    for rule in RULES:
        for phrase in (english[rule], german[rule]):
            assert phrase.value, rule
            assert not LEFT_OVER.search(phrase.value + phrase.note), (rule, phrase)
            assert len(phrase.value) <= 120
        assert not ENGLISH.search(german[rule].value + " " + german[rule].note), (rule, german[rule])
        assert bool(english[rule].note) == bool(german[rule].note)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("rule", RULES)
def test_two_values_are_two_phrases(rule: str, language: str) -> None:
    values = {repr(said_of_rules(rules)[rule]["value"]): rules for rules in RULE_SETS.values()}
    with override(language):
        phrases = {said(rules, rule).value for rules in values.values()}
    assert len(phrases) == len(values)


def test_every_rule_whose_value_the_engine_computes_has_a_phrase_of_its_own() -> None:
    said_alike = {"game.tie", "sambaopt.surprise"}  # the same in every rule set: left open, and unknown
    computed = {rule for rule, known in RULES.items() if known.value is not None}
    assert computed - set(PHRASES) == said_alike


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_note_stands_where_the_text_does_not_simply_say_it(rules: RuleSet) -> None:
    for rule, phrase in everything_said(rules).items():
        assert bool(phrase.note) == (said_of_rules(rules)[rule]["status"] != "text"), rule


@pytest.mark.parametrize(
    ("name", "rule", "german", "english"),
    [
        ("classic", "wild.max-per-meld", "höchstens drei wilde Karten", "at most three wild cards"),
        ("spielregeln", "wild.max-per-meld", "keine feste Zahl", "no fixed number"),
        ("classic-2p", "deal.hand-size", "bei zwei Personen je 15 Karten", "15 cards each with two players"),
        ("classic-2p", "players.two", "je 15 Karten, man zieht zwei", "15 cards each, drawing two at a time"),
        ("global-trade", "players.two", "je 15 Karten, man zieht eine", "15 cards each, drawing one at a time"),
        ("global-trade", "players.count", "zwei bis sechs Personen", "two to six players"),
        ("samba", "red3.all-bonus", "1.000 Punkte für alle sechs", "1,000 points for all six"),
        ("samba", "deck.wild-total", "18 wilde Karten", "18 wild cards"),
        (
            "samba-wild", "sambaopt.wild-canasta-bonus", "Joker 4.000, Zweien 3.000, gemischt 2.000",
            "jokers 4,000, twos 3,000, mixed 2,000",
        ),
        ("house-joker-1000", "house.joker-canasta-1000", "1.000 Punkte", "1,000 points"),
        ("classic", "black3.in-hand", "−5 Punkte", "−5 points"),
        ("samba", "black3.meld-size", "drei bis sechs Karten", "three to six cards"),
        ("classic", "samba.bonus", "keine solche Regel", "no such rule here"),
        (
            "samba-15000", "initial.boundaries", "15 unter 0, 50 ab 0, 90 ab 4.000, 120 ab 8.000, 150 ab 12.000",
            "15 below 0, 50 from 0, 90 from 4,000, 120 from 8,000, 150 from 12,000",
        ),
    ],
)  # fmt: skip
def test_value_in_words(name: str, rule: str, german: str, english: str) -> None:
    for language, expected in (("de", german), ("en", english)):
        with override(language):
            assert said(RULE_SETS[name], rule).value.replace("\N{NO-BREAK SPACE}", " ") == expected


@pytest.mark.parametrize(
    ("name", "rule", "note"),
    [
        ("overview", "wild.no-swap", "die Quelle sagt dazu nichts; es gilt die offizielle Regel"),
        ("overview", "initial.threshold-low", "der Text nennt keine Zahl"),
        ("spielregeln", "initial.boundaries", "der Text lässt offen, was bei genau 3.000 Punkten gilt"),
        ("global-trade", "pickup.whole-pile", "der Text widerspricht sich"),
        (
            "samba",
            "samba.sequence-ace-high",
            "die Quelle sagt dazu nichts; es gelten die englischen Samba-Bücher",
        ),
        ("samba", "players.three", "der Text sagt nichts dazu"),
        ("overview", "freeze.opening-card", "der Text sagt nichts dazu"),
        ("spielregeln", "house.sperr-canasta-1500", "nur ein Leserkommentar spricht davon"),
        ("classic", "game.tie", "keine Quelle sagt etwas dazu"),
        ("classic", "wild.no-swap", ""),
    ],
)
def test_note_says_how_the_text_stands(name: str, rule: str, note: str) -> None:
    with override("de"):
        assert said(RULE_SETS[name], rule).note == note


def test_house_rule_set_with_any_number_has_phrases() -> None:
    changes = {
        "canastas_to_go_out": 3,
        "max_wilds": 1,
        "draw_count": 3,
        "hand_size": {"4": 13},
        "initial_steps": None,
    }
    house = RULE_SETS["classic"].changed(changes)
    with override("en"):
        assert said(house, "out.canastas-needed").value == "three canastas"
        assert said(house, "wild.max-per-meld").value == "at most one wild card"
        assert said(house, "turn.draw-count").value == "three cards"
        assert said(house, "deal.hand-size").value == "13 cards each with four players"
        assert (
            value_in_words("initial.boundaries", [{"from": None, "minimum": 60}])
            == "always\N{NO-BREAK SPACE}60"
        )
