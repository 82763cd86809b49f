"""What a refusal at the table of a played game offers instead: only what can still be done."""

from __future__ import annotations

import pytest

from lessons.content.deals import mini_deals
from tests.tutor.play.at_the_table import AtTable, seated, sitting, ticked
from tutor.learning.models import Learner
from tutor.play import services
from tutor.play.models import PlayedGame

pytestmark = pytest.mark.django_db


def begun_mini(slug: str) -> PlayedGame:
    return services.begin_mini(learner=Learner.objects.create(), mini=mini_deals()[slug])


def held(game: PlayedGame, *names: str) -> list[str]:
    """The form's names of these cards of the learner's hand."""
    hand = list(sitting(game).deal.position().hand)
    return ticked(tuple(next(card for card in hand if str(card) == name) for name in names))


def taken_with_thirty(language: str = "en") -> tuple[PlayedGame, AtTable]:
    """The pile is taken for the initial meld, and 20 of the 50 points are missing."""
    game = begun_mini("open-with-the-pile")
    at = seated(game, language=language)
    at.press(game, "take", card=held(game, "Kc", "Ks"))
    assert sitting(game).deal.actions[-1].verb == "take"
    return game, at


@pytest.mark.parametrize(
    ("language", "offered", "back"),
    [
        ("de", "Erlaubt ist zum Beispiel: Eine Zwei 2 an die Könige anlegen", "Nimm zurück"),
        ("en", "for example: Add a two 2 to the kings", "Take back"),
    ],
)
def test_a_pile_that_was_taken_stays_taken_in_what_is_offered(language, offered, back):
    game, at = taken_with_thirty(language)
    refused = at.press(game, "discard", card=held(game, "4s"))
    assert offered in refused
    assert back not in refused
    at.press(game, "add:K", card=held(game, "2d"))
    at.press(game, "discard", card=held(game, "4s"))
    assert sitting(game).deal.played
