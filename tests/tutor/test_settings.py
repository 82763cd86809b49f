"""What the settings promise an operator."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client

from tutor.secret_key import read_or_make

ROOT = Path(__file__).resolve().parent.parent.parent


def manage(*arguments: str, var: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py as an operator does: with the site's own settings, in a folder of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TUTOR_", "DJANGO_"))}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**kept, "TUTOR_VAR": str(var), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_deployment_checks_are_clean_with_https(tmp_path: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", var=tmp_path, TUTOR_HTTPS="1")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_debug_is_off_and_the_key_is_private(tmp_path: Path) -> None:
    code = "from django.conf import settings; print(settings.DEBUG, settings.SESSION_COOKIE_SECURE)"
    done = manage("shell", "--no-imports", "-c", code, var=tmp_path)
    assert done.stdout.split() == ["False", "False"], done.stderr
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
    """The options, applied to a file: that is what the site uses."""
    name = str(tmp_path / "site.sqlite3")
    assert connections["default"].settings_dict["CONN_MAX_AGE"] is None
    configured = {**connections["default"].settings_dict, "NAME": name}
    connection = type(connections["default"])(configured, alias="file")
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
