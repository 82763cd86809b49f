"""What there is for the time without a network: the pages that a device keeps, and what is said of it."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from tests.asked import asked
from tests.lessons.pages import Page
from tests.samples import share
from tests.tutor.evenings.phones import Phone
from tests.tutor.tables.test_pages import kept
from tutor.reference.answering import printed_index

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def rule_in(page: Page, rule: str) -> str:
    return page.part(f'id="rule-{re.escape(rule)}"', "</details>")


def test_the_book_has_every_rule_and_question_officially() -> None:
    page = Page(Client().get("/en/offline/book/"))
    assert len(re.findall(r'id="rule-', page.source)) == 140
    assert len(re.findall(r'id="question-', page.source)) == 16
    assert "Our table" not in page.text
    assert "When a wild card lies in the discard pile, the pile is frozen" in rule_in(
        page, "freeze.wild-discard"
    )


@pytest.mark.parametrize("language", share(["de", "en"], 0, of=2))
def test_the_book_speaks_first_for_the_table(language: str) -> None:
    client = Client()
    kept(client, naturals_must_outnumber="yes")
    page = Page(client.get(f"/{language}/offline/book/"))
    ours = {"de": "Unser Tisch: Freitags", "en": "Our table: Freitags"}[language]
    officially = {"de": "Offiziell:", "en": "Officially:"}[language]
    assert ours in rule_in(page, "canasta.size")
    assert officially not in rule_in(page, "canasta.size")
    assert officially in rule_in(page, "out.canastas-needed") or officially in page.text
    assert ours in page.part('id="questions"', "</section>")


def test_what_is_kept_changes_with_the_table() -> None:
    client = Client()
    before = panel(client)
    assert "/de/offline/book/" in before[0]
    assert "/en/offline/index.json" in before[0]
    table = kept(client, naturals_must_outnumber="yes")
    pages, version = panel(client)
    assert f"/de/table/{table.public_id}/card/" in pages
    assert version != before[1]
    assert not any("account" in page or "class" in page for page in pages)
    left_out = {"/de/", "/en/"} - set(share(["/de/", "/en/"], 1, of=2))
    for address in [page for page in pages if page[:4] not in left_out]:
        assert client.get(address).status_code == 200, address


def panel(client: Client) -> tuple[list[str], str]:
    source = Page(client.get("/de/offline/")).source
    pages = re.search(r'data-pages="([^"]*)"', source)
    version = re.search(r'data-version="(\w+)"', source)
    assert pages
    assert version
    return json.loads(pages[1].replace("&quot;", '"')), version[1]


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "braucht es Skripte"), ("en", "needs scripts")],
)
def test_without_scripts_the_page_says_that_it_needs_them(language: str, said: str) -> None:
    page = Page(Client().get(f"/{language}/offline/"))
    assert said in page.part("<noscript>", "</noscript>")
    assert f'href="/{language}/offline/book/"' in page.source


def test_sheet_and_table_offer_it_and_nothing_is_kept_before() -> None:
    phone = Phone()
    evening = phone.begin()
    for source in (phone.page.source, Page(phone.client.get(f"/en/evenings/read/{evening.reading}/")).source):
        offer = re.search(r'<aside class="keep-offline"[^>]* hidden', source)
        assert offer
        assert "Yes, keep them on this device" in source
    client = Client()
    table = kept(client, naturals_must_outnumber="yes")
    assert "Ja, auf diesem Gerät behalten" in Page(client.get(f"/de/table/{table.public_id}/")).text
    assert "Ja, auf diesem Gerät behalten" not in Page(Client().get(f"/de/table/{table.public_id}/")).text


def test_worker_sees_the_whole_site_and_is_asked_for_anew() -> None:
    response = Client().get("/worker.js")
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-cache" in response["Cache-Control"]
    assert "default-src 'self'" in response["Content-Security-Policy"]
    assert "://" not in response.content.decode()


def test_signing_out_takes_what_is_kept_along(client: Client) -> None:
    """On a device that several people use nobody finds what somebody else has kept or typed."""
    Phone(client=client).begin()
    assert client.post("/de/account/out/")["Clear-Site-Data"] == '"storage"'
    assert "Clear-Site-Data" not in client.get("/de/account/")


def test_every_word_of_the_index_has_its_keys() -> None:
    for language in ("de", "en"):
        printed = printed_index(language=language)
        keys = len(printed["keys"])
        assert len(printed["rarity"]) == keys
        assert all(0 <= one < keys for found in printed["forms"].values() for one in found)
        assert {rule for rule, *_ in printed["phrases"]} <= set(range(len(printed["rules"])))
    assert "packerl" in printed_index(language="de")["forms"]
    assert next(asked("tuned", "de")).found
