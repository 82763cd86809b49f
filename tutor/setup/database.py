"""Which database the site works with: an SQLite file, or what the environment variable DATABASE_URL names."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured
from environ import Env

from tutor.setup.bootstrap import DATABASE_VARIABLE, POSTGRES_SCHEMES
from tutor.site.console import Problem

SQLITE_SCHEME: Final = "sqlite"
IDLE_SECONDS: Final = (
    10 * 60
)  # a server that closes connections sooner is noticed by the check before each request


class DatabaseURLError(Problem, ImproperlyConfigured):
    """The variable names no database that the site can work with. Never repeats the URL, which may hold a password."""

    def __init__(self, german: str, english: str) -> None:
        super().__init__(
            f"{DATABASE_VARIABLE}: {german}\n"
            "Möglich sind postgres://NAME:PASSWORT@RECHNER:5432/DATENBANK und sqlite:////ORDNER/DATEI.",
            f"{DATABASE_VARIABLE}: {english}\n"
            "It can be postgres://NAME:PASSWORD@HOST:5432/DATABASE or sqlite:////FOLDER/FILE.",
        )


def database_settings(url: str, *, default: Path) -> dict[str, Any]:
    """Django's settings of the database that a URL names; of the default file where it is empty.

    Raises DatabaseURLError.
    """
    if not url.strip():
        return _sqlite(default)
    known = re.match(r"([A-Za-z][A-Za-z0-9+.-]{0,30})://", url.strip())
    scheme = known[1].lower() if known else ""
    if scheme not in (*POSTGRES_SCHEMES, SQLITE_SCHEME):
        raise DatabaseURLError(
            f"„{scheme}://“ wird nicht unterstützt." if scheme else "Das ist keine Adresse einer Datenbank.",
            f"“{scheme}://” is not supported." if scheme else "This is not the address of a database.",
        )
    found = _parsed(url.strip())
    if scheme == SQLITE_SCHEME:
        if found["NAME"] in ("", ":memory:"):
            raise DatabaseURLError("Der Name der Datei fehlt.", "The name of the file is missing.")
        return _sqlite(Path(found["NAME"]).absolute())
    if not found["NAME"]:
        raise DatabaseURLError("Der Name der Datenbank fehlt.", "The name of the database is missing.")
    return {"CONN_MAX_AGE": IDLE_SECONDS, "CONN_HEALTH_CHECKS": True, **found}


def _parsed(url: str) -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return dict(Env.db_url_config(url))
        except (ValueError, TypeError, Warning):
            # Not chained: the cause would show parts of the URL.
            raise DatabaseURLError(
                "Die Adresse ist nicht lesbar. Sonderzeichen im Passwort werden mit % geschrieben, @ als %40.",
                "The address cannot be read. Special characters in the password are written with %, @ as %40.",
            ) from None


def _sqlite(file: Path) -> dict[str, Any]:
    """Readers never wait, and writers queue instead of failing.

    WAL alone would let a transaction that reads before it writes fail at once with "database is locked".
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file,
        # When the last connection is closed, SQLite empties its journal: 20 ms after each request that wrote.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
        },
    }
