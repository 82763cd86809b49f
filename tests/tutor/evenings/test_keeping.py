"""What is done with an evening besides entering: sharing, reading back, the year, deleting; the rules of a table."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.test import Client

from engine.law.variants import CLASSIC, RULE_SETS
from engine.notation.position_line import format_rules
from tests.lessons.pages import Page
from tests.tutor.evenings.phones import FOUR, Phone, deals, standing
from tutor.evenings import services
from tutor.evenings.models import Evening
from tutor.evenings.sheet import rules_of, sheet_of
from tutor.tables.models import Table
from tutor.tables.services import change_table, keep_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    """With an evening of two deals, the first one corrected."""
    phone = Phone()
    evening = phone.begin()
    phone.enter(evening, 500, 300)
    phone.enter(evening, 100, -45)
    phone.open(evening, "deals/0/")
    phone.enter(evening, 520, 300, rest="deals/0/", note="=Canasta")
    return phone


def test_both_links_are_shared_and_the_history_tells_every_entry(phone: Phone) -> None:
    evening = phone.evening
    phone.press(evening, "undo:")
    page = phone.open(evening, "share/")
    for key in (f"read/{evening.reading}", evening.entering):
        assert f'value="http://testserver/en/evenings/{key}/"' in page.source
    assert page.source.count("<svg") > 2
    for said in (
        "Deal 1 entered: 500 : 300",
        "Deal 2 entered: 100 : −45",
        "Deal 1 corrected: 520 : 300 (undone later) “=Canasta”",
        "the last entry undone",
    ):
        assert said in page.text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ["Runde 2 wieder eingetragen", "Runde 1: Zurückgenommenes wieder eingetragen"]),
        ("en", ["Deal 2 put back", "Deal 1: what was undone put back"]),
    ],
)
def test_history_says_of_what_was_put_back_that_it_is_there_again(
    phone: Phone, language: str, said: list[str]
) -> None:
    evening = phone.evening
    phone.open(evening)
    for do in ("undo:", "undo:", "back:", "back:"):
        phone.press(evening, do)
    told = Page(phone.client.get(f"/{language}/evenings/{evening.entering}/share/")).text
    for words in said:
        assert told.count(words) == 1
    undone = {"de": "letzter Eintrag zurückgenommen", "en": "the last entry undone"}
    assert told.count(undone[language]) == 2


def test_table_holds_every_deal_and_no_formula(phone: Phone) -> None:
    address = f"evenings/read/{phone.evening.reading}/scores.csv"
    response = Client().get(f"/de/{address}")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    rows = response.content.decode("utf-8-sig").splitlines()
    assert rows[0].startswith("Runde;Geber;Agnes und Carola;Agnes und Carola: Summe;")
    assert rows[1:] == ["1;Agnes;520;520;300;300;'=Canasta", "2;Ursula;100;620;-45;255;"]
    assert (
        Client().get(f"/en/{address}").content.decode("utf-8-sig").splitlines()[2]
        == "2,Ursula,100,620,-45,255,"
    )


def test_paper_shows_the_first_deal_first_and_nothing_to_press(phone: Phone) -> None:
    page = Page(Client().get(f"/en/evenings/read/{phone.evening.reading}/paper/"))
    assert [row[0] for row in deals(page) if row[0].isdecimal()] == ["1", "2"]
    assert "Total 620 255" in page.text
    assert "<button" not in page.source.partition('id="main"')[2].partition("</main>")[0]


def test_only_the_device_that_began_deletes(phone: Phone) -> None:
    evening, other = phone.evening, Phone()
    assert "Delete this evening" not in other.open(evening, "share/").text
    other.post(evening, "share/", do="delete")
    assert Evening.objects.exists()
    assert "It will then be gone for everybody" in phone.open(evening, "share/").text
    phone.post(evening, "share/", do="delete")
    assert not Evening.objects.exists()
    assert phone.open(evening).status == 404


def test_who_deletes_everything_leaves_what_others_need(phone: Phone) -> None:
    """What a device entered on others' sheets stays, without saying who it was; its own evenings go with it."""
    evening, guest = phone.evening, Phone()
    guest.open(evening)
    guest.enter(evening, 50, 50)
    own = guest.begin()
    guest.enter(own, 10, 10)
    own.learner.delete()
    assert list(Evening.objects.all()) == [evening]
    assert evening.entries.order_by("number").last().learner is None
    assert standing(phone.open(evening))[0].startswith("670")


