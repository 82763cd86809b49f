"""The job queue in tests: what waits is done here and now, as a worker does it."""

from __future__ import annotations

from tutor.queue.working import QueueWorker


def do_jobs() -> None:
    """Do every job that waits, and those that they put into the queue."""
    QueueWorker("tests", batch=True).run()
