"""Played deals under load: a class at its tables, everybody acting every five seconds, while others read pages.

Run by hand: ``python -m tests.benchmarks.deals [pupils [seconds [style [workers]]]]``. The site runs as an operator
runs it, on a database file of its own, with the browsers in this process: what is told is the time until the whole
answer has arrived. Each pupil plays real turns: draws, discards a card, and lets the others, who play in this style,
play turn by turn, at the pace at which the page does it by itself. At the end stands in how many turns of the strong
style the careful one had to stand in.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any
from urllib.request import Request

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.http import HttpResponse  # noqa: E402

from tests.benchmarks.live_round import timed, told  # noqa: E402
from tests.running import leave_checked, manage, serving  # noqa: E402
from tests.tutor.test_several_processes import Visitor  # noqa: E402

EACH = 5.0
"""Seconds between the actions of a pupil."""
PACE = 1.4
"""Seconds between the turns of the others."""
POLL = 0.6
"""Seconds between two looks at somebody who still thinks."""
PAGES = ("/en/", "/en/course/", "/en/rules/", "/en/puzzles/", "/en/play/")
STAMP = re.compile(r'name="stamp" value="([^"]+)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
CARD = re.compile(r'name="card"\s+value="([^"]+)"')


class WithHtmx(Visitor):
    """A browser that asks for parts of pages."""

    def _send(self, request: Request) -> HttpResponse:
        if request.data is not None and not request.full_url.endswith("/play/"):
            request.add_header("HX-Request", "true")
        return super()._send(request)


class Pupil:
    """Somebody at a table. ``times`` are those of the own actions, ``others`` those of the turns of others."""

    def __init__(
        self, address: str, style: str, times: list[float], others: list[float], stop: Event
    ) -> None:
        self.visitor, self.times, self.others, self.stop = WithHtmx(address), times, others, stop
        self.rng = Random(id(self))
        self.refused = self.played = 0
        page = self.visitor.get("/en/play/").content.decode()
        styles = {"opponents": style, "partner": style}
        token = {"csrfmiddlewaretoken": _found(TOKEN, page)}
        response = self.visitor.post("/en/play/", {"do": "begin", **styles, **token})
        assert response.status_code == 303, response.status_code
        self.path = response["Location"]
        self.page = self.visitor.get(self.path).content.decode()

    def press(self, times: list[float], **data: Any) -> None:
        data |= {"stamp": _found(STAMP, self.page), "csrfmiddlewaretoken": _found(TOKEN, self.page)}
        waits = times is self.others and 'hx-trigger="every' in self.page
        self.stop.wait(POLL if waits else PACE if times is self.others else EACH)
        data |= {"again": "1"} if waits else {}
        response = timed(times, lambda: self.visitor.post(self.path, data))
        assert response.status_code in (200, 204, 422), response.status_code
        if response.status_code != 204:
            self.page = response.content.decode()

    def turn(self) -> None:
        """A turn of one's own, and those of the others after it."""
        if 'value="deal"' in self.page:
            self.press(self.times, do="deal")
        if 'value="answer:no"' in self.page:
            self.press(self.times, do="answer:no")
        while 'value="expose"' in self.page and not self.stop.is_set():
            self.press(self.times, do="expose")
        if 'value="draw"' in self.page:
            self.press(self.times, do="draw")
        cards = CARD.findall(self.page)
        self.rng.shuffle(cards)
        for card in cards:
            if 'value="discard"' not in self.page or self.stop.is_set():
                break
            self.press(self.times, do="discard", card=card)
            self.refused += 'value="discard"' in self.page
        while 'value="on"' in self.page and not self.stop.is_set():
            self.press(self.others, do="on")
        self.played += 1


def _found(pattern: re.Pattern[str], page: str) -> str:
    found = pattern.search(page)
    assert found is not None, page[:500]
    return found[1]


def main(count: int, seconds: float, style: str, workers: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        leave_checked(folder)
        with serving(folder, workers=workers) as site:
            run(site.address, count, seconds, style)
            print(manage("stood_in", var=folder).stdout.strip().splitlines()[-1])


def run(address: str, count: int, seconds: float, style: str) -> None:
    times, others, pages = [], [], []  # type: list[float], list[float], list[float]
    stop = Event()

    def play(number: int) -> Pupil:
        time.sleep(EACH * number / count)
        pupil = Pupil(address, style, times, others, stop)
        while not stop.is_set():
            pupil.turn()
        return pupil

    def read() -> None:
        reader, place = Visitor(address), 0
        while not stop.wait(0.2):
            path = PAGES[place % len(PAGES)]
            response = timed(pages, lambda path=path: reader.get(path))  # type: ignore[misc]
            assert response.status_code == 200, response.status_code
            place += 1

    with ThreadPoolExecutor(count + 1) as threads:
        playing = [threads.submit(play, number) for number in range(count)]
        reading = threads.submit(read)
        time.sleep(seconds)
        stop.set()
        pupils = [one.result() for one in playing]
        reading.result()
    turns, refused = sum(one.played for one in pupils), sum(one.refused for one in pupils)
    print(f"{count} pupils played {turns} turns in {seconds:.0f} s; {refused} actions were refused")
    told("own actions", times)
    told("turns of the others", others)
    told("other pages", pages)


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 30,
        float(sys.argv[2]) if len(sys.argv) > 2 else 60.0,
        sys.argv[3] if len(sys.argv) > 3 else "strong",
        int(sys.argv[4]) if len(sys.argv) > 4 else 1,
    )