def test_year_counts_games_and_points_by_name() -> None:
    phone = Phone()
    for points in ((5000, 100), (5200, 300), (200, 5300)):
        phone.enter(phone.begin(), *points)
    phone.enter(phone.begin(("Ursula", "agnes", "Ingo", "Carola")), 100, 300)
    old = phone.begin(("Kim", "Lou"), rules="classic-2p")
    phone.enter(old, 5000, 100)
    Evening.objects.filter(pk=old.pk).update(created=datetime(2024, 12, 31, 23, 30, tzinfo=UTC))
    page = Page(phone.client.get("/en/evenings/"))
    table = page.part('<table class="scores leaders', "</table>")
    assert table.startswith("Name Games won Points per deal")
    assert "agnes 2 of 3 2,675" in table
    assert table.index("Carola 2 of 3 2,675") < table.index("Ingo 1 of 3")
    assert "Kim" not in table
    assert "Kim 1 of 1 5,000" in Page(phone.client.get("/en/evenings/?year=2025")).text


@pytest.mark.parametrize(
    ("language", "line"),
    [("de", "Jeder Regelsatz zählt für sich."), ("en", "Each rule set counts by itself.")],
)
def test_year_ranks_by_each_rule_set_and_only_by_deals_that_were_played(language: str, line: str) -> None:
    phone = Phone(language=language)
    for points in ((90, 50), (90, 50)):
        phone.enter(phone.begin(rules="samba"), *points)
    five = phone.begin((*FOUR, "Kim"), rules="global-trade")
    for points in ((10, 20), (40, 80), (160, 320)):
        phone.enter(five, *points)
    assert [row.resting for row in sheet_of(five).rows] == [("Kim",), ("Ingo",), ("Ursula",)]
    page = Page(phone.client.get(f"/{language}/evenings/"))
    assert line in page.text
    first, second = (page.text.index(f"{name} Name") for name in ("Global Trade", "Samba"))
    by_trade, by_samba = page.text[first:second], page.text[second:]
    of = {"de": "0 von 0", "en": "0 of 0"}[language]
    for name, mean in (("Agnes", 70), ("Carola", 70), ("Ursula", 50), ("Ingo", 170), ("Kim", 200)):
        assert f"{name} {of} {mean}" in by_trade
    assert f"Agnes {of} 90" in by_samba
    assert "Kim" not in by_samba


def test_strangers_at_one_address_begin_only_so_many_evenings_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "OF_NEWCOMERS", replace(services.OF_NEWCOMERS, most=1))
    phone = Phone()
    phone.begin()
    assert Phone().begin() == phone.evening  # no other one
    phone.begin()
    assert Evening.objects.count() == 2  # a device that is known goes on


def test_another_game_has_the_same_players_and_the_next_dealer() -> None:
    phone = Phone()
    evening = phone.begin(dealer="2")
    phone.enter(evening, 5000, 100)
    page = Page(Client().get(f"/en/evenings/new/?again={evening.entering}"))
    assert [value for name, value in page.fields if name.startswith("name-")] == [*FOUR, "", ""]
    assert page.values("dealer") == ["3"]


def test_evening_by_the_rules_of_a_table_keeps_them_as_they_were() -> None:
    rules = CLASSIC.changed({"target": 3000, "initial_steps": [{"from": None, "minimum": 60}]})
    table, _ = keep_table(name="Friday", rules=rules, address="")
    phone = Phone()
    page = Page(phone.client.get(f"/en/evenings/new/?table={table.public_id}"))
    assert f'<option value="table:{table.public_id}" selected>Friday (4 players)</option>' in page.source
    assert f"?table={table.public_id}" in phone.client.get(f"/en/table/{table.public_id}/").content.decode()
    evening = phone.begin(rules=f"table:{table.public_id}")
    table.delete()
    assert rules_of(evening) == rules
    phone.enter(evening, 3000, 1500)
    assert standing(phone.page) == ["3,000 won", "1,500 initial meld 60"]
    assert "Friday; the game is played to 3,000 points." in phone.page.text
    assert phone.begin(rules="table:nonsense") == evening
    assert "These rules are not known here" in phone.page.text


