"""What is said when the database does not take something: that it was not saved, why, and what was typed."""

from __future__ import annotations

import errno
import re
import sqlite3
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError
from django.db.utils import ConnectionHandler, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

import tutor.urls
from tests.running import impatient, leave_prepared, serving
from tests.tutor.test_several_processes import Visitor
from tutor.site.unwritable import Trouble, trouble_of

handler500 = tutor.urls.handler500
KINDS = ("full", "locked", "readonly")
SAID = {
    ("de", "full"): "Die Festplatte des Servers ist voll.",
    ("en", "full"): "The server’s disk is full.",
    ("de", "locked"): "Die Datenbank war zu lange beschäftigt.",
    ("en", "locked"): "The database was busy for too long.",
    ("de", "readonly"): "Die Datenbank kann im Moment nur gelesen werden.",
    ("en", "readonly"): "The database can only be read at the moment.",
}
UNSAVED = {
    "de": "Was du eben abgeschickt hast, ist nicht gespeichert.",
    "en": "What you have just sent was not saved.",
}
AGAIN = {"de": "Noch einmal abschicken", "en": "Send it again"}


class Files:
    """Writing to database files that are full, locked and read-only, by the site's way of asking a database."""

    def __init__(self, folder: Path) -> None:
        self.holder = sqlite3.connect(folder / "locked", isolation_level=None)
        handler = ConnectionHandler(
            {
                name: {
                    "ENGINE": "django.db.backends.sqlite3",
                    "NAME": folder / name,
                    "OPTIONS": {"timeout": 0.05},
                }
                for name in ("default", *KINDS)
            }
        )
        self.connections = {name: handler[name] for name in KINDS}
        for one in self.connections.values():
            self._execute(one, "CREATE TABLE kept (text TEXT)")
        self._execute(self.connections["full"], "PRAGMA max_page_count = 1")
        self._execute(self.connections["readonly"], "PRAGMA query_only = 1")
        self.holder.execute("BEGIN IMMEDIATE")

    def _execute(self, connection: Any, statement: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)

    def write(self, name: str) -> None:
        self._execute(self.connections[name], f"INSERT INTO kept VALUES ('{'x' * 20_000}')")

    def close(self) -> None:
        self.holder.close()
        for one in self.connections.values():
            one.close()


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: Any) -> Iterator[Files]:
    with django_db_blocker.unblock():  # databases of its own
        made = Files(tmp_path)
        monkeypatch.setattr("tests.tutor.test_unwritable.writes", made.write)
        yield made
        made.close()


def writes(name: str) -> None:
    """Put in place by the fixture `files`."""


def write(request: HttpRequest, name: str) -> HttpResponse:
    if request.method == "POST":
        writes(name)
    return HttpResponse("written")


def read(request: HttpRequest, name: str) -> HttpResponse:
    writes(name)
    return HttpResponse("read")


urlpatterns = [
    *(path(f"{language}/write/<str:name>/", write) for language in ("de", "en")),
    *(path(f"{language}/read/<str:name>/", read) for language in ("de", "en")),
    *tutor.urls.urlpatterns,
]
on_these_addresses = pytest.mark.urls(__name__)


@pytest.fixture
def browser_without_scripts() -> Client:
    return Client(raise_request_exception=False)


def words(response: HttpResponse) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_real_errors_are_told_apart(files: Files) -> None:
    found = {}
    for name in KINDS:
        with pytest.raises(DatabaseError) as caught:
            files.write(name)
        found[name] = trouble_of(caught.value)
    assert found == {"full": Trouble.FULL, "locked": Trouble.LOCKED, "readonly": Trouble.READ_ONLY}


class _PostgreSQLError(Exception):
    def __init__(self, sqlstate: str | None) -> None:
        self.sqlstate = sqlstate


_PostgreSQLError.__module__ = "psycopg.errors"


@pytest.mark.parametrize(
    ("state", "trouble"),
    [
        ("55P03", Trouble.LOCKED),
        ("40P01", Trouble.LOCKED),
        ("57014", Trouble.LOCKED),
        ("53100", Trouble.FULL),
        ("25006", Trouble.READ_ONLY),
        ("08006", Trouble.AWAY),
        ("57P01", Trouble.AWAY),
        (None, Trouble.AWAY),
        ("23505", None),
    ],
)
def test_errors_of_postgresql_are_told_apart_by_their_state(
    state: str | None, trouble: Trouble | None
) -> None:
    error = OperationalError("words in the server's language")
    error.__cause__ = _PostgreSQLError(state)
    assert trouble_of(error) == trouble


def test_full_disk_is_known_by_files_too_and_other_errors_are_not_taken_for_it() -> None:
    assert trouble_of(OSError(errno.ENOSPC, "No space left on device")) == Trouble.FULL
    assert trouble_of(OSError(errno.ENOENT, "No such file")) is None
    assert trouble_of(DatabaseError("near SELECT: syntax error")) is None
    assert trouble_of(RuntimeError("database is locked")) is None
    assert trouble_of(None) is None


