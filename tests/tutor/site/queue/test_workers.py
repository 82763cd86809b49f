"""Workers as an operator has them: processes that `up` starts, replaces and takes along when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.running import ROOT, Site, asking, environment, prepared_site, serving

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
PATIENCE = 60  # seconds; the tests do not assert how long anything takes


class Place:
    """A site's folder and variables, and what the job of the tests left there."""

    def __init__(self, folder: Path, variables: dict[str, str], python: Callable[[str], str]) -> None:
        self.folder, self.variables = folder, variables
        self.python = python  # what code prints in a process of the site's own

    def enqueue(self, key: str = "once") -> str:
        return self.python(
            "from tutor.site.queue.jobs import enqueue; "
            f"print(enqueue('slow', folder={str(self.folder)!r}, key={key!r}))"
        )

    def begun(self) -> list[int]:
        """The processes that began the job, in order."""
        file = self.folder / "begun"
        return [int(line) for line in file.read_text("ascii").splitlines()] if file.exists() else []

    def is_written(self) -> bool:
        """Whether the job has done what it does."""
        return (self.folder / "written").exists()

    def told(self, job: str, key: str = "once") -> str:
        """How the job stands, and how often what it does was done."""
        return self.python(
            "from tutor.site.queue.jobs import state_of; from tutor.site.models import WrongTries; "
            f"print(state_of({job!r}), list(WrongTries.objects.filter(key={key!r}).values_list('count', flat=True)))"
        )


@contextmanager
def place_in(folder: Path, database: dict[str, str]) -> Iterator[Place]:
    variables = {"DJANGO_SETTINGS_MODULE": "tests.tutor.site.queue.site", **database}
    with asking(folder, **variables) as python:
        yield Place(folder, variables, python)


@pytest.fixture
def place(tmp_path: Path, db: None) -> Iterator[Place]:
    with prepared_site(tmp_path) as database, place_in(tmp_path, database) as place:
        yield place


@contextmanager
def running_workers(place: Place) -> Iterator[None]:
    """`manage.py run_workers`, told to end at the end."""
    command = [sys.executable, "manage.py", "run_workers"]
    with subprocess.Popen(command, cwd=ROOT, env=environment(place.folder, **place.variables)) as process:
        try:
            yield
            process.terminate()
            assert process.wait(timeout=PATIENCE) == 0
        finally:
            process.kill()


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until, "did not happen"
        time.sleep(0.1)


def all_ended(site: Site) -> bool:
    """Whether the site and whatever it started have closed the output that they share."""
    site.process.communicate(timeout=PATIENCE)
    return True


def test_worker_that_is_killed_or_told_to_end_loses_nothing_and_repeats_nothing(place: Place) -> None:
    with serving(place.folder, workers=1, **place.variables) as site:
        job = place.enqueue()
        wait_for(place.begun)
        os.kill(place.begun()[0], signal.SIGKILL)
        wait_for(lambda: len(place.begun()) == 2)
        (place.folder / "go").touch()
        wait_for(place.is_written)
        wait_for(lambda: place.told(job) == "done [1]")
        first, second = place.begun()
        assert first != second
        # A site that ends in good order puts the job back, and ends its workers.
        (place.folder / "go").unlink()
        job = place.enqueue("put back")
        wait_for(lambda: place.begun() == [first, second, second])
        site.process.terminate()
        assert all_ended(site)
        assert site.process.returncode == 0
    assert place.told(job, "put back") == "waiting []"
    assert (
        place.python("from tutor.site.queue.models import WorkerHost; print(WorkerHost.objects.count())")
        == "0"
    )


@pytest.mark.anywhere
def test_nothing_lives_on_of_a_site_that_is_killed_and_workers_that_run_alone_go_on(place: Place) -> None:
    with serving(place.folder, workers=1, **place.variables) as site:
        job = place.enqueue()
        wait_for(place.begun)
        site.process.kill()
        assert all_ended(site)
        with pytest.raises(URLError, match="refused"):
            urlopen(site.address)
    assert place.told(job) == "running []"
    # As if a minute had gone by without a sign of life from the first.
    place.python(
        "from datetime import timedelta; from tutor.site.queue.models import WorkerHost; "
        "from django.db.models.functions import Now; WorkerHost.objects.update(seen=Now() - timedelta(seconds=61))"
    )
    (place.folder / "go").touch()
    with running_workers(place):
        wait_for(place.is_written)
        wait_for(lambda: place.told(job) == "done [1]")
