"""What an answer has to do besides being legal, in words."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from lessons.kinds.common.accepting import Accept
from lessons.kinds.common.conditions import conditions_in_words


@pytest.mark.parametrize(
    ("accept", "de", "en"),
    [
        (
            Accept(took_pile=True, opens=True),
            "du den Ablagestapel aufnimmst und die Erstmeldung eurer Partnerschaft machst",
            "you take the pile and make your side’s initial meld",
        ),
        (
            Accept(took_pile=True, cards_left=1),
            "du den Ablagestapel aufnimmst und dir eine Karte im Blatt bleibt",
            "you take the pile and one card is left in your hand",
        ),
        (
            Accept(canasta="natural", melds_min=1),
            "am Ende ein reines Canasta auf dem Tisch liegt und du eine neue Meldung auslegst",
            "there is a natural canasta at the end and you lay a new meld",
        ),
    ],
)
def test_you_are_named_once_where_one_clause_follows_another(accept: Accept, de: str, en: str) -> None:
    for language, said in (("de", de), ("en", en)):
        with override(language):
            assert conditions_in_words(accept, alone=False) == said