@pytest.mark.parametrize(("language", "quoted"), [("de", "„verzählt“"), ("en", "“verzählt”")])
def test_reason_stands_in_the_quotation_marks_of_the_language(language: str, quoted: str) -> None:
    phone = Phone(language=language)
    evening = phone.begin()
    phone.enter(evening, 100, 0)
    phone.open(evening, "deals/0/")
    assert quoted in phone.enter(evening, 200, 0, rest="deals/0/", note="verzählt").text
    assert quoted in phone.open(evening, "share/").text
    paper = phone.client.get(f"/{language}/evenings/read/{evening.reading}/paper/")
    assert quoted in paper.content.decode()


CHANGED = {
    "de": (
        "seitdem sind sie geändert worden",
        "An diesem Abend: 5.000",
        "Inzwischen: 3.000",
        "bis 3.000 Punkte",
    ),
    "en": (
        "they have been changed since",
        "In this evening: 5,000",
        "Now: 3,000",
        "played to 3,000 points",
    ),
}


@pytest.mark.parametrize("language", ["de", "en"])
def test_rules_that_change_reach_a_running_evening_when_somebody_takes_them_over(language: str) -> None:
    table, key = keep_table(name="Friday", rules=CLASSIC, address="")
    phone = Phone(language=language)
    evening = phone.begin(rules=f"table:{table.public_id}")
    phone.enter(evening, 3000, 1500)
    since, here, now, target = CHANGED[language]
    assert since not in phone.open(evening).text
    change_table(table=table, key=key, name="Friday", rules=CLASSIC.changed({"target": 3000}))
    reading = Page(Client().get(f"/{language}/evenings/read/{evening.reading}/"))
    for page in (phone.open(evening), reading):
        assert all(words in page.text for words in (since, here, now))
        assert target not in page.text
    assert 'value="take"' not in reading.source
    phone.open(evening)
    shown = format_rules(Table.objects.get().rule_set)
    assert f'name="rules" value="{shown}"' in phone.page.source
    phone.post(evening, "rules/", do="take", rules=shown, taken="0")
    assert since not in phone.page.text
    assert target in phone.page.text
    assert standing(phone.page)[0].startswith({"de": "3.000 gewonnen", "en": "3,000 won"}[language])
    evening.refresh_from_db()
    assert (rules_of(evening).target, evening.entries.count()) == (3000, 1)
    for _ in range(2):  # a double tap goes back once
        phone.post(evening, "rules/", do="back", taken="1")
    assert since in phone.page.text
    evening.refresh_from_db()
    assert rules_of(evening) == CLASSIC


def test_only_rules_that_were_shown_and_are_for_so_many_are_taken_over() -> None:
    table, key = keep_table(name="Friday", rules=CLASSIC, address="")
    phone = Phone()
    evening = phone.begin(rules=f"table:{table.public_id}")
    two = RULE_SETS["classic-2p"]
    change_table(table=table, key=key, name="Friday", rules=two)
    assert "The new rules are not for 4 players" in phone.open(evening).text
    phone.post(evening, "rules/", do="take", rules=format_rules(two))
    change_table(table=table, key=key, name="Friday", rules=CLASSIC.changed({"target": 3000}))
    phone.post(evening, "rules/", do="take", rules=format_rules(CLASSIC.changed({"target": 4000})))
    evening.refresh_from_db()
    assert rules_of(evening) == CLASSIC
    assert phone.open(evening, "rules/").status == 302


def test_other_phones_hear_that_other_rules_were_taken_over() -> None:
    table, key = keep_table(name="Friday", rules=CLASSIC, address="")
    phone, reader = Phone(), Client()
    evening = phone.begin(rules=f"table:{table.public_id}")
    rules = CLASSIC.changed({"target": 3000})
    change_table(table=table, key=key, name="Friday", rules=rules)
    address = f"/en/evenings/read/{evening.reading}/news/"
    assert reader.get(address, {"seen": "0"}).status_code == 204
    phone.open(evening)
    phone.post(evening, "rules/", do="take", rules=format_rules(rules))
    news = reader.get(address, {"seen": "0"})
    assert news.status_code == 200
    assert "played to 3,000 points" in news.content.decode()
