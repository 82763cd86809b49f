"""Keeps worker processes running beside what serves the site, and ends them with it."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection

from tutor.site.queue import daily, living
from tutor.site.queue.working import GRACE
from tutor.site.unwritable import TroubleLog

logger = logging.getLogger(__name__)

LOOK: Final = 0.5
"""Seconds between two looks whether all workers live."""
LONGEST_PAUSE: Final = 30.0
"""Seconds before a worker is started anew that ends again and again."""
SETTLED: Final = 60.0
"""Seconds after which a worker that ended had been a good one."""


@dataclass(slots=True)
class Post:
    """A place for a worker: who has it, since when, and how many ended there soon after they began."""

    name: str = ""
    process: subprocess.Popen[bytes] | None = None
    since: float = 0.0
    short: int = 0

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def pause(self) -> float:
        """Seconds to wait after the last one began: none at first, then longer and longer."""
        return 0.0 if self.short < 2 else min(LONGEST_PAUSE, 2.0**self.short)


class Supervisor:
    """Starts ``count`` workers and watches them in a thread of its own.

    What a dead one had begun goes back into the queue. Its own death the workers notice by a pipe that it holds.
    """

    def __init__(self, count: int) -> None:
        self.host = _host_key()
        self.posts = [Post() for _ in range(count)]
        self._numbers = 0
        self._trouble = TroubleLog(logger, "The queue cannot be looked after")
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="workers", daemon=True)

    def start(self) -> None:
        self._safely(self._beat)
        for post in self.posts:
            self._employ(post)
        self._thread.start()

    def stop(self) -> None:
        """End all workers: a job that is under way gets some seconds, then it goes back into the queue."""
        self._stopping.set()
        self._thread.join(timeout=GRACE)
        for post in self.posts:
            if post.process is not None and post.process.stdin is not None:
                with contextlib.suppress(OSError):
                    post.process.stdin.close()
        until = time.monotonic() + GRACE
        for post in self.posts:
            if post.process is not None:
                self._await(post.process, until)
                self._safely(partial(living.release_jobs_of_worker, post.name, counts=False))
        self._safely(lambda: living.leave(self.host))

    def _await(self, process: subprocess.Popen[bytes], until: float) -> None:
        try:
            process.wait(timeout=max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _watch(self) -> None:
        beaten = time.monotonic()
        try:
            while not self._stopping.wait(LOOK):
                for post in self.posts:
                    if not post.is_alive:
                        self._replace(post)
                if time.monotonic() - beaten >= living.BEAT:
                    beaten = time.monotonic()
                    self._safely(self._beat)
        finally:
            connection.close()

    def _replace(self, post: Post) -> None:
        if post.process is not None:
            logger.error("Worker %s ended with code %s", post.name, post.process.returncode)
            if not self._safely(lambda: living.release_jobs_of_worker(post.name)):
                return  # once more at the next look: its jobs must not be forgotten
            post.short = 0 if time.monotonic() - post.since > SETTLED else post.short + 1
            post.process = None
        if time.monotonic() - post.since >= post.pause():
            self._employ(post)

    def _employ(self, post: Post) -> None:
        self._numbers += 1
        post.name, post.since = living.worker_id(self.host, self._numbers), time.monotonic()
        # A session of its own: Ctrl+C in the terminal is for the site, which then lets its workers finish.
        post.process = subprocess.Popen(
            [sys.executable, "manage.py", "work", "--worker-id", post.name],
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,
            start_new_session=os.name != "nt",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )

    def _beat(self) -> None:
        living.beat(self.host, workers=sum(post.is_alive or not post.short for post in self.posts))
        living.release_jobs_of_dead_hosts()
        daily.enqueue_due()
        self._trouble.end()

    def _safely(self, act: Callable[[], object]) -> bool:
        """Whether it went well. The database may be away for a while; the workers' keeper stays."""
        try:
            close_old_connections()
            act()
        except DatabaseError as error:
            if not self._trouble.begin(error):
                logger.exception("The queue cannot be looked after")
            connection.close()
            return False
        return True


@contextmanager
def workers() -> Iterator[Supervisor | None]:
    """Keep as many workers as the settings say while this is open. Problem where they say no number."""
    count = living.workers_wanted()
    if not count:
        yield None
        return
    supervisor = Supervisor(count)
    supervisor.start()
    try:
        yield supervisor
    finally:
        supervisor.stop()


def _host_key() -> str:
    """Computer, process and a random number: unlike any before, even where process numbers come again."""
    name = re.sub(r"[^A-Za-z0-9.-]", "-", socket.gethostname())[:24]
    return f"{name}:{os.getpid()}:{secrets.token_hex(6)}"
