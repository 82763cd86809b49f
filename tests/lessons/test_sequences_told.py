"""What a sequence with a wild card or a three in it would take: what is named is missing, and it would be one then."""

from __future__ import annotations

import pytest

from tests.lessons.test_true_verdicts import told

LAYING = "samba | play | hand %s Kd Kc 9d | own 300: 8=8c 8d 8h | stock 60"
ADDING = "samba | play | hand 2h 7h 8h Kd Kc 9d | own 300: 4h-6h=4h 5h 6h | stock 60"


@pytest.mark.parametrize(
    ("position", "action", "en", "de"),
    [
        (LAYING % "4h 5h 2h 7h", "meld 4h 5h 2h 7h", "the six of hearts would have", "müsste Herz-Sechs dabei sein"),
        (LAYING % "9s Ts JK Qs", "meld 9s Ts JK Qs", "the jack of spades would have", "müsste Pik-Bube dabei sein"),
        (LAYING % "3s 4s 5s", "meld 3s 4s 5s", "the six of spades would have", "müsste Pik-Sechs dabei sein"),
        (
            LAYING % "2h 5h 6h", "meld 2h 5h 6h",
            "the four of hearts or the seven of hearts would", "müsste Herz-Vier oder Herz-Sieben dabei sein",
        ),
        (
            LAYING % "4c 2h 7c", "meld 4c 2h 7c",
            "the five of clubs and the six of clubs would", "müssten Kreuz-Fünf und Kreuz-Sechs dabei sein",
        ),
        (
            LAYING % "2h 4h 7h 9h", "meld 2h 4h 7h 9h",
            "Natural cards of one suit in a row, without a gap.", "Natürliche Karten einer Farbe, lückenlos",
        ),
        (
            LAYING % "2h 5h 6h 7h", "meld 2h 5h 6h 7h",
            "The same without wild cards or threes.", "Dasselbe ohne wilde Karten und ohne Dreien.",
        ),
        (
            ADDING, "add 2h to 4h-6h",
            "Natural cards of one suit that continue the sequence.", "Natürliche Karten einer Farbe, die die Folge",
        ),
        (ADDING, "add 2h 8h to 4h-6h", "the seven of hearts would have", "müsste Herz-Sieben dabei sein"),
    ],
)  # fmt: skip
def test_sequence_with_a_wild_card_or_a_three_hears_which_card_is_missing(
    position: str, action: str, en: str, de: str
) -> None:
    for language, text in (("en", en), ("de", de)):
        assert text in str(told(position, action, language=language).fix)


def test_meld_with_a_wild_card_is_no_example_of_a_sequence_without_one() -> None:
    fix = str(told(LAYING % "2h 4h 5h", "meld 2h 4h 5h").fix)
    assert "What is possible here: Meld two kings and a two" in fix
    assert "For example" not in fix
    assert "For example: Meld a five, a six and a seven" in str(
        told(LAYING % "2h 5h 6h 7h", "meld 2h 5h 6h 7h").fix
    )
