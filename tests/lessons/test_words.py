"""Names of cards and amounts, in both languages."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.utils.translation import override

from engine.law.cards import CARDS, card
from engine.notation.text import parse_action, parse_cards
from lessons.words import forms, naming


@pytest.mark.parametrize(
    ("notation", "german", "english"),
    [
        ("9s", "Neun, Pik", "Nine, spades"),
        ("Kh", "König, Herz", "King, hearts"),
        ("2c", "Zwei, Kreuz, wilde Karte", "Two, clubs, wild card"),
        ("JK", "Joker, wilde Karte", "Joker, wild card"),
        ("3d", "Rote Drei, Karo", "Red three, diamonds"),
        ("3s", "Schwarze Drei, Pik", "Black three, spades"),
    ],
)
def test_card_name_rank_before_suit(notation: str, german: str, english: str) -> None:
    with override("de"):
        assert naming.card_name(card(notation)) == german
    with override("en"):
        assert naming.card_name(card(notation)) == english


def test_card_name_plain_says_nothing_about_the_game() -> None:
    with override("en"):
        names = {naming.card_name(one, plain=True) for one in parse_cards("2c JK 3d 3s")}
    assert names == {"Two, clubs", "Joker", "Three, diamonds", "Three, spades"}


@pytest.mark.parametrize("language", ["de", "en"])
def test_card_name_of_every_kind_differs(language: str) -> None:
    with override(language):
        assert len({naming.card_name(one) for one in CARDS.values()}) == len(CARDS)


def test_card_in_text_follows_the_language() -> None:
    with override("de"):
        assert naming.card_in_text(card("9s")) == "Pik-Neun"
        assert naming.cards_listed(parse_cards("9c JK")) == "Kreuz-Neun und Joker"
    with override("en"):
        assert naming.card_in_text(card("9s")) == "nine of spades"


def test_cards_in_text_counts_by_rank_in_the_case_asked_for() -> None:
    cards = parse_cards("Kh Kd JK Jc")
    with override("de"):
        assert naming.cards_in_text(cards) == "zwei Könige, ein Joker und ein Bube"
        assert naming.cards_in_text(cards, "accusative") == "zwei Könige, einen Joker und einen Buben"
        assert naming.cards_in_text(cards, "dative") == "zwei Königen, einem Joker und einem Buben"
    with override("en"):
        assert naming.cards_in_text(cards, "dative") == "two kings, a joker and a jack"


def test_index_letter_of_court_cards_and_ten() -> None:
    with override("de"):
        assert [naming.index_letter(rank) for rank in "9TJQKA"] == ["9", "10", "B", "D", "K", "A"]
    with override("en"):
        assert [naming.index_letter(rank) for rank in "9TJQKA"] == ["9", "10", "J", "Q", "K", "A"]


def test_number_grouping_and_minus_sign() -> None:
    with override("de"):
        assert naming.number(1500) == "1.500"
        assert naming.number(-35) == "−35"
    with override("en"):
        assert naming.number(1500) == "1,500"


@pytest.mark.parametrize(
    ("action", "german", "english"),
    [
        ("draw", "Vom Talon ziehen", "Draw from the stock"),
        ("take 9c JK", "Ablagestapel mit einer Neun und einem Joker aufnehmen",
         "Take the pile with a nine and a joker"),
        ("take onto K", "Ablagestapel aufnehmen, oberste Karte an die Könige anlegen",
         "Take the pile, adding its top card to the kings"),
        ("meld Kh Kd Ks", "Drei Könige melden", "Meld three kings"),
        ("meld 3c 3s 3s", "Drei schwarze Dreien melden", "Meld three black threes"),
        ("add 2c to K", "Eine Zwei an die Könige anlegen", "Add a two to the kings"),
        ("expose 3h Tc", "Eine rote Drei auf den Tisch legen und eine Zehn nachziehen",
         "Put a red three on the table and draw a ten"),
        ("discard 5h", "Herz-Fünf abwerfen", "Discard the five of hearts"),
        ("ask", "Partner um Erlaubnis zum Ausmachen fragen", "Ask for permission to go out"),
        ("end", "Zug ohne Abwurf beenden", "End the turn without a discard"),
        ("take top Kh Kd", "Mit zwei Königen nur die oberste Karte nehmen", "Take only the top card with two kings"),
        ("take top onto K", "Nur die oberste Karte nehmen und an die Könige anlegen",
         "Take only the top card, adding it to the kings"),
        ("swap Ks for JK in K", "Einen König gegen einen Joker auf dem Tisch tauschen",
         "Swap a king for a joker on the table"),
    ],
)  # fmt: skip
def test_action_in_words(action: str, german: str, english: str) -> None:
    with override("de"):
        assert naming.action_in_words(parse_action(action)) == german
    with override("en"):
        assert naming.action_in_words(parse_action(action)) == english


def test_key_is_the_same_when_many_ask_at_once() -> None:
    """A stemmer keeps the word on which it works in itself: threads must not share one."""
    words = [(word, language) for language in ("de", "en") for word in sorted(forms.LITTLE_WORDS[language])]
    stem = forms.key.__wrapped__  # without the memory, which would hide it
    alone = [stem(*one) for one in words]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            together = list(threads.map(lambda _: [stem(*one) for one in words], range(8)))
    finally:
        sys.setswitchinterval(before)
    assert all(of_one == alone for of_one in together)
