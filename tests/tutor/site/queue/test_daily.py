"""What is done every day by itself."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tests.queueing import do_jobs
from tests.tutor.classroom.makers import make_class
from tutor.classroom.models import Classroom
from tutor.site.queue import daily, jobs
from tutor.site.queue.models import DailyJob
from tutor.site.queue.supervising import Supervisor


def a_day_passes() -> None:
    DailyJob.objects.update(day=timezone.localdate() - timedelta(days=1))


def two_computers_look() -> None:
    for keeper in (Supervisor(0), Supervisor(0)):
        keeper.start()
        keeper.stop()


@pytest.mark.django_db(transaction=True)
def test_class_whose_day_comes_while_the_site_runs_is_deleted_by_itself() -> None:
    classroom = make_class()
    two_computers_look()
    do_jobs()
    assert Classroom.objects.filter(pk=classroom.pk).exists()
    Classroom.objects.update(delete_on=timezone.localdate())
    a_day_passes()
    two_computers_look()
    assert jobs.waiting() == 1
    do_jobs()
    assert not Classroom.objects.filter(pk=classroom.pk).exists()


@pytest.mark.django_db
def test_daily_jobs_wait_in_the_queue_once_a_day_whoever_asks_how_often() -> None:
    told = [daily.enqueue_due() for _ in range(3)]
    a_day_passes()
    told += [daily.enqueue_due() for _ in range(3)]
    assert told == [["tidy"], [], [], ["tidy"], [], []]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_first", [True, False])
def test_two_computers_that_look_at_the_same_moment_order_one_job(is_first: bool) -> None:
    if not is_first:
        daily.enqueue_due()
        DBTaskResult.objects.all().delete()
        a_day_passes()
    told: list[list[str]] = []
    together = Barrier(4)

    def look() -> None:
        together.wait()
        while True:
            try:
                told.append(daily.enqueue_due())
                break
            except OperationalError:  # the database in memory waits for no lock; a keeper looks again, too
                continue
        connection.close()

    threads = [Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == [[], [], [], ["tidy"]]
    assert jobs.waiting() == 1
