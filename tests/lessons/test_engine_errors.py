"""Every error of the engine has a sentence in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils.translation import gettext, override

import engine
import engine.law.ruleset
from engine.law.errors import MESSAGES, EngineError
from engine.notation.position_line import parse_position
from lessons.saying.engine_errors import EXPECTED, REASONS, SENTENCES, error_in_words, place_in_words

FACTS = {
    "text": "Kx", "expected": "a list", "key": "hand", "choices": "yes, no", "length": 5000, "name": "K",
    "reason": "too few cards", "version": 7, "players": 3, "card": "Kh", "count": 3, "max": 2, "cards": "Kh Qs",
    "rule": "meld.same-rank", "rank": "K", "listed": 3, "form": "threes", "size": 2, "needed": 1, "have": 0, "stock": 4,
    "hands": 3, "sides": 2, "seat": 5,
}  # fmt: skip


@pytest.mark.parametrize("code", MESSAGES)
def test_every_code_has_a_sentence_in_both_languages(code: str) -> None:
    names = set(re.findall(r"\{(\w+)\}", MESSAGES[code]))
    error = EngineError("position", "hand", code, **{name: FACTS[name] for name in names})
    with override("en"):
        english = error_in_words(error)
    with override("de"):
        german = error_in_words(error)
    assert english.endswith(".")
    assert german.endswith(".")
    assert "%(" not in english + german
    assert german != english


def test_every_reason_why_house_rules_do_not_fit_is_known_in_both_languages() -> None:
    source = (Path(engine.law.ruleset.__file__)).read_text(encoding="utf-8")
    reasons = re.findall(r'return "([^"]+)"', source[source.index("def _impossible(") :])
    assert set(reasons) == set(REASONS)
    for reason in reasons:
        with override("de"):
            assert gettext(reason) != reason


def test_everything_that_can_be_expected_is_known_in_german() -> None:
    sources = [path.read_text(encoding="utf-8") for path in Path(engine.__file__).parent.rglob("*.py")]
    told = {text for source in sources for text in re.findall(r'expected ?= ?"([^"]+)"', source)}
    assert told == set(EXPECTED)
    with override("de"):
        for text in (*told, "an object with number and total"):
            error = EngineError("position", "hand", "wrong-type", expected=text)
            assert not re.search(r"\b(an?|the|and|of|with|or)\b", error_in_words(error))


@pytest.mark.parametrize(
    ("name", "german", "english"),
    [
        ("K", "Könige", "kings"),
        ("K#2", "Könige, zweite Meldung", "kings, second meld"),
        ("W", "wilde Karten", "wild cards"),
        ("5h-7h", "Herz-Folge Fünf bis Sieben", "sequence of hearts from five to seven"),
        ("opp:W", "wilde Karten der Gegenseite", "opposing wild cards"),
    ],
)
def test_meld_that_is_not_there_is_named_in_words(name: str, german: str, english: str) -> None:
    error = EngineError("request", "actions[0]", "no-such-meld", name=name)
    with override("de"):
        assert error_in_words(error) == f"Diese Meldung liegt nicht auf dem Tisch: {german}."
    with override("en"):
        assert error_in_words(error) == f"This meld is not on the table: {english}."


def test_rule_set_is_named_as_people_know_it() -> None:
    error = EngineError("position", "players", "wrong-players", name="samba-wild", players=2)
    with override("de"):
        assert (
            error_in_words(error)
            == "Die Regeln „Samba mit Meldungen aus wilden Karten“ sind nicht für 2 Spieler."
        )


def test_sentences_have_no_code_that_the_engine_does_not_have() -> None:
    assert set(SENTENCES) == set(MESSAGES)


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("classic | hand Kx", "Blatt", "„Kx“ ist keine Karte."),
        ("classic | hand Kh Kh Kh", "Blatt", "Die Karte Herz-König ist 3 Mal da, im Spiel gibt es sie aber nur 2 Mal."),
        ("classic | own 0: K=Kh Kd", "eigene Partnerschaft, Meldung 1",
         "Diese Karten können nicht als Meldung auf dem Tisch liegen: Karo-König und Herz-König (Regel 7.1)."),
        ("patience | hand Kh", "Regeln", "Die Regeln „patience“ gibt es nicht."),
        ("classic | opp 0 | opp 0", "Gegner", "3 Partnerschaften sind mehr, als 4 Spieler bilden (höchstens 2)."),
        ("classic-2p | partner 5", "Blatt des Partners", "Bei 2 Spielern hat niemand einen Partner."),
        ("classic | stock many", "Talon", "„many“ ist keine ganze Zahl, die hier sinnvoll ist."),
    ],
)  # fmt: skip
def test_bad_position_is_told_in_german_with_its_place(text: str, place: str, sentence: str) -> None:
    with pytest.raises(EngineError) as caught:
        parse_position(text)
    with override("de"):
        assert error_in_words(caught.value) == sentence
        assert place_in_words(caught.value) == place


def test_message_ids_are_marked_for_translation() -> None:
    with override("de"):
        assert gettext(SENTENCES["empty-pile"]) == "Der Ablagestapel ist leer."


@pytest.mark.parametrize(
    ("hand", "language", "said"),
    [
        ("Kc Kc Kc Kd Kd Kh Kh Ks Ks", "de", "Es sind neun Könige da, im Spiel gibt es aber nur acht."),
        ("Kc Kc Kc Kd Kd Kh Kh Ks Ks", "en", "There are nine kings, but the deck has only eight."),
        ("3h 3h 3h 3d 3d 3c", "en", "There are five red threes, but the deck has only four."),
        ("JK JK JK JK JK", "en", "There are five jokers, but the deck has only four."),
        ("Kc Kc Kc Kd", "en", "The king of clubs appears 3 times, but the deck has only 2."),
    ],
)
def test_more_cards_of_a_rank_than_there_are_are_told_without_a_suit(
    hand: str, language: str, said: str
) -> None:
    with pytest.raises(EngineError) as caught:
        parse_position(f"classic | play | hand {hand} | pile 9c")
    with override(language):
        assert error_in_words(caught.value) == said
