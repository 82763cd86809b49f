"""Everything between installed packages and a running site. Doing it twice changes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin
from django.core import checks
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from tutor.learning.loading import sync_items
from tutor.setup.database_problems import database_problem, refuse_newer
from tutor.site import styles
from tutor.site.console import Problem, say
from tutor.site.files import file_problem, keep_first
from tutor.site.locking import alone, wait_until

CONTENT_TAG: Final = "content"
ADVISORY: Final = 72_262_782  # any number that no other program of this database takes
# What decides whether the content checks can find something new: the content, and the code that judges it.
CONTENT_SOURCES: Final = (("seeds", "*.toml"), ("engine", "*.py"), ("lessons", "*.py"))


def prepare() -> None:
    """Bring database, static files and content up to date, one process at a time. Problem or CommandError."""
    try:
        with alone(settings.VAR / "prepare.lock"):
            _prepare()
    except DatabaseError as error:
        raise database_problem(error) from error
    except OSError as error:
        raise file_problem(error.filename or settings.VAR, error) from error


def _prepare() -> None:
    check_platforms()
    say("Datenbank …", "Database …")
    keep_private()
    connection.ensure_connection()
    with alone_in_database():
        migrate()
        say("Bilder und Stile …", "Pictures and styles …")
        collect_static()
        from tutor.site.tidying import tidy  # knows models, which are not there when this is imported

        tidy()
        check_content()
        say("Lektionen und Aufgaben …", "Lessons and puzzles …")
        sync_items()


def keep_private() -> None:
    """Begin a new database in a file that only this account can read, as the keys and backups are."""
    if connection.vendor == "sqlite":
        with suppress(OSError):  # what is in the way there is told by the connection
            keep_first(Path(connection.settings_dict["NAME"]), "")


@contextmanager
def alone_in_database() -> Iterator[None]:
    """Let nobody else change tables and content of a database that several computers share.

    The server lets go when the connection ends.
    """
    if connection.vendor != "postgresql":  # a file's folder is locked already
        yield
        return
    with connection.cursor() as cursor:

        def is_ours() -> bool:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY])
            return bool(cursor.fetchone()[0])

        wait_until(is_ours)
    try:
        yield
    finally:
        # A connection that broke has let go already, and its own error is the one to tell.
        with suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY])


def check_platforms() -> None:
    """Problem if the file of learning platforms cannot be used: told now, and not at the first launch."""
    from tutor.lti.wanted import is_on

    if not is_on():
        return
    from tutor.lti.config import LtiConfigError, tool_config

    try:
        tool_config()
    except LtiConfigError as error:
        raise Problem(
            "Die Anbindung der Lernplattformen ist nicht brauchbar "
            f"(siehe TUTOR_LTI in docs/learning-platforms.md): {error}",
            "The connection of learning platforms cannot be used "
            f"(see TUTOR_LTI in docs/learning-platforms.md): {error}",
        ) from error


def migrate() -> None:
    """Bring the tables up to date. Problem if a newer version of the tutor has made them."""
    executor = MigrationExecutor(connection)
    refuse_newer(executor.loader)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False, skip_checks=True)


def collect_static() -> None:
    """Collect what is sent as it is, if it has changed since it was collected."""
    stamp = settings.VAR / "static_collected"
    digest = static_digest()
    if is_stamped(stamp, digest) and (settings.STATIC_ROOT / ManifestFilesMixin.manifest_name).is_file():
        return
    stamp.unlink(missing_ok=True)  # whoever is interrupted begins again
    call_command("collectstatic", verbosity=0, interactive=False, skip_checks=True)
    stamp.write_text(digest + "\n", encoding="ascii")


def static_digest() -> str:
    """What decides what is collected: the files, and what joins, names and compresses them."""
    digest = hashlib.sha256()
    digest.update("\0".join(metadata.version(package) for package in ("django", "whitenoise")).encode())
    digest.update(Path(styles.__file__).read_bytes())
    for finder in get_finders():
        for name, storage in sorted(finder.list(()), key=lambda found: found[0]):
            digest.update(name.encode() + b"\0" + Path(storage.path(name)).read_bytes() + b"\0")
    return digest.hexdigest()


def is_stamped(stamp: Path, digest: str) -> bool:
    """Whether it was done with exactly this, as the stamp says."""
    return stamp.is_file() and stamp.read_text(encoding="ascii").strip() == digest


def check_content(*, stamp: Path | None = None) -> None:
    """Run the content checks if anything has changed since they were clean. CommandError on a problem."""
    stamp = stamp or settings.VAR / "content_checked"
    digest = content_digest()
    if is_stamped(stamp, digest):
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
