"""How long it takes in a storm from an answer to the next question, on the server: one user, one process.

Run by hand: ``python -m tests.benchmarks.storm [questions]``. With scripts a tap sends the form, and its answer says
where the next question is, which is fetched into the page: both requests count, as they do without scripts.
Asserted before a time counts: the next question has come, with the verdict on the last one. The database is a file made
for the run; the network and the web server are not in the numbers.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from tests.browser.answers import right_answer, wrong_answer  # noqa: E402
from tests.lessons.pages import Page  # noqa: E402
from tests.tutor.puzzles.playing import fields_of  # noqa: E402
from tutor.learning.loading import sync_items  # noqa: E402
from tutor.puzzles import rounds  # noqa: E402
from tutor.puzzles.models import Round  # noqa: E402

AIM = 200.0
"""Milliseconds, from the tap to the next question."""
QUESTIONS = 200
A_STORM = 40
"""Questions of one storm; then another one begins."""


def answered(client: Client, path: str, *, right: bool, htmx: bool) -> tuple[str, float, float]:
    """Answer the question that is open at this address: the next address, and the seconds until it was there,
    by the clock and of the processor."""
    page = Page(client.get(path))
    item = rounds.item_of(Round.objects.latest("pk"), int(path.rstrip("/").rpartition("/")[2]))
    assert item is not None
    fields = dict(page.fields) | fields_of(item, right_answer(item) if right else wrong_answer(item))
    headers = {"hx-request": "true"} if htmx else None
    start, worked = time.perf_counter(), time.process_time()
    response = client.post(page.action, {**fields, "do": "check"}, headers=headers)
    located = json.loads(response.get("HX-Location", "{}")).get("path") or response.get("Location", "")
    following = located.partition("#")[0]
    shown = client.get(following, headers=headers)
    taken, worked = time.perf_counter() - start, time.process_time() - worked
    said = Page(shown).part('id="round-status"', "</p>")
    assert ("Richtig." if right else "Falsch.") in said, (path, said)
    return following, taken, worked


def main() -> None:
    setup_test_environment()
    call_command("migrate", verbosity=0)
    sync_items()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else QUESTIONS
    client, path, times, works = Client(), "", list[float](), list[float]()
    for number in range(count):
        if number % A_STORM == 0:
            begun = client.post("/de/practice/storm/", {"choosing": "1", "family": "classic", "anew": "1"})
            path = begun["Location"].partition("#")[0]
        path, taken, worked = answered(client, path, right=number % 3 > 0, htmx=number % 2 == 0)
        times.append(taken * 1000)
        works.append(worked * 1000)
    first, later = times[0], sorted(times[1:])
    print(
        f"{len(times)} answers: median {statistics.median(later):.0f} ms, 95 % {later[int(len(later) * 0.95)]:.0f} ms, "
        f"slowest {later[-1]:.0f} ms, the very first {first:.0f} ms; the aim is {AIM:.0f} ms"
    )
    busy = sorted(works[1:])
    print(
        f"of the processor: median {statistics.median(busy):.0f} ms, 95 % {busy[int(len(busy) * 0.95)]:.0f} ms, "
        f"slowest {busy[-1]:.0f} ms"
    )
    print(f"over the aim: {sum(taken > AIM for taken in times)}")


if __name__ == "__main__":
    main()
