"""What others show of ours: frames, oEmbed, pictures for previews, and text for a message."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils.translation import override

from engine.notation.position_line import parse_position
from tests.lessons.pages import Page
from tests.tutor.evenings.phones import Phone
from tests.tutor.tables.test_pages import kept
from tutor.elsewhere.settled import scored_thing
from tutor.elsewhere.texts import cards_as_text, position_as_text
from tutor.elsewhere.things import rows_of
from tutor.evenings.models import Evening
from tutor.setup.hosts import embedding_sites
from tutor.site.console import Problem

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

POSITION = "classic | draw | hand 4h 9c Th JK | own 620: Q=Qc Qd Qs | opp 480 | pile 5h 2d 9h | stock 42"
QUERY = urlencode({"p": POSITION, "a": "take 9c JK"})
FORUM = "https://forum.example"


def policy(response: Any) -> str:
    found = re.search(r"frame-ancestors ([^;]*)", response["Content-Security-Policy"])
    assert found
    return found[1]


def meta(page: Page, name: str) -> str:
    found = re.search(rf'<meta property="og:{name}" content="([^"]*)"', page.source)
    assert found, name
    return unescape(found[1])


def oembed(url: str, **query: str) -> Any:
    return Client().get("/oembed", {"url": f"http://testserver{url}", **query})


def evening() -> Evening:
    return Phone().begin()


def test_nobody_foreign_may_frame_a_page_unless_the_operator_says_so(settings: Any) -> None:
    client = Client()
    frame, page = f"/en/embed/position/?{QUERY}", f"/en/position/?{QUERY}"
    assert policy(client.get(frame)) == "'self'"
    settings.EMBED_IN = [FORUM]
    shown = client.get(frame)
    assert policy(shown) == f"'self' {FORUM}"
    assert "X-Frame-Options" not in shown
    for closed in (page, "/en/table/", "/en/rules/classic/wild.no-swap/", f"/en/ask/?{QUERY}"):
        answer = client.get(closed)
        assert policy(answer) == "'none'"
        assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", ["Es ist nicht erlaubt.", "eingefroren"]), ("en", ["It is not allowed.", "is frozen"])],
)
def test_a_frame_shows_the_table_and_the_verdict_and_leads_to_the_page(
    language: str, said: list[str]
) -> None:
    page = Page(Client().get(f"/{language}/embed/position/?{QUERY}"))
    for one in said:
        assert one in page.text
    assert f'href="/{language}/position/?p=classic' in page.source
    assert "<nav" not in page.source
    assert 'target="_blank" rel="noopener"' in page.source


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, {"de": "Dieser Link enthält keine Stellung.", "en": "This link carries no position."}),
        ({"p": "classic | hand XX"}, {"de": "XX", "en": "XX"}),
        ({"p": POSITION, "a": "eat 9c"}, {"de": "eat", "en": "eat"}),
        ({"p": "classic | draw | hand Kh Kh Kh"}, {"de": "nur 2", "en": "only 2"}),
        ({"p": "x" * 9000}, {"de": "nicht", "en": "not"}),
    ],
)
def test_a_tampered_link_is_answered_readably(
    query: dict[str, str], said: dict[str, str], language: str
) -> None:
    response = Client().get(f"/{language}/embed/position/", query)
    page = Page(response)
    assert response.status_code == 400
    assert {"de": "Das lässt sich nicht zeigen", "en": "That cannot be shown"}[language] in page.text
    assert said[language] in page.text
    assert Client().get(f"/{language}/embed/position.png", query).status_code == 404


def test_what_does_not_exist_cannot_be_framed() -> None:
    client = Client()
    assert "There is no such rule." in Page(client.get("/en/embed/rule/wild.nonsense/")).text
    for gone in (
        "/en/embed/rule/wild.nonsense.png",
        "/en/embed/evening/nothing/",
        "/en/embed/evening/nothing.png",
    ):
        assert client.get(gone).status_code == 404


SIDES = (
    "classic | own 1480: Kc Kd Kh, 7c 7d 7h 2s; 3h 3d | hand 9c | hand 4c 8h | opp 620: Qc Qd Qh | hand Jc"
)


@pytest.mark.parametrize(
    "where",
    [
        f"/en/position/?{QUERY}",
        "/de/rules/classic/wild.no-swap/",
        f"/de/position/scored/?{urlencode({'s': SIDES})}",
        "/en/quarrel/pile-with-a-joker/?frozen=yes",
    ],
)
def test_a_page_tells_previews_what_it_is(where: str) -> None:
    client = Client()
    page = Page(client.get(where))
    assert meta(page, "url").startswith("http://testserver/")
    assert len(meta(page, "description")) > 20
    picture = client.get(meta(page, "image").removeprefix("http://testserver"))
    assert picture["Content-Type"] == "image/png"
    assert picture.content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(picture.content[at : at + 4]) for at in (16, 20))
    assert (str(width), str(height)) == (meta(page, "image:width"), meta(page, "image:height"))
    found = re.search(r'type="application/json\+oembed" href="([^"]+)"', page.source)
    assert found
    told = client.get(unescape(found[1]).removeprefix("http://testserver")).json()
    assert told["title"] == meta(page, "title")


def test_oembed_answers_with_a_link_or_with_a_frame_where_frames_are_let_in(settings: Any) -> None:
    url = f"/en/position/?{QUERY}"
    told = oembed(url).json()
    assert (told["type"], told["version"]) == ("link", "1.0")
    assert "html" not in told, "the frame would be refused"
    settings.EMBED_IN = ["*"]
    told = oembed(url, maxwidth="300", maxheight="9999").json()
    assert (told["type"], told["width"]) == ("rich", 300)
    assert '<iframe src="http://testserver/en/embed/position/?p=classic' in told["html"]
    assert "Access-Control-Allow-Origin" in oembed(url)


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ({}, 400, "missing"),
        ({"url": "https://elsewhere.example/en/position/"}, 404, "not one of ours"),
        (
            {"url": "http://testserver/en/account/"},
            404,
            "only a position, an answer, a rule or a score sheet",
        ),
        ({"url": "http://testserver/en/no-such-page/"}, 404, "no such page"),
        ({"url": "http://testserver/en/position/?p=nonsense"}, 404, ""),
        ({"url": "http://testserver/en/evenings/read/nothing/"}, 404, "no such page"),
        ({"url": "http://testserver/en/position/", "format": "xml"}, 501, "only as JSON"),
        ({"url": "http://[", "format": "json"}, 404, ""),
    ],
)
def test_oembed_says_why_it_shows_nothing(asked: dict[str, str], status: int, said: str) -> None:
    response = Client().get("/oembed", asked)
    assert response.status_code == status
    assert said in response.json()["error"]
    assert response.json()["error"]


def test_the_sheet_of_an_evening_is_shown_to_whoever_has_its_link() -> None:
    found = evening()
    client = Client()
    frame = Page(client.get(f"/en/embed/evening/{found.reading}/"))
    assert "No deal has been entered yet." in frame.text
    page = Page(client.get(f"/en/evenings/read/{found.reading}/"))
    assert "initial meld 50" in meta(page, "description")
    assert client.get(meta(page, "image").removeprefix("http://testserver")).content[:4] == b"\x89PNG"
    assert client.get(f"/en/embed/evening/{found.entering}/").status_code == 404
    assert found.entering not in page.source


def test_cards_paste_well_into_a_message() -> None:
    position = parse_position(POSITION)
    assert cards_as_text(position.hand) == "4♥ 9♣ 10♥ Joker"
    told = position_as_text(position)
    assert "Discard pile, top card last: 5♥ 2♦ 9♥" in told.splitlines()
    assert "Your side: Q♣ Q♦ Q♠" in told.splitlines()


SIDES_OF_TWO = "classic-2p | own 1480: Kc Kd Kh | hand 9c | opp 620: Qc Qd Qh | hand Jc"
FOR_TWO = "classic-2p | play | hand 4h 9c 4c | own 100: Q=Qc Qd Qs | opp 200: 7=7c 7d 7h | pile 5h | stock 30"


@pytest.mark.parametrize(("language", "own", "other"), [("en", "You", "Opponent"), ("de", "Du", "Gegner")])
def test_who_plays_alone_has_no_side_in_a_message_or_a_picture(language: str, own: str, other: str) -> None:
    with override(language):
        position = parse_position(FOR_TWO)
        lines = position_as_text(position).splitlines()
        names = [str(name) for name, _ in rows_of(position)]
        scored = [str(name) for name, _ in scored_thing(SIDES_OF_TWO).rows]
    assert [line.partition(":")[0] for line in lines[-2:]] == [own, other]
    assert names[1:3] == [own, other]
    assert {own, other} <= set(scored)


@pytest.mark.parametrize("language", ["de", "en"])
def test_without_scripts_there_is_a_text_to_select(language: str) -> None:
    page = Page(Client().get(f"/{language}/position/?{QUERY}"))
    text = re.search(r'<textarea id="share-text"[^>]*>(.*?)</textarea>', page.source, re.DOTALL)
    assert text
    assert "9♥" in text[1]
    assert {"de": "D♣ D♦ D♠", "en": "Q♣ Q♦ Q♠"}[language] in text[1]
    assert f"http://testserver/{language}/position/" in text[1]
    assert "share-frame" not in page.source, "nobody may frame it, so there is no HTML to copy"


@pytest.mark.parametrize("wrong", ["forum.example", "https://forum.example/path", "https://a b", "'self'"])
def test_a_site_that_could_never_frame_us_is_refused_at_start(wrong: str) -> None:
    assert embedding_sites("TUTOR_EMBED_IN", ["*", "https://forum.example/"]) == ["*", FORUM]
    with pytest.raises(Problem, match="TUTOR_EMBED_IN"):
        embedding_sites("TUTOR_EMBED_IN", [wrong])


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", ["Klassisch mit Hausregeln: Nein"]), ("en", ["Classic with house rules: No"])],
)
def test_an_answer_goes_along_with_the_rules_of_the_table_that_passes_it_on(
    language: str, said: list[str]
) -> None:
    """Also to somebody whose own table plays otherwise."""
    client = Client()
    table = kept(client, language, naturals_must_outnumber="yes")
    page = Page(client.get(f"/{language}/quarrel/how-many-wild-cards/?wilds=three&naturals=three"))
    text = re.search(r'<textarea id="share-text"[^>]*>(.*?)</textarea>', page.source, re.DOTALL)
    assert text
    told = unescape(text[1])
    assert said[0] in told
    link = re.search(r"http://testserver(\S+)", told)
    assert link
    assert table.public_id not in told, "who reads the answer learns the rules, not whose they are"
    foreign = Client()
    kept(foreign, language, target="3000")
    read = Page(foreign.get(link[1]))
    verdict = read.part('id="verdict"', "</div>")
    assert {
        "de": "Nach diesen Regeln: Klassisch mit Hausregeln",
        "en": "By these rules: Classic with house rules",
    }[language] in verdict
    assert {"de": "Und nach euren Regeln?", "en": "And by your own rules?"}[language] in verdict
    frame = Page(foreign.get(link[1].replace("/quarrel/", "/embed/quarrel/")))
    for one in said:
        assert one in frame.text
    assert "<nav" not in frame.source


def test_the_end_of_a_deal_is_shown_in_a_frame_with_its_cards() -> None:
    client = Client()
    frame = Page(client.get("/en/embed/scored/", {"s": SIDES}))
    assert "The end of a deal" in frame.text
    assert "left in your partner" in frame.text.casefold()
    page = Page(client.get("/en/position/scored/", {"s": SIDES}))
    text = re.search(r'<textarea id="share-text"[^>]*>(.*?)</textarea>', page.source, re.DOTALL)
    assert text
    assert "Your side: K♣ K♦ K♥ | 7♣ 7♦ 7♥ 2♠ | 3♥ 3♦" in unescape(text[1])


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("embed/scored/?s=", "carries no position"),
        ("embed/scored/?s=classic+%7C+own+0%3A+XX", "XX"),
        ("embed/quarrel/nothing-like-it/", "There is no such quarrel."),
        ("embed/quarrel/pile-with-a-joker/?rules=classic{max_wilds=}", "max_wilds"),
        ("quarrel/pile-with-a-joker/?frozen=yes&rules=nonsense", "The rules in this link cannot be read"),
    ],
)
def test_a_tampered_answer_or_deal_is_answered_readably(path: str, said: str) -> None:
    response = Client().get(f"/en/{path}")
    assert response.status_code == 400
    assert said in Page(response).text
    if path.startswith("embed"):
        where, _, query = path.partition("?")
        assert Client().get(f"/en/{where.rstrip('/')}.png?{query}").status_code == 404


@pytest.mark.parametrize(("host", "is_only_here"), [("127.0.0.1:8000", True), ("192.0.2.7:8000", False)])
def test_who_passes_on_a_link_that_no_other_device_can_open_is_told(
    host: str, is_only_here: bool, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    for language, words in (
        ("de", "Diese Adresse gilt nur auf diesem Rechner."),
        ("en", "Only this computer can open this address."),
    ):
        for path in (f"position/?{QUERY}", f"evenings/read/{evening().reading}/"):
            page = Page(Client().get(f"/{language}/{path}", headers={"host": host}))
            assert (words in page.part('class="sharing"', "</details>")) == is_only_here
