"""What an operator reads where something stands in the way of a start, and two starts at once. Real processes."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.db.migrations.loader import MigrationLoader

from lessons.content.reading import library
from tests.earlier import counts
from tests.running import ROOT, asking, environment, leave_prepared, manage, prepared_site, settings_say
from tutor.setup.hosts import host_names
from tutor.setup.preparing import check_platforms
from tutor.setup.secret_key import read_or_make
from tutor.site import files
from tutor.site.console import Problem
from tutor.site.files import file_problem, keep_first

Variables = Mapping[str, str]


def key_is_empty(folder: Path) -> Variables:
    (folder / "secret_key").touch()
    return {}


def var_is_a_file(folder: Path) -> Variables:
    (folder / "file").touch()
    return {"TUTOR_VAR": str(folder / "file")}


def var_is_in_a_file(folder: Path) -> Variables:
    (folder / "file").touch()
    return {"TUTOR_VAR": str(folder / "file" / "var")}


def hosts(text: str) -> Callable[[Path], Variables]:
    return lambda folder: {"TUTOR_ALLOWED_HOSTS": text}


@pytest.mark.parametrize(
    ("lay", "german", "english"),
    [
        pytest.param(key_is_empty, "secret_key: Hier fehlt der geheime Schlüssel, die Datei ist leer",
                     "The secret key is missing, the file is empty", id="key empty"),
        pytest.param(var_is_a_file, "Hier steht eine Datei, wo ein Ordner gebraucht wird",
                     "There is a file where a folder is needed", id="var file"),
        pytest.param(var_is_in_a_file, "Hier steht eine Datei, wo ein Ordner gebraucht wird",
                     "There is a file where a folder is needed", id="var in a file"),
        pytest.param(hosts("https://canasta.example/"), "ist kein Name eines Rechners", "is not the name of a host",
                     id="host address"),
    ],
)  # fmt: skip
def test_what_stands_in_the_way_is_told_in_both_languages(
    lay: Callable[[Path], Variables], german: str, english: str, tmp_path: Path
) -> None:
    tells_and_ends(manage("prepare", var=tmp_path, **lay(tmp_path)), german, english)


def tells_and_ends(done: subprocess.CompletedProcess[str], german: str, english: str) -> None:
    assert done.returncode == 1
    assert german in done.stderr
    assert english in done.stderr
    assert "Traceback" not in done.stderr


def test_newer_database_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "tutor.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(
            "CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text, applied datetime);"
            "INSERT INTO django_migrations VALUES (1, 'lessons', '9999_from_the_future', '2999-01-01 00:00:00');"
        )
    before = file.read_bytes()
    tells_and_ends(
        manage("prepare", var=tmp_path),
        "gehört zu einer neueren Version des Tutors (unbekannt: lessons.9999",
        "belongs to a newer version of the tutor",
    )
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("django_migrations",)]
    assert len(file.read_bytes()) == len(before)


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    with asking(tmp_path_factory.mktemp("asking")) as ask:
        yield ask


PREPARE_ANOTHER = """
from pathlib import Path
from django.conf import settings
from django.db import connection
from tutor.setup.database import database_settings
from tutor.setup.preparing import prepare
from tutor.site.console import Problem
connection.close()
settings.DATABASES["default"].update(database_settings({url!r}, default=Path("not-this")))
try:
    prepare()
except Problem as problem:
    print(problem.german, problem.english)
