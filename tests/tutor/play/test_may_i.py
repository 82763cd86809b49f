"""“May I?” and “What can I do?” at a table with many melds: everything is answered, in few lines, and nothing twice."""

from __future__ import annotations

import re

import pytest

from engine.play.prepared import prepared_of
from engine.play.record import watch_game
from tests.tutor.play.at_the_table import AtTable, readable, seated
from tutor.learning.models import Learner
from tutor.play import services
from tutor.play.models import PlayedGame

pytestmark = pytest.mark.django_db

SAMBA = """
rules samba
players 4 pairs
prepared 0 | hand JK 2c 4c 8s | hand 4d 5s 6h 9c Tc | hand 5c 6s 7d 9h Ts | hand 4h 5h 7s 6d 9d | side 0: 0=6c 6d 6s;\
 0=7c 7d 7h; 0=8c 8d 8h; 0=9s 9d 9h; 0=Tc Td Th; 0=Qc Qd Qs; 0=Ac Ad As; 0=4s 5s 6s 7s; 0=5d 5h 5s 2h 2d | side 0\
 | pile Kd 3c | stock 8s 4s Jc Jd Qh As Ah Kc
""".replace("\\\n", "")
SEVENS = """
rules classic
players 4 pairs
prepared 0 | hand 6c Th Kd Jc 9s | hand 4d 5s 6h 9c Tc | hand 5c 6s 7d 9h Ts | hand 4h 5h 7s 6d 9d\
 | side 0: 0=7c 7h 7s | side 0 | pile Kd 3c 4c 7d | stock 8s 4s Jc Jd Qh As Ah Kc
""".replace("\\\n", "")


def table_of(record: str) -> PlayedGame:
    *_, watched = watch_game(record)
    return services.begin_from(
        learner=Learner.objects.create(),
        table=prepared_of(watched.deal, first=0),
        styles=["", "careful", "careful", "careful"],
        pace="normal",
    )


def answered(at: AtTable, game: PlayedGame, *cards: str) -> list[str]:
    """The answers of the coach, each as it is read."""
    at.press(game, "may", card=cards)
    (said,) = re.findall(r'<section class="coach".*?</section>', at.source, re.DOTALL)
    return [readable(one) for one in re.findall(r"<li.*?</li>", said, re.DOTALL)]


JOKER = {
    "de": (
        "Einen Joker an die Sechsen, Siebenen, Achten, Neunen, Zehnen, Damen und Asse anlegen: ja. Die Meldung",
        "Einen Joker an die Fünfen anlegen: nein. In einer Meldung",
        "Einen Joker an die Pik-Folge Vier bis Sieben anlegen: nein.",
        "Joker abwerfen: ja. Die wilde Karte friert",
    ),
    "en": (
        "Add a joker to the sixes, sevens, eights, nines, tens, queens and aces: yes. The meld",
        "Add a joker to the fives: no. A meld holds",
        "Add a joker to the sequence of spades from four to seven: no.",
        "Discard the joker: yes. The wild card freezes",
    ),
}


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_joker_is_answered_for_all_melds_together_and_for_the_discard(language: str) -> None:
    game = table_of(SAMBA)
    at = seated(game, language=language)
    at.press(game, "draw")
    said = answered(at, game, "JK#0")
    assert [one.startswith(start) for one, start in zip(said, JOKER[language], strict=True)] == [True] * 4
    assert len(answered(at, game, "2c#0", "JK#0")) == 4


@pytest.mark.parametrize(("language", "asked"), [("de", "Ablagestapel aufnehmen"), ("en", "Take the pile")])
@pytest.mark.parametrize("cards", [("6c#0",), ("6c#0", "Th#0")])
def test_taking_onto_a_meld_with_cards_that_do_not_fit_is_answered_once(
    language: str, asked: str, cards: tuple[str, ...]
) -> None:
    game = table_of(SEVENS)
    at = seated(game, language=language)
    said = answered(at, game, *cards)
    assert len(said) == len(set(said))
    assert len({one.partition(":")[2] for one in said}) == len(said) == 1
    assert said[0].startswith(asked)


CAN = {
    "de": (
        "An die Sechsen, Siebenen, Neunen, Zehnen, Damen und Asse anlegen: eine Zwei; einen Joker;",
        "abwerfen",
    ),
    "en": ("Add to the sixes, sevens, nines, tens, queens and aces: a two; a joker;", "Discard a"),
}


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_can_be_done_is_told_by_melds(language: str) -> None:
    game = table_of(SAMBA)
    at = seated(game, language=language)
    at.press(game, "draw")
    at.press(game, "can")
    (said,) = re.findall(r'<section class="legal-list".*?</section>', at.source, re.DOTALL)
    lines = [readable(one) for one in re.findall(r"<li>.*?</li>", said, re.DOTALL)]
    assert len(lines) == 6
    assert any(line.startswith(CAN[language][0]) for line in lines)
    assert CAN[language][1] in lines[-1]
