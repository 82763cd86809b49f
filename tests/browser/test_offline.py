"""The time without a network, in a real browser: an evening that goes on, two phones, letting go of what is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, GLOBAL_TRADE, SAMBA
from engine.score.sheet import score_sides
from tests.asked import LISTS
from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES, NARROW, Learner, Way
from tests.browser.test_small_screen import faults
from tests.samples import some
from tests.tutor.evenings.phones import FOUR
from tests.tutor.evenings.test_counting import DEALS, SAMBAS, fields, laid
from tutor.offline.keeping import ABOUT_MEGABYTES

AWAY = ("net::ERR_INTERNET_DISCONNECTED", "422", "htmx:sendError", "404")
SAID = {
    "de": (
        "Kein Netz",
        "Noch nicht gesendet",
        "Runde 2: ",
        "Nachgereicht",
        "Auf diesem Gerät zusammengezählt: ",
    ),
    "en": ("No network", "Not sent yet", "Deal 2: ", "Sent later", "Added up on this device: "),
}
SLOW = """() => {
  const fetched = self.fetch;
  self.noted = [];
  self.fetch = async (what, ...how) => {
    const path = new URL(what.url || what, location.origin).pathname;
    self.noted.push(path);
    const response = await fetched(what, ...how);
    if (isKept(path)) {
      await new Promise(done => setTimeout(done, 500));
      self.noted.push(`end of ${path}`);
    }
    return response;
  };
}"""
"""What the worker fetches is noted, and pages that are kept take half a second more."""
ASKED_OFFLINE = 12  # queries of each list
LINK, OUT = "/de/account/link/", "/de/account/out/"


def network(learner: Learner, *, there: bool) -> None:
    learner.page.context.set_offline(not there)


def written(learner: Learner, points: tuple[int, int]) -> None:
    """A deal in totals, by thumb or by keyboard, with Enter as the last key."""
    for side, number in enumerate(points):
        learner.write(f"#points-{side}", str(abs(number)))
        if (number < 0) != learner.see(f"#minus-{side}").is_checked():
            learner.point_at(learner.see(f"label[for=minus-{side}]"))
    learner.page.press("#points-1", "Enter")


def begun(learner: Learner, names: tuple[str, ...] = FOUR, rules: str = "classic") -> None:
    learner.expected += AWAY
    learner.open(f"/{learner.language}/evenings/new/")
    for place, name in enumerate(names):
        learner.page.fill(f"#name-{place}", name)
    learner.page.select_option("#rules", rules)
    learner.press(".begin-evening .primary")


def kept(learner: Learner) -> None:
    learner.press("button[data-does=on]")
    expect(learner.see(".keep-offline [data-when=on]")).to_be_visible()


def shown(totals: list[int], language: str) -> list[str]:
    separator = {"de": ".", "en": ","}[language]
    return [f"{total:,}".replace(",", separator).replace("-", "\N{MINUS SIGN}") for total in totals]


@pytest.mark.parametrize(
    ("way", "language", "rules", "names", "deals"),
    some(
        [
            pytest.param("thumb", "en", GLOBAL_TRADE, (*FOUR, "Kim"), DEALS[:4], id="five players"),
            pytest.param("thumb", "de", CLASSIC, FOUR, DEALS[:6], id="six deals for four"),
            pytest.param("keyboard", "de", SAMBA, FOUR, [*SAMBAS, *SAMBAS], id="Samba by keyboard"),
            pytest.param("keyboard", "en", CLASSIC, FOUR, DEALS[:4], id="by keyboard"),
        ],
        1,
    ),
)
def test_evening_goes_on_with_and_without_a_network(
    arrive: Arrive, way: Way, language: str, rules: RuleSet, names: tuple[str, ...], deals: list[Any]
) -> None:
    """The network comes and goes; every third deal is counted. The totals are always those of the engine."""
    learner = arrive(language=language, width=NARROW, way=way)
    begun(learner, names, rules.name)
    kept(learner)
    note, waiting, second, later, added = SAID[language]
    totals = [0, 0]
    for place, deal in enumerate(deals):
        there = place in (0, 3)
        network(learner, there=there)
        score = score_sides([laid(side, before=one) for side, one in zip(deal, totals, strict=True)], rules)
        totals = [sheet.score_after for sheet in score.sheets]
        points = tuple(sheet.total for sheet in score.sheets)
        if place % 3 == 2:
            learner.press("a[href$='/count/']")
            for side, one in enumerate(deal):
                for name, value in fields(side, one, rules).items():
                    fill(learner, name, value)
            for side, sum_ in enumerate(shown(list(points), language)):
                if not there:
                    expect(learner.see(f"[data-sum='{side}']")).to_have_text(f"{added}{sum_}")
            learner.press("button[value=save]")
        else:
            written(learner, points)  # type: ignore[arg-type]
        for side, total in enumerate(shown(totals, language)):
            expect(learner.see(f"#standing-{side} b")).to_have_text(total)
        if place == 1:
            expect(learner.see(".kept-note")).to_contain_text(note)
            expect(learner.see("#later")).to_contain_text(waiting)
            expect(learner.see("#later .waiting")).to_contain_text(second)
            assert faults(learner) == []
    network(learner, there=True)
    expect(learner.see(".scores tbody tr:not(.about, .asks)")).to_have_count(len(deals))
    expect(learner.see("#later")).to_contain_text(later)
    expect(learner.see("#later .waiting li")).to_have_count(0)
    expect(learner.see("#later .told .clear").first).to_be_visible()
    expect(learner.see("#later .told .differs")).to_have_count(0)
    for side, total in enumerate(shown(totals, language)):
        expect(learner.see(f"#standing-{side} b")).to_have_text(total)


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_kept_list_says_that_it_is_kept_and_no_sheet_denies_what_waits(arrive: Arrive, language: str) -> None:
    learner = arrive(language=language, width=NARROW)
    begun(learner)
    kept(learner)
    sheet = learner.page.url
    expect(learner.page.locator("#sheet .none-yet")).to_be_visible()
    network(learner, there=False)
    written(learner, (500, 300))
    expect(learner.see("#later .waiting li")).to_have_count(1)
    expect(learner.page.locator("#sheet .none-yet")).to_be_hidden()
    learner.open(f"/{language}/evenings/")
    expect(learner.see(".kept-note")).to_contain_text(SAID[language][0])
    network(learner, there=True)
    learner.open(f"/{language}/evenings/")
    expect(learner.page.locator(".kept-note")).to_be_hidden()
    learner.page.goto(sheet)
    expect(learner.see(".scores tbody tr")).to_have_count(1)


def fill(learner: Learner, name: str, value: str) -> None:
    if name.startswith("out"):
        learner.point_at(learner.see(f"label[for='{name}-{value}']"))
        return
    if name.startswith("hand"):
        learner.page.evaluate("n => document.getElementById(n).closest('details').open = true", name)
    learner.page.fill(f"[id='{name}']", value)


REFUSED = {
    "en": (
        "Enter a number first.",
        "“3,1oo” is not a whole number.",
        "Can that be right?",
        "312: scores are",
    ),
    "de": (
        "Gib zuerst eine Zahl ein.",
        "„3,1oo“ ist keine ganze Zahl.",
        "Kann das sein?",
        "von 312 kann keine Runde",
    ),
}
REFUSE_IN_WORKER = """() => stores("readwrite", async entries => {
  for (const one of await settled(entries.getAll()))
    if (one.deal === 1) entries.put({ ...one, problem: { de: "Nein.", en: "No." } });
})"""


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_without_a_network_the_device_refuses_and_asks_what_the_server_would(
    arrive: Arrive, language: str
) -> None:
    learner = arrive(language=language, width=NARROW)
    begun(learner)
    kept(learner)
    network(learner, there=False)
    empty, unreadable, asked, why = REFUSED[language]
    fill_points(learner, "3500", "")
    expect(learner.see("#wrong-1")).to_contain_text(empty)
    fill_points(learner, "3500", "3,1oo")
    expect(learner.see("#wrong-1")).to_contain_text(unreadable)
    expect(learner.see("#later .waiting li")).to_have_count(0)
    fill_points(learner, "3500", "312")
    expect(learner.see("#problem")).to_contain_text(asked)
    expect(learner.see("#problem")).to_contain_text(why)
    assert faults(learner) == []
    learner.press("button[value=agree]")
    expect(learner.see("#later .waiting li")).to_have_count(1)
    expect(learner.see("#standing-1 b")).to_have_text("312")


def fill_points(learner: Learner, *typed: str) -> None:
    for side, text in enumerate(typed):
        learner.page.fill(f"#points-{side}", text)
    learner.page.press("#points-1", "Enter")


def test_refused_deal_keeps_its_number_and_goes_back_to_its_place(arrive: Arrive) -> None:
    """Deals after one that was refused have arrived: it is still deal 2, and is entered as deal 2 again."""
    learner = arrive(language="en", width=NARROW)
    begun(learner)
    kept(learner)
    network(learner, there=False)
    for place, points in enumerate([(1505, -95), (3500, 300), (100, 50)]):
        written(learner, points)
        expect(learner.see("#later .waiting li")).to_have_count(place + 1)
    learner.page.context.service_workers[0].evaluate(REFUSE_IN_WORKER)
    network(learner, there=True)
    expect(learner.see(".scores tbody tr:not(.about, .asks)")).to_have_count(2)
    expect(learner.see("#later .waiting li")).to_contain_text("Deal 2: 3,500 : 300 No.")
    learner.press("#later .waiting button")
    expect(learner.see("#deal-head")).to_have_text("Deal 2 once more")
    learner.page.press("#points-1", "Enter")
    expect(learner.see(".scores tbody tr:not(.about, .asks)")).to_have_count(3)
    assert "3,500" in learner.see(".scores tbody tr").nth(1).inner_text()


def test_two_phones_without_a_network_are_both_kept(arrive: Arrive) -> None:
    one, other = arrive(language="de", width=NARROW), arrive(language="en", width=NARROW)
    begun(one)
    other.expected += AWAY
    other.open(one.page.url.partition(one.address)[2].replace("/de/", "/en/"))
    kept(one)
    kept(other)
    network(one, there=False)
    network(other, there=False)
    written(one, (480, 60))
    written(one, (1100, 200))
    written(other, (500, 60))
    expect(other.see("#later .waiting li")).to_have_count(1)
    expect(one.see("#deal-head")).to_have_text("Runde 3: Carola gibt")
    one.page.evaluate("Date.now = () => 0")  # a wrong clock does not matter
    network(one, there=True)
    expect(one.see("#later .told")).to_contain_text("Runde 2 ist angekommen")
    network(other, there=True)
    told = other.see("#later .told li.differs")
    expect(told).to_contain_text(
        "Another device has entered this deal differently: the sheet asks which counts."
    )
    expect(one.see(".asks")).to_contain_text("500 : 60")
    expect(other.see(".asks")).to_contain_text("480 : 60")
    assert faults(one) + faults(other) == []
    other.press(".asks button:has-text('480 : 60')")
    expect(other.see(".asks")).to_have_count(0)
    expect(one.see("#standing-0 b")).to_have_text("1.580")
    one.press("#later [data-part=told] button")
    expect(one.see("#later")).to_be_hidden()
    network(one, there=False)
    one.page.reload()
    one.page.fill("#points-0", "viel")
    one.page.press("#points-0", "Enter")
    expect(one.see("#wrong-0")).to_contain_text("„viel“ ist keine ganze Zahl")
    expect(one.see("#points-0")).to_have_value("viel")


def test_book_is_searched_and_what_is_kept_goes_again(arrive: Arrive) -> None:
    learner = arrive(language="en", width=NARROW)
    begun(learner)
    sheet = learner.page.url
    kept(learner)
    learner.open("/en/offline/")
    expect(learner.see("[data-evenings]")).to_contain_text("Agnes and Carola – Ursula and Ingo")
    size = float(learner.see("[data-size]").inner_text())
    assert abs(size - ABOUT_MEGABYTES) < 0.5
    assert faults(learner) == []
    network(learner, there=False)
    learner.open("/en/rules/classic/freeze.wild-discard/")
    learner.expect_at("/en/offline/book/")
    expect(learner.see("details[id='rule-freeze.wild-discard'][open]")).to_contain_text("the pile is frozen")
    learner.open("/en/search/?q=may+I+take+the+pile+with+a+jokr")
    expect(learner.see("#found li").first).to_be_visible()
    assert faults(learner) == []
    assert found_first(learner) > 0.7
    assert ranked_first(learner, ["Rule 10.4", "§ 13.4"]) == ["pickup.natural-plus-wild", "concealed.bonus"]
    learner.open("/en/course/")
    expect(learner.see("main")).to_contain_text("There is no network just now")
    expect(learner.see(".for-another")).to_have_text("So the page that you wanted cannot be fetched.")
    expect(learner.see(".for-another")).to_be_visible()
    learner.open("/en/offline/")
    expect(learner.see(".kept-note")).to_have_text(
        "There is no network just now. What you can open here:", use_inner_text=True
    )
    learner.page.goto(sheet)
    written(learner, (5, 5))
    learner.open("/en/offline/")
    learner.press("button[data-does=off]")
    expect(learner.see("[data-when=waiting]")).to_contain_text("deals that the site does not have yet")
    clear = learner.see("button[data-does=clear]")
    expect(clear).to_have_text("Clear everything, including the deals not sent yet", use_inner_text=True)
    learner.press("button[data-does=clear]")
    expect(learner.see("[data-when=cleared]")).to_be_visible()
    assert learner.page.evaluate("caches.keys()") == []
    assert learner.page.evaluate("indexedDB.databases().then(all => all.length)") == 0
    network(learner, there=True)
    learner.page.goto(sheet)
    expect(learner.see("main")).to_contain_text("No deal has been entered yet.")
    expect(learner.see("button[data-does=on]")).to_be_visible()


def found_first(learner: Learner) -> float:
    """For how many queries of the lists the page finds the right rule first, without the server."""
    queries = [
        query
        for path in sorted(LISTS.glob("*.json"))
        for query in json.loads(path.read_text(encoding="utf-8"))["en"][:ASKED_OFFLINE]
    ]
    firsts = ranked_first(learner, [query for query, _ in queries])
    return sum(first in right for first, (_, right) in zip(firsts, queries, strict=True)) / len(queries)


def ranked_first(learner: Learner, queries: list[str]) -> list[str]:
    """The rule that the page finds first for each query, without the server."""
    found: list[str] = learner.page.evaluate(
        """async queries => {
            const { Index } = await import(document.querySelector("script[src*='js/book']").src);
            const printed = await (await fetch("/en/offline/index.json")).json();
            const index = new Index(printed);
            return queries.map(query => index.ranked(query)[0]?.rule);
        }""",
        queries,
    )
    return found


def test_full_storage_and_signing_out(arrive: Arrive) -> None:
    learner = arrive(language="de", width=NARROW)
    begun(learner)
    sheet = learner.page.url
    kept(learner)
    network(learner, there=False)
    learner.page.reload()
    expect(learner.see(".kept-note")).to_be_visible()
    session = learner.page.context.new_cdp_session(learner.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": learner.address, "quotaSize": 1})
    written(learner, (480, -60))
    expect(learner.see("[data-offline-said=full]")).to_contain_text("kein Speicher mehr frei")
    expect(learner.see("#points-0")).to_have_value("480")
    expect(learner.see("#minus-1")).to_be_checked()
    session.send("Storage.overrideQuotaForOrigin", {"origin": learner.address})
    written(learner, (480, -60))
    expect(learner.see("#later .waiting")).to_contain_text("480 : \N{MINUS SIGN}60")
    network(learner, there=True)
    worker = learner.page.context.service_workers[0]
    worker.evaluate(SLOW)
    learner.open("/de/account/")  # where nothing waits for the deal to be sent but signing in and out
    learner.see(f"form[action='{LINK}'] button").click()
    expect(learner.see(f"form[action='{OUT}']")).to_be_visible()  # signed in, with new secrets for its forms
    # What was fetched behind the page has ended before: a later answer would bring the secret of before.
    noted = worker.evaluate("self.noted")
    assert [path for path in noted if path.startswith("end of")] != []
    assert [path for path in noted[noted.index(LINK) :] if path.startswith("end of")] == []
    learner.open("/de/account/")
    learner.see(f"form[action='{OUT}'] button").click()
    expect(learner.see(f"form[action='{LINK}']")).to_be_visible()
    assert learner.page.evaluate("caches.keys()") == []
    assert learner.page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
    learner.page.goto(sheet)
    expect(learner.see("#standing-0 b")).to_have_text("480")
