"""Which workers live, and what becomes of the jobs of those that do not.

Moments are compared by the clock of the database, because several computers may share it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Now
from django.utils import timezone
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from tutor.site.console import Problem
from tutor.site.queue.models import WorkerHost

BEAT: Final = 10.0
"""Seconds between two signs of life."""
DEAD_AFTER: Final = timedelta(seconds=60)
MOST_WORKERS: Final = 3
"""A job that so many workers died on is given up: it may be what kills them."""
DIED: Final = "tutor.site.queue.living.WorkersDied"
_MOST: Final = 64


def workers_wanted() -> int:
    """How many workers this computer shall keep running. Problem where the setting is no such number."""
    text = str(settings.QUEUE_WORKERS).strip()
    if not (text.isascii() and text.isdigit() and int(text) <= _MOST):
        raise Problem(
            f"TUTOR_WORKERS muss eine Zahl von 0 bis {_MOST} sein, nicht „{text[:20]}“.",
            f"TUTOR_WORKERS must be a number from 0 to {_MOST}, not “{text[:20]}”.",
        )
    return int(text)


def beat(host: str, *, workers: int) -> None:
    """Say that this host lives, with so many workers, and forget those that have been silent for a day."""
    WorkerHost.objects.update_or_create(key=host, defaults={"workers": workers, "seen": Now()})
    WorkerHost.objects.filter(seen__lt=Now() - timedelta(days=1)).delete()


def leave(host: str) -> None:
    """The host ends in good order."""
    WorkerHost.objects.filter(key=host).delete()


def living_workers() -> int:
    """How many workers live, on all computers."""
    found = WorkerHost.objects.filter(seen__gt=Now() - DEAD_AFTER).aggregate(Sum("workers"))["workers__sum"]
    return found or 0


def worker_id(host: str, number: int) -> str:
    """The name of a worker: its host, and the how manieth it is there."""
    return f"{host}:{number}"


def release_jobs_of_worker(worker: str, *, counts: bool = True) -> int:
    """Let others do what a worker had begun when it ended. Returns how many jobs.

    ``counts`` is whether the end may have been the job's fault.
    """
    return _release(lambda one: one == worker, counts=counts)


def release_jobs_of_dead_hosts() -> int:
    """Let others do what was begun on hosts that have been silent too long. Returns how many jobs."""
    living = set(WorkerHost.objects.filter(seen__gt=Now() - DEAD_AFTER).values_list("key", flat=True))
    return _release(lambda one: one.count(":") == 3 and one.rpartition(":")[0] not in living, counts=True)


def _release(is_dead: Callable[[str], bool], *, counts: bool) -> int:
    running = DBTaskResult.objects.filter(status=TaskResultStatus.RUNNING)
    dead = [pk for pk, workers in running.values_list("pk", "worker_ids") if workers and is_dead(workers[-1])]
    if not dead:  # the common case takes no lock
        return 0
    with transaction.atomic():
        rows = [row for row in running.select_for_update().filter(pk__in=dead) if is_dead(row.worker_ids[-1])]
        for row in rows:
            _put_back(row, counts=counts)
    return len(rows)


def _put_back(row: DBTaskResult[Any, Any], *, counts: bool) -> None:
    if counts and len(row.worker_ids) >= MOST_WORKERS:
        row.status, row.finished_at = TaskResultStatus.FAILED, timezone.now()
        row.exception_class_path = DIED
    else:
        row.status, row.started_at = TaskResultStatus.READY, None
        row.worker_ids = row.worker_ids if counts else row.worker_ids[:-1]
    row.save(update_fields=["status", "started_at", "finished_at", "worker_ids", "exception_class_path"])