"""


@pytest.mark.parametrize(
    ("name", "content", "german", "english"),
    [
        (".", b"", "ist ein Ordner, gebraucht wird eine Datei", "is a folder, and it takes a file"),
        ("no/where", b"", "in einem Ordner, den es nicht gibt", "in a folder that does not exist"),
        ("text", b"Das ist keine Datenbank. " * 100, "ist beschädigt oder keine Datenbank",
         "is damaged or no database of the tutor"),
        ("half", b"SQLite format 3\0" + bytes(4000), "ist beschädigt oder keine Datenbank",
         "is damaged or no database of the tutor"),
    ],
    ids=["folder", "nowhere", "text", "damaged"],
)  # fmt: skip
def test_what_is_no_database_is_told_in_both_languages(
    name: str, content: bytes, german: str, english: str, tmp_path: Path, ask: Callable[[str], str]
) -> None:
    if content:
        (tmp_path / name).write_bytes(content)
    said = ask(PREPARE_ANOTHER.format(url=f"sqlite:///{tmp_path / name}"))
    assert "Die Datenbank antwortet nicht" in said
    assert german in said
    assert "The database does not answer" in said
    assert english in said


@pytest.mark.parametrize(
    ("content", "german", "english"),
    [
        (b"", "die Datei ist leer", "the file is empty"),
        (b"\n \n", "die Datei ist leer", "the file is empty"),
        (bytes(range(256)), "die Datei enthält keinen Text", "the file is not text"),
        (b"abc", "der Schlüssel ist zu kurz", "the key is too short"),
        (None, "das ist ein Ordner", "it is a folder"),
    ],
    ids=["empty", "blank", "binary", "short", "folder"],
)
def test_what_is_no_key_is_told_and_never_replaced(
    tmp_path: Path, content: bytes | None, german: str, english: str
) -> None:
    path = tmp_path / "secret_key"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(Problem) as told:
        read_or_make(path)
    assert told.value.german.startswith(f"{path}: Hier fehlt der geheime Schlüssel, {german}")
    assert f"The secret key is missing, {english}" in told.value.english
    assert content is None or path.read_bytes() == content


REGISTRATION = {
    "client_id": "x", "deployment_ids": ["1"],
    "auth_login_url": "x", "auth_token_url": "x", "key_set_url": "x",
}  # fmt: skip


@pytest.mark.parametrize(
    ("content", "english"),
    [
        (None, "cannot be read"),
        ("{", "is not JSON"),
        ("[]", "must hold an object"),
        (json.dumps({"https://moodle.example": [REGISTRATION]}), "lti_key.pem holds no private key"),
    ],
    ids=["missing", "no JSON", "list", "without our key"],
)
def test_file_of_platforms_that_cannot_be_used_is_told(
    tmp_path: Path, settings: Any, content: str | None, english: str
) -> None:
    if content is not None:
        (tmp_path / "platforms.json").write_text(content, encoding="utf-8")
    settings.LTI_PLATFORMS_FILE = str(tmp_path / "platforms.json")
    settings.LTI_KEY_FILE = tmp_path / "lti_key.pem"
    settings.LTI_KEY_FILE.touch()
    with pytest.raises(Problem) as told:
        check_platforms()
    assert "Die Anbindung der Lernplattformen ist nicht brauchbar" in told.value.german
    assert english in told.value.english


@pytest.mark.skipif(os.name == "nt", reason="limits of a process")
@pytest.mark.parametrize("blocks", [0, 100])
def test_full_disk_is_told_in_both_languages(tmp_path: Path, blocks: int) -> None:
    """No file may grow beyond a limit; first the key cannot be written, then the database cannot."""
    done = subprocess.run(
        ["sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh", sys.executable, "manage.py", "prepare"],
        cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "Schaffe Platz und starte noch einmal" in done.stderr
    assert "Make room and start again" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("number", "german", "english"),
    [
        (
            errno.EACCES,
            "Hier darf nicht gelesen oder geschrieben werden",
            "Reading or writing is not allowed here",
        ),
        (
            errno.EROFS,
            "Hier darf nicht gelesen oder geschrieben werden",
            "Reading or writing is not allowed here",
        ),
        (errno.ENOSPC, "kein Platz mehr", "The disk is full"),
        (errno.EIO, "Das geht nicht", "This does not work"),
    ],
)
def test_file_that_cannot_be_used_is_told_in_both_languages(number: int, german: str, english: str) -> None:
    told = file_problem("/srv/tutor/secret_key", OSError(number, os.strerror(number)))
    assert told.german.startswith("/srv/tutor/secret_key: ")
    assert german in told.german
    assert english in told.english


@pytest.mark.parametrize(
    "names", [["canasta.example", ".example.org", "*", "[::1]", "127.0.0.1", "xn--bung-zra.de"]]
)
def test_names_of_hosts_are_taken_as_they_are(names: list[str]) -> None:
    assert host_names("HOSTS", names) == names


@pytest.mark.parametrize(
    "name", ["a b", "übung.de", "[::1", "a..b", "http://a", "canasta.example:8000", "a/b", "-a"]
)
def test_what_is_no_name_of_a_host_is_refused(name: str) -> None:
    with pytest.raises(Problem, match="is not the name of a host") as told:
        host_names("HOSTS", [name])
    assert "ist kein Name eines Rechners" in told.value.german


@pytest.mark.parametrize("links", [True, False], ids=["with links", "on a memory stick"])
def test_all_who_make_a_key_at_once_have_the_same(tmp_path: Path, links: bool, monkeypatch) -> None:
    def no_link(*names: Path) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    if not links:
        monkeypatch.setattr(files.os, "link", no_link)
    many = 8
    for attempt in range(20):
        path, start = tmp_path / f"key{attempt}", Barrier(many)

        def make(path: Path = path, start: Barrier = start) -> str:
            start.wait()
            return read_or_make(path)

        with ThreadPoolExecutor(many) as threads:
            keys = {made.result() for made in [threads.submit(make) for _ in range(many)]}
        assert keys == {path.read_text(encoding="ascii").strip()}
        assert [one.name for one in tmp_path.iterdir() if one.name.startswith(f"{path.name}.")] == []


def test_file_that_is_there_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("first")
    keep_first(tmp_path / "key", "second")
    assert (tmp_path / "key").read_text() == "first"


def test_blank_folder_means_the_usual_one(tmp_path: Path) -> None:
    """Not the one in which somebody happens to stand."""
    assert settings_say("settings.VAR", Path(" "), cwd=tmp_path) == str(ROOT / "var")
    assert list(tmp_path.iterdir()) == []


def waiting(var: Path, **more: str) -> subprocess.Popen[str]:
    """`manage.py prepare`, once it has said that it waits."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "prepare"],
        cwd=ROOT, env=environment(var, **more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert "Ein anderer Start richtet hier gerade ein" in process.stdout.readline()
    assert "Another start is setting up here" in process.stdout.readline()
    return process


def test_second_start_waits_and_takes_over_when_the_first_is_killed(tmp_path: Path) -> None:
    leave_prepared(tmp_path)
    code = (
        "import sys, time; from pathlib import Path; from tutor.site.locking import alone\n"
        "with alone(Path(sys.argv[1])): print('held', flush=True); time.sleep(600)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "prepare.lock")], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as first:  # fmt: skip
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        try:
            second = waiting(tmp_path)
            assert second.poll() is None
        finally:
            first.kill()
    said, _ = second.communicate()
    assert second.returncode == 0, said
    assert "Fertig. | Done." in said


@pytest.mark.database
def test_database_is_prepared_by_several_at_once(tmp_path: Path) -> None:
    """As `prepared` has done it, for this test and all that need a database with everything in it."""
    with prepared_site(tmp_path) as database:
        rows = counts(tmp_path, database)
    assert rows["lessons_item"] == len(library().items)
    assert rows["django_migrations"] == len(MigrationLoader(None).graph.nodes)
    if not database and os.name != "nt":
        assert stat.S_IMODE((tmp_path / "tutor.sqlite3").stat().st_mode) == 0o600
