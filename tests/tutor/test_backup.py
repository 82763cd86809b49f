"""Back-up and restore as an operator does them, with the filled database of an earlier version."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.earlier import FOLDER, HOLDS, counts, earlier_counts, earlier_site, unpack
from tests.running import leave_checked, manage, own_database, serving
from tests.tutor.test_upgrade import PASSING, Browser
from tutor.setup.backup import services
from tutor.setup.backup.archive import KEYS, MANIFEST
from tutor.setup.backup.databases import _program
from tutor.setup.backup.services import restore
from tutor.site.console import Problem

pytestmark = pytest.mark.database


@dataclass(frozen=True, slots=True)
class Installation:
    """A folder of a site, and the variables that give it its database."""

    folder: Path
    database: Mapping[str, str]

    def run(self, *arguments: str, fails: bool = False) -> str:
        """What a command of manage.py says in the end."""
        done = manage(*arguments, var=self.folder, **self.database)
        assert "Traceback" not in done.stderr
        assert done.returncode == (1 if fails else 0), done.stdout + done.stderr
        return done.stderr if fails else done.stdout

    def rows(self) -> dict[str, int]:
        """Those that last."""
        found = counts(self.folder, self.database)
        lasting = set(found) - PASSING
        return {table: found[table] for table in lasting if not table.startswith("queue_")}


@pytest.fixture
def new_installation(tmp_path: Path) -> Iterator[Callable[[str], Installation]]:
    with ExitStack() as databases:

        def make(name: str) -> Installation:
            return installation(tmp_path / name, databases.enter_context(own_database()))

        yield make


def installation(folder: Path, database: Mapping[str, str]) -> Installation:
    folder.mkdir()
    leave_checked(folder)
    return Installation(folder, database)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A back-up of an installation that has not been brought up to date."""
    folder = tmp_path_factory.mktemp("made")
    file = folder / "backup of Montag.zip"
    (folder / "old").mkdir()
    leave_checked(folder / "old")
    with earlier_site(folder / "old") as database:
        said = Installation(folder / "old", database).run("backup", str(file))
    assert f"Gesichert: {file}" in said
    assert f"Backed up: {file}" in said
    assert "holds the secret key" in said
    assert file.stat().st_mode & 0o077 == 0
    return file


@pytest.fixture
def backup(made: Path, tmp_path: Path) -> Path:
    """The back-up in a folder of this test."""
    return Path(shutil.copy(made, tmp_path))


def test_backup_comes_up_elsewhere_with_everybody_in_it(
    backup: Path, new_installation: Callable[[str], Installation], tmp_path: Path
) -> None:
    new = new_installation("new")
    (new.folder / "secret_key").write_text("the key that this folder had before\n")
    said = new.run("restore", str(backup))
    assert "Eingespielt. | Restored." in said
    aside = Path(re.search(r"What was there before is in (.+)", said)[1])  # type: ignore[index]
    assert (aside / "secret_key").read_text() == "the key that this folder had before\n"
    for key in KEYS:
        assert (new.folder / key).read_bytes() == (FOLDER / key).read_bytes()
    before, after = earlier_counts(), new.rows()
    assert before["lessons_attempt"] == after["lessons_attempt"] > 40
    assert {table for table in before if table in after and after[table] < before[table]} == set()
    with serving(new.folder, **new.database) as site:
        refused = new.run("restore", str(backup), fails=True)
        assert "Der Tutor läuft gerade mit diesen Daten" in refused
        assert "Stop it first; nothing was changed" in refused
        while_running = tmp_path / "running.zip"
        new.run("backup", str(while_running))
        slip = HOLDS["slips"][0]
        browser = Browser(site.address)
        browser.open("/de/class/join/")
        assert "Hallo, Mia" in browser.send("words", letters=slip["letters"], words=slip["words"]).text
    # A second time: what was there is kept, and it comes back from its own back-up.
    said = new.run("restore", str(while_running))
    aside = Path(re.search(r"What was there before is in (.+)", said)[1])  # type: ignore[index]
    jobs = {"django_tasks_database_dbtaskresult"}  # the running site put its daily tidying there
    assert {table: count for table, count in new.rows().items() if table not in jobs} == {
        table: count for table, count in after.items() if table not in jobs
    }
    kept = {path.name for path in aside.iterdir()}
    assert {"secret_key", "lti_key.pem", "before.zip" if new.database else "tutor.sqlite3"} <= kept