@on_these_addresses
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", KINDS)
def test_form_that_was_not_saved_is_kept_on_a_page_that_says_so(
    files: Files, browser_without_scripts: Client, language: str, name: str
) -> None:
    typed = {"note": "Pik > Herz & „Karo“", "card": ["Kh", "2c"]}
    response = browser_without_scripts.post(f"/{language}/write/{name}/?page=2", typed)
    page, said = response.content.decode(), words(response)
    assert response.status_code == 503
    assert UNSAVED[language] in said
    assert SAID[language, name] in said
    assert "Your progress is saved" not in said
    assert "Dein Fortschritt ist gespeichert" not in said
    assert ("Retry-After" in response) == (name == "locked")
    form = page.partition('id="resend"')[2].partition("</form>")[0]
    assert AGAIN[language] in form
    assert f'action="/{language}/write/{name}/?page=2"' in page
    kept = re.findall(r'name="([^"]+)" value="([^"]*)"', form)
    assert [(key, unescape(value)) for key, value in kept if key != "csrfmiddlewaretoken"] == [
        ("note", "Pik > Herz & „Karo“"),
        ("card", "Kh"),
        ("card", "2c"),
    ]
    assert "csrfmiddlewaretoken" in form


@on_these_addresses
def test_sending_once_more_works_when_the_lock_is_gone(files: Files) -> None:
    browser = Client(raise_request_exception=False, enforce_csrf_checks=True)
    browser.get("/en/account/")
    token = browser.cookies["csrftoken"].value
    page = browser.post("/en/write/locked/", {"csrfmiddlewaretoken": token, "note": "a"}).content.decode()
    form = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', page.partition('id="resend"')[2]))
    files.holder.rollback()
    assert browser.post("/en/write/locked/", form).content == b"written"


@on_these_addresses
@pytest.mark.parametrize(
    "typed",
    [
        {"username": "Ada", "password1": "neun-und-joker"},
        {"letters": "ABCD", "words": "blaue Katze"},
        {"link": "https://canasta.example/de/me/#neun-und-joker"},
        {"ticket": "neun-und-joker"},
        {"note": "a", "file": SimpleUploadedFile("a.txt", b"held")},
        {"note": "x" * 300_000},
    ],
)
def test_passwords_files_and_long_texts_are_not_written_onto_the_page(
    files: Files, browser_without_scripts: Client, typed: dict[str, Any]
) -> None:
    response = browser_without_scripts.post("/en/write/full/", typed)
    page = response.content.decode()
    assert response.status_code == 503
    assert "What you have just sent was not saved. Go back" in words(response)
    assert 'id="resend"' not in page
    for secret in ("neun-und-joker", "blaue Katze", "held", "x" * 100):
        assert secret not in page


@on_these_addresses
@pytest.mark.parametrize("language", ["de", "en"])
def test_fragment_says_that_the_form_stays(
    files: Files, browser_without_scripts: Client, language: str
) -> None:
    response = browser_without_scripts.post(
        f"/{language}/write/locked/", {"a": "b"}, headers={"HX-Request": "true"}
    )
    told = re.search(r"data-message>([^<]*)<", response.content.decode())
    assert response.status_code == 503
    assert told is not None
    assert unescape(told[1]).startswith(
        {
            "de": "Was du eben abgeschickt hast, ist nicht gespeichert. Es steht noch hier",
            "en": "What you have just sent was not saved. It is still here",
        }[language]
    )


@on_these_addresses
@pytest.mark.parametrize(
    ("language", "said"), [("de", "Die Seite konnte nicht"), ("en", "The page could not be shown")]
)
def test_page_that_only_reads_says_nothing_of_saving(
    files: Files, browser_without_scripts: Client, language: str, said: str
) -> None:
    response = browser_without_scripts.get(f"/{language}/read/locked/")
    assert response.status_code == 503
    assert said in words(response)
    assert UNSAVED[language] not in words(response)
    assert 'id="resend"' not in response.content.decode()


def test_locked_database_of_a_running_site_is_told_to_visitors_and_to_the_monitor(tmp_path: Path) -> None:
    """A real site on a file that another program holds: with a second's patience instead of twenty."""
    leave_prepared(tmp_path)
    with serving(tmp_path, **impatient(tmp_path)) as site:
        visitor = Visitor(site.address)
        account, typed = "/en/account/", {"username": "Ada", "password1": "neun-und-joker"}
        page = visitor.get(account).content.decode()
        token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
        form = {"csrfmiddlewaretoken": token, **typed, "password2": typed["password1"]}
        holder = sqlite3.connect(tmp_path / "tutor.sqlite3", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        held = visitor.post(f"{account}new/", form)
        assert held.status_code == 503
        assert "What you have just sent was not saved." in words(held)
        health = visitor.get("/healthz")
        assert health.status_code == 503
        assert '"writing": "locked"' in health.content.decode()
        holder.close()
        assert visitor.post(f"{account}new/", form).status_code == 303
