"""The site as an operator runs it: processes with its own settings, a folder and a database of their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.db import connection

from tutor.setup.bootstrap import DATABASE_VARIABLE
from tutor.setup.preparing import content_digest
from tutor.site.locking import alone

if TYPE_CHECKING:
    import psycopg

ROOT = Path(__file__).resolve().parent.parent
_CHOSEN_BY_THE_OPERATOR = ("TUTOR_", "DJANGO_", DATABASE_VARIABLE)


@dataclass(frozen=True, slots=True)
class Site:
    """A process that serves; the address has no path."""

    process: subprocess.Popen[str]
    address: str


def environment(var: Path, **more: str) -> dict[str, str]:
    """The variables of this run without those that an operator or a developer has set for the site."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_CHOSEN_BY_THE_OPERATOR)}
    return {**kept, "TUTOR_VAR": str(var), **more}


def manage(*arguments: str, var: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(var, **more),
        capture_output=True,
        text=True,
        check=False,
    )


def settings_say(expression: str, var: Path, *, cwd: Path = ROOT, **more: str) -> str:
    """What the site's settings make of its variables; the site itself is not started for that."""
    done = subprocess.run(
        [sys.executable, "-c", f"from django.conf import settings; print({expression})"],
        cwd=cwd,
        env=environment(var, PYTHONPATH=str(ROOT), DJANGO_SETTINGS_MODULE="tutor.settings", **more),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@contextmanager
def asking(var: Path, **more: str) -> Iterator[Callable[[str], str]]:
    """Runs code in one process with the site's own settings, and gives back what it prints."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.beside"],
        cwd=ROOT,
        env=environment(var, **more),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        asked, told = process.stdin, process.stdout
        assert asked is not None
        assert told is not None

        def ask(code: str) -> str:
            asked.write(json.dumps(code) + "\n")
            asked.flush()
            answer = told.readline()
            assert answer, f"the process has ended at: {code}"
            said: str = json.loads(answer)
            return said.strip()

        try:
            yield ask
        finally:
            asked.close()


def leave_checked(var: Path) -> None:
    """Let a site start without checking the content: a test of its own does that."""
    (var / "content_checked").write_text(content_digest() + "\n", encoding="ascii")


@contextmanager
def full_disk(site: Site) -> Iterator[None]:
    """As if the disk were full for the site and whatever it started: no file takes a byte. On Linux."""
    import resource

    def limit(size: int) -> None:
        for process in family_of(site.process.pid):
            _soft, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
            resource.prlimit(process, resource.RLIMIT_FSIZE, (size if size >= 0 else hard, hard))

    limit(0)
    try:
        yield
    finally:
        limit(-1)


def family_of(parent: int) -> list[int]:
    """The numbers of a process and of all that it started. On Linux."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # ended meanwhile
            continue
        parents[int(stat.parent.name)] = int(fields[1])
    found = [parent]
    for one in found:
        found += [child for child, its_parent in parents.items() if its_parent == one]
    return found


Filled = Callable[[Path, Mapping[str, str]], None]
"""Fills an empty database, by a site's folder and the variables that give it the database: none for SQLite."""


def prepared(var: Path, database: Mapping[str, str]) -> None:
    """What `prepare` puts into an empty database, and into the folder.

    Two do so at once, which has to lead to the same: in one folder, or from two folders where the database is no file.
    """
    folders = [var, var.with_name(f"{var.name}-beside") if database else var]
    for folder in folders:
        folder.mkdir(exist_ok=True)
        leave_checked(folder)
    with ThreadPoolExecutor(len(folders)) as threads:
        started = [threads.submit(manage, "prepare", var=folder, **database) for folder in folders]
    for done in (one.result() for one in started):
        assert done.returncode == 0, done.stderr
        assert "Fertig. | Done." in done.stdout


def made_once(what: str, make: Callable[[Path], None]) -> Path:
    """A folder in which this has made something, once for all processes of the tests."""
    folder, ready = _shared() / what, _shared() / f"{what}-is-made"
    with alone(_shared() / f"making-{what}"):
        if not ready.exists():
            folder.mkdir(exist_ok=True)
            make(folder)
            ready.touch()
    return folder


def leave_prepared(var: Path) -> None:
    """Let a site start on SQLite without preparing anything."""
    _copy_folder(made_once("prepared", lambda folder: prepared(folder, {})), var)


@contextmanager
def prepared_site(var: Path) -> Iterator[dict[str, str]]:
    """The variables of a site whose folder and database, of the kind that the tests run on, need no preparing."""
    with own_database(prepared) as database:
        if database:
            _copy_folder(_folder_of_pattern(prepared), var)
        else:
            leave_prepared(var)
        yield database


def _copy_folder(pattern: Path, var: Path) -> None:
    shutil.copytree(pattern, var, dirs_exist_ok=True)


def impatient(var: Path) -> dict[str, str]:
    """The variables that let a site on SQLite wait one second for a lock, instead of twenty."""
    (var / "impatient.py").write_text(
        "from tutor.settings import *\nfrom tutor.settings import DATABASES\n"
        "DATABASES['default']['OPTIONS']['timeout'] = 1\n",
        encoding="utf-8",
    )
    return {"DJANGO_SETTINGS_MODULE": "impatient", "PYTHONPATH": str(var)}


@contextmanager
def serving(var: Path, *, workers: int = 0, **more: str) -> Iterator[Site]:
    """`manage.py up`, from the moment when it has printed its addresses. By itself without workers for large files."""
    more.setdefault("TUTOR_WORKERS", str(workers))
    with subprocess.Popen(
        [sys.executable, "manage.py", "up", "--port", "0"],
        cwd=ROOT,
        env=environment(var, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    ) as process:
        said = ""
        assert process.stdout is not None
        for line in process.stdout:
            said += line
            if "Ctrl+C" in line:
                break
        addresses = dict(re.findall(r"(Deutsch|English)\s+(http://\S+?)/(?:de|en)/", said))
        try:
            assert set(addresses) == {"Deutsch", "English"}, said
            yield Site(process, addresses["Deutsch"])
        finally:
            process.kill()
            _show_rest(process)


def _show_rest(process: subprocess.Popen[str]) -> None:
    """Print what a site has said since it serves: pytest shows it with a test that fails."""
    if process.stdout is None or process.stdout.closed:
        return
    output = process.stdout.fileno()
    os.set_blocking(output, False)  # what the site has started may hold the pipe open
    with suppress(BlockingIOError):
        print(os.read(output, 1_000_000).decode(errors="replace"))


@contextmanager
def own_database(like: Filled | None = None) -> Iterator[dict[str, str]]:
    """The variables that give a site a database of the kind that the tests run on: empty, or a copy of one filled so.

    On SQLite the database lies in the site's folder. See `prepared_site` for one that `prepare` has filled.
    """
    if connection.vendor != "postgresql":
        yield {}
        return
    name = f"test_site_{uuid.uuid4().hex}"
    pattern = _pattern(like) if like else "template1"
    with _server() as server:
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{pattern}"')
        try:
            yield _variables(name)
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _server() -> psycopg.Connection[Any]:
    """A connection to the PostgreSQL of the tests that can make and remove databases."""
    import psycopg

    return psycopg.connect(**{**connection.get_connection_params(), "dbname": "postgres"}, autocommit=True)


def _variables(name: str) -> dict[str, str]:
    url = urlsplit(os.environ[DATABASE_VARIABLE])
    return {DATABASE_VARIABLE: urlunsplit(url._replace(path=f"{url.path.rpartition('/')[0]}/{name}"))}


def _shared() -> Path:
    return settings.SHARED if hasattr(settings, "SHARED") else settings.VAR


def _pattern(filled: Filled) -> str:
    """The name of a database that is filled so; made once for all processes of the tests, and copied by them."""
    _folder_of_pattern(filled)
    return _name_of_pattern(filled)


def _folder_of_pattern(filled: Filled) -> Path:
    """What filling that database has put into the folder of its site."""
    name = _name_of_pattern(filled)

    def make(folder: Path) -> None:
        with _server() as server:
            server.execute(f'CREATE DATABASE "{name}"')
        filled(folder, _variables(name))

    return made_once(f"{filled.__name__}-for-database", make)


def _name_of_pattern(filled: Filled) -> str:
    return f"{_patterns()}{filled.__name__}"


def _patterns() -> str:
    """What the names of the databases begin with that this run copies."""
    return f"test_pattern_{sha256(str(_shared()).encode()).hexdigest()[:16]}_"


def remove_patterns() -> None:
    """Leave nothing behind at the end of a run."""
    if connection.vendor != "postgresql":
        return
    with _server() as server:
        there = server.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [_patterns()]
        ).fetchall()
        for (name,) in there:
            server.execute(f'DROP DATABASE "{name}"')
