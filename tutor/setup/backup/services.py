"""Making a back-up of this installation, and putting one in place of what is there."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from tutor.setup.backup import archive, databases
from tutor.setup.backup.archive import DATABASE, KEYS, Contents
from tutor.setup.backup.running import nobody_running
from tutor.setup.database_problems import database_problem
from tutor.site.console import Problem
from tutor.site.files import file_problem
from tutor.site.locking import alone

PASSING: Final = (".backup-", ".restore-")
"""How the names of folders begin that are here only while a back-up is made or put in place."""
JOURNALS: Final = ("", "-wal", "-shm", "-journal")  # of an SQLite file


def back_up(target: Path | None = None) -> Path:
    """Write a back-up while the site may run. Returns where; in ``backups`` of the site's folder if none is named.

    Problem if there is a file of that name, or nothing to back up, or it cannot be written.
    """
    with _told(target or settings.VAR):
        if target is None:
            target = settings.VAR / "backups" / f"canasta-{timezone.localtime():%Y-%m-%d-%H%M%S}.zip"
            target.parent.mkdir(mode=0o700, exist_ok=True)
        if target.exists():
            raise Problem(
                f"{target} gibt es schon. Nenne eine andere Datei.",
                f"{target} exists already. Name another file.",
            )
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=PASSING[0]) as folder:
            copy = Path(folder) / DATABASE
            migrations = _applied()
            if connection.vendor == databases.SQLITE:
                databases.copy_sqlite(_sqlite_file(), copy)
            else:
                databases.copy_postgresql(copy)
            archive.write(target, engine=connection.vendor, migrations=migrations, files=_files(copy))
    return target


def restore(path: Path) -> Path | None:
    """Put a back-up in place of what is there. Returns the folder to which that was moved, None if nothing was there.

    The database is then as old as the back-up; ``prepare`` brings it up to date. Problem, before anything is changed,
    if the back-up is damaged, foreign or newer, of another kind of database, or if the site is running.
    """
    with _told(path):
        contents = archive.read(path)
    _refuse_unfit(contents)
    with _told(settings.VAR), nobody_running(settings.VAR), alone(settings.VAR / "prepare.lock"):
        aside: Path = settings.VAR / f"before-restore-{timezone.localtime():%Y-%m-%d-%H%M%S}"
        with tempfile.TemporaryDirectory(dir=settings.VAR, prefix=PASSING[1]) as folder:
            fresh = Path(folder)
            for name in (DATABASE, *contents.keys):
                contents.extract(name, fresh / name)
            if connection.vendor == databases.SQLITE:
                databases.check_sqlite(fresh / DATABASE, path)
            aside.mkdir(mode=0o700)
            if connection.vendor == databases.SQLITE:
                _exchange_sqlite(fresh / DATABASE, aside)
            else:
                _exchange_postgresql(fresh / DATABASE, fresh / "script", aside)
            for name in KEYS:
                _exchange(fresh / name, settings.VAR / name, aside / name)
    if any(aside.iterdir()):
        return aside
    aside.rmdir()
    return None


def _files(copy: Path) -> dict[str, Path | bytes]:
    """What goes into the archive: the key in use, wherever it comes from, and the other key if there is one."""
    files: dict[str, Path | bytes] = {DATABASE: copy, KEYS[0]: f"{settings.SECRET_KEY}\n".encode()}
    if settings.LTI_KEY_FILE.is_file():
        files[KEYS[1]] = settings.LTI_KEY_FILE
    return files


def _applied() -> set[str]:
    """The migrations that the database has had. Problem if there is nothing in it."""
    loader = MigrationLoader(connection)
    applied = {f"{app}.{name}" for app, name in loader.applied_migrations}
    if not applied:
        raise Problem(
            "Es gibt noch nichts zu sichern: Die Datenbank ist leer.",
            "Nothing to back up yet: the database is empty.",
        )
    return applied


def _refuse_unfit(contents: Contents) -> None:
    if contents.engine != connection.vendor:
        raise Problem(
            f"Diese Sicherung ist von einer Datenbank der Art {contents.engine}, diese Installation nutzt "
            f"{connection.vendor} (siehe DATABASE_URL). Es wurde nichts verändert.",
            f"This backup is of a database of the kind {contents.engine}, this installation uses "
            f"{connection.vendor} (see DATABASE_URL). Nothing was changed.",
        )
    loader = MigrationLoader(None)
    known = {f"{app}.{name}" for app, name in loader.disk_migrations}
    ours = tuple(f"{app}." for app in loader.migrated_apps)
    if any(name.startswith(ours) and name not in known for name in contents.migrations):
        raise archive.newer(contents.path)


def _exchange_sqlite(fresh: Path, aside: Path) -> None:
    connections.close_all()
    present = _sqlite_file()
    for journal in JOURNALS[1:]:
        _exchange(
            fresh.with_name(fresh.name + journal), _with(present, journal), aside / f"{present.name}{journal}"
        )
    _exchange(fresh, present, aside / present.name)


def _exchange_postgresql(fresh: Path, script: Path, aside: Path) -> None:
    databases.refuse_connected()
    if connection.introspection.table_names():
        back_up(aside / "before.zip")
    databases.put_postgresql(fresh, script)


def _exchange(fresh: Path, present: Path, aside: Path) -> None:
    """Move what is there aside, and the new file, if there is one, in its place."""
    if present.exists():
        shutil.move(present, aside)  # not renamed: an operator's database may be on another disk
    if fresh.exists():
        shutil.move(fresh, present)


def _with(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _sqlite_file() -> Path:
    return Path(connection.settings_dict["NAME"])


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Errors as what an operator reads."""
    try:
        yield
    except DatabaseError as error:
        raise database_problem(error) from error
    except FileNotFoundError as error:
        missing = _known(error, path)
        while not missing.parent.exists():  # of several folders, the first that is missing
            missing = missing.parent
        raise Problem(f"{missing} gibt es nicht.", f"{missing} does not exist.") from error
    except OSError as error:
        raise file_problem(_known(error, path), error) from error


def _known(error: OSError, path: Path) -> Path:
    """The file or folder that an error is about: of one that was only in passing here, the folder where it was."""
    about = Path(error.filename or path)
    return about.parent if about.name.startswith(PASSING) else about
