"""Links with a secret behind their # in the browser: it comes into the form and leaves the address and the history."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import APIRequestContext, BrowserType, Page, Playwright, Request, expect

from tests.browser.beside import link_on, made_class, sent
from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES, NARROW, Learner, Way
from tests.browser.test_small_screen import faults
from tests.conftest import chromium, launch_arguments
from tests.samples import some

CHAIN_END = 0x20000000
"""The bit of a visit that led nowhere else by itself."""
WORDS = {
    "de": {
        "yes": "Ja, hinein", "in": "Hinein", "asked": "Steht dieser Code auf deinem Zettel?",
        "sign in": "Anmelden", "account": "Dein Konto", "wrong": "Dieser Code stimmt nicht.",
        "on": "Weiter", "accept": "Ja",
    },
    "en": {
        "yes": "Yes, come in", "in": "Join", "asked": "Is this the code on your slip?",
        "sign in": "Sign in", "account": "Your account", "wrong": "This code is not right.",
        "on": "Go on", "accept": "Yes",
    },
}  # fmt: skip


@pytest.fixture
def teacher(playwright: Playwright) -> Iterator[APIRequestContext]:
    """Somebody who makes what the links lead to, and whose pages are looked at elsewhere."""
    http = playwright.request.new_context()
    yield http
    http.dispose()


def hold(learner: Learner) -> list[str]:
    """All that the browser sends from now on: addresses, and the address that each request says it comes from."""
    requests: list[str] = []

    def note(request: Request) -> None:
        requests.extend((request.url, request.all_headers().get("referer", "")))

    learner.page.on("request", note)
    return requests


def expect_nowhere(secret: str, learner: Learner, requests: list[str]) -> None:
    """The secret was in no address that was sent and is in none that the browser goes back to."""
    page = learner.page
    assert [one for one in requests if secret in one.partition("#")[0]] == []
    assert secret not in page.url
    there = page.url
    seen = []
    for _ in range(page.evaluate("history.length") - 1):
        page.go_back()
        seen.append(page.url)
    assert [one for one in seen if secret in one] == []
    page.goto(there)


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_slip_with_scripts_leaves_its_code_in_no_address(
    arrive: Arrive, teacher: APIRequestContext, site: str, language: str
) -> None:
    letters, words = made_class(teacher, site, language).codes[0]
    pupil, said = arrive(language=language, width=NARROW, way="keyboard"), WORDS[language]
    page, requests = pupil.page, hold(pupil)
    slug = words.replace(" ", "-")
    pupil.open(f"/j/#{letters}-{slug}")
    expect(page.locator("#letters")).to_have_value(letters)
    expect(page.locator("#words")).to_have_value(words)
    assert page.url == f"{pupil.address}/{language}/class/join/"
    expect(page.get_by_text(said["asked"])).to_be_visible()
    pupil.expect_focus("main button.primary")
    assert faults(pupil) == []
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/my/$"))
    expect_nowhere(slug, pupil, requests)


@pytest.mark.parametrize("language", some(reversed(LANGUAGES), 1))
def test_code_is_typed_where_no_scripts_run_and_what_was_wrong_stays(
    arrive: Arrive, teacher: APIRequestContext, site: str, language: str
) -> None:
    letters, words = made_class(teacher, site, language).codes[0]
    pupil, said = arrive(language=language, width=NARROW, way="no scripts"), WORDS[language]
    pupil.expected = ("422",)
    page = pupil.page
    pupil.open(f"/j/#{letters}-{words.replace(' ', '-')}")
    expect(page.get_by_text(said["asked"])).to_be_hidden()
    page.fill("#letters", letters)
    page.fill("#words", "igel igel")
    page.get_by_role("button", name=said["in"], exact=True).click()
    expect(page.locator(".problem")).to_contain_text(said["wrong"])
    expect(page.locator("#letters")).to_have_value(letters)
    expect(page.locator("#words")).to_have_value("igel igel")
    assert faults(pupil) == []
    page.fill("#words", words)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/{language}/class/.*/my/$"))


def test_browser_lists_the_pages_and_no_address_with_a_secret(
    site: str, browser_type: BrowserType, tmp_path: Path
) -> None:
    """The list of visited pages as Chromium writes it: what only led on to another page is no end of a chain there."""
    with browser_type.launch_persistent_context(
        tmp_path, **launch_arguments(chromium(windows=True))
    ) as context:
        page = context.new_page()
        for link in ("/j/#kwm7-4xtp-igel-lampe", "/j/kwm7-4xtp/igel-lampe/", "/de/me/#igel_lampe"):
            page.goto(f"{site}{link}")
            expect(page.locator("main form [data-part]").last).to_have_value(re.compile("igel.lampe"))
            page.goto(f"{site}/de/about/")
    listed = visited(tmp_path)
    assert [one for one in listed if "lampe" in one] == []
    ends = [one.rstrip("/").rpartition("/")[2] for one in listed]
    assert sorted(ends) == ["about", "about", "about", "join", "join", "me"], listed


def visited(profile: Path) -> list[str]:
    """What Chromium shows in its list: the addresses at the end of a chain of redirects."""
    found = []
    for database in profile.rglob("History"):
        with closing(sqlite3.connect(database)) as opened:
            rows = opened.execute("SELECT u.url, v.transition FROM visits v JOIN urls u ON u.id = v.url")
            found += [url for url, transition in rows if transition & CHAIN_END]
    return found


def test_other_language_keeps_the_code_and_a_place_on_the_page_is_no_code(arrive: Arrive) -> None:
    pupil = arrive(language="de", width=NARROW, way="keyboard")
    page = pupil.page
    pupil.open("/j/#kwm7-4xtp-igel-lampe")
    expect(page.locator("#words")).to_have_value("igel lampe")
    page.locator(".skip").press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
    expect(page.locator("#letters")).to_have_value("kwm7-4xtp")
    page.get_by_role("button", name="English").click()
    pupil.expect_at("/en/class/join/")
    expect(page.locator("#letters")).to_have_value("kwm7-4xtp")
    expect(page.locator("#words")).to_have_value("igel lampe")
    page.evaluate("location.hash = '#bbbb-cccc'")  # a second link opened on the same page, cut off
    expect(page.locator("#letters")).to_have_value("bbbb-cccc")
    expect(page.locator("#words")).to_have_value("")
    expect(page.locator(".problem")).to_have_count(0)
    assert "#" not in page.url


@pytest.mark.parametrize(("language", "way"), some([("en", "mouse"), ("de", "no scripts")], 1))
def test_personal_link_and_invitation_leave_no_secret_in_an_address(
    arrive: Arrive, teacher: APIRequestContext, site: str, language: str, way: Way
) -> None:
    said, home = WORDS[language], made_class(teacher, site, language).home
    own = link_on(teacher.get(f"{site}/{language}/account/"))
    invitation = link_on(sent(teacher, f"{site}{home}teachers/", do="invite"))
    colleague = arrive(language=language, width=NARROW, way=way)
    requests = hold(colleague)
    opened(colleague, own)
    page = colleague.page
    page.get_by_role("button", name=said["sign in"], exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(said["account"])
    opened(colleague, invitation)
    page.get_by_role("button", name=said["on"], exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("7b")
    assert faults(colleague) == []
    page.get_by_role("button", name=said["accept"], exact=True).click()
    colleague.expect_at(home)
    if way != "no scripts":
        for link in (own, invitation):
            expect_nowhere(link.partition("#")[2], colleague, requests)


def opened(learner: Learner, link: str) -> None:
    """The link is opened; who has no scripts pastes it into the field."""
    page: Page = learner.page
    page.goto(link)
    if learner.way == "no scripts":
        expect(page.locator("#link")).to_have_value("")
        page.fill("#link", link)
    expect(page.locator("#link")).to_have_value(re.compile(re.escape(link.partition("#")[2]) + "$"))
    assert faults(learner) == []
