"""Cards as they are heard: small cards in a text by their names in a sentence, and nothing twice."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from engine.law.cards import CARDS
from engine.notation.position_line import parse_position
from engine.notation.text import parse_action, parse_cards
from lessons.table import presenting
from lessons.words import naming
from tests.lessons.pages import Learner
from tutor.site.templatetags.canasta import cards_of_words, rich

TURN = "classic | draw | hand 9c 9d 5c 5h 5d 2c | own 0: 9=9h 9h 9s | pile 4: 8h Kd 4c 9s | stock 20"


@pytest.mark.parametrize(
    ("language", "text", "label"),
    [
        ("de", "Du hast deine {3h} hingelegt.", "Herz-Drei"),
        ("de", "Du willst den {Jh} anlegen.", "Herz-Buben"),
        ("de", "Das sind sie: {Kh Qs JK}", "Herz-König, Pik-Dame und Joker"),
        ("en", "You want to add the {Kh}.", "king of hearts"),
        ("en", "You hold {Kh JK}.", "the king of hearts and a joker"),
    ],
)
def test_cards_in_a_text_are_heard_by_their_names_in_a_sentence(language: str, text: str, label: str) -> None:
    with override(language):
        assert f'role="img" aria-label="{label}"' in rich(text)


@pytest.mark.parametrize(
    ("text", "is_heard"),
    [
        ("Du meldest drei Könige {Kc Kd Kh}.", False),
        ("Einen Joker {JK} anlegen.", False),
        ("Nimm mit zwei Damen {Qc Qd} auf.", False),
        ("Du meldest drei Könige {Kc Kd JK}.", True),
        ("Eine Fünf, eine Sechs und eine Sieben {5h 6h 7h} melden", True),  # suits matter
    ],
)
def test_cards_that_the_words_before_name_are_only_seen(text: str, is_heard: bool) -> None:
    with override("de"):
        assert ("aria-label" in rich(text)) == is_heard


@pytest.mark.parametrize(("cards", "is_heard"), [("Kc Kd JK", False), ("5c", False), ("5h 6h 7h", True)])
def test_cards_beside_an_action_in_words_are_only_seen(cards: str, is_heard: bool) -> None:
    with override("de"):
        assert ("aria-label" in cards_of_words(parse_cards(cards))) == is_heard


def test_words_name_the_suit_of_a_card_that_goes_to_a_sequence() -> None:
    action = parse_action("add 8h to 5h-7h")
    with override("de"):
        words = naming.action_in_words(action)
        assert words == "Herz-Acht an die Herz-Folge Fünf bis Sieben anlegen"
    with override("en"):
        words = naming.action_in_words(action)
        assert words == "Add the eight of hearts to the sequence of hearts from five to seven"


def test_picture_of_the_pile_leaves_its_top_card_to_the_words() -> None:
    with override("de"):
        pile = presenting.table(parse_position(TURN)).pile
        assert str(pile.words) == "4 Karten, oben Pik-Neun"
        assert pile.spoken_below.startswith("Acht, Herz; König, Karo; ")
        assert naming.card_name(CARDS["9s"]) not in pile.spoken_below
        alone = presenting.table(parse_position(TURN.replace("4: 8h Kd 4c 9s", "9s"))).pile
        assert alone.spoken_below == ""


@pytest.mark.parametrize(
    ("language", "pile", "words"),
    [
        ("de", "4: 8h Kd 4c 9s", "Unter der obersten Karte, von unten nach oben:"),
        ("de", "9: 8h Kd 4c 9s", "Die drei Karten unter der obersten, von unten nach oben:"),
        ("en", "9: 8h Kd 4c 9s", "The three cards under the top one, from bottom to top:"),
        ("de", "9: 4c 9s", "Die Karte unter der obersten:"),
        ("en", "9: 4c 9s", "The card under the top one:"),
    ],
)
def test_picture_of_the_pile_says_which_of_its_cards_are_known(language: str, pile: str, words: str) -> None:
    with override(language):
        table = presenting.table(parse_position(TURN.replace("4: 8h Kd 4c 9s", pile)))
        shown = render_to_string("lessons/_table.html", {"table": table})
        assert f'aria-label="{words} {table.pile.spoken_below}"' in shown


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
def test_actions_of_a_page_are_heard_once() -> None:
    learner = Learner()
    learner.open("/de/course/first/open/")
    page = learner.press("meld", card=["Ac#0", "Ad#0", "Ah#0"])
    assert '<span class="what">Drei Asse melden</span><span class="minis" aria-hidden="true">' in page.source
    back = page.part('<button type="submit" id="undo-0" class="undo"', "</button>")
    assert back == "zurück Zurücknehmen: Drei Asse melden"
    assert '<span aria-hidden="true">zurück</span>' in page.source
