"""A filled database of an earlier version is backed up and comes up elsewhere in this one, with everybody in it.

It asks a running site only, by addresses, cookies and printed codes that were given out then, and reads what people
read; so it goes on holding when the code behind them moves.
"""

from __future__ import annotations

import csv
import io
import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from http.cookiejar import Cookie
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from cryptography.hazmat.primitives import serialization
from django.http import HttpRequest, HttpResponse
from django.test import override_settings

from tests.earlier import FOLDER, HOLDS, KEY, counts, earlier_counts, earlier_site
from tests.installation import PASSING, Installation, earlier_backup
from tests.lessons.pages import Page
from tests.running import asking, leave_checked, own_database, serving
from tests.tutor.test_several_processes import Visitor
from tutor.setup.backup.archive import KEYS

PASSWORD = "neun-und-joker"
CLASS = f"class/{HOLDS['class']}"
ANSWERED_AGAIN = "puzzle/frozen-pile/frozen-pile-631c"
KEY_BEFORE = "the key that this folder had before\n"
PLATFORM = {
    "client_id": "c1",
    "deployment_ids": ["1"],
    "auth_login_url": "https://moodle.example.org/auth",
    "auth_token_url": "https://moodle.example.org/token",
    "key_set_url": "https://moodle.example.org/certs",
}


@dataclass(frozen=True, slots=True)
class Upgraded:
    """The site that serves the earlier database."""

    address: str
    installation: Installation
    said: str
    """By `restore`."""
    rows: Mapping[str, int]
    """How many each table had when it had been brought up."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    """From its back-up, in another folder; `restore` brings it up to date as a start where it was would."""
    folder = tmp_path_factory.mktemp("upgrade")
    leave_checked(folder)
    (folder / "secret_key").write_text(KEY_BEFORE)
    platforms = folder / "platforms.json"
    platforms.write_text(json.dumps({"https://moodle.example.org": [PLATFORM]}), encoding="utf-8")
    with own_database() as database:
        new = Installation(folder, database)
        said = new.run("restore", str(earlier_backup()))
        with serving(folder, TUTOR_LTI=str(platforms), **database) as running:
            yield Upgraded(running.address, new, said, counts(folder, database))


class _Forms(HTMLParser):
    """Every form of a page: its address, and the fields that a browser would send."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((values.get("action", ""), {}))
        sent = values.get("type") not in ("checkbox", "radio") or "checked" in values
        if tag == "input" and self.forms and sent and values.get("name"):
            self.forms[-1][1][values["name"]] = values.get("value", "")


class Browser(Visitor):
    """Somebody at the upgraded site, without scripts: follows links and redirects, fills in forms."""

    url = ""

    def open(self, path: str) -> Page:
        """The page at an address, after all redirects."""
        response = self.get(path)
        for _ in range(5):
            self.url = path.partition("#")[0]
            if "Location" not in response:
                break
            path = urljoin(path, response["Location"])
            response = self.get(path.partition("#")[0])
        self.page = Page(response)
        return self.page

    def send(self, field: str, **typed: str) -> Page:
        """Fill in the form of this page that has this field, and send it."""
        forms = _Forms()
        forms.feed(self.page.source)
        action, fields = next(form for form in forms.forms if field in form[1])
        target = urljoin(self.url, action) if action else self.url
        response = self.post(target, {**fields, **typed})
        if "Location" in response:
            return self.open(urljoin(target, response["Location"]))
        self.url, self.page = target, Page(response)
        return self.page


def with_cookie(site: Upgraded, name: str, value: str) -> Browser:
    browser = Browser(site.address)
    host = site.address.partition("//")[2].partition(":")[0]
    browser.cookies.set_cookie(
        Cookie(0, name, value, None, False, host, True, False, "/", True, False, None, False, None, None, {})
    )
    return browser


def learner_cookie(old: str) -> str:
    """The cookie that was given then, as if it had been given today: it is good for a year."""
    salt = "lessons.learner"  # as it was then
    asked, given = HttpRequest(), HttpResponse()
    asked.COOKIES["learner"] = old
    with override_settings(SECRET_KEY=KEY):
        given.set_signed_cookie("learner", asked.get_signed_cookie("learner", salt=salt), salt=salt)
    return given.cookies["learner"].value


def as_learner(site: Upgraded) -> Browser:
    return with_cookie(site, "learner", learner_cookie(HOLDS["cookies"]["learner"]))


