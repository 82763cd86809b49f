"""What a worker process does: one job after the other, until it is told to end or its parent is gone."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import BinaryIO, Final

from django_tasks import DEFAULT_TASK_BACKEND_ALIAS
from django_tasks.base import DEFAULT_TASK_QUEUE_NAME
from django_tasks_db.management.commands.db_worker import Worker

INTERVAL: Final = 0.5
"""Seconds between two looks into an empty queue."""
GRACE: Final = 10.0
"""Seconds that a job has to come to its end when the worker shall end."""
POLITENESS: Final = 5
"""How much the pages come first where processors are short."""


class QueueWorker(Worker):
    """The library's worker, but for one thing: to be told twice to end does not make the job a failed one.

    Whoever starts workers puts an interrupted job back, so none of them ends as failed because the site was stopped.
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
