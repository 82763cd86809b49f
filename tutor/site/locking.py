"""One after the other where two starts at once would stand in each other's way. Standard library only."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tutor.site.console import say

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PAUSE: Final = 0.1  # seconds between two tries
_TAKEN: Final = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})


@contextlib.contextmanager
def alone(file: Path) -> Iterator[int]:
    """Hold the lock of this file; wait, and say so, while somebody else does. Gives the descriptor that holds it.

    The system lets go when the process ends, in whatever way: nothing stays locked, and whoever waits takes over.
    Where the file system knows no locks there is nothing to wait for. OSError if the file cannot be made.
    """
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        wait_until(lambda: _is_ours(descriptor))
        yield descriptor
    finally:
        os.close(descriptor)


def wait_until(is_ours: Callable[[], bool]) -> None:
    """Try again and again; the first time that it is another's turn, say so."""
    if is_ours():
        return
    say(
        "Ein anderer Start richtet hier gerade ein. Es geht weiter, sobald er fertig ist …",
        "Another start is setting up here. This one goes on as soon as that is done …",
    )
    while not is_ours():
        time.sleep(PAUSE)


def _is_ours(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _TAKEN
    return True
