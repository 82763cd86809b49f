"""A site whose disk is full: what visitors, the monitor and the log are told, and that all goes on when there is room.

A real site and its worker, whose files take no byte for a while.
"""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Iterable
from contextlib import closing
from html import unescape
from pathlib import Path
from threading import Thread

import pytest

from tests.lessons.pages import Learner
from tests.running import Site, family_of, full_disk, leave_prepared, serving
from tests.tutor.site.queue.test_workers import place_in, wait_for
from tests.tutor.test_several_processes import PATH, Visitor
from tests.tutor.test_unwritable import words

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of another process")
WAITS = "The queue waits: the disk is full or broken. Trying on."


class Output:
    """What a site and its worker print from now on."""

    def __init__(self, site: Site) -> None:
        self._lines: list[str] = []
        self._reader = Thread(target=self._read, args=[site.process.stdout], daemon=True)
        self._reader.start()

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._lines.append(line)

    def whole(self) -> str:
        """All of it, once they have ended."""
        self._reader.join(timeout=60)
        return str(self)

    def __str__(self) -> str:
        return "".join(self._lines)


def done(folder: Path) -> set[tuple[str, int]]:
    """How the jobs stand, with how often what the test's one does was done."""
    with closing(sqlite3.connect(folder / "tutor.sqlite3")) as connection:
        return set(
            connection.execute(
                "SELECT status, count FROM django_tasks_database_dbtaskresult, tutor_wrongtries WHERE key = 'once'"
            )
        )


def test_answer_job_and_monitor_on_a_full_disk_and_afterwards(tmp_path: Path) -> None:
    leave_prepared(tmp_path)
    with place_in(tmp_path, {}) as place, serving(tmp_path, workers=1, **place.variables) as site:
        output = Output(site)
        place.enqueue()
        wait_for(place.begun)
        processes = family_of(site.process.pid)
        learner = Learner(client=Visitor(site.address))
        page = learner.open(PATH)
        with full_disk(site):
            (tmp_path / "go").touch()
            refused = learner.client.post(page.action, {**dict(page.fields), "number": "9001", "do": "check"})
            health = learner.client.get("/healthz")
            wait_for(lambda: WAITS in str(output))
        assert refused.status_code == 503
        assert "What you have just sent was not saved. It is kept on this page" in words(refused)
        assert "The server’s disk is full." in words(refused)
        form = refused.content.decode().partition('id="resend"')[2].partition("</form>")[0]
        kept = {
            name: unescape(value) for name, value in re.findall(r'name="([^"]+)"\s+value="([^"]*)"', form)
        }
        assert kept["number"] == "9001"
        assert (health.status_code, '"writing": "full"' in health.content.decode()) == (503, True)
        # There is room again: the same worker does the job, and what was kept is taken.
        wait_for(place.is_written)
        wait_for(lambda: done(tmp_path) == {("SUCCESSFUL", 1)})
        assert set(place.begun()) <= set(processes)
        assert learner.client.post(page.action, kept).status_code == 303
        site.process.terminate()
        said = output.whole()
    assert said.count(WAITS) == 1
    assert said.count("The queue waits: that is over.") == 1
    assert "Service Unavailable: /en/course/" in said
    assert "Traceback" not in said
