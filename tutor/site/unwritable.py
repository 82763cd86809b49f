"""Why the database did not take something: told from the error, in either kind of database."""

from __future__ import annotations

import errno
import logging
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from django.db import DatabaseError


class Trouble(StrEnum):
    """What stands in the way of writing, for people and for monitoring."""

    LOCKED = "locked"
    FULL = "full"
    READ_ONLY = "read-only"
    AWAY = "away"


LOGGED: Final[Mapping[Trouble, str]] = {
    Trouble.LOCKED: "the database is locked",
    Trouble.FULL: "the disk is full or broken",
    Trouble.READ_ONLY: "the database may only be read",
    Trouble.AWAY: "the database does not answer",
}
"""The same as words of a line in the log."""
_SQLITE: Final = (
    ("is locked", Trouble.LOCKED),
    ("disk is full", Trouble.FULL),
    ("disk i/o error", Trouble.FULL),  # what a full disk looks like while the journal is made
    ("readonly database", Trouble.READ_ONLY),
    ("unable to open database", Trouble.AWAY),
)
# PostgreSQL's five letters, or the first two of a class of them.
_POSTGRESQL: Final = {
    "55P03": Trouble.LOCKED,  # lock_not_available
    "57014": Trouble.LOCKED,  # query_canceled, by a limit of time
    "40": Trouble.LOCKED,  # transaction_rollback: deadlocks
    "53100": Trouble.FULL,  # disk_full
    "53300": Trouble.AWAY,  # too_many_connections
    "25006": Trouble.READ_ONLY,  # read_only_sql_transaction
    "08": Trouble.AWAY,  # connection_exception
    "57": Trouble.AWAY,  # operator_intervention
}
_FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG} if hasattr(errno, "EDQUOT") else {errno.ENOSPC}
TRY_AGAIN_AFTER: Final = 10
"""Seconds after which a lock has gone in most cases."""


def trouble_of(error: BaseException | None) -> Trouble | None:
    """What an error says about the database or the disk; None for any other error."""
    if isinstance(error, OSError):
        return Trouble.FULL if error.errno in _FULL else None
    if not isinstance(error, DatabaseError):
        return None
    state = getattr(error.__cause__, "sqlstate", None)
    if state:
        return _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2])
    text = str(error).lower()
    for words, trouble in _SQLITE:
        if words in text:
            return trouble
    # psycopg gives no state where it has lost the server, or cannot reach it.
    is_lost = type(error.__cause__).__module__.startswith("psycopg") and "Operational" in type(error).__name__
    return Trouble.AWAY if is_lost else None


class TroubleInASentence(logging.Filter):
    """Lets a line about an error that is a trouble of the database say so, in place of a traceback through our code."""

    def filter(self, record: logging.LogRecord) -> bool:
        trouble = trouble_of(record.exc_info[1]) if record.exc_info else None
        if trouble is not None:
            record.msg = f"{record.msg}: {LOGGED[trouble]}"
            record.exc_info = record.exc_text = None
        return True


class TroubleLog:
    """Tells a trouble of the database in one line of the log when it begins, and in another one when it is over.

    What is tried again and again would otherwise fill the log with tracebacks, on a disk that may be full already.
    """

    def __init__(self, logger: logging.Logger, what: str) -> None:
        self._logger, self._what = logger, what
        self._told: Trouble | None = None

    def begin(self, error: DatabaseError) -> bool:
        """Whether the error is a trouble of the database, told now or before. Any other is left to the caller."""
        trouble = trouble_of(error)
        if trouble is not None and trouble != self._told:
            self._logger.error("%s: %s. Trying on.", self._what, LOGGED[trouble])
            self._told = trouble
        return trouble is not None

    def end(self) -> None:
        """Something was written."""
        if self._told is not None:
            self._logger.warning("%s: that is over.", self._what)
            self._told = None
