"""Whoever has chosen a table hears its answer first, then that of the named rule sets."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.lessons.pages import Page
from tests.tutor.tables.test_pages import kept

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

TWO_NINES = "| play | hand 9c 9d 2c JK 4s Kd | own 620: 8=8c 8d 8h | opp 540 | pile 6: Th | stock 40"
MELD = ["meld 9c 9d 2c JK", "discard 4s"]


def asked(client: Client, rules: str, language: str = "de") -> Page:
    query = urlencode({"p": f"{rules} {TWO_NINES}", "action": MELD}, doseq=True)
    return Page(client.get(f"/{language}/ask/turn/?{query}"))


def rules_chosen(page: Page) -> str:
    """The rule set by which the next table is laid."""
    offered = page.source.partition('<select id="rules"')[2].partition("</select>")[0]
    (found,) = re.findall(r'<option value="([^"]+)" selected', offered)
    return str(found)


def test_the_rules_are_asked_by_the_rules_of_the_table() -> None:
    client = Client()
    table = kept(client, naturals_must_outnumber="yes")
    page = Page(client.get("/de/ask/"))
    chosen = "classic{naturals_must_outnumber=true,canastas_to_go_out=2}"
    assert page.part('<select id="rules"', "</option>") == "Unser Tisch: Freitags"
    assert rules_chosen(page) == chosen
    there = asked(client, chosen)
    assert "Das ist nicht erlaubt." in there.text
    assert "Unser Tisch: Freitags" in there.part('id="verdict"', "</section>")
    assert "Unser Tisch" not in there.part('class="sides"', "</section>")
    client.post(f"/de/table/{table.public_id}/do/", {"do": "officially"})
    assert rules_chosen(Page(client.get("/de/ask/"))) == "classic"


def test_under_other_rules_the_table_comes_first() -> None:
    client = Client()
    kept(client, naturals_must_outnumber="yes")
    page = asked(client, "classic", "en")
    assert "That is allowed." in page.text
    everywhere = page.part('class="sides"', "</section>")
    assert everywhere.startswith('class="sides"> Our table: Freitags')
    assert everywhere.index("Not allowed") < everywhere.index("Classic")
    assert "Our table" not in asked(Client(), "classic", "en").text


def test_a_half_laid_table_keeps_house_rules_in_its_address() -> None:
    query = urlencode({"rules": "classic{canastas_to_go_out=2}", "hand": "K♥ K♦", "stock": "40", "v": "2"})
    page = Page(Client().get(f"/en/ask/?{query}"))
    assert rules_chosen(page) == "classic{canastas_to_go_out=2}"
    assert "Classic with house rules" in page.text
    assert rules_chosen(Page(Client().get("/en/ask/?rules=classic{canastas_to_go_out=}"))) == "classic"


def test_readers_questions_are_answered_for_the_table_first() -> None:
    client = Client()
    kept(client, naturals_must_outnumber="yes")
    first = Page(client.get("/de/questions/")).part('href="/de/questions/', "</a>")
    assert first
    path = client.get("/de/questions/").content.decode().split('href="/de/questions/')[1].split('"')[0]
    page = Page(client.get(f"/de/questions/{path}"))
    assert "Unser Tisch: Freitags" in page.part('class="sides"', "</h3>")


def test_search_and_rulebook_speak_for_the_table_first_then_officially() -> None:
    client = Client()
    kept(client)
    found = Page(client.get("/de/search/?q=wie+viele+canastas+zum+ausmachen"))
    answer = found.part('class="answered"', "</section>")
    assert answer.index("Unser Tisch: Freitags") < answer.index("zwei Canastas") < answer.index("Offiziell:")
    rule = Page(client.get("/en/rules/classic/out.canastas-needed/"))
    ours = rule.part('class="for-our-table"', "</div>")
    assert "Our table: Freitags" in ours
    assert "two canastas" in ours
    assert "Officially:" in ours
    same = Page(client.get("/en/rules/classic/wild.max-per-meld/"))
    assert "The official rule is the same." in same.text
    assert "our table: two canastas" in Page(client.get("/en/rules/")).text
    assert "our table: " not in Page(Client().get("/en/rules/")).text
    assert "for-our-table" not in Client().get("/en/rules/classic/out.canastas-needed/").content.decode()


FRIDAY = {"canasta_size": "6", "bonus_mixed": "250", "black_three_meld": "never"}
TITLES = {
    "de": [
        ("canasta.size", "Größe eines Canastas", "Sieben Karten sind ein Canasta", "wie viele Karten hat ein Canasta"),
        ("canasta.mixed-bonus", "Bonus für ein gemischtes Canasta", "Gemischtes Canasta: 300", "unechtes Canasta"),
        ("black3.meld-only-going-out", "Schwarze Dreien melden", "Nur beim Ausmachen gemeldet", "schwarze Dreien"),
    ],
    "en": [
        ("canasta.size", "Size of a canasta", "Seven cards make a canasta", "how many cards make a canasta"),
        ("canasta.mixed-bonus", "Bonus for a mixed canasta", "Mixed canasta: 300", "how much for an unnatural canasta"),
        ("black3.meld-only-going-out", "Melding black threes", "Melded only when going out", "can i meld black threes"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_title_contradicts_what_the_table_plays(language: str) -> None:
    client = Client()
    kept(client, **FRIDAY)
    whole = [
        Page(client.get(f"/{language}/{path}")).text
        for path in ("rules/", "offline/book/", "table/new/?base=classic")
    ]
    for rule, title, official, query in TITLES[language]:
        asked = f"?{urlencode({'q': query})}"
        for text in (
            *whole,
            Page(client.get(f"/{language}/rules/classic/{rule}/")).part("<h1", "</h1>"),
            Page(client.get(f"/{language}/search/{asked}")).part('class="answered"', "</section>"),
            Page(client.get(f"/{language}/quarrel/{asked}")).part('class="answered"', "</section>"),
        ):
            assert title in text, (rule, text[:2000])
            assert official not in text
