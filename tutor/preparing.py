"""Everything between installed packages and a running site. Doing it twice changes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core import checks
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from lessons.loading import sync_items
from tutor.bootstrap import DATABASE_VARIABLE
from tutor.console import say

CONTENT_TAG: Final = "content"
# What decides whether the content checks can find something new: the content, and the code that judges it.
CONTENT_SOURCES: Final = (("seeds", "*.toml"), ("engine", "*.py"), ("lessons", "*.py"))


def prepare() -> None:
    """Bring database, static files and content up to date."""
    say("Datenbank …", "Database …")
    reach_database()
    call_command("migrate", verbosity=0, interactive=False, skip_checks=True)
    say("Bilder und Stile …", "Pictures and styles …")
    call_command("collectstatic", verbosity=0, interactive=False, skip_checks=True)
    from tutor.tidying import tidy  # knows models, which are not there when this is imported

    tidy()
    check_content()
    say("Lektionen und Aufgaben …", "Lessons and puzzles …")
    sync_items()


def reach_database() -> None:
    """CommandError with the reason if the database does not answer."""
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        raise CommandError(
            f"Die Datenbank antwortet nicht (siehe {DATABASE_VARIABLE} in README.md). | "
            f"The database does not answer (see {DATABASE_VARIABLE} in README.md).\n{str(error).strip()}"
        ) from error


def check_content(*, stamp: Path | None = None) -> None:
    """Run the content checks if anything has changed since they were clean. CommandError on a problem."""
    stamp = stamp or settings.VAR / "content_checked"
    digest = content_digest()
    if stamp.is_file() and stamp.read_text(encoding="ascii").strip() == digest:
        return
    say("Inhalte werden geprüft …", "Checking the content …")
    found = checks.run_checks(tags=[CONTENT_TAG], include_deployment_checks=True)
    problems = [message for message in found if message.is_serious()]
    if problems:
        lines = "\n".join(str(message) for message in problems)
        raise CommandError(f"{lines}\n{len(problems)} Fehler in den Inhalten | problems in the content")
    stamp.write_text(digest + "\n", encoding="ascii")


def content_digest(*, root: Path | None = None) -> str:
    root = root or settings.BASE_DIR
    digest = hashlib.sha256()
    for path in content_files(root):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def content_files(root: Path) -> Iterator[Path]:
    for folder, pattern in CONTENT_SOURCES:
        yield from sorted((root / folder).rglob(pattern))
