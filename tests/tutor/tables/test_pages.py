"""The pages of a table in both languages: putting together, reading, remembering, passing on, changing, forgetting."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from engine.law.variants import RULE_SETS
from engine.notation.position_line import parse_rules
from lessons.saying.wording import rule_as_sentence
from tests.lessons.pages import Page
from tests.samples import share
from tests.told_by_rules import changed_sets
from tutor.evenings.models import Evening
from tutor.reference.views.card import boxes_of, lines_of
from tutor.tables.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

CHANGED = {"base": "classic", "was": "classic", "name": "Freitags", "canastas_to_go_out": "2", "do": "keep"}


def kept(client: Client, language: str = "de", **fields: str) -> Table:
    """A table that this visitor has put together."""
    response = client.post(f"/{language}/table/new/", {**CHANGED, **fields})
    assert response.status_code == 303, response.content.decode()[:3000]
    return Table.objects.latest("id")


def test_a_table_is_put_together_from_a_named_rule_set() -> None:
    client = Client()
    assert "/de/table/new/?base=samba" in client.get("/de/table/new/").content.decode()
    page = Page(client.get("/de/table/new/?base=samba"))
    assert "Zu Beginn sind alle Antworten die von „Samba“" in page.text
    assert "Wie viele Canastas braucht ihr zum Ausmachen?" in page.text
    assert "Klassisch, Überblicksregeln, Spielregeln mit Leserfragen und 4 weitere" in page.text
    table = kept(client, base="samba", was="samba", canastas_to_go_out="3")
    assert table.rules == "samba{canastas_to_go_out=3}"


@pytest.mark.parametrize(
    ("language", "lead", "answer"),
    [("de", "nur eines ist anders", "Unser Tisch"), ("en", "but for one thing", "Our table")],
)
def test_everybody_with_the_link_reads_what_is_played(language: str, lead: str, answer: str) -> None:
    table = kept(Client())
    reader = Client()
    page = Page(reader.get(f"/t/{table.public_id}/", headers={"Accept-Language": language}, follow=True))
    assert lead in page.text
    assert "Freitags" in page.text
    assert re.search(r"12\.1", page.text)
    assert {"de": "Erlaubt", "en": "Allowed"}[language] in page.text  # the position, judged under both
    assert {"de": "Nicht erlaubt", "en": "Not allowed"}[language] in page.text
    assert "/key/#" not in page.source
    assert f"http://testserver/t/{table.public_id}/" in page.source
    assert "<svg" in page.source.split("share-qr")[1][:80]
    assert answer in Page(reader.get(f"/{language}/table/")).text


def test_what_cannot_be_together_is_said_and_nothing_is_lost() -> None:
    response = Client().post(
        "/en/table/new/", {**CHANGED, "wild_only_melds": "any", "target": "7.500", "name": "Ours"}
    )
    assert response.status_code == 422
    page = Page(response)
    assert "a canasta of wild cards needs a bonus" in page.text
    assert 'href="#q-bonus_wild"' in page.source
    assert 'value="7.500"' in page.source
    assert 'value="Ours"' in page.source
    assert not Table.objects.exists()


def test_with_scripts_only_what_the_answers_come_to_is_sent() -> None:
    client = Client(headers={"HX-Request": "true"})
    fine = client.post("/en/table/new/", {**CHANGED, "do": ""})
    assert fine.content.decode().lstrip().startswith('<div id="told"')
    assert "One answer differs from “Classic”" in fine.content.decode()
    wrong = client.post("/en/table/new/", {**CHANGED, "do": "", "target": "x"})
    assert wrong.status_code == 200  # somebody is still typing
    assert "“x” is not a number" in wrong.content.decode()


@pytest.mark.parametrize(("name", "said"), [("", "Gebt eurem Tisch einen Namen"), ("x" * 60, "60 Zeichen")])
def test_a_table_without_a_fitting_name_is_not_kept(name: str, said: str) -> None:
    response = Client().post("/de/table/new/", {**CHANGED, "name": name})
    assert response.status_code == 422
    assert said in Page(response).text
    assert 'value="2"' in response.content.decode()


def test_what_a_script_sends_along_with_the_pressed_button_makes_no_second_table() -> None:
    client = Client()
    told = client.post("/en/table/new/", CHANGED, headers={"HX-Request": "true"})
    assert told.status_code == 200
    assert not Table.objects.exists()
    table = kept(client)
    assert client.get("/en/table/").context["chosen"] == table


def test_the_other_language_and_another_start_keep_the_answers() -> None:
    client = Client()
    there = Page(client.post("/en/table/new/?base=classic", {**CHANGED, "do": "language", "target": "x"}))
    assert "What do you play?" in there.text
    assert 'value="x"' in there.source
    samba = Page(client.post("/en/table/new/", {**CHANGED, "base": "samba", "was": "classic", "do": "base"}))
    assert "To begin with, all the answers are those of “Samba”" in samba.text
    assert re.search(r'name="target"\s+value="10000"', samba.source)


def test_a_position_shows_what_an_answer_changes() -> None:
    fields = "base=classic&naturals_must_outnumber=yes"
    page = Page(Client().get(f"/de/table/shows/naturals_must_outnumber/?{fields}"))
    assert "Klassisch: Nein" in page.text
    assert "Mit der Antwort: Ja, immer mehr natürliche als wilde" in page.text
    assert page.text.index("Erlaubt") < page.text.index("Nicht erlaubt")
    assert "keinen einzelnen Zug" in Page(Client().get("/de/table/shows/packs/?base=classic")).text
    assert Client().get("/de/table/shows/mao/").status_code == 404


def test_only_the_device_with_the_key_changes_the_table_and_can_pass_that_on() -> None:
    maker, friend = Client(), Client()
    table = kept(maker)
    change = f"/de/table/{table.public_id}/change/"
    refused = friend.get(change)
    assert refused.status_code == 403
    assert "Schlüssel" in Page(refused).text
    assert friend.post(change, {**CHANGED, "target": "7000"}).status_code == 403

    page = Page(maker.get(f"/de/table/{table.public_id}/"))
    link = re.search(r'value="(http://testserver/de/table/\w+/key/#[\w-]+)"', page.source)
    assert link is not None
    wrong = friend.post(f"/de/table/{table.public_id}/key/", {"link": "wrong"})
    assert wrong.status_code == 422
    assert "lässt sich der Tisch nicht ändern" in Page(wrong).text
    assert friend.post(f"/de/table/{table.public_id}/key/", {"link": link[1]}).status_code == 303
    assert 'name="canastas_to_go_out" value="2"' in re.sub(r"\s+", " ", friend.get(change).content.decode())
    assert friend.post(change, {**CHANGED, "name": "Samstags", "target": "7000"}).status_code == 303
    assert "Samstags" in Page(maker.get(f"/de/table/{table.public_id}/")).text
    assert Table.objects.get().rules == "classic{canastas_to_go_out=2,target=7000}"


def test_a_device_chooses_among_its_tables_and_forgets_them() -> None:
    client = Client()
    first, second = kept(client), kept(client, name="Sonntags")
    assert "Auf diesem Gerät ist „Sonntags“ gewählt" in Page(client.get("/de/table/")).text
    client.post(f"/de/table/{first.public_id}/do/", {"do": "choose"})
    assert "Auf diesem Gerät ist „Freitags“ gewählt" in Page(client.get("/de/table/")).text
    client.post(f"/de/table/{first.public_id}/do/", {"do": "officially"})
    assert "Gerade ist kein Tisch gewählt" in Page(client.get("/de/table/")).text
    client.post(f"/de/table/{first.public_id}/do/", {"do": "forget"})
    assert "Freitags" not in Page(client.get("/de/table/")).text
    assert Table.objects.filter(pk=first.pk).exists()
    client.post(f"/de/table/{second.public_id}/do/", {"do": "delete"})
    assert not Table.objects.filter(pk=second.pk).exists()


def test_a_table_that_is_gone_can_be_forgotten() -> None:
    client = Client()
    table = kept(client)
    Table.objects.all().delete()
    page = Page(client.get("/en/table/"))
    assert "A table that this device knew is gone." in page.text
    client.post(f"/en/table/{table.public_id}/do/", {"do": "forget"})
    assert "is gone" not in Page(client.get("/en/table/")).text


@pytest.mark.parametrize(
    "path", ["/de/table/nothere2/", "/de/table/nothere2/change/", "/de/table/nothere2/key/"]
)
def test_a_damaged_link_is_answered_readably(path: str) -> None:
    response = Client().get(path)
    assert response.status_code == 404
    page = Page(response)
    assert "Diesen Tisch gibt es nicht" in page.text
    assert "Perhaps" not in page.text


def test_an_unknown_button_changes_nothing() -> None:
    table = kept(Client())
    response = Client().post(f"/en/table/{table.public_id}/do/", {"do": "explode"})
    assert response.status_code == 400
    assert "this button is not known" in Page(response).text
    stranger = Client().post(f"/en/table/{table.public_id}/do/", {"do": "delete"})
    assert stranger.status_code == 403
    assert Table.objects.filter(pk=table.pk).exists()


def test_what_we_play_stands_on_a_card_first_what_is_different() -> None:
    client = Client()
    table = kept(client, red_three_plus_if="one_canasta")
    page = Page(client.get(f"/de/table/{table.public_id}/card/"))
    assert "Was wir spielen: Freitags" in page.text
    ours = page.part('class="ours"', "</section>")
    assert "12.1 Zum Ausmachen braucht es mindestens zwei Canastas." in ours
    assert (
        "4.7 Rote Dreien zählen nur mit einem Canasta plus; ohne Canasta zählen dieselben Punkte minus."
        in ours
    )
    assert page.text.count("12.1") == 1  # not once more as it is officially
    assert "Zu viert bekommt jeder Spieler elf Karten." in page.text
    assert f"testserver/t/{table.public_id}/" in page.text
    english = Page(client.get(f"/en/table/{table.public_id}/card/"))
    assert "What we play: Freitags" in english.text
    assert "Red threes count in favour only with a canasta" in english.text


@pytest.mark.parametrize(("place", "language"), [(0, "de"), (1, "en")])
def test_every_line_of_a_card_is_a_whole_sentence(place: int, language: str) -> None:
    every = [rules for start in RULE_SETS.values() for _, rules in changed_sets(start)]
    with override(language):
        for rules in share(every, place, of=5):
            for of_box in boxes_of(rules).values():
                for line in lines_of(of_box, rules):
                    assert line["text"].endswith("."), line
                assert all(rule_as_sentence(rule, rules) for rule in of_box), of_box


@pytest.mark.parametrize(
    ("language", "never", "four"),
    [
        (
            "de",
            "Schwarze Dreien werden nie gemeldet.",
            "Wer alle vier roten Dreien hat, zählt für sie zusammen 1.000 Punkte.",
        ),
        (
            "en",
            "Black threes are never melded.",
            "Whoever has all four red threes counts 1,000 points for them together.",
        ),
    ],
)
def test_a_card_says_nothing_of_what_is_not_played(language: str, never: str, four: str) -> None:
    client = Client()
    table = kept(client, black_three_meld="never", red_three_set_count="4", red_three_set_total="1000")
    page = Page(client.get(f"/{language}/table/{table.public_id}/card/"))
    ours = page.part('class="ours"', "</section>")
    assert never in ours
    assert four in ours
    assert not re.search(r"2\.5 [^.]*(?:in a meld|in einer Meldung)", page.text)
    assert re.search(r"2\.5 [^.]*(?:when the deal ends|am Ende der Runde)", page.text)


@pytest.mark.parametrize(("host", "is_only_here"), [("127.0.0.1:8000", True), ("192.0.2.7:8000", False)])
def test_who_shows_a_code_that_no_other_device_can_open_is_told(
    host: str, is_only_here: bool, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    client = Client()
    table = kept(client)
    client.post("/de/evenings/new/", {f"name-{seat}": name for seat, name in enumerate("ABCD")})
    evening = Evening.objects.get()
    for path in (
        f"table/{table.public_id}/",
        f"table/{table.public_id}/card/",
        f"evenings/{evening.entering}/share/",
    ):
        for language, words in (
            ("de", "Diese Adresse gilt nur auf diesem Rechner."),
            ("en", "Only this computer can open this address."),
        ):
            page = Page(client.get(f"/{language}/{path}", headers={"host": host}))
            assert (words in page.text) == is_only_here, path
            assert ("manage.py up --lan" in page.text) == is_only_here
    printed = client.get(f"/de/table/{table.public_id}/card/", headers={"host": host}).content.decode()
    code = printed.partition('class="boxes')[0].partition('id="card-title"')[2]
    assert ("<svg" in code) != is_only_here, "on paper nobody is told that the code leads nowhere"


def test_a_card_says_nothing_twice() -> None:
    rules = parse_rules("classic{permission=none}")
    for of_box in boxes_of(rules).values():
        told = [line["text"] for line in lines_of(of_box, rules)]
        assert len(told) == len(set(told)), told


def test_a_card_of_samba_tells_its_own_numbers_and_sequences() -> None:
    client = Client()
    steps = {"minimum_0": "15", "from_1": "0", "minimum_1": "60"}
    empty = {f"{name}_{place}": "" for place in range(2, 7) for name in ("from", "minimum")}
    table = kept(client, base="samba", was="samba", **steps, **empty)
    page = Page(client.get(f"/en/table/{table.public_id}/card/"))
    assert "15 below 0, 60 from 0" in page.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "minimum of 120" not in page.text
    assert "18.5" in page.text
    assert Client().get("/en/table/nothere2/card/").status_code == 404
