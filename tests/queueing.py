"""The job queue in tests: what waits is done here and now, as a worker does it."""

from __future__ import annotations

from unittest.mock import patch

from django_tasks_db.management.commands import db_worker

from tutor.site.queue.working import QueueWorker


def do_jobs() -> None:
    """Do every job that waits, and those that they put into the queue."""
    # A worker closes what its last job may have left of the connection. Here it is the test's own, in a transaction.
    with patch.object(db_worker, "close_old_connections"):
        QueueWorker("tests", batch=True).run()
