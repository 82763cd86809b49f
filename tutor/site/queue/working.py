"""What a worker process does: one job after the other, until it is told to end or its parent is gone."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import Any, BinaryIO, Final

from django.db import DatabaseError, connection
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS
from django_tasks.base import DEFAULT_TASK_QUEUE_NAME
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from tutor.site.queue import living
from tutor.site.unwritable import TroubleLog

logger = logging.getLogger(__name__)

INTERVAL: Final = 0.5
"""Seconds between two looks into an empty queue."""
GRACE: Final = 10.0
"""Seconds that a job has to come to its end when the worker shall end."""
POLITENESS: Final = 5
"""How much the pages come first where processors are short."""
PAUSE: Final = 1.0
"""Seconds between two tries while the database takes nothing."""


class QueueWorker(Worker):
    """The library's worker, but for two things.

    To be told twice to end does not make the job a failed one: whoever starts workers puts an interrupted job back, so
    none of them ends as failed because the site was stopped. And a full disk, or a database that is away, ends no
    worker: it waits, and what could not be written is done once more.
    """

    def __init__(self, worker_id: str, *, batch: bool = False) -> None:
        super().__init__(
            queue_names=[DEFAULT_TASK_QUEUE_NAME],
            interval=INTERVAL,
            batch=batch,
            backend_name=DEFAULT_TASK_BACKEND_ALIAS,
            startup_delay=False,
            max_tasks=None,
            worker_id=worker_id,
            excluded_queue_names=[],
        )
        self._trouble = TroubleLog(logger, "The queue waits")

    def run(self) -> None:
        while self.running:
            try:
                # What a job came to may not have been kept, and then it still counts as begun by this worker.
                living.release_jobs_of_worker(self.worker_id, counts=False)
                return super().run()
            except DatabaseError as error:
                if not self._trouble.begin(error):
                    raise
            connection.close()
            self.pause()

    def pause(self) -> None:
        """Wait until the next try."""
        time.sleep(PAUSE)

    def run_task(self, db_task_result: DBTaskResult[Any, Any]) -> None:
        super().run_task(db_task_result)
        self._trouble.end()

    def shutdown(self, signum: int, frame: FrameType | None) -> None:
        self.running = False
        if not self.running_task:
            sys.exit(0)


def work(worker_id: str, parent: BinaryIO) -> None:
    """Do jobs until a signal, or until ``parent`` ends, a pipe: whoever started this closes it, by dying if need be."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(POLITENESS)
    threading.Thread(target=_end_with, args=[parent], name="parent", daemon=True).start()
    worker = QueueWorker(worker_id)
    worker.configure_signals()
    worker.run()


def _end_with(parent: BinaryIO) -> None:
    # Read without Python's buffer, whose lock would keep the process from ending.
    with contextlib.suppress(OSError):
        while os.read(parent.fileno(), 1):
            pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)
