"""The threads that work on requests. Whoever waits for the database's lock leaves some of them to readers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Final

THREADS: Final = 8
KEPT_FOR_READERS: Final = 2

Work = Callable[[], None]


class Threads:
    """A number of threads, of which requests that may write get all but a few.

    SQLite has one writer at a time, so nine writers that wait for it would otherwise be eight threads that wait.
    They are daemons: a process that was told to stop does not wait for a lock either.
    """

    def __init__(self, count: int = THREADS, *, kept_for_readers: int = KEPT_FOR_READERS) -> None:
        self._waiting: SimpleQueue[Work] = SimpleQueue()
        self._writers = asyncio.Semaphore(max(1, count - kept_for_readers))
        for number in range(count):
            threading.Thread(target=self._work, name=f"requests-{number + 1}", daemon=True).start()

    async def begin(self, work: Work, *, may_write: bool) -> None:
        """Hand over what raises nothing; return when a thread will take it, not when it is done."""
        if not may_write:
            self._waiting.put(work)
            return
        await self._writers.acquire()
        loop = asyncio.get_running_loop()

        def leave_again() -> None:
            try:
                work()
            finally:
                loop.call_soon_threadsafe(self._writers.release)

        self._waiting.put(leave_again)

    def _work(self) -> None:
        while True:
            self._waiting.get()()
