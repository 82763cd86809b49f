"""Deals that were written down without a network: they come in later, once, in order, and nothing of them is lost."""

from __future__ import annotations

import html
import json
import re
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import pytest

from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, GLOBAL_TRADE, RULE_SETS, SAMBA
from engine.score.sheet import score_side, score_sides
from lessons.miscounts.doubts import most_points
from tests.tutor.evenings.phones import FOUR, Phone, deals
from tests.tutor.evenings.test_counting import DEALS, POOR, RICH, SAMBAS, SINGLE, fields, laid
from tutor.evenings.models import Evening
from tutor.evenings.printed import DEALS as AHEAD
from tutor.evenings.printed import rows_ahead, values_ahead
from tutor.evenings.sheet import sheet_of

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def written(deal: int, *points: int | str, **more: str) -> str:
    """A deal as a device keeps it: the form of the sheet as it was filled in."""
    held = {f"points-{side}": str(one) for side, one in enumerate(points)}
    return urlencode({"token": str(uuid.uuid4()), "deal": deal, "do": "save", **held, **more})


def send(phone: Phone, evening: Evening, *forms: str) -> list[dict[str, Any]]:
    response = phone.client.post(
        f"/{phone.language}/evenings/{evening.entering}/entries/",
        {"forms": list(forms)},
        content_type="application/json",
    )
    return [{**one, "text": one["text"][phone.language]} for one in response.json()["entries"]]


@pytest.mark.parametrize(
    ("rules", "names", "entered", "language"),
    [
        (CLASSIC, FOUR, DEALS, "de"),
        (SAMBA, FOUR, SAMBAS, "en"),
        (GLOBAL_TRADE, (*FOUR, "Kim"), DEALS[:3], "en"),
    ],
)
def test_evening_that_is_sent_later_has_the_totals_of_the_engine(
    rules: RuleSet, names: tuple[str, ...], entered: list[tuple[Any, Any]], language: str
) -> None:
    """Every other deal is counted; what the device has added up by the printed values is what the engine says."""
    phone = Phone(language=language)
    evening = phone.begin(names, rules=rules.name)
    values = json.loads(values_ahead(rules))
    totals, forms = [0, 0], []
    for place, deal in enumerate(entered):
        score = score_sides([laid(side, before=one) for side, one in zip(deal, totals, strict=True)], rules)
        totals = [sheet.score_after for sheet in score.sheets]
        shown = {f"shown-{side}": str(total) for side, total in enumerate(totals)}
        if place % 2:
            forms.append(written(place, *(sheet.total for sheet in score.sheets), **shown))
            continue
        counts = {k: v for side, one in enumerate(deal) for k, v in fields(side, one, rules).items()}
        sums = {f"sum-{side}": str(added_up(values, counts, side)) for side in range(2)}
        forms.append(written(place, how="counted", **counts, **shown, **sums))
    arrived = send(phone, evening, *forms)
    assert list(sheet_of(evening).totals) == totals
    assert [one["clear"] for one in arrived] == [True] * len(entered)
    said = {"de": "Runde 1 ist angekommen: ", "en": "Deal 1 has arrived: "}
    assert arrived[0]["text"].startswith(said[language])


def added_up(values: Mapping[str, Any], counts: Mapping[str, str], side: int) -> int:
    """What the page adds up (``later.js``), by the values that the server has printed."""
    total, canastas, melded = 0, 0, 0
    for name, value in values.items():
        sort, _, kind = name.partition("-")
        if sort == "out":
            total += value if counts.get(f"out-{side}") == kind else 0
        elif sort != "reds":
            found = int(counts.get(f"{sort}-{side}-{kind}", 0))
            total += found * value
            canastas += found if sort == "canastas" else 0
            melded += found if sort in ("canastas", "cards") else 0
    row = min(canastas, 3) + 1 if melded else 0
    return total + int(values["reds"][row][int(counts.get(f"red-{side}", 0))])