def altered(backup: Path, target: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    with zipfile.ZipFile(backup) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target


def another_database(files: dict[str, bytes]) -> None:
    files["database"] = files["database"][:-1] + b"x"


def without_manifest(files: dict[str, bytes]) -> None:
    del files[MANIFEST]


def without_key(files: dict[str, bytes]) -> None:
    del files["secret_key"]


def in_manifest(**values: object) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        files[MANIFEST] = json.dumps({**json.loads(files[MANIFEST]), **values}).encode()

    return change


@pytest.mark.anywhere
def test_backup_that_does_not_fit_changes_nothing(
    backup: Path, new_installation: Callable[[str], Installation], tmp_path: Path
) -> None:
    new = new_installation("new")
    new.run("shell", "--no-imports", "-c", "pass")  # has its key now
    before = {path.name: path.stat().st_mtime_ns for path in new.folder.iterdir() if path.suffix != ".lock"}
    said = new.run("restore", str(altered(backup, tmp_path / "other.zip", another_database)), fails=True)
    assert DAMAGED in said
    assert "ist beschädigt" in said
    after = {path.name: path.stat().st_mtime_ns for path in new.folder.iterdir() if path.suffix != ".lock"}
    assert after == before


DAMAGED, FOREIGN, NEWER = "is damaged", "is no backup of the tutor", "of a newer version of the tutor"


@pytest.mark.anywhere
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "english", "german"),
    [
        (without_key, DAMAGED, "ist beschädigt"),
        (without_manifest, FOREIGN, "ist keine Sicherung des Tutors"),
        (in_manifest(**{"is": "something else"}), FOREIGN, "ist keine Sicherung des Tutors"),
        (in_manifest(format=2), NEWER, "stammt von einer neueren Version"),
        (in_manifest(migrations=["lessons.9999_later"]), NEWER, "stammt von einer neueren Version"),
        (
            in_manifest(engine="oracle"),
            "of a database of the kind oracle",
            "von einer Datenbank der Art oracle",
        ),
    ],
)
def test_backup_that_does_not_fit_is_told_before_anything_is_touched(
    backup: Path,
    tmp_path: Path,
    untouched: None,
    change: Callable[[dict[str, bytes]], None],
    english: str,
    german: str,
) -> None:
    with pytest.raises(Problem) as told:
        restore(altered(backup, tmp_path / "altered.zip", change))
    assert english in told.value.english
    assert german in told.value.german


@pytest.mark.anywhere
def test_file_that_is_no_backup_is_told_before_anything_is_touched(
    backup: Path, tmp_path: Path, untouched: None
) -> None:
    (tmp_path / "text.zip").write_text("Das ist keine Sicherung.")
    (tmp_path / "half.zip").write_bytes(backup.read_bytes()[:-500])
    for name, english in (("text", DAMAGED), ("half", DAMAGED), ("none", "does not exist")):
        with pytest.raises(Problem) as told:
            restore(tmp_path / f"{name}.zip")
        assert english in told.value.english


@pytest.mark.anywhere
@pytest.mark.parametrize("where", ["nowhere", "nowhere/deeper"])
def test_folder_that_is_missing_is_named_and_no_other(tmp_path: Path, where: str) -> None:
    missing = tmp_path / "nowhere"
    for act in (services.back_up, restore):
        with pytest.raises(Problem) as told:
            act(tmp_path / where / "backup.zip")
        assert told.value.english == f"{missing} does not exist."
        assert told.value.german == f"{missing} gibt es nicht."


@pytest.mark.anywhere
def test_file_in_the_place_of_the_folder_is_named_and_not_what_was_to_lie_in_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Problem) as told:
        services.back_up(tmp_path / "file" / "backup.zip")
    assert told.value.english.startswith(f"{tmp_path / 'file'}: There is a file where a folder is needed.")


@pytest.fixture
def untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wants to put anything in place fails: that begins with asking whether the site is running."""

    def refuse(folder: Path) -> None:
        pytest.fail("what is there would be replaced now")

    monkeypatch.setattr(services, "nobody_running", refuse)


def test_backup_replaces_no_file_and_saves_no_empty_database(
    backup: Path, new_installation: Callable[[str], Installation], tmp_path: Path
) -> None:
    before = backup.read_bytes()
    new = new_installation("new")
    assert f"{backup} exists already" in new.run("backup", str(backup), fails=True)
    assert backup.read_bytes() == before
    said = new.run("backup", fails=True)
    assert "Es gibt noch nichts zu sichern" in said
    assert "the database is empty" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup of Montag.zip", "new"]


@pytest.mark.anywhere  # it is about a file
def test_damaged_database_is_not_backed_up(tmp_path: Path) -> None:
    """A copy of it would take the place of a good one some day."""
    unpack(tmp_path)
    file = tmp_path / "tutor.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        [page] = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'lessons_draft'"
        ).fetchone()
        [size] = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(content)
    done = manage("backup", str(tmp_path / "b.zip"), var=tmp_path)
    assert done.returncode == 1
    assert "Die Datenbank ist beschädigt und wurde nicht gesichert" in done.stderr
    assert "was not backed up" in done.stderr
    assert not (tmp_path / "b.zip").exists()


def test_missing_programs_of_postgresql_are_told_in_both_languages(monkeypatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Problem) as told:
        _program("pg_dump")
    assert "wird PostgreSQLs Programm pg_dump gebraucht" in told.value.german
    assert "apt install postgresql-client" in told.value.english
