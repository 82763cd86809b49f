"""Whether a site is running in this folder: its processes share a lock that a restore wants alone."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tutor.site.console import Problem

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

NAME: Final = "running.lock"
PATIENCE: Final = 3.0  # seconds
_PLACES: Final = 10_000  # on Windows, where locks are not shared, each process holds a byte of its own
_held: list[int] = []


def note_running(folder: Path) -> None:
    """Let it be known, until this process ends, that it works with the data of this folder.

    Waits while a restore puts other data there. Where the file system knows no locks nobody learns of it.
    """
    if _held:
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o600)
        _held.append(descriptor)
        if sys.platform == "win32":
            os.lseek(descriptor, os.getpid() % _PLACES, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_SH)


@contextlib.contextmanager
def nobody_running(folder: Path) -> Iterator[None]:
    """Keep sites from starting in this folder meanwhile. Problem if one is running; OSError."""
    descriptor = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        refuse_while(lambda: not _is_alone(descriptor))
        yield
    finally:
        os.close(descriptor)


def refuse_while(running: Callable[[], bool]) -> None:
    """Problem if a site is running, and still is after a moment: one that was just stopped needs that to end."""
    deadline = time.monotonic() + PATIENCE
    while running():
        if time.monotonic() > deadline:
            raise still_running()
        time.sleep(0.1)


def _is_alone(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, _PLACES)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def still_running() -> Problem:
    return Problem(
        "Der Tutor läuft gerade mit diesen Daten. Beende ihn zuerst; es wurde nichts verändert.",
        "The tutor is running with these data. Stop it first; nothing was changed.",
    )
