"""What an answer has to do besides being legal, in words."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from lessons.kinds.common.accepting import Accept
from lessons.kinds.common.conditions import aim_in_words, with_conditions


@pytest.mark.parametrize(
    ("accept", "de", "en"),
    [
        (
            Accept(took_pile=True, opens=True),
            "Ziel: den Ablagestapel aufnehmen und die Erstmeldung eurer Partnerschaft machen.",
            "Aim: take the pile and make your side’s initial meld.",
        ),
        (
            Accept(took_pile=True, cards_left=1),
            "Ziel: den Ablagestapel aufnehmen und genau eine Karte im Blatt behalten.",
            "Aim: take the pile and keep exactly one card in your hand.",
        ),
        (
            Accept(canasta="natural", melds_min=1),
            "Ziel: eine neue Meldung auslegen und am Ende ein reines Canasta auf dem Tisch haben.",
            "Aim: lay a new meld and have a natural canasta on the table at the end.",
        ),
        (
            Accept(opens=True, keeps_pair="4", cheapest=15),
            (
                "Ziel: die Erstmeldung eurer Partnerschaft machen, ein Paar Vieren im Blatt behalten und "
                "so wenige Punkte wie möglich auslegen."
            ),
            (
                "Aim: make your side’s initial meld, keep a pair of fours in your hand and lay down as "
                "few points as possible."
            ),
        ),
        (
            Accept(went_out="no", sheet_min=500),
            (
                "Ziel: noch nicht ausmachen und für eure Partnerschaft so viele Punkte wie möglich haben, "
                "wenn nach diesem Zug abgerechnet würde."
            ),
            (
                "Aim: do not go out yet and give your side as many points as possible if the deal were "
                "scored after this turn."
            ),
        ),
    ],
)
def test_aim_is_one_sentence_of_parts_that_go_together(accept: Accept, de: str, en: str) -> None:
    for language, said in (("de", de), ("en", en)):
        with override(language):
            assert aim_in_words(accept, alone=False) == said
            assert with_conditions("?", accept, alone=False) == f"? {said}"


def test_what_has_no_condition_has_no_aim() -> None:
    said_already = Accept(opens=True).model_copy(update={"opens": None})
    assert with_conditions("?", said_already, alone=False) == "?"
    assert with_conditions("?", None, alone=False) == "?"