@pytest.mark.parametrize("name", [name for name, rules in RULE_SETS.items() if not rules.sperr_canasta])
def test_printed_values_add_up_to_what_the_engine_scores(name: str) -> None:
    rules = RULE_SETS[name]
    values = json.loads(values_ahead(rules))
    sides = {side for deal in DEALS for side in deal} | {POOR, *SINGLE}
    for one in sides - ({RICH} if rules.bonus_aces else set()):  # its aces would be a sort of their own
        assert added_up(values, fields(0, one, rules), 0) == score_side(laid(one), rules).total


def test_where_cards_count_in_their_canasta_no_sum_is_offered() -> None:
    assert values_ahead(RULE_SETS["house-sperr-1500"]) == ""


def test_deal_that_is_sent_twice_counts_once() -> None:
    phone = Phone()
    evening = phone.begin()
    first, second = written(0, 480, 60), written(1, 100, 1500)
    send(phone, evening, first)
    again = send(phone, evening, first, second, first)
    assert [one["kept"] for one in again] == [True] * 3
    assert sheet_of(evening).totals == (580, 1560)
    assert [entry.body["points"] for entry in evening.entries.order_by("number")] == [[480, 60], [100, 1500]]


def test_two_phones_are_both_kept_in_the_order_in_which_they_come() -> None:
    one, other = Phone(), Phone(language="de")
    evening = one.begin()
    other.open(evening)
    other.enter(evening, 700, 300)
    (first, second) = send(
        one,
        evening,
        written(0, 480, 60, **{"shown-0": "480", "shown-1": "60"}),
        written(1, 1000, -5, **{"shown-0": "1480", "shown-1": "55"}),
    )
    assert first["text"] == (
        "Deal 1 has arrived. Another device has entered this deal differently: the sheet asks which "
        "counts. After this deal the sheet says 700 : 300; this device said 480 : 60."
    )
    assert second["text"] == (
        "Deal 2 has arrived. After this deal the sheet says 1,700 : 295; this device said 1,480 : 55. The "
        "minimum "
        "for the initial meld differs as well: Agnes and Carola: initial meld 90; Ursula and Ingo: initial "
        "meld 50."
    )
    page = other.open(evening)
    assert "480 : 60" in page.text
    assert "700 : 300" in page.text
    assert "wurde auf zwei Geräten verschieden eingetragen" in page.text
    other.press(evening, "choose")
    assert "1.700" in deals(other.page)[0]


def test_same_deal_from_two_phones_is_no_quarrel() -> None:
    phone = Phone()
    evening = phone.begin()
    phone.enter(evening, 480, 60)
    (told,) = send(phone, evening, written(0, 480, 60))
    assert told["text"] == "Deal 1 has arrived. It was on the sheet already, with the same points."
    assert not sheet_of(evening).rows[0].is_asked


def test_deal_that_cannot_be_is_kept_and_asked_about_on_the_sheet() -> None:
    phone = Phone()
    evening = phone.begin()
    (told,) = send(phone, evening, written(0, 482, 60))
    assert told["kept"]
    assert "Can that be right? 482: scores are multiples of five" in told["text"]
    assert "Written down without a network. Can that be right?" in phone.open(evening).text
    phone.open(evening, "deals/0/")
    phone.enter(evening, 480, 60, rest="deals/0/")
    assert "Can that be right?" not in phone.open(evening).text
    send(phone, evening, written(1, 482, 60, do="agree"))
    assert "Can that be right?" not in phone.open(evening).text


def test_sum_of_the_device_gives_way_to_the_engines() -> None:
    phone = Phone()
    evening = phone.begin()
    counted = written(0, how="counted", **{"cards-0-K": "3", "sum-0": "40", "sum-1": "0"})
    (told,) = send(phone, evening, counted)
    assert "Agnes and Carola: the sum is 30, not 40." in told["text"]
    assert sheet_of(evening).totals == (30, 0)


