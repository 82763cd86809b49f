"""Whether the site can do its work: what `/healthz` tells a monitor.

503 where nobody can use it: the database does not answer, or takes nothing. What will become a problem, but is none for
visitors yet, is a warning with 200: little disk left, or no worker for the queue.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, ProgrammingError, connection, transaction
from django.db.models.functions import Now

from tutor.site.queue.jobs import waiting
from tutor.site.queue.living import living_workers, workers_wanted
from tutor.site.queue.models import Written
from tutor.site.unwritable import LOGGED, Trouble, trouble_of

logger = logging.getLogger(__name__)

PATIENCE: Final = 2
"""Seconds that a monitor waits for a lock, instead of the twenty of a visitor's answer."""
LITTLE_DISK: Final = 200_000_000
"""Bytes; below it is a warning."""
TRUE_FOR: Final = 5
"""Seconds that a try to write tells about: asking more often writes no more often."""
_TRIED: Final = "health.written"
_BEFORE: Final = "health.written-before"
_trying = threading.Lock()


def health() -> dict[str, Any]:
    """How the site is, ready for JSON. ``status`` is "ok" or "error", ``warnings`` names the keys to look at."""
    disk = disk_free()
    space = {"disk": "ok" if disk >= LITTLE_DISK else "low", "disk_free_bytes": disk}
    try:
        _look_for_tables()  # reading comes first: without it nothing else is tried
        workers, jobs = living_workers(), waiting()
        writing = _tried()
    except DatabaseError as error:
        _log("The database does not answer", error)
        return {"status": "error", "database": "error", "writing": "error", **space, "warnings": []}
    queue = "ok" if workers else "off" if not workers_wanted() else "no workers"
    warnings = [
        name for name, what in (("disk", space["disk"]), ("queue", queue)) if what in ("low", "no workers")
    ]
    return {
        "status": "ok" if writing == "ok" else "error",
        "database": "ok",
        "writing": writing,
        **space,
        "queue": queue,
        "workers": workers,
        "jobs_waiting": jobs,
        "warnings": warnings,
    }


def disk_free() -> int:
    """Bytes left where the site writes: beside the database's file, or in its folder where that is elsewhere."""
    folder = (
        Path(settings.DATABASES["default"]["NAME"]).parent if connection.vendor == "sqlite" else settings.VAR
    )
    return shutil.disk_usage(folder if folder.is_dir() else settings.VAR).free


def _look_for_tables() -> None:
    """Raise `DatabaseError` where a table of the site is missing: one question, whichever rooms there are."""
    wanted = {model._meta.db_table for model in apps.get_models() if model._meta.managed}
    if missing := wanted - set(connection.introspection.table_names()):
        raise ProgrammingError(f"missing tables: {', '.join(sorted(missing))}")


def _tried() -> str:
    """What came of writing lately: "ok", or the word for what stands in the way."""
    found: str | None = cache.get(_TRIED)
    known: str | None = cache.get(_BEFORE)
    if found is not None:
        return found
    # One thread waits for a lock, not eight: who asks meanwhile is told what was found before.
    if not _trying.acquire(blocking=known is None):
        return known or "ok"
    try:
        found = cache.get(_TRIED) or _write()
        cache.set(_TRIED, found, TRUE_FOR)
        cache.set(_BEFORE, found, None)
    finally:
        _trying.release()
    return found


def _write() -> str:
    try:
        with _impatient(), transaction.atomic():
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute(
                        f"SET LOCAL lock_timeout = '{PATIENCE}s'; SET LOCAL statement_timeout = '{PATIENCE}s'"
                    )
            Written.objects.update_or_create(pk=1, defaults={"at": Now()})
    except DatabaseError as error:
        trouble = _log("Nothing can be written", error)
        return trouble.value if trouble else "error"
    return "ok"


def _log(what: str, error: DatabaseError) -> Trouble | None:
    """Tell what stands in the way in a line, for a monitor asks often; with a traceback where we do not know it."""
    trouble = trouble_of(error)
    if trouble is None:
        logger.exception(what)
    else:
        logger.error("%s: %s", what, LOGGED[trouble])
    return trouble


@contextmanager
def _impatient() -> Iterator[None]:
    """SQLite waits for a lock as long as its connection was told; for this once, less."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        before = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {1000 * PATIENCE}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {before}")
