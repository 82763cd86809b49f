"""Files that an installation needs: made once, and what to say where that cannot be. Standard library only."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from pathlib import Path
from typing import Final

from tutor.site.console import Problem
from tutor.site.locking import alone

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NO_LINKS: Final = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS})
_REFUSED: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


def file_problem(path: Path | str, error: OSError) -> Problem:
    """What an operator reads where a file or folder cannot be read or written."""
    if error.errno in _FULL:
        return Problem(
            f"{path}: Auf dem Datenträger ist kein Platz mehr. Schaffe Platz und starte noch einmal.",
            f"{path}: The disk is full. Make room and start again.",
        )
    if error.errno in _REFUSED:
        return Problem(
            f"{path}: Hier darf nicht gelesen oder geschrieben werden ({error.strerror}). Gib diesem Konto das Recht "
            "dazu, oder nimm einen anderen Ordner.",
            f"{path}: Reading or writing is not allowed here ({error.strerror}). Give this account the right to, or "
            "use another folder.",
        )
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        return Problem(
            f"{path}: Hier steht eine Datei, wo ein Ordner gebraucht wird. Benenne sie um oder lösche sie.",
            f"{path}: There is a file where a folder is needed. Rename or delete it.",
        )
    reason = error.strerror or str(error)
    return Problem(f"{path}: Das geht nicht: {reason}.", f"{path}: This does not work: {reason}.")


def keep_first(path: Path, text: str) -> None:
    """Write a file that only its owner can read, unless there is one: of two at once the first stays. OSError."""
    # Written aside and put in place whole, so that nobody ever reads half of it.
    aside = path.with_name(f"{path.name}.{secrets.token_hex(6)}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        _put(aside, path)
    finally:
        with contextlib.suppress(OSError):
            aside.unlink()


def _put(aside: Path, path: Path) -> None:
    """Give the finished file its name, if that is free."""
    with contextlib.suppress(FileExistsError):
        try:
            if os.name == "nt":  # there, renaming replaces nothing
                aside.rename(path)
            else:
                os.link(aside, path)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            with alone(path.with_name("keys.lock")):  # a file system without links, such as a memory stick's
                if not path.exists():
                    aside.replace(path)