def test_what_cannot_be_read_says_so_and_the_rest_is_kept() -> None:
    phone = Phone(language="de")
    evening = phone.begin()
    odd = [
        "points-0=5",
        written(0, "viel", 60),
        "a=1&" * 1200,
        written(0, 100, 5),
        written(1, 5, 5, note="\0"),
    ]
    told = send(phone, evening, *odd, written(1, 5, 5) + "&note=\ud800")
    assert [one["kept"] for one in told] == [False, False, False, True, False, True]
    assert told[0]["text"] == "Diese Runde ist unterwegs beschädigt worden. Schreib sie noch einmal auf."
    assert "„viel“" in told[1]["text"]
    assert sheet_of(evening).totals == (105, 10)


def test_full_sheet_refuses_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.evenings.services.MOST_ENTRIES", 1)
    phone = Phone(language="de")
    evening = phone.begin()
    told = send(phone, evening, written(0, 100, 5), written(1, 100, 5))
    assert [one["kept"] for one in told] == [True, False]
    assert "mehr geht nicht" in told[1]["text"]


@pytest.mark.parametrize("body", ["", "[]", '{"forms": 3}', '{"forms": [3]}', "[" * 4000, "\x00"])
def test_damaged_bodies_are_refused_in_a_sentence(body: str) -> None:
    phone = Phone()
    evening = phone.begin()
    url = f"/en/evenings/{evening.entering}/entries/"
    response = phone.client.post(url, body, content_type="application/json")
    problem = response.json()["problem"]
    assert problem["en"] == "What was sent cannot be read. It is still on this device."
    assert problem["de"] == "Was gesendet wurde, lässt sich nicht lesen. Es ist noch auf diesem Gerät."
    assert not evening.entries.exists()


def test_links_that_read_are_gone_or_damaged_enter_nothing() -> None:
    phone = Phone(language="de")
    evening = phone.begin()
    for key in (evening.reading, evening.entering[:-1], "x" * 22):
        response = phone.client.post(
            f"/de/evenings/{key}/entries/", {"forms": [written(0, 5, 5)]}, content_type="application/json"
        )
        assert response.status_code == 404
        assert response.json()["problem"]["de"].startswith("Diesen Abend gibt es nicht mehr")
    assert not evening.entries.exists()


def test_sheet_prints_what_comes_for_the_time_without_a_network() -> None:
    phone = Phone()
    evening = phone.begin((*FOUR, "Kim"), rules="global-trade")
    phone.enter(evening, 1500, -5)
    sheet = sheet_of(evening)
    ahead = json.loads(rows_ahead(sheet))
    assert ahead["totals"] == [1500, -5]
    assert ahead["heads"][0] == [f"Deal 2: {sheet.dealer} deals", f"{sheet.resting[0]} sits out."]
    assert len(ahead["heads"]) == AHEAD
    for total in (-500, -5, 0, 5, 1495, 1500, 2995, 3000, 9000):
        words = [words for start, words in ahead["opens"] if start is None or total >= start][-1]
        assert words == f"initial meld {sheet.rules.initial_minimum(total)}"
    open_text = sheet_of(Phone().begin(rules="overview"))
    assert json.loads(rows_ahead(open_text))["opens"] == [[None, "initial meld not decided by the rules"]]
    two_readings = json.loads(rows_ahead(sheet_of(Phone().begin(rules="spielregeln"))))
    assert two_readings["exactly"]["3000"] == "initial meld 90 or 120"


@pytest.mark.parametrize("language", ["de", "en"])
def test_device_refuses_and_asks_in_the_words_of_the_server(language: str) -> None:
    """The words that a page brings along are those of the page that refuses."""
    phone = Phone(language=language)
    evening = phone.begin()
    page = phone.open(evening)
    checks = json.loads(html.unescape(re.findall(r'data-checks="([^"]*)"', page.source)[0]))
    refused = phone.enter(evening, "", "3,1oo").text
    assert checks["empty"] in refused
    assert checks["unreadable"].replace("{text}", "3,1oo") in refused
    asked = phone.enter(evening, 312, 0).text
    assert checks["doubts"]["step"].replace("{points}", "312") in asked
    assert checks["doubts"]["most"].count("{points}") == checks["doubts"]["least"].count("{points}") == 1
    assert checks["most"] == most_points(CLASSIC)
