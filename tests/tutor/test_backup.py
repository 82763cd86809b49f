"""What an operator reads where a back-up cannot be made or put in place, and that nothing is changed then.

`test_upgrade.py` shows that one comes up elsewhere with everybody in it.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.earlier import unpack
from tests.installation import Installation, earlier_backup
from tests.running import manage, own_database
from tutor.setup.backup import services
from tutor.setup.backup.archive import MANIFEST
from tutor.setup.backup.databases import _program
from tutor.setup.backup.services import restore
from tutor.setup.secret_key import read_or_make
from tutor.site.console import Problem

pytestmark = pytest.mark.database


@pytest.fixture
def new(tmp_path: Path) -> Iterator[Installation]:
    """Nothing but an empty folder and an empty database."""
    (tmp_path / "new").mkdir()
    with own_database() as database:
        yield Installation(tmp_path / "new", database)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A back-up in a folder of this test."""
    return Path(shutil.copy(earlier_backup(), tmp_path))


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
def test_backup_that_does_not_fit_changes_nothing(backup: Path, new: Installation, tmp_path: Path) -> None:
    read_or_make(new.folder / "secret_key")
    before = {path.name: path.stat().st_mtime_ns for path in new.folder.iterdir()}
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


@pytest.mark.anywhere
def test_backup_replaces_no_file(backup: Path) -> None:
    before = backup.read_bytes()
    with pytest.raises(Problem) as told:
        services.back_up(backup)
    assert told.value.english.startswith(f"{backup} exists already")
    assert backup.read_bytes() == before


def test_empty_database_is_not_backed_up(new: Installation) -> None:
    said = new.run("backup", fails=True)
    assert "Es gibt noch nichts zu sichern" in said
    assert "the database is empty" in said
    assert [path.name for path in new.folder.parent.iterdir()] == ["new"]
    assert list((new.folder / "backups").iterdir()) == []


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
