"""The filled database of an earlier version in ``tests/data/earlier``, unpacked for a site of its own."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from tests.running import manage, own_database
from tutor.setup.bootstrap import DATABASE_VARIABLE

FOLDER: Final = Path(__file__).parent / "data" / "earlier"
HOLDS: Final[dict[str, Any]] = json.loads((FOLDER / "holds.json").read_text(encoding="utf-8"))
KEY: Final = (FOLDER / "secret_key").read_text(encoding="ascii").strip()
# The tables as they were, without any row.
_TO_THAT_STATE: Final = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
MigrationExecutor(connection).migrate({targets!r})
"""
_NOT_COPIED: Final = ("django_migrations", "sqlite_sequence")  # the database writes them itself


@contextmanager
def earlier_site(var: Path) -> Iterator[dict[str, str]]:
    """The variables of a site whose folder and database, of whichever kind, are as the earlier version left them."""
    with own_database(as_it_was) as database:
        unpack(var, with_database=not database)
        yield database


def unpack(var: Path, *, with_database: bool = True) -> None:
    """Fill a site's folder with what the earlier version left, its database on SQLite among it."""
    for name in ("secret_key", "lti_key.pem"):
        shutil.copy(FOLDER / name, var / name)
    if with_database:
        _earlier(var / "tutor.sqlite3").close()


def as_it_was(var: Path, database: Mapping[str, str]) -> None:
    """What the earlier version left in a database that is no file."""
    unpack(var, with_database=False)
    with closing(_earlier(":memory:")) as source:
        _copy(source, var, database)


def counts(var: Path, database: Mapping[str, str]) -> dict[str, int]:
    """Rows of each table of a site's database."""
    if not database:
        with closing(sqlite3.connect(var / "tutor.sqlite3")) as connection:
            return _rows(connection)
    with _connected(database) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in names}


def earlier_counts() -> dict[str, int]:
    """Rows of each table as the earlier version left them."""
    with closing(_earlier(":memory:")) as connection:
        return _rows(connection)


def _earlier(place: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(place)
    connection.executescript(gzip.decompress((FOLDER / "database.sql.gz").read_bytes()).decode())
    return connection


def _rows(connection: sqlite3.Connection) -> dict[str, int]:
    return {
        name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    }


def _connected(database: Mapping[str, str]) -> Any:
    import psycopg

    # libpq wants a folder of sockets as an option; Django's address has it in the path.
    url = re.sub(r"@/(/.*)/([^/]+)$", r"@/\2?host=\1", database[DATABASE_VARIABLE])
    return psycopg.connect(url, options="-c timezone=UTC")


def _copy(source: sqlite3.Connection, var: Path, database: Mapping[str, str]) -> None:
    """Make PostgreSQL's tables as they were then, and write every row into them as text of its column's type."""
    latest = source.execute("SELECT app, max(name) FROM django_migrations GROUP BY app").fetchall()
    done = manage("shell", "--no-imports", "-c", _TO_THAT_STATE.format(targets=latest), var=var, **database)
    assert done.returncode == 0, done.stderr
    tables = [name for name in _rows(source) if name not in _NOT_COPIED]
    with _connected(database) as target:
        target.execute("TRUNCATE " + ", ".join(f'"{table}"' for table in tables))
        for table in tables:
            _copy_table(source, target, table)


def _copy_table(source: sqlite3.Connection, target: Any, table: str) -> None:
    types = dict(
        target.execute(
            "SELECT column_name, udt_name FROM information_schema.columns WHERE table_name = %s", [table]
        ).fetchall()
    )
    rows = source.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in rows.description]
    listed = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(f"%s::text::{types[name]}" for name in names)
    with target.cursor() as cursor:
        cursor.executemany(
            f'INSERT INTO "{table}" ({listed}) VALUES ({values})',
            [[None if value is None else str(value) for value in row] for row in rows],
        )
    if "id" in names and target.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table]).fetchone()[0]:
        target.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), "
            f'coalesce((SELECT max(id) FROM "{table}"), 0) + 1, false)'
        )
