"""The editor speaks to whoever is there: to somebody without a partner, to the author of an exercise, to a stranger."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.lessons.pages import Page
from tests.tutor.editor.pages import Editor, signed_in
from tutor.editor.models import OwnItem

pytestmark = pytest.mark.django_db

KINGS = "classic | play | hand 5s 9c Kd Kh Ks 2c | stock 42"
PARTNERS = {
    "de": ("Partner", "der Gegner", "eurer"),
    "en": ("artner", "pponents", "side’s", "your side", "My side"),
}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "de",
            [
                "Deine roten Dreien",
                "Eine neue Meldung von dir",
                "Dein Punktestand vor dieser Runde",
                "des Gegners",
            ],
        ),
        (
            "en",
            ["Your red threes", "A new meld of yours", "Your score before this deal", "The opponent’s score"],
        ),
    ],
)
def test_who_plays_alone_has_neither_side_nor_partner_at_any_place(language: str, said: list[str]) -> None:
    editor = Editor(language).choose(rules="classic-2p").fill(quick="KKK").press("show")
    editor.choose(zone="opp-new").fill(quick="QQQ").press("show")
    laid = editor.choose(zone="own-new", typing="1").press("show")
    form = Page(laid.client.get(laid.url)).part('class="laying"', "</form>")
    for words in said:
        assert words in form, words
    for words in PARTNERS[language]:
        assert words not in form, words


@pytest.mark.parametrize("rules", ["classic", "classic-2p"])
def test_no_space_stands_before_the_colon_of_what_is_set(rules: str) -> None:
    editor = Editor("en").choose(rules=rules).fill(own_score="100").press("show")
    summary = re.search(
        r"<summary>\s*(Scores.*?)</summary>", editor.client.get(editor.url).content.decode(), re.DOTALL
    )
    assert summary is not None
    assert "frozen pile: <b>100 to 0 points" in summary[1]


@pytest.mark.parametrize(
    ("language", "said"), [("de", "eurer Partnerschaft"), ("en", "Your side’s red threes")]
)
def test_who_has_a_partner_is_asked_for_both_sides(language: str, said: str) -> None:
    editor = Editor(language)
    assert said in editor.text
    assert 'name="partner"' in editor.source


@pytest.mark.parametrize(
    ("language", "title", "mine", "leave"),
    [
        ("de", "Eine geteilte Aufgabe", "Eine eigene Aufgabe", "Verlassen, zur Startseite"),
        ("en", "A shared exercise", "An exercise of your own", "Leave, to the home page"),
    ],
)
def test_exercise_of_somebody_else_is_not_called_ones_own_and_is_left_for_somewhere(
    language: str, title: str, mine: str, leave: str
) -> None:
    owner = signed_in("teacher")
    owner.post("/en/items/new/?" + urlencode({"p": KINGS}), {"kind": "melds", "do": "save"})
    path = f"/{language}/items/{OwnItem.objects.get().token}/"
    shared, own = Page(Client().get(path)), Page(owner.get(path))
    assert title in shared.text
    assert mine not in shared.text
    assert leave in shared.text
    assert mine in own.text
    assert title not in own.text
    assert leave not in own.text
