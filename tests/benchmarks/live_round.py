"""A live round under load: a class that asks every two seconds whether there is anything new, and answers at once.

Run by hand: ``python -m tests.benchmarks.live_round [pupils]``. The site runs as an operator runs it, on a database
file of its own, with the browsers in this process: what is told is the time until the whole answer has arrived. Every
answer is asserted to be counted before the figures are printed.
"""

from __future__ import annotations

import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event
from typing import Any

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from tests.lessons.pages import Learner, Page  # noqa: E402
from tests.running import leave_checked, manage, serving  # noqa: E402
from tests.tutor.test_several_processes import Visitor  # noqa: E402

ITEM = "deck/how-many-cards"
POLL = 2.0
QUIET = 20.0
"""Seconds of asking alone before everybody answers."""
MADE = """
from tutor.learning.models import User
from tutor.classroom.codes import letters_of, words_of
from tutor.classroom.services import create_class
from tutor.live.services import begin
user = User.objects.create_user("t", password="a long one for a teacher")
room = create_class(user=user, name="7b", language="en", aliases={count})
live = begin(classroom=room, teacher=user, questions=["{item}"], title="x")
print(room.token, live.pk)
for one in room.pupils.all():
    print(letters_of(one, room) + "|" + " ".join(words_of(one, room)))
"""
COUNTED = "from tutor.live.models import LiveAnswer; print(LiveAnswer.objects.count())"


def timed(times: list[float], call: Callable[[], Any]) -> Any:
    start = time.perf_counter()
    answer = call()
    times.append(time.perf_counter() - start)
    return answer


def told(what: str, times: list[float]) -> None:
    ordered = sorted(times)
    middle, late = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    print(
        f"{what}: {len(ordered)} requests, median {middle * 1000:.0f} ms, 95 % within {late * 1000:.0f} ms, "
        f"slowest {ordered[-1] * 1000:.0f} ms"
    )


def keep_asking(visitor: Visitor, path: str, times: list[float], stop: Event) -> None:
    while not stop.wait(POLL):
        response = timed(times, lambda: visitor.get(path))
        assert response.status_code in (200, 204), response.status_code


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        leave_checked(folder)
        with serving(folder, workers=1) as site:
            made = manage("shell", "--no-imports", "-c", MADE.format(count=count, item=ITEM), var=folder)
            assert made.returncode == 0, made.stderr
            first, *codes = made.stdout.split("\n")[:-1]
            token, number = first.split()
            run(site.address, f"/en/class/{token}", number, codes)
            counted = manage("shell", "--no-imports", "-c", COUNTED, var=folder)
            assert counted.stdout.strip() == str(len(codes)), counted.stdout


def run(address: str, room: str, number: str, codes: list[str]) -> None:
    pupils = [Learner(client=Visitor(address)) for _ in codes]
    teacher = Learner(client=Visitor(address))
    teacher.open("/en/account/")
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', teacher.page.source)
    assert token is not None
    data = {"csrfmiddlewaretoken": token[1], "username": "t", "password": "a long one for a teacher"}
    assert teacher.client.post("/en/account/in/", data).status_code in (302, 303)
    for pupil, code in zip(pupils, codes, strict=True):
        letters, _, words = code.partition("|")
        page = pupil.open("/en/class/join/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.source)
        assert token is not None
        data = {"csrfmiddlewaretoken": token[1], "letters": letters, "words": words}
        assert pupil.client.post("/en/class/join/", data).status_code == 303
    opened, quiet, busy, answers = [], [], [], []  # type: list[float], list[float], list[float], list[float]
    together = Barrier(len(pupils))

    def come(pupil: Learner) -> None:
        together.wait()
        timed(opened, lambda: pupil.open(f"{room}/live/question/1/"))
        assert pupil.page.action, pupil.page.text

    with ThreadPoolExecutor(len(pupils)) as threads:
        list(threads.map(come, pupils))
    told("everybody opens the question at once", opened)
    watch = re.search(r'hx-get="([^"]*poll/[^"]*)"', pupils[0].page.source)
    assert watch is not None
    path = watch[1].replace("&amp;", "&")
    wall = re.search(r'hx-get="([^"]*poll/[^"]*)"', teacher.open(f"{room}/live/{number}/projector/").source)
    assert wall is not None

    def phase(times: list[float], work: Callable[[], None]) -> None:
        stop = Event()
        with ThreadPoolExecutor(len(pupils) + 1) as threads:
            asking = [threads.submit(keep_asking, one.client, path, times, stop) for one in pupils]
            asking.append(threads.submit(keep_asking, teacher.client, wall[1], times, stop))
            work()
            stop.set()
            for one in asking:
                one.result()

    phase(quiet, lambda: time.sleep(QUIET))
    told("everybody asks every two seconds", quiet)

    def answer(pupil: Learner) -> None:
        page = pupil.page
        data: dict[str, list[str]] = {}
        for name, value in page.fields:
            data.setdefault(name, []).append(value)
        data |= {"number": ["108"], "do": ["check"]}
        together.wait()
        response = timed(answers, lambda: pupil.client.post(page.action, data))
        assert response.status_code == 303, Page(response).text

    def all_answer() -> None:
        with ThreadPoolExecutor(len(pupils)) as threads:
            list(threads.map(answer, pupils))
        time.sleep(2 * POLL)

    phase(busy, all_answer)
    told("everybody answers at once", answers)
    told("asking meanwhile", busy)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
