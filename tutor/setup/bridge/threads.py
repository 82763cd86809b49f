"""The threads that work on requests. Whoever waits for the database's lock leaves some of them to readers."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Final

THREADS: Final = 8
KEPT_FOR_READERS: Final = 2

Work = Callable[[], None]


class Threads:
    """A number of threads, of which requests that may write get all but a few.

    SQLite has one writer at a time, so nine writers that wait for it would otherwise be eight threads that wait. Apart
    from that, who came first is served first. They are daemons: a process that was told to stop does not wait for a
    lock either.
    """

    def __init__(self, number: int = THREADS, *, kept_for_readers: int = KEPT_FOR_READERS) -> None:
        self._most_writers = max(1, number - kept_for_readers)
        self._writing = 0
        self._arrivals = count()
        self._readers: deque[tuple[int, Work]] = deque()
        self._writers: deque[tuple[int, Work]] = deque()
        self._changed = threading.Condition()
        for place in range(number):
            threading.Thread(target=self._work, name=f"requests-{place + 1}", daemon=True).start()

    def begin(self, work: Work, *, may_write: bool) -> None:
        """Let a thread do what raises nothing, when its turn comes."""
        with self._changed:
            (self._writers if may_write else self._readers).append((next(self._arrivals), work))
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._readers or self._may_write())
                writes = self._may_write() and not (self._readers and self._readers[0] < self._writers[0])
                _, work = (self._writers if writes else self._readers).popleft()
                self._writing += writes
            work()
            if writes:
                with self._changed:
                    self._writing -= 1
                    self._changed.notify()

    def _may_write(self) -> bool:
        return bool(self._writers) and self._writing < self._most_writers
