"""The rule that answers what people ask in their own words; with the project's own content."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine.law.rulebook import RULES
from lessons.content.reading import library
from lessons.words.glossing import names_of
from tests.asked import LANGUAGES, asked
from tests.lessons.pages import Page
from tutor.reference.answering import answers
from tutor.reference.searching import search

PICKUP = ("pickup.top-must-be-melded", "pickup.whole-pile", "pickup.natural-pair")


def rules(query: str, language: str, *, mend: bool = True) -> list[str]:
    return [one.rule for one in answers(query, language=language, mend=mend).found]


def searched(query: str, language: str) -> Page:
    return Page(Client().get(f"/{language}/search/", {"q": query}))


@pytest.mark.parametrize(("name", "first", "among_three"), [("tuned", 0.85, 0.95), ("held_back", 0.78, 0.9)])
def test_right_rule_is_first_for_most_of_what_people_type(
    name: str, first: float, among_three: float
) -> None:
    found = [one for language in LANGUAGES for one in asked(name, language)]
    assert len(found) >= 120
    assert sum(one.is_among(1) for one in found) >= first * len(found)
    assert sum(one.is_among(3) for one in found) >= among_three * len(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_questions_of_beginners_find_their_rule(language: str) -> None:
    found = list(asked("plain", language))
    assert len(found) >= 20
    assert sum(one.is_among(1) for one in found) >= 0.85 * len(found)
    assert sum(one.is_among(3) for one in found) >= 0.95 * len(found)


@pytest.mark.parametrize(
    ("language", "query", "rule"),
    [
        ("en", "can i pass", "turn.draw-or-take"),
        ("de", "kann ich passen", "turn.draw-or-take"),
        ("en", "can I take pile with one card", "pickup.one-card-rule"),
        ("de", "darf ich den Stapel mit einer Karte nehmen", "pickup.one-card-rule"),
        ("en", "red three last card", "stock.last-red-three"),
        ("de", "rote Drei letzte Karte", "stock.last-red-three"),
        ("en", "how many cards do I need to meld", "meld.min-size"),
        ("de", "wie viele Karten brauche ich zum Melden", "meld.min-size"),
        ("de", "Mindestpunktzahl bei 2000 Punkten", "initial.threshold-mid"),
        ("de", "Wie viele Karten bekommt man bei drei Spielern", "players.three"),
        ("en", "how many cards does each player get with three players", "players.three"),
        ("de", "was passiert wenn niemand mehr ziehen kann", "stock.play-on"),
        ("en", "what if nobody can draw", "stock.play-on"),
    ],
)
def test_plain_question_is_answered_with_its_rule_first(language: str, query: str, rule: str) -> None:
    assert rules(query, language)[0] == rule


@pytest.mark.parametrize(
    ("language", "query", "number"),
    [
        ("en", "10.4", "10.4"),
        ("en", "Rule 10.4", "10.4"),
        ("en", "rule 13.4", "13.4"),
        ("de", "Regel 13.4", "13.4"),
        ("de", "§ 10.4", "10.4"),
        ("de", "§10.4", "10.4"),
        ("de", "Was sagt Regel 4.3?", "4.3"),
        ("en", "no. 20.1", "20.1"),
    ],
)
def test_number_of_a_rule_finds_it_first_whatever_stands_beside_it(
    language: str, query: str, number: str
) -> None:
    named = next(id for id, rule in RULES.items() if rule.number == number)
    assert rules(query, language)[0] == named
    assert search(query, language=language).of("rule")[0].id == named
    assert f"{number} " in searched(query, language).part('id="answered"', "</section>")
    quarrel = Client().get(f"/{language}/quarrel/", {"q": query}).content.decode()
    assert f'/{named}/"' in quarrel


@pytest.mark.parametrize("language", LANGUAGES)
def test_name_of_a_term_finds_a_rule_that_the_glossary_gives_for_it(language: str) -> None:
    """A bare word asks for what it is, not for the rare case in which it stands most often."""
    named = [
        (name, set(term.rules))
        for term in library().glossary
        if term.rules
        for name in names_of(term, language)
    ]
    found = sum(bool(right.intersection(rules(name, language)[:1])) for name, right in named)
    assert found >= 0.78 * len(named)
    german, english = ("paket", "posso", "Haufen", "Ablagestapel"), ("discard pile", "packet")
    for name in german if language == "de" else english:
        assert rules(name, language)[0] in PICKUP, name
        assert set(PICKUP) <= set(rules(name, language)[:4]), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_says_how_people_ask_for_it_and_no_two_the_same(language: str) -> None:
    phrases: dict[str, str] = {}
    for rule, page in library().rules.items():
        assert page.asked is not None, rule
        for phrase in page.asked.in_language(language):
            assert phrases.setdefault(phrase.casefold(), rule) == rule


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Packerl nehmen", "Haufen kaufen"),
        ("rote Dreier", "rote 3er"),
        ("Zweier wegschmeißen", "2er abwerfen"),
        ("Stopperl", "Sperrkarte"),
    ],
)
def test_words_that_mean_the_same_find_the_same(one: str, other: str) -> None:
    assert rules(one, "de")[0] in rules(other, "de")[:3]
    assert rules(other, "de")[0] in rules(one, "de")[:3]


def test_typing_mistakes_are_mended_unless_one_wants_it_exactly() -> None:
    assert answers("eingefrohren", language="de").read_as == "eingefroren"
    assert rules("eingefrohren", "de") == rules("eingefroren", "de")
    assert rules("eingefrohren", "de", mend=False) == []


@pytest.mark.parametrize("query", ["", "das", "was ist das", "Skat", "((", "42 99", "~=?", "x" * 5000])
def test_what_asks_nothing_of_the_rules_has_no_answer(query: str) -> None:
    assert rules(query, "de") == []


@pytest.mark.parametrize(
    ("query", "language", "sentence"),
    [
        ("wieviel Punkte braucht man über 3000", "de", "120"),
        ("how many points for going out", "en", "100"),
    ],
)
def test_page_says_the_rule_before_all_that_was_found(query: str, language: str, sentence: str) -> None:
    page = searched(query, language)
    found = re.search(r'<p class="sentence">(.*?)</p>', page.source, re.DOTALL)
    assert found
    assert sentence in found[1]
    assert page.source.index('id="answered"') < page.source.index('class="found"')


def test_page_tells_the_reader_who_asked_the_same() -> None:
    page = searched("Sperrt ein Joker nur den nächsten Spieler", "de")
    assert "Ein Leser hat gefragt:" in page.text
    assert 'href="/de/questions/wild-card-in-the-pile/"' in page.source
