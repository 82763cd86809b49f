"""With the stock empty: why the pile may be left or must be taken, and what begins the turn in place of a draw."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content.reading import library
from lessons.kinds.offered.lists import answers
from lessons.kinds.registry import kind_of
from tests.lessons.test_true_verdicts import told

ACES = "own 300: A=Ac Ad As Ah"
FORCED = "stock.forced-take"
END = "%s | draw | hand 4c 5d 6h%s | %s | pile %s | stock 0"


def offered_for(position: str, *, language: str) -> str:
    """The right one of the answers that are offered to "may you end the turn?"."""
    with override(language):
        return answers(
            parse_position(position),
            parse_actions(["end"]),
            unfinished=False,
            rules=[FORCED],
            reasons=[FORCED, "stock.play-on", "pickup.add-to-meld", "turn.discard-one"],
            name="",
        )[0].text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Yes. The stock is empty, but the pile is frozen, so your melds do not force you to take it."),
        (
            "de",
            "Ja: Der Talon ist leer, aber der Ablagestapel ist eingefroren, also zwingt dich keine Meldung",
        ),
    ],
)
def test_right_answer_to_a_frozen_pile_that_fits_names_the_freeze(language: str, text: str) -> None:
    item = library().item("puzzle/end-of-the-stock/frozen-and-empty")
    assert item is not None
    with override(language):
        assert any(one.text.startswith(text) for one in kind_of(item).offered(item))


@pytest.mark.parametrize(
    ("position", "en", "de"),
    [
        (END % ("classic", "", ACES, "2c 9s Ah"), "the pile is frozen", "ist eingefroren"),
        (END % ("classic", "", ACES, "9c 9s"), "fits none of your own melds", "passt an keine eigene Meldung"),
        (
            END % ("samba", "", "own 300: A=Ac Ac Ad Ad As As Ah", "9c Ah"),
            "you cannot take the pile with the meld that the top card fits", "kannst du den Ablagestapel nicht",
        ),
        (END % ("global-trade", "", ACES, "4c 9s"), "you cannot meld the top card", "lässt sich nicht melden"),
        (
            END % ("global-trade", " 9c 9d", ACES, "4c 9s"),
            "the top card, the nine of spades, can be melded, so you must take the pile", "kann gemeldet werden",
        ),
    ],
)  # fmt: skip
def test_right_answer_says_why_the_pile_may_be_left_or_not(position: str, en: str, de: str) -> None:
    for language, text in (("en", en), ("de", de)):
        assert text in offered_for(position, language=language)


@pytest.mark.parametrize(
    ("position", "en", "de"),
    [
        (
            END % ("classic", "", ACES, "2c 9s Ah"),
            "melds. The pile is frozen, so the aces on the table do not force you to take it.",
            "Der Ablagestapel ist eingefroren, also zwingen dich die gemeldeten Asse nicht, ihn aufzunehmen.",
        ),
        (
            "wiener | draw | hand 4c | own 300: A=Ac Ad As Ah | pile Ah | stock 0",
            "melds. It fits, but after taking the pile the turn could not end by the rules.",
            "Sie passt, aber nach dem Aufnehmen ließe sich der Zug nicht mehr regelgerecht beenden.",
        ),
        (
            "classic | draw | hand 4c | own 300: A=Ac Ad As Ah | pile Ah | stock 0",
            "melds. A player with a single card in hand may not take a pile of one card",
            "Mit nur einer Karte im Blatt darf man einen Ablagestapel aus einer einzigen Karte nicht aufnehmen",
        ),
        (
            END % ("classic", "", ACES, "9c 9s"),
            "melds. That is not the case here.",
            "Das ist hier nicht so.",
        ),
    ],
)
def test_verdict_on_leaving_the_pile_names_what_stands_against_taking_it(
    position: str, en: str, de: str
) -> None:
    for language, text in (("en", en), ("de", de)):
        explanation = told(position, "end", language=language, about=[FORCED])
        assert text in str(explanation.deciding)
        assert not any(str(one) in str(explanation.deciding) for one in explanation.further)


@pytest.mark.parametrize(
    ("pile", "hand", "en", "de"),
    [
        ("9s Ah", "", "Take the pile.", "Nimm den Ablagestapel auf."),
        ("2c 9s Ah", "", "End the turn and with it the deal.", "Beende den Zug und damit die Runde."),
        (
            "4c 9s", " 9c 9d",
            "Take the pile, or end the turn and with it the deal.",
            "Nimm den Ablagestapel auf, oder beende den Zug und damit die Runde.",
        ),
    ],
)  # fmt: skip
def test_draw_from_an_empty_stock_is_told_what_is_possible_instead(
    pile: str, hand: str, en: str, de: str
) -> None:
    for language, text in (("en", en), ("de", de)):
        position = END % ("classic", hand, ACES, pile)
        assert str(told(position, "draw", language=language, reveal=False).fix) == text
