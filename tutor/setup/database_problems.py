"""What is the matter with a database that does not do what it shall, in words for whoever started the site."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tutor.setup.bootstrap import DATABASE_VARIABLE
from tutor.site.console import Problem

Words = tuple[str, str]  # German, English
_DAMAGED: Final = (
    "ist beschädigt oder keine Datenbank des Tutors. Nimm eine Sicherung (manage.py restore) oder eine andere Datei",
    "is damaged or no database of the tutor. Take a backup (manage.py restore) or another file",
)
_FULL: Final = (
    "kann nicht geschrieben werden: Der Datenträger ist voll oder defekt. Schaffe Platz und starte noch einmal",
    "cannot be written: the disk is full or broken. Make room and start again",
)
_HELD: Final = (
    "wird gerade von einem anderen Programm festgehalten. Beende es und starte noch einmal",
    "is held by another program. End that and start again",
)
_REFUSED: Final = (
    "darf nicht beschrieben werden. Gib diesem Konto das Recht dazu",
    "may not be written. Give this account the right to",
)
# What SQLite says, and what that means.
_SAID: Final[Mapping[str, Words]] = {
    "not a database": _DAMAGED,
    "malformed": _DAMAGED,
    "disk is full": _FULL,
    "disk i/o error": _FULL,
    "locked": _HELD,
    "readonly": _REFUSED,
}


def database_problem(error: Exception) -> Problem:
    """What to say about an error of the database."""
    german = f"Siehe {DATABASE_VARIABLE} in docs/deploying.md."
    english = f"See {DATABASE_VARIABLE} in docs/deploying.md."
    if connection.vendor == "sqlite":
        path = Path(settings.DATABASES["default"]["NAME"])
        words = _about_file(path) or _about_words(str(error).lower())
        if words is not None:
            german, english = f"{path} {words[0]}.", f"{path} {words[1]}."
    return Problem(
        f"Die Datenbank antwortet nicht. {german}\n({str(error).strip()})",
        f"The database does not answer. {english}",
    )


def _about_file(path: Path) -> Words | None:
    if path.is_dir():
        return "ist ein Ordner, gebraucht wird eine Datei", "is a folder, and it takes a file"
    if not path.parent.is_dir():
        return "liegt in einem Ordner, den es nicht gibt", "is in a folder that does not exist"
    if (path.exists() and not os.access(path, os.R_OK | os.W_OK)) or not os.access(path.parent, os.W_OK):
        return (
            "oder der Ordner darf nicht beschrieben werden. Gib diesem Konto das Recht dazu",
            "or its folder may not be written. Give this account the right to",
        )
    return None


def _about_words(said: str) -> Words | None:
    return next((words for mark, words in _SAID.items() if mark in said), None)


def refuse_newer(loader: MigrationLoader) -> None:
    """Problem if a newer version of the tutor has made this database what it is: this one would spoil it."""
    unknown = sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in loader.migrated_apps and (app, name) not in loader.disk_migrations
    )
    if unknown:
        raise Problem(
            f"Diese Datenbank gehört zu einer neueren Version des Tutors (unbekannt: {', '.join(unknown[:3])}). "
            "Nimm die neuere Version, oder spiele eine ältere Sicherung ein. Es wurde nichts verändert.",
            f"This database belongs to a newer version of the tutor (unknown: {', '.join(unknown[:3])}). "
            "Use that version, or restore an older backup. Nothing was changed.",
        )