def as_pupil(site: Upgraded) -> Browser:
    return with_cookie(site, "learner", learner_cookie(HOLDS["cookies"]["pupil"]))


def signed_in(site: Upgraded, name: str) -> Browser:
    return with_cookie(site, "sessionid", HOLDS["sessions"][name])


def lost(before: Any, after: Any, where: str = "") -> list[str]:
    """Where something that was exported then is missing or different now. More keys and longer lists are no loss."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            one
            for key, value in before.items()
            for one in (lost(value, after[key], f"{where}.{key}") if key in after else [f"{where}.{key}"])
        ]
    if isinstance(before, list) and isinstance(after, list):
        if len(after) < len(before):
            return [f"{where}: {len(after)} of {len(before)}"]
        pairs = zip(before, after, strict=False)
        return [one for place, (old, new) in enumerate(pairs) for one in lost(old, new, f"{where}[{place}]")]
    return [] if before == after else [f"{where}: {before!r} became {after!r}"]


def test_backup_comes_with_its_keys_and_what_was_there_is_kept(site: Upgraded) -> None:
    assert "Eingespielt. | Restored." in site.said
    assert (aside(site.said) / "secret_key").read_text() == KEY_BEFORE
    for key in KEYS:
        assert (site.installation.folder / key).read_bytes() == (FOLDER / key).read_bytes()


def aside(said: str) -> Path:
    """Where `restore` says that it has put what was there."""
    return Path(re.search(r"What was there before is in (.+)", said)[1])  # type: ignore[index]


DO = """
from django.core.management import call_command
from tutor.site.console import Problem
try:
    call_command({command!r}, {file!r})
except Problem as problem:
    print(problem.german, problem.english)
