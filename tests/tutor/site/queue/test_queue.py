"""The queue within one process: jobs, signs of life, and what becomes of the jobs of the dead."""

from __future__ import annotations

import uuid
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models.functions import Now
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from tests.queueing import do_jobs
from tutor.site.console import Problem
from tutor.site.queue import jobs, living
from tutor.site.queue.jobs import State
from tutor.site.queue.models import WorkerHost
from tutor.site.queue.supervising import workers
from tutor.site.tidying import tidy

pytestmark = pytest.mark.django_db
HOST = "school:17:ab12"


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What the job `note` was given, each time it ran; `break` fails."""
    numbers: list[int] = []
    monkeypatch.setattr(jobs, "_JOBS", {"note": lambda number: numbers.append(number), "break": _break})
    return numbers


def _break() -> None:
    raise RuntimeError("broken")


def begun_by(*workers: str) -> uuid.UUID:
    """A job that these workers began, the last one just now."""
    job = jobs.enqueue("note", number=1)
    DBTaskResult.objects.filter(pk=job).update(
        status=TaskResultStatus.RUNNING, worker_ids=list(workers), started_at=Now()
    )
    return job


def silent_for(host: str, *, seconds: int) -> None:
    WorkerHost.objects.filter(key=host).update(seen=Now() - timedelta(seconds=seconds))


def test_job_waits_until_a_worker_does_it(done: list[int]) -> None:
    job = jobs.enqueue("note", number=7)
    assert (jobs.state_of(job), jobs.waiting(), done) == (State.WAITING, 1, [])
    do_jobs()
    assert (jobs.state_of(job), jobs.waiting(), done) == (State.DONE, 0, [7])


def test_job_that_waited_when_its_code_moved_is_done(done: list[int]) -> None:
    job = jobs.enqueue("note", number=9)
    DBTaskResult.objects.filter(pk=job).update(task_path="tutor.queue.jobs.run_job")
    import_module("tutor.site.queue.migrations.0004_moved_job").rename(apps, None)
    do_jobs()
    assert (jobs.state_of(job), done) == (State.DONE, [9])


def test_failed_job_is_told_and_the_next_one_is_done(done: list[int]) -> None:
    failed, job = jobs.enqueue("break"), jobs.enqueue("note", number=8)
    do_jobs()
    assert (jobs.state_of(failed), jobs.state_of(job), done) == (State.FAILED, State.DONE, [8])


def test_job_that_nobody_knows_is_refused(done: list[int]) -> None:
    with pytest.raises(KeyError):
        jobs.enqueue("nothing")
    assert jobs.state_of(uuid.uuid4()) == jobs.state_of(None) == State.GONE


def test_job_of_a_dead_worker_goes_back_and_is_done_by_another(done: list[int]) -> None:
    job, other = begun_by(f"{HOST}:1"), begun_by(f"{HOST}:2")
    assert living.release_jobs_of_worker(f"{HOST}:1") == 1
    assert (jobs.state_of(job), jobs.state_of(other)) == (State.WAITING, State.RUNNING)
    do_jobs()
    assert jobs.state_of(job) == State.DONE
    assert done == [1]


def test_job_that_three_workers_died_on_is_given_up(done: list[int]) -> None:
    job = begun_by(f"{HOST}:1", f"{HOST}:2", f"{HOST}:3")
    living.release_jobs_of_worker(f"{HOST}:3")
    assert jobs.state_of(job) == State.FAILED
    assert DBTaskResult.objects.get(pk=job).exception_class_path == living.DIED


def test_job_that_was_stopped_in_good_order_is_never_given_up(done: list[int]) -> None:
    job = begun_by(f"{HOST}:1", f"{HOST}:2", f"{HOST}:3")
    living.release_jobs_of_worker(f"{HOST}:3", counts=False)
    assert jobs.state_of(job) == State.WAITING
    assert DBTaskResult.objects.get(pk=job).worker_ids == [f"{HOST}:1", f"{HOST}:2"]


def test_jobs_of_a_host_go_back_only_when_it_has_been_silent_for_a_minute(done: list[int]) -> None:
    living.beat(HOST, workers=2)
    job = begun_by(f"{HOST}:1")
    for seconds, released in ((50, 0), (70, 1)):
        silent_for(HOST, seconds=seconds)
        assert living.release_jobs_of_dead_hosts() == released
    assert jobs.state_of(job) == State.WAITING


def test_jobs_of_a_worker_that_an_operator_started_by_hand_are_left_to_it(done: list[int]) -> None:
    job = begun_by("a-name-of-the-library")
    assert living.release_jobs_of_dead_hosts() == 0
    assert jobs.state_of(job) == State.RUNNING


def test_living_workers_are_counted_over_all_hosts_until_they_leave(done: list[int]) -> None:
    living.beat(HOST, workers=2)
    living.beat("other:3:cd", workers=1)
    living.beat(HOST, workers=3)
    assert living.living_workers() == 4
    silent_for("other:3:cd", seconds=70)
    assert living.living_workers() == 3
    living.leave(HOST)
    assert living.living_workers() == 0


@pytest.mark.parametrize("text", ["many", "-1", "65", "1.5", "²", ""])
def test_number_of_workers_that_is_none_is_told_in_both_languages(settings, text: str) -> None:
    settings.QUEUE_WORKERS = text
    with pytest.raises(Problem, match=r"muss eine Zahl[^|]*\n[^|]*must be a number from 0 to 64"):
        call_command("up")


def test_site_that_wants_no_workers_leaves_the_jobs_to_those_that_run_alone(settings) -> None:
    settings.QUEUE_WORKERS = "0"
    with workers() as supervisor:
        assert supervisor is None


def test_tidying_forgets_jobs_that_were_done_some_days_ago(done: list[int]) -> None:
    old, fresh = jobs.enqueue("note", number=1), jobs.enqueue("note", number=2)
    do_jobs()
    DBTaskResult.objects.filter(pk=old).update(finished_at=Now() - timedelta(days=4))
    tidy()
    assert (jobs.state_of(old), jobs.state_of(fresh)) == (State.GONE, State.DONE)
