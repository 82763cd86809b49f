"""What the settings promise an operator."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.db import ConnectionHandler
from django.test import Client

from tests.running import manage, settings_say
from tutor.setup import preparing
from tutor.setup.database import DatabaseURLError, database_settings
from tutor.setup.secret_key import read_or_make
from tutor.setup.variables import given_key, proxy_address, switched_on
from tutor.site.console import Problem


def believed(variable: str) -> str:
    return proxy_address(variable, "127.0.0.1")


def test_deployment_checks_are_clean_with_https(tmp_path: Path) -> None:
    """Those of the deployment: without the tag, those of the content would run too, which is a test of its own."""
    asked = ("check", "--deploy", "--tag", "security", "--fail-level", "WARNING")
    done = manage(*asked, var=tmp_path, TUTOR_HTTPS="1")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_debug_is_off_and_the_key_is_private(tmp_path: Path) -> None:
    assert settings_say("settings.DEBUG, settings.SESSION_COOKIE_SECURE", tmp_path) == "False False"
    key = tmp_path / "secret_key"
    assert len(key.read_text().strip()) >= 50
    if os.name != "nt":
        assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_secret_key_stays_the_same(tmp_path: Path) -> None:
    first = read_or_make(tmp_path / "key")
    assert read_or_make(tmp_path / "key") == first
    assert read_or_make(tmp_path / "other") != first
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["key", "other"]


@pytest.mark.django_db
def test_database_is_opened_for_many_readers_and_waiting_writers(tmp_path: Path) -> None:
    """The options of the file, which is what the site uses where DATABASE_URL is not set."""
    name = str(tmp_path / "site.sqlite3")
    configured = database_settings("", default=tmp_path / "site.sqlite3")
    assert configured["CONN_MAX_AGE"] is None
    handler = ConnectionHandler({"default": configured})
    connection = handler["default"]
    try:
        with connection.cursor() as cursor:
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert cursor.execute("PRAGMA synchronous").fetchone() == (1,)  # NORMAL
            assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)
        connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        # The transaction has begun as a writer, before it wrote anything.
        with (
            sqlite3.connect(name, timeout=0) as rival,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            rival.execute("BEGIN IMMEDIATE")
        rival.close()
        connection.rollback()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgres://tu:p%40ss@db.school:5433/canasta", ("canasta", "tu", "p@ss", "db.school", 5433)),
        ("postgresql://tu@//run/postgresql/canasta", ("canasta", "tu", "", "/run/postgresql", "")),
        ("postgres:///canasta", ("canasta", "", "", "", "")),
    ],
    ids=["host", "socket", "everything by default"],
)
def test_url_names_a_postgresql_database(url: str, expected: tuple[object, ...]) -> None:
    found = database_settings(url, default=Path("not-this"))
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert tuple(found[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")) == expected
    assert found["CONN_HEALTH_CHECKS"]


def test_url_may_name_options_of_postgresql_and_another_file() -> None:
    secure = database_settings("postgres://tu@db/canasta?sslmode=require", default=Path("not-this"))
    assert secure["OPTIONS"] == {"sslmode": "require"}
    other = database_settings("sqlite:////srv/canasta.sqlite3", default=Path("not-this"))
    assert other == database_settings("", default=Path("/srv/canasta.sqlite3"))


@pytest.mark.parametrize(
    ("url", "german", "english"),
    [
        ("mysql://tu:secret@db/x", "„mysql://“ wird nicht unterstützt", "“mysql://” is not supported"),
        ("secret", "keine Adresse einer Datenbank", "not the address of a database"),
        ("postgres://tu:secret@db", "Der Name der Datenbank fehlt", "name of the database is missing"),
        ("postgres://tu:secret@db:port/x", "nicht lesbar", "cannot be read"),
        ("postgres://tu:secret@db:99999/x", "nicht lesbar", "cannot be read"),
        ("sqlite://", "Der Name der Datei fehlt", "name of the file is missing"),
    ],
)
def test_bad_database_url_is_told_without_the_password(url: str, german: str, english: str) -> None:
    with pytest.raises(DatabaseURLError) as refused:
        database_settings(url, default=Path("not-this"))
    said = str(refused.value)
    assert german in said
    assert english in said
    assert said.count("DATABASE_URL") == 2
    assert "secret" not in said


def test_operator_reads_what_is_wrong_with_the_address_of_the_database(tmp_path: Path) -> None:
    """A sentence in both languages in place of a traceback."""
    done = manage("prepare", var=tmp_path, DATABASE_URL="mysql://tu:secret@db/x")
    assert done.returncode == 1
    assert "„mysql://“ wird nicht unterstützt" in done.stderr
    assert "“mysql://” is not supported" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("variable", "said", "asked", "german", "english"),
    [
        ("TUTOR_HTTPS", "ja", switched_on, "heißt weder an noch aus", "is neither on nor off"),
        ("TUTOR_SECRET_KEY", "abc", given_key, "Schlüssel ist zu kurz", "key is too short"),
        ("TUTOR_PROXY", "nginx", believed, "ist keine IP-Adresse", "is not an IP address"),
    ],
)
def test_variable_that_says_nothing_is_refused(
    variable: str, said: str, asked: Callable[[str], object], german: str, english: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv(variable, said)
    with pytest.raises(Problem) as refused:
        asked(variable)
    assert german in refused.value.german
    assert english in refused.value.english
    assert refused.value.german.startswith(f"{variable}: ")


def test_switches_are_on_or_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for said, meant in (("1", True), ("Yes", True), ("", False), ("0", False), ("off", False)):
        monkeypatch.setenv("TUTOR_HTTPS", said)
        assert switched_on("TUTOR_HTTPS") is meant


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_new_database_can_be_read_by_its_account_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tutor.sqlite3"
    of_file = ConnectionHandler({"default": database_settings("", default=file)})
    monkeypatch.setattr(preparing, "connection", of_file["default"])
    preparing.keep_private()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("what is there stays")
    preparing.keep_private()
    assert file.read_text() == "what is there stays"


@pytest.mark.parametrize(
    ("language", "told"),
    [("de", "Unter diesem Namen ist die Seite nicht"), ("en", "This site does not go by that name")],
)
def test_wrong_name_of_the_host_is_told_as_that(client: Client, language: str, told: str) -> None:
    response = client.get(f"/{language}/", headers={"host": "wrong.example"})
    page = response.content.decode()
    assert response.status_code == 400
    assert told in page
    assert "wrong.example" in page
    assert "TUTOR_ALLOWED_HOSTS" in page


def test_a_monitor_on_the_same_computer_is_answered_whatever_the_site_is_called(tmp_path: Path) -> None:
    said = settings_say("settings.ALLOWED_HOSTS", tmp_path, TUTOR_ALLOWED_HOSTS="tutor.example")
    assert said == str(["tutor.example", "localhost", "127.0.0.1", "[::1]"])


def test_answers_carry_security_headers(client: Client) -> None:
    response = client.get("/de/no-such-page/")
    policy = dict(part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["object-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in response["Content-Security-Policy"]
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"


def test_user_model_is_ours() -> None:
    assert settings.AUTH_USER_MODEL == "lessons.User"
