"""Copies of a database and back: SQLite by its own online back-up, PostgreSQL by its programs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

from tutor.setup.backup.archive import damaged
from tutor.setup.backup.running import refuse_while
from tutor.site.console import Problem

SQLITE: Final = "sqlite"


def copy_sqlite(source: Path, target: Path) -> None:
    """A copy as of one moment, while others read and write. Problem if the database is damaged."""
    try:
        with closing(sqlite3.connect(source, timeout=20)) as one, closing(sqlite3.connect(target)) as other:
            one.backup(other)
            sound = other.execute("PRAGMA quick_check").fetchone() == ("ok",)
    except sqlite3.DatabaseError as error:
        raise unsaved(str(error)) from error
    if not sound:
        raise unsaved("quick_check")


def check_sqlite(path: Path, archive: Path) -> None:
    """Problem if this file from an archive is no sound database."""
    try:
        with closing(sqlite3.connect(path)) as database:
            sound = database.execute("PRAGMA quick_check").fetchone() == ("ok",)
    except sqlite3.DatabaseError as error:
        raise damaged(archive) from error
    if not sound:
        raise damaged(archive)


def copy_postgresql(target: Path) -> None:
    """A dump as of one moment, while others read and write. Problem if it cannot be made."""
    _run("pg_dump", ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}"])


def put_postgresql(dump: Path, script: Path) -> None:
    """Put the tables of a dump in place of those that are there, all or none. Problem if that fails."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
    connection.close()
    restore = _program("pg_restore")
    listed = subprocess.run(
        [restore, "--no-owner", "--no-privileges", "--file=-", str(dump)], capture_output=True, check=False
    )
    if listed.returncode:
        raise failed("pg_restore", listed.stderr)
    drops = "".join(f"DROP TABLE IF EXISTS {connection.ops.quote_name(table)} CASCADE;\n" for table in tables)
    script.write_bytes(drops.encode() + listed.stdout)
    _run(
        "psql",
        ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--file={script}"],
    )


def refuse_connected() -> None:
    """Problem if somebody else is connected with the PostgreSQL database: a site on another computer, perhaps."""

    def are_there() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
            return bool(cursor.fetchone()[0])

    refuse_while(are_there)


def _run(name: str, options: Sequence[str]) -> None:
    words, variables = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, list(options))
    done = subprocess.run(
        [_program(name), *words[1:]],
        env={**os.environ, **(variables or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise failed(name, done.stderr)


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise Problem(
            f"Dafür wird PostgreSQLs Programm {name} gebraucht. Debian/Ubuntu: sudo apt install postgresql-client",
            f"This takes PostgreSQL's program {name}. Debian/Ubuntu: sudo apt install postgresql-client",
        )
    return found


def failed(name: str, said: bytes) -> Problem:
    last: Any = said.decode(errors="replace").strip().splitlines()[-3:]
    told = "\n".join(last)
    return Problem(
        f"{name} ist fehlgeschlagen; es wurde nichts verändert.",
        f"{name} has failed; nothing was changed.\n{told}",
    )


def unsaved(reason: str) -> Problem:
    return Problem(
        f"Die Datenbank ist beschädigt und wurde nicht gesichert ({reason}).",
        f"The database is damaged and was not backed up ({reason}).",
    )