"""


def test_running_site_is_not_replaced_but_backed_up_to_replace_another(
    site: Upgraded, tmp_path: Path
) -> None:
    before, while_running = site.installation.rows(), str(tmp_path / "running.zip")
    with asking(site.installation.folder, **site.installation.database) as ask:
        refused = ask(DO.format(command="restore", file=str(earlier_backup())))
        assert "Der Tutor läuft gerade mit diesen Daten" in refused
        assert "Stop it first; nothing was changed" in refused
        ask(DO.format(command="backup", file=while_running))
    (tmp_path / "other").mkdir()
    leave_checked(tmp_path / "other")
    with earlier_site(tmp_path / "other") as database:
        other = Installation(tmp_path / "other", database)
        said = other.run("restore", while_running)
        jobs = {"django_tasks_database_dbtaskresult"}  # the running site put its daily tidying there
        assert {table: count for table, count in other.rows().items() if table not in jobs} == {
            table: count for table, count in before.items() if table not in jobs
        }
    kept = {path.name for path in aside(said).iterdir()}
    assert {"secret_key", "lti_key.pem", "before.zip" if database else "tutor.sqlite3"} <= kept


def test_no_row_of_any_table_is_lost(site: Upgraded) -> None:
    before = {table: count for table, count in earlier_counts().items() if table not in PASSING}
    assert before["lessons_attempt"] > 40
    assert before["classroom_pupil"] == 6
    fewer = {table: (count, site.rows.get(table)) for table, count in before.items()}
    assert not {table: pair for table, pair in fewer.items() if pair[1] is None or pair[1] < pair[0]}
    kept = {table for table in before if not table.startswith(("django_", "auth_", "lessons_item"))}
    assert {table: site.rows[table] for table in kept} == {table: before[table] for table in kept}


@pytest.mark.parametrize(
    ("who", "path"),
    [("learner", "account/export/"), ("account", "account/export/"), ("class", f"{CLASS}/export/")],
)
def test_export_holds_all_that_it_held_then(site: Upgraded, who: str, path: str) -> None:
    browser = {
        "learner": as_learner,
        "account": lambda site: signed_in(site, "Bo"),
        "class": lambda site: signed_in(site, "frau-weber"),
    }[who](site)
    then, now = HOLDS["exports"][who], json.loads(browser.get(f"/de/{path}").content)
    for export in (then, now):  # these have no order
        export.get("drafts", []).sort(key=lambda draft: draft["exercise"])
        for draft in export.get("drafts", []):
            if draft["exercise"] == ANSWERED_AGAIN:  # perhaps by another test before this one
                del draft["updated"]
    for line in then.get("audit", []):
        if line["what"] == "taken-along":  # named a pupil, which such a line does no more
            del line["by"]
    assert not lost(then, now)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (
            "course/deck/",
            ["1 You unpack the cards: how many are there in all? right on the first try", "open"],
        ),
        ("course/placement/", ["Begin with stage 22: A whole deal", "Right answers: 6 of 6"]),
        ("course/readiness/", ["Passed: 18 of 20 right", "Not a meld", "Top card onto a meld"]),
        ("practice/", ["after 4 rated answers", "The frozen pile wrong", "Opening with the pile right"]),
        ("practice/notebook/", ["5 exercises still to get right", "missed 3 times, last on 22 Nov 2026"]),
        ("review/", ["Red threes go down", "Only with a natural pair shaky"]),
        (f"practice/daily/{HOLDS['day']}/result/", ["Solved on the first try", "Sunday, 22 November 2026"]),
        ("practice/rounds/1/", ["The frozen pile", "1 of 2 right on the first try"]),
    ],
)
def test_learner_finds_everything_again_by_the_cookie(site: Upgraded, path: str, said: list[str]) -> None:
    page = as_learner(site).open(f"/en/{path}")
    assert page.status == 200
    assert not [one for one in said if one not in page.text]


def test_certificate_still_names_what_was_passed(site: Upgraded) -> None:
    browser = as_learner(site)
    browser.open("/de/course/readiness/certificate/")
    page = browser.send("name", name="Ada Lovelace")
    assert "Ada Lovelace" in page.text
    assert "22. November 2026" in page.text


def test_learner_goes_on(site: Upgraded) -> None:
    """What is answered now is added to what was answered then."""
    browser = as_learner(site)
    page = browser.open(f"/en/{ANSWERED_AGAIN.replace('puzzle', 'puzzles', 1)}/")
    assert "Right" in page.verdict
    page = browser.send("answer", answer="no freeze.take-natural-pair-only", do="check")
    assert "Not right" in page.verdict
    attempts = json.loads(browser.get("/en/account/export/").content)["attempts"]
    assert len(attempts) == len(HOLDS["exports"]["learner"]["attempts"]) + 1


@pytest.mark.parametrize("slip", HOLDS["slips"][:3], ids=lambda slip: slip["alias"])
def test_printed_slip_lets_its_pupil_in(site: Upgraded, slip: dict[str, str]) -> None:
    """By the link of the QR code: who is there types the words, or finds them filled in."""
    browser = Browser(site.address)
    assert browser.open(slip["link"]).status == 200
    page = browser.send("words", letters=slip["letters"], words=slip["words"])
    assert f"Hallo, {slip['alias']}" in page.text
    assert "Hausaufgabe Montag" in page.text


def test_slips_are_printed_with_the_same_words(site: Upgraded) -> None:
    text = signed_in(site, "frau-weber").open(f"/de/{CLASS}/slips/").text
    with_account = {one["alias"] for one in HOLDS["exports"]["class"]["pupils"] if one["own_account"]}
    assert with_account == {"Emil"}  # whose slip lets nobody in
    for slip in HOLDS["slips"]:
        assert slip["alias"] in text
        assert (slip["letters"] in text) is (slip["alias"] not in with_account)
        assert (slip["words"] in text) is (slip["alias"] not in with_account)


def test_pupil_who_was_in_is_in(site: Upgraded) -> None:
    browser = as_pupil(site)
    page = browser.open(f"/de/{CLASS}/my/")
    assert "Hallo, Mia" in page.text
    assert "Hausaufgabe Montag 2 von 2 beantwortet · 2 richtig" in page.text
    assert "Test am Freitag 1 von 2 beantwortet · 1 richtig" in page.text
    assert "Aufgabe 1 später richtig" in browser.open(f"/de/{CLASS}/my/1/").text
    assert "Deine Antwort ist angekommen." in browser.open(f"/de/{CLASS}/live/").text


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("", ["7b Übung", "4 von 4 waren schon da", "Eine Live-Runde läuft", "Hausaufgabe Montag"]),
        ("1/", ["Mia 2 später richtig sofort richtig 2/2", "Noah falsch", "Zoë sofort richtig falsch 1/2"]),
        ("1/answers/1/", ["Zähl die Paare noch einmal.", "Mia, Noah"]),
        ("1/exceptions/", ["Noah"]),
        ("report/", ["in einer Aufgabe über „Mindestens drei Karten“ 2 von 3, die geantwortet haben."]),
        ("pupils/", ["Emil", "eigenes Konto"]),
        ("teachers/", ["frau-weber besitzt die Klasse", "kolja"]),
        ("settings/", ["4 Schüler hinzugefügt (frau-weber)", "Lehrkraft hinzugekommen (kolja)"]),
        ("live/2/", ["Zwillinge", "2 von 2 haben geantwortet"]),
    ],
)
def test_teacher_finds_the_class_as_it_was(site: Upgraded, path: str, said: list[str]) -> None:
    page = signed_in(site, "frau-weber").open(f"/de/{CLASS}/{path}")
    assert page.status == 200
    assert not [one for one in said if one not in page.text]


def test_results_as_a_file_are_the_same(site: Upgraded) -> None:
    response = signed_in(site, "frau-weber").get(f"/de/{CLASS}/paper/1/results.csv")
    now = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")), delimiter=";"))
    then = list(csv.reader(io.StringIO(HOLDS["results"]), delimiter=";"))
    assert then[1] == ["Mia", "später richtig", "sofort richtig", "2", "100,0", "3"]
    assert now == then


def test_archived_class_and_invitation_are_there(site: Upgraded) -> None:
    assert "Archivierte Klassen 5a alt" in signed_in(site, "frau-weber").open("/de/class/").text
    invited = signed_in(site, "Bo").open(f"/en/class/invited/{HOLDS['invite']}/")
    assert "Teach the class 7b Übung too?" in invited.text


@pytest.mark.parametrize("name", ["Bo", "frau-weber", "kolja", "emil"])
def test_password_signs_in(site: Upgraded, name: str) -> None:
    browser = Browser(site.address)
    browser.open("/en/account/")
    assert f"You are signed in: {name}." in browser.send("password", username=name, password=PASSWORD).text


def test_pupil_who_took_the_answers_along_has_class_and_account(site: Upgraded) -> None:
    browser = Browser(site.address)
    browser.open("/en/account/")
    browser.send("password", username="emil", password=PASSWORD)
    assert "Hello, Emil" in browser.open(f"/en/{CLASS}/my/").text


@pytest.mark.parametrize(
    ("whose", "said"), [("Bo", "You are signed in: Bo."), ("alone", "One answer is saved")]
)
def test_personal_link_signs_in(site: Upgraded, whose: str, said: str) -> None:
    browser = Browser(site.address)
    page = browser.open(f"/en/me/{HOLDS['links'][whose]}/")
    assert "Your personal link signs you in here." in page.text
    assert browser.url.endswith("/en/me/")  # the secret is no longer in the address
    browser.post(browser.url, csrf_of(page))
    assert said in browser.open("/en/account/").text


def csrf_of(page: Page) -> dict[str, str]:
    """What a form on the page sends by itself."""
    found = re.findall(r'name="(csrfmiddlewaretoken|link)"[^>]*?\svalue="([^"]*)"', page.source)
    return {name: unescape(value) for name, value in found}


def test_own_exercise_is_there_for_its_owner_and_for_who_has_the_link(site: Upgraded) -> None:
    assert "Kings for Friday" in signed_in(site, "Bo").open("/en/items/").text
    for language, goal in (("de", "Was meldest du hier, Mia?"), ("en", "What do you meld here, Mia?")):
        assert goal in Browser(site.address).open(f"/{language}/items/{HOLDS['own_exercise']}/").text


def test_administrator_finds_reports_and_what_was_withheld(site: Upgraded) -> None:
    text = signed_in(site, "kolja").open("/en/practice/admin/").text
    assert HOLDS["withheld"] in text
    assert "zwei Antworten" in text
    assert "Der Text nennt zwei Könige, es sind drei." in text


def test_learning_platforms_know_our_key(site: Upgraded) -> None:
    [shown] = json.loads(Browser(site.address).get("/lti/keys/").content)["keys"]
    key = serialization.load_pem_private_key((FOLDER / "lti_key.pem").read_bytes(), password=None)
    modulus = urlsafe_b64decode(shown["n"] + "==")
    assert int.from_bytes(modulus, "big") == key.public_key().public_numbers().n  # type: ignore[union-attr]


def test_nobody_comes_in_with_another_key(site: Upgraded) -> None:
    """The net holds only if the key is looked at."""
    browser = with_cookie(site, "learner", HOLDS["cookies"]["learner"][:-2] + "xx")
    assert "right on the first try" not in browser.open("/en/course/deck/").text
    wrong = {"letters": HOLDS["slips"][3]["letters"], "words": HOLDS["slips"][0]["words"]}
    stranger = Browser(site.address)
    stranger.open("/de/class/join/")
    assert "Hallo" not in stranger.send("words", **wrong).text
