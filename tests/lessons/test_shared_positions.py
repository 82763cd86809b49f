"""Links that carry a position and a turn in progress."""

from __future__ import annotations

import html
import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.lessons import pages

pytestmark = pytest.mark.django_db

POSITION = (
    "classic | play | hand Kh Kd Ks 5h 7d 9c | own 500: Q=Qc Qd Qh | opp 0 | pile 3: 6d 8h Jh | stock 40"
)


def shared(actions: str, *, position: str = POSITION, language: str = "en") -> pages.Page:
    query = urlencode({"p": position, "a": actions})
    return pages.Page(Client().get(f"/{language}/position/?{query}"))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("It is allowed.", "Meld three kings", "The table shows what lies there afterwards.")),
        ("de", ("Es ist erlaubt.", "Drei Könige melden", "Der Tisch zeigt, was danach dort liegt.")),
    ],
)
def test_turn_in_progress_shows_the_table_after_it(language: str, said: tuple[str, ...]) -> None:
    page = shared("meld Kh Kd Ks; discard 5h", language=language)
    assert page.status == 200
    assert [one for one in said if one not in page.text] == []
    hand = page.part('<section class="hand', "</section>")
    assert ("2 Karten" if language == "de" else "2 cards") in hand


def test_what_is_not_allowed_is_told_with_its_rule() -> None:
    page = shared("meld Kh 5h 7d;")
    assert page.status == 200
    assert "It is not allowed." in page.text
    assert (
        "/en/rules/classic/" in page.part('<section class="verdict', "</section>") or "Rule" in page.verdict
    )
    assert "6 cards" in page.part('<section class="hand', "</section>")


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ("meld Kh Kd Ks; fly 5h", ("Aktion 2", "fly 5h")),
        ("meld Kx Kd Ks", ("Aktion 1", "Kx")),
        ("meld Kh Kd Kc", ("Aktion 1", "Kreuz-König")),
        ("discard", ("Aktion 1",)),
        (";;", ("Aktion 1",)),
        ("end;" * 300, ("300", "mehr")),
    ],
)
def test_bad_actions_name_their_place_and_lose_nothing(actions: str, said: tuple[str, ...]) -> None:
    page = shared(actions, language="de")
    assert page.status == 400
    problem = page.part('<p class="problem"', "</p>")
    assert [one for one in said if one not in problem] == []
    assert POSITION.partition("|")[0] in page.text
    assert "Dein Blatt" in page.text
    assert actions[:20].strip() in html.unescape(page.source)


def test_bad_position_keeps_the_actions_too() -> None:
    page = shared("meld Kh Kd Ks", position=POSITION.replace("9c", "9x"))
    assert page.status == 400
    assert "9x" in page.part('<p class="problem"', "</p>")
    assert "meld Kh Kd Ks" in page.text


def test_link_beside_an_exercise_carries_the_staged_actions(small_content: object) -> None:
    learner = pages.Learner()
    learner.open("/en/course/first/open/")
    learner.press("meld", card=[f"{card}#0" for card in learner.page.hand[:3]])
    link = re.search(r'href="(/en/position/[^"]+)"', learner.page.source)
    assert link is not None
    assert "&a=meld" in html.unescape(link[1])
    page = learner.open(html.unescape(link[1]))
    assert page.status == 200
    assert "What was done" in page.text


def test_link_in_a_test_tells_no_verdict(small_content: object) -> None:
    learner = pages.Learner()
    learner.open("/en/course/first/open/")
    learner.press("meld", card=[f"{card}#0" for card in learner.page.hand[:3]])
    learner.client.post("/en/course/readiness/")
    for number in range(1, 9):
        page = learner.open(f"/en/course/readiness/{number}/")
        assert "&amp;a=" not in page.source
