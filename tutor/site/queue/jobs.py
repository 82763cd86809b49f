"""What the queue can do, by name, and how a job is put into it.

A job may run twice: whoever kills a worker cannot know how far it came. So each one writes under a key of its own, in
one transaction at its end, and changes nothing if that is there already.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

from django_tasks import task
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

_JOBS: Final[dict[str, Callable[..., None]]] = {}
_DAILY: Final[list[str]] = []
_WAITING: Final = (TaskResultStatus.READY, TaskResultStatus.RUNNING)


class State(StrEnum):
    """How a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    GONE = "gone"


_STATES: Final = {
    TaskResultStatus.READY: State.WAITING,
    TaskResultStatus.RUNNING: State.RUNNING,
    TaskResultStatus.SUCCESSFUL: State.DONE,
    TaskResultStatus.FAILED: State.FAILED,
}


def add_job(name: str, work: Callable[..., None], *, daily: bool = False) -> None:
    """Let the queue know a job; ``name`` stays the same even when its code moves, for rows with it may be waiting.

    A ``daily`` one, which takes no arguments, is put into the queue every day by whoever keeps workers running.
    """
    _JOBS[name] = work
    if daily:
        _DAILY.append(name)


def daily_jobs() -> tuple[str, ...]:
    """The names of the jobs that come round every day."""
    return tuple(_DAILY)


def enqueue(name: str, **arguments: Any) -> uuid.UUID:
    """Put a job into the queue, its arguments as JSON. Part of the transaction around it. KeyError for no such job."""
    _JOBS[name]
    return uuid.UUID(str(run_job.enqueue(name, arguments).id))


@task()
def run_job(name: str, arguments: dict[str, Any]) -> None:
    """What stands in the rows of the queue: this function, with the job's name."""
    _JOBS[name](**arguments)


def state_of(job: uuid.UUID | None) -> State:
    """How a job stands; one query. Rows of finished jobs are removed after some days."""
    if job is None:
        return State.GONE
    status = DBTaskResult.objects.filter(pk=job).values_list("status", flat=True).first()
    return State.GONE if status is None else _STATES[TaskResultStatus(status)]


def waiting() -> int:
    """How many jobs are not done yet."""
    return DBTaskResult.objects.filter(status__in=_WAITING).count()
