"""What `/healthz` tells a monitor: whether anything can be written, who works, and how much disk is left."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from tutor.site import health
from tutor.site.queue import jobs, living
from tutor.site.queue.models import Written

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def much_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "disk_free", lambda: 5_000_000_000)


def told(status: int) -> dict[str, Any]:
    response = Client().get("/healthz")
    assert response.status_code == status
    return response.json()


def test_health_is_good_with_a_worker_and_room() -> None:
    living.beat("school:1:ab", workers=2)
    assert told(200) == {
        "status": "ok",
        "database": "ok",
        "writing": "ok",
        "disk": "ok",
        "disk_free_bytes": 5_000_000_000,
        "queue": "ok",
        "workers": 2,
        "jobs_waiting": 0,
        "warnings": [],
    }


def read_only() -> str:
    """The statement that lets this connection only read."""
    return "SET TRANSACTION READ ONLY" if connection.vendor == "postgresql" else "PRAGMA query_only = 1"


def test_health_is_bad_when_nothing_can_be_written() -> None:
    with connection.cursor() as cursor:
        cursor.execute(read_only())
        try:
            found = told(503)
        finally:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA query_only = 0")
    assert (found["status"], found["database"], found["writing"]) == ("error", "ok", "read-only")


def test_health_really_writes_but_not_for_everybody_who_asks() -> None:
    told(200)
    first = Written.objects.get().at
    told(200)
    assert Written.objects.get().at == first
    cache.clear()
    told(200)
    assert Written.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_waiting_for_a_lock_is_as_long_as_before_afterwards() -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 12345")
            told(200)
            assert cursor.execute("PRAGMA busy_timeout").fetchone()[0] == 12345
            cursor.execute("PRAGMA busy_timeout = 20000")
    else:
        told(200)
        with connection.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone() == ("0",)


def test_missing_worker_is_a_warning_and_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_JOBS", {"any": print})
    jobs.enqueue("any")
    found = told(200)
    assert (found["queue"], found["workers"], found["jobs_waiting"]) == ("no workers", 0, 1)
    assert found["warnings"] == ["queue"]


def test_queue_that_is_switched_off_here_is_no_warning(settings: Any) -> None:
    settings.QUEUE_WORKERS = "0"
    found = told(200)
    assert (found["queue"], found["warnings"]) == ("off", [])


def test_little_disk_is_a_warning_with_its_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "disk_free", lambda: 199_999_999)
    found = told(200)
    assert (found["disk"], found["disk_free_bytes"]) == ("low", 199_999_999)
    assert "disk" in found["warnings"]


def test_who_asks_while_another_tries_to_write_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "TRUE_FOR", 0)
    assert told(200)["writing"] == "ok"
    trying, go_on = threading.Event(), threading.Event()

    def wait_for_a_lock() -> str:
        trying.set()
        assert go_on.wait(60)
        return "locked"

    monkeypatch.setattr(health, "_write", wait_for_a_lock)
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(health._tried)
        try:
            assert trying.wait(60)
            assert told(200)["writing"] == "ok"
        finally:
            go_on.set()
        assert first.result() == "locked"
