"""The score sheet of an evening, through its pages: begun, entered, corrected, shared between two phones."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import LearnerFactory
from tests.lessons.pages import Page, is_not_found
from tests.tutor.evenings.phones import FOUR, Phone, deals, standing
from tutor.evenings import services
from tutor.evenings.forms import Head
from tutor.evenings.models import Evening, EveningEntry
from tutor.evenings.sheet import sheet_of
from tutor.learning.learner import merge_learners
from tutor.learning.models import AppendOnlyError
from tutor.site.tidying import tidy

pytestmark = pytest.mark.django_db
EIGHT = [
    (735, 320), (1205, -45), (410, 600), (-120, 1330), (560, 85), (935, 240), (280, 1155), (1100, 330),
]  # fmt: skip


@pytest.mark.parametrize("language", ["de", "en"])
def test_evening_for_four_is_entered_in_totals_until_somebody_has_won(language: str) -> None:
    phone = Phone(language=language)
    evening = phone.begin(dealer="1")
    first = {"de": "Runde 1: Ursula gibt", "en": "Deal 1: Ursula deals"}
    assert first[language] in phone.page.text
    for points in EIGHT:
        phone.enter(evening, *points)
    both = {
        "de": ["5.105 gewonnen", "4.015 Erstmeldung: 120"],
        "en": ["5,105 won", "4,015 initial meld 120"],
    }
    assert standing(phone.page) == both[language]
    won = {"de": "Agnes und Carola haben gewonnen", "en": "Agnes and Carola have won"}
    assert won[language] in phone.page.text
    rows = {
        "de": "8 gegeben von Agnes diese Runde 1.100, Stand 5.105 diese Runde 330, Stand 4.015",
        "en": "8 dealt by Agnes this deal 1,100, total 5,105 this deal 330, total 4,015",
    }
    assert deals(phone.page)[0].removeprefix({"de": "Runde ", "en": "Deal "}[language]) == rows[language]
    assert len(deals(phone.page)) == 8


def test_minima_follow_the_totals_and_dealers_go_round() -> None:
    phone = Phone()
    evening = phone.begin()
    assert standing(phone.page) == ["0 initial meld 50", "0 initial meld 50"]
    phone.enter(evening, 1500, -5)
    assert standing(phone.page) == ["1,500 leads · initial meld 90", "−5 initial meld 15"]
    assert "Deal 2: Ursula deals" in phone.page.text
    phone.enter(evening, "85", "1.500", **{"minus-0": "1"})
    assert standing(phone.page) == ["1,415 initial meld 50", "1,495 leads · initial meld 50"]
    phone.begin(rules="overview")
    assert standing(phone.page)[0] == "0 initial meld not decided by the rules"
    phone.enter(phone.begin(rules="spielregeln"), 3000, 100)
    assert standing(phone.page)[0] == "3,000 leads · initial meld 90 or 120"


@pytest.mark.parametrize(
    ("rules", "names", "sides", "dealers"),
    [
        ("global-trade", "ABCDE", ["A and C", "B, D and E"], ["E", "A", "B"]),
        ("global-trade", "ABC", ["A", "B", "C"], ["A", "B", "C"]),
        ("global-trade", "ABCDEF", ["A and D", "B and E", "C and F"], ["A", "B", "C"]),
        ("classic-2p", "AB", ["A", "B"], ["A", "B", "A"]),
    ],
)
def test_sides_are_those_that_the_rules_seat(
    rules: str, names: str, sides: list[str], dealers: list[str]
) -> None:
    phone = Phone()
    evening = phone.begin(names, rules=rules, dealer="4" if len(names) == 5 else "0")
    assert sheet_of(evening).sides == sides
    for dealer in dealers:
        assert f"{dealer} deals" in phone.page.text
        assert ("sits out" in phone.page.text) is (len(names) == 5)
        phone.enter(evening, *[100] * len(sides))
    assert standing(phone.page) == ["300 initial meld 50"] * len(sides)


def test_six_may_play_as_two_sides_of_three() -> None:
    phone = Phone()
    evening = phone.begin("ABCDEF", rules="global-trade", form="threes")
    assert sheet_of(evening).sides == ["A, C and E", "B, D and F"]
    assert "sit out" in phone.page.text


@pytest.mark.parametrize(
    ("names", "dealers"), [("ABCDE", "ABCDEABCDABCDE"), ("ABCDEF", "ABCDEFABCDEFAB")], ids=["five", "six"]
)
def test_deal_passes_clockwise_to_the_next_person_who_plays(names: str, dealers: str) -> None:
    sheet = sheet_of(Phone().begin(names, rules="global-trade", form="threes", dealer="0"))
    assert "".join(names[sheet.at_table(index)[-1]] for index in range(len(dealers))) == dealers


def test_evening_that_is_kept_already_says_the_dealers_that_it_has_told() -> None:
    evening = Phone().begin("ABCDEF", rules="global-trade", form="threes", dealer="0")
    evening.dealing = Evening.Dealing.BY_PLACE
    sheet = sheet_of(evening)
    assert "".join("ABCDEF"[sheet.at_table(index)[-1]] for index in range(11)) == "ABEFADEDCBC"


@pytest.mark.parametrize(
    ("names", "chosen", "said"),
    [
        (("Agnes",), {}, "at least two names"),
        ((), {}, "at least two names"),
        (("Agnes", "Ingo", "agnes ", "Kim"), {}, "Two players are called agnes"),
        (("A" * 25, "Ingo", "B", "C"), {}, f"“{'A' * 24}…” is too long for the sheet"),
        (("A", "B", "C"), {}, "Three names, but “Classic” is for four players."),
        (FOUR, {"rules": "nonsense"}, "These rules are not known here"),
    ],
)
def test_what_cannot_begin_says_why_and_keeps_what_was_typed(
    names: tuple[str, ...], chosen: dict[str, str], said: str
) -> None:
    phone = Phone()
    fields = {f"name-{place}": name for place, name in enumerate(names)}
    phone.page = type(phone.page)(phone.client.post("/en/evenings/new/", {**fields, **chosen}))
    assert phone.page.status == 422
    assert said in phone.page.text
    assert all(f'value="{name}"' in phone.page.source for name in names)
    assert not Evening.objects.exists()


@pytest.mark.parametrize(("names", "where"), [("ABC", "name-3"), ("A CD", "name-1"), ("ABCDE", "name-4")])
def test_wrong_number_of_names_leads_to_where_one_is_missing_or_too_many(names: str, where: str) -> None:
    page = Page(Client().post("/de/evenings/new/", {f"name-{n}": one for n, one in enumerate(names)}))
    assert "Namen, aber „Klassisch“ ist für vier Spieler." in page.text
    field = page.source.partition(f'name="{where}"')[2].partition(">")[0]
    assert "autofocus" in field


def test_points_are_asked_for_in_words() -> None:
    phone = Phone(language="de")
    phone.begin()
    group = phone.page.part('<fieldset class="points-of-deal">', "</fieldset>")
    assert group.startswith("Punkte dieser Runde Agnes und Carola")
    phone.enter(phone.evening, 100, 50)
    head = phone.page.part("<thead>", "</thead>")
    assert head == "Runde Agnes und Carola diese Runde Stand Ursula und Ingo diese Runde Stand"


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "Platz 4 ist leer. Wähle, wer zuerst gibt."), ("en", "Seat 4 is empty. Choose who deals first.")],
)
def test_nobody_deals_at_an_empty_seat(language: str, said: str) -> None:
    client = Client()
    names = {"name-0": "Anna", "name-2": "Bernd", "rules": "classic-2p"}
    response = client.post(f"/{language}/evenings/new/", {**names, "dealer": "3"})
    source = response.content.decode()
    assert response.status_code == 422
    assert said in source.partition('id="dealer-3"')[2].partition('id="name-4"')[0]
    assert source.count(said) == 1
    assert not Evening.objects.exists()
    client.post(f"/{language}/evenings/new/", {**names, "dealer": "2"})
    assert sheet_of(Evening.objects.get()).dealer == "Bernd"


@pytest.mark.parametrize("names", ["ABCDE", "ABCDEF"])
def test_how_six_play_is_kept_for_the_next_evening_only_if_six_played(names: str) -> None:
    phone = Phone()
    phone.begin(names, rules="global-trade", form="threes")
    form = phone.client.get("/en/evenings/new/").content.decode().partition('id="answer"')[2]
    checked = form.partition('id="form-threes"')[2].partition(">")[0]
    assert ("checked" in checked) is (len(names) == 6)
    assert form.index('id="form-threes"') < form.index('class="primary"')
    assert "<details open>" in form


def test_points_that_cannot_be_are_asked_about_and_kept_if_agreed() -> None:
    phone = Phone()
    evening = phone.begin()
    assert phone.enter(evening, 482, 600).status == 422
    assert "482: scores are multiples of five" in phone.page.text
    assert 'value="482"' in phone.page.source
    assert not evening.entries.exists()
    phone.enter(evening, 482, 600, do="agree")
    assert standing(phone.page)[0].startswith("482")
    assert "as agreed" in phone.page.text
    assert "more than all the cards together" in phone.enter(evening, 90_000, 5).text
    assert "more than anybody can lose" in phone.enter(evening, -90_000, 5).text
    assert "Enter a number first." in phone.enter(evening, 100, "").text
    assert "“many” is not a whole number" in phone.enter(evening, "many", 100).text
    assert evening.entries.count() == 1


def test_undoing_and_putting_back_loses_nothing() -> None:
    phone = Phone()
    evening = phone.begin()
    phone.enter(evening, 500, 300)
    phone.enter(evening, 100, 200)
    phone.press(evening, "undo:")
    assert standing(phone.page)[0].startswith("500 ")
    phone.press(evening, "back:")
    assert standing(phone.page)[0].startswith("600 ")
    phone.press(evening, "undo:")
    phone.enter(evening, 50, 50)
    assert standing(phone.page)[0].startswith("550 ")
    assert evening.entries.count() == 6
    with pytest.raises(AppendOnlyError):
        evening.entries.all().delete()
    with pytest.raises(AppendOnlyError):
        evening.entries.first().save()


def test_what_was_undone_last_comes_back_first_until_all_is_back() -> None:
    one, other = Phone(), Phone()
    evening = one.begin()
    for points in (100, 200, 300):
        one.enter(evening, points, 0)
    for _ in range(3):
        one.press(evening, "undo:")
    other.open(evening)
    for phone, total in ((one, "100"), (other, "300"), (other, "600")):
        phone.open(evening)
        phone.press(evening, "back:")
        assert standing(phone.page)[0].startswith(f"{total} ")
    assert [row.points[0] for row in sheet_of(evening).rows] == [100, 200, 300]
    assert "Put back what was undone" not in other.page.text
    other.press(evening, "undo:")
    one.open(evening)
    one.press(evening, "back:")
    assert standing(one.page)[0].startswith("600 ")


def test_putting_back_puts_back_what_two_have_undone_at_once_and_once_only() -> None:
    phone = Phone()
    evening = phone.begin()
    phone.enter(evening, 500, 300)
    last = evening.entries.get()
    for _ in range(2):
        said = Head().said(EveningEntry.Kind.UNDO, {})
        services.enter(evening=evening, said=replace(said, parents=(str(last.token),)), learner=None)
    old = phone.open(evening)
    phone.press(evening, "back:")
    assert standing(phone.page)[0].startswith("500 ")
    phone.page = old
    phone.press(evening, "back:")
    assert evening.entries.count() == 4


def test_nothing_is_put_back_once_something_else_was_entered() -> None:
    phone = Phone()
    evening = phone.begin()
    phone.enter(evening, 500, 300)
    phone.press(evening, "undo:")
    phone.enter(evening, 50, 50)
    assert "Put back what was undone" not in phone.page.text
    phone.press(evening, "undo:")
    phone.press(evening, "back:")
    assert standing(phone.page)[0].startswith("50 ")
    assert "Put back what was undone" not in phone.page.text


def test_undoing_that_a_deal_was_struck_says_so_and_names_the_number_that_it_had() -> None:
    phone = Phone()
    evening = phone.begin()
    for points in (100, 200, 300):
        phone.enter(evening, points, 0)
    phone.open(evening, "deals/1/")
    phone.post(evening, "deals/1/", do="drop")
    assert "Put deal 2 back on the sheet" in phone.page.text
    history = phone.open(evening, "share/").text
    assert "Deal 3 entered: 300 : 0" in history
    assert "Deal 2 entered: 200 : 0" in history
    assert "Deal 2 taken off the sheet" in history
    phone.open(evening)
    phone.press(evening, "undo:")
    assert [row.points[0] for row in sheet_of(evening).rows] == [100, 200, 300]
    assert "Take deal 2 off the sheet after all" in phone.page.text


def test_pressing_undo_twice_takes_back_one_entry() -> None:
    phone = Phone()
    evening = phone.begin()
    phone.enter(evening, 500, 300)
    phone.enter(evening, 100, 200)
    old = phone.page
    phone.press(evening, "undo:")
    phone.page = old
    phone.press(evening, "undo:")
    assert standing(phone.page)[0].startswith("500 ")


def test_entry_sent_twice_counts_once() -> None:
    phone = Phone()
    evening = phone.begin()
    form = phone.page
    phone.enter(evening, 500, 300)
    phone.page = form
    phone.enter(evening, 500, 300)
    assert len(deals(phone.page)) == 1
    assert evening.entries.count() == 1


def test_correction_marks_what_follows_and_keeps_what_was() -> None:
    phone = Phone()
    evening = phone.begin()
    for points in ((1200, 300), (400, 200)):
        phone.enter(evening, *points)
    phone.open(evening, "deals/0/")
    assert 'value="1200"' in phone.page.source
    phone.enter(evening, 1000, 300, rest="deals/0/", note="Canasta counted twice")
    assert standing(phone.page) == ["1,400 leads · initial meld 50", "500 initial meld 50"]
    assert "400, total 1,400 was 1,600 initial meld 50" in deals(phone.page)[0]
    assert "Canasta counted twice" in phone.page.text
    phone.press(evening, "undo:")
    assert standing(phone.page)[0] == "1,600 leads · initial meld 90"
    phone.open(evening, "deals/0/")
    phone.post(evening, "deals/0/", do="drop")
    assert len(deals(phone.page)) == 1
    assert standing(phone.page)[0] == "400 leads · initial meld 50"


def test_two_who_enter_a_deal_at_once_keep_both_and_are_asked() -> None:
    one, other = Phone(), Phone()
    evening = one.begin()
    other.open(evening)
    one.enter(evening, 500, 300)
    other.enter(evening, 520, 300)
    assert "Deal 1 was entered differently on two devices. Which counts? Both are kept." in other.page.text
    assert "500 : 300" in other.page.text
    assert standing(other.page)[0].startswith("500")
    page = other.page.source
    second = str(evening.entries.get(number=2).token)
    assert f"choose:{second}" in page
    other.press(evening, f"choose:{second}")
    assert "Which counts?" not in other.page.text
    assert standing(other.page)[0].startswith("520")
    other.press(evening, "undo:")
    other.press(evening, "also:")
    assert [row.points for row in sheet_of(evening).rows] == [(500, 300), (520, 300)]
    other.press(evening, "undo:")
    assert "Which counts?" in other.page.text


def test_two_who_enter_the_same_are_not_asked() -> None:
    one, other = Phone(), Phone()
    evening = one.begin()
    other.open(evening)
    one.enter(evening, 500, 300)
    other.enter(evening, 500, 300)
    assert "Which counts?" not in other.page.text
    assert len(deals(other.page)) == 1


def test_two_corrections_at_once_are_both_kept() -> None:
    one, other = Phone(), Phone()
    evening = one.begin()
    one.enter(evening, 500, 300)
    one.open(evening, "deals/0/")
    other.open(evening, "deals/0/")
    one.enter(evening, 510, 300, rest="deals/0/")
    other.enter(evening, 505, 300, rest="deals/0/")
    assert "Which counts?" in other.page.text
    assert evening.entries.count() == 3


def test_link_for_reading_shows_the_sheet_and_lets_nobody_enter() -> None:
    phone, reader = Phone(), Client()
    evening = phone.begin()
    phone.enter(evening, 500, 300)
    address = f"/en/evenings/read/{evening.reading}/"
    page = reader.get(address).content.decode()
    assert "Agnes and Carola" in page
    assert evening.entering not in page
    assert "<form" not in page.partition('id="main"')[2].partition("</main>")[0]
    assert reader.post(address, {"points-0": "5", "points-1": "5"}).status_code == 405
    assert not reader.cookies
    assert is_not_found(reader.get(f"/en/evenings/{evening.reading}/"))
    assert is_not_found(reader.get("/en/evenings/nonsense/deals/0/"))
    assert is_not_found(reader.get(f"/en/evenings/read/{evening.entering}/"))


def test_news_are_told_only_where_there_are_some(django_assert_num_queries: object) -> None:
    phone, reader = Phone(), Client()
    evening = phone.begin()
    address = f"/en/evenings/read/{evening.reading}/news/"
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert reader.get(address, {"seen": "0"}).status_code == 204
    phone.enter(evening, 500, 300)
    fresh = reader.get(address, {"seen": "0"})
    assert fresh.status_code == 200
    assert 'id="standing-0"' in fresh.content.decode()
    again = reader.get(address, {"seen": "0"}, headers={"if-none-match": fresh["ETag"]})
    assert again.status_code == 304
    assert not again.content


def test_deal_that_was_never_entered_leads_back_to_the_sheet() -> None:
    phone = Phone()
    evening = phone.begin()
    assert "No deal has been entered yet." in Phone(client=phone.client).post(evening, "deals/7/").text


def test_evenings_go_along_with_their_learner_and_end_in_time() -> None:
    phone = Phone()
    evening = phone.begin()
    phone.enter(evening, 500, 300)
    keep = LearnerFactory()
    merge_learners(keep, evening.learner)
    assert [one.pk for one in services.evenings_of(keep)] == [evening.pk]
    assert evening.entries.get().learner_id == keep.pk
    assert services.export_of(keep)[0]["entries"][0]["body"]["points"] == [500, 300]
    assert tidy()["evenings"] == 0
    Evening.objects.update(updated=timezone.now() - services.KEPT - timedelta(days=1))
    assert tidy()["evenings"] == 1
    assert not EveningEntry.objects.exists()


def test_device_lists_its_evenings_and_offers_the_same_players_again() -> None:
    phone = Phone()
    evening = phone.begin()
    phone.enter(evening, 500, 300)
    page = phone.client.get("/en/evenings/").content.decode()
    assert "Agnes and Carola – Ursula and Ingo" in page
    assert phone.url(evening) in page
    assert phone.url(evening) in phone.client.get("/en/").content.decode()
    assert 'value="Carola"' in phone.client.get("/en/evenings/new/").content.decode()
    assert "Agnes" not in Client().get("/en/evenings/").content.decode()


def test_long_names_may_break_between_syllables_where_columns_are_narrow() -> None:
    phone = Phone()
    evening = phone.begin(("Friederike", "Ursula", "Carola", "Ingo"))
    phone.enter(evening, 500, 300)
    table = phone.open(evening).source.partition('<table class="scores"')[2].partition("</table>")[0]
    assert "Frie\N{SOFT HYPHEN}derike and Carola" in table
    assert table.count("Frie\N{SOFT HYPHEN}derike") == 2  # the name of the side, and who dealt
