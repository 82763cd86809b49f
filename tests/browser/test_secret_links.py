"""Links with a secret behind their # in the browser: it comes into the form and leaves the address and the history."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import BrowserType, Page, Request, expect

from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES, NARROW, Learner
from tests.browser.test_small_screen import faults
from tests.conftest import chromium, launch_arguments

CHAIN_END = 0x20000000
"""The bit of a visit that led nowhere else by itself."""
WORDS = {
    "de": {
        "yes": "Ja, hinein", "in": "Hinein", "asked": "Steht dieser Code auf deinem Zettel?",
        "make link": "Persönlichen Link erzeugen", "sign in": "Anmelden", "account": "Dein Konto",
        "wrong": "Dieser Code stimmt nicht.", "invite": "Link erzeugen", "on": "Weiter", "accept": "Ja",
    },
    "en": {
        "yes": "Yes, come in", "in": "Join", "asked": "Is this the code on your slip?",
        "make link": "Make a personal link", "sign in": "Sign in", "account": "Your account",
        "wrong": "This code is not right.", "invite": "Make a link", "on": "Go on", "accept": "Yes",
    },
}  # fmt: skip


def make_class(teacher: Learner) -> tuple[str, str, str]:
    """A class made by this teacher: its address, and the letters and words of a slip."""
    page, language = teacher.page, teacher.language
    page.goto(f"{teacher.address}/{language}/account/?next=/{language}/class/")
    page.get_by_role("button", name=WORDS[language]["make link"]).click()
    page.fill("#id_name", "7b")
    page.fill("#id_aliases", "1")
    page.locator("main form button.primary").last.click()
    expect(page.locator("a[href$='/slips/']").first).to_be_visible()
    home = page.url.partition("?")[0]
    page.goto(f"{home}slips/")
    letters, words = page.locator(".slip b").all_inner_texts()
    return home, letters, words


def hold(learner: Learner) -> list[str]:
    """All that the browser sends from now on: addresses, and the address that each request says it comes from."""
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.extend((request.url, request.all_headers().get("referer", "")))

    learner.page.on("request", note)
    return sent


def expect_nowhere(secret: str, learner: Learner, sent: list[str]) -> None:
    """The secret was in no address that was sent and is in none that the browser goes back to."""
    page = learner.page
    assert [one for one in sent if secret in one.partition("#")[0]] == []
    assert secret not in page.url
    there = page.url
    seen = []
    for _ in range(page.evaluate("history.length") - 1):
        page.go_back()
        seen.append(page.url)
    assert [one for one in seen if secret in one] == []
    page.goto(there)


@pytest.mark.parametrize("language", LANGUAGES)
def test_slip_with_scripts_leaves_its_code_in_no_address(arrive: Arrive, language: str) -> None:
    _, letters, words = make_class(arrive(language=language))
    pupil, said = arrive(language=language, width=NARROW, way="keyboard"), WORDS[language]
    page, sent = pupil.page, hold(pupil)
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
    expect_nowhere(slug, pupil, sent)


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_is_typed_where_no_scripts_run_and_what_was_wrong_stays(arrive: Arrive, language: str) -> None:
    _, letters, words = make_class(arrive(language=language))
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


@pytest.mark.parametrize(
    "link", ["/j/#kwm7-4xtp-igel-lampe", "/j/kwm7-4xtp/igel-lampe/", "/de/me/#igel_lampe"]
)
def test_browser_lists_the_page_and_not_the_address_with_the_secret(
    link: str, site: str, browser_type: BrowserType, tmp_path: Path
) -> None:
    """The list of visited pages as Chromium writes it: what only led on to another page is no end of a chain there."""
    with browser_type.launch_persistent_context(
        tmp_path, **launch_arguments(chromium(windows=True))
    ) as context:
        page = context.new_page()
        page.goto(f"{site}{link}")
        expect(page.locator("main form [data-part]").last).to_have_value(re.compile("igel.lampe"))
        page.goto(f"{site}/de/about/")
    listed = visited(tmp_path)
    assert any(re.search(r"/(join|me)/$", one) for one in listed), listed
    assert [one for one in listed if "lampe" in one] == []


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


@pytest.mark.parametrize(("language", "way"), [("de", "mouse"), ("en", "mouse"), ("de", "no scripts")])
def test_personal_link_and_invitation_leave_no_secret_in_an_address(
    arrive: Arrive, language: str, way: str
) -> None:
    said, teacher = WORDS[language], arrive(language=language)
    home, _, _ = make_class(teacher)
    teacher.open(f"/{language}/account/")
    own = teacher.page.locator(".link-text").inner_text()
    teacher.page.goto(f"{home}teachers/")
    teacher.page.get_by_role("button", name=said["invite"]).click()
    invitation = teacher.page.locator(".link-text").inner_text()
    colleague = arrive(language=language, width=NARROW, way=way)
    sent = hold(colleague)
    opened(colleague, own)
    page = colleague.page
    page.get_by_role("button", name=said["sign in"], exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(said["account"])
    opened(colleague, invitation)
    page.get_by_role("button", name=said["on"], exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("7b")
    assert faults(colleague) == []
    page.get_by_role("button", name=said["accept"], exact=True).click()
    expect(page).to_have_url(home)
    if way != "no scripts":
        for link in (own, invitation):
            expect_nowhere(link.partition("#")[2], colleague, sent)


def opened(learner: Learner, link: str) -> None:
    """The link is opened; who has no scripts pastes it into the field."""
    page: Page = learner.page
    page.goto(link)
    if learner.way == "no scripts":
        expect(page.locator("#link")).to_have_value("")
        page.fill("#link", link)
    expect(page.locator("#link")).to_have_value(re.compile(re.escape(link.partition("#")[2]) + "$"))
    assert faults(learner) == []
