"""Many open connections at once, and heads and bodies that never come to an end.

Run by hand: ``python -m tests.benchmarks.connections [--seconds 60] [--site http://127.0.0.1:8000]``; without a site it
starts one on a database of its own. There are 1,500 connections that stay open: 20 browsers with six each (contexts of
headless Chromium with ``--browsers chromium``), 300 pupils with one each who answer a question once within the minute
and otherwise wait, and the rest; all of them ask for a page or for ``/healthz`` every ten seconds. Then 200 half-sent
heads and 200 half-sent bodies are left lying, and `/healthz` is asked beside them. Told are lost requests, times until
the whole answer has arrived, when the server let go of what was idle, and requests a second of the commonest pages.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import statistics
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urlencode, urlsplit

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from tests.markup import flat  # noqa: E402
from tests.running import leave_checked, serving  # noqa: E402
from tutor.setup.bridge.server import connections_possible  # noqa: E402

CONNECTIONS = 1500
BROWSERS = 20
LINES_OF_A_BROWSER = 6
PUPILS = 300
EVERY = 10.0  # seconds between two requests of a connection
WAITS = 20.0  # seconds after which a request counts as lost
SLOW = 200
RATED = 5.0  # seconds for each page that is asked for without a pause
QUESTION = "/en/course/deck/how-many-cards/"
CHECK = "check"
COMMON = {
    "/healthz": "/healthz",
    "home": "/en/",
    "course step": QUESTION,
    "course step and its Check": CHECK,
    "list of puzzles": "/en/puzzles/",
    "a page of the rulebook": "/en/rules/classic/freeze.take-natural-pair-only/",
}
PAGES = ("/en/", "/en/course/", "/en/puzzles/", "/en/rules/")


@dataclass(slots=True)
class Told:
    """Seconds of the requests that were answered, and why the others were not."""

    what: str
    times: list[float] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=dict)

    def lose(self, problem: BaseException) -> None:
        name = type(problem).__name__
        self.lost[name] = self.lost.get(name, 0) + 1

    def __str__(self) -> str:
        ordered = sorted(self.times) or [float("nan")]
        late = ordered[int(len(ordered) * 0.95)]
        return (
            f"{self.what}: {len(self.times)} answered, lost {self.lost or 'none'}, median "
            f"{statistics.median(ordered) * 1000:.0f} ms, 95 % within {late * 1000:.0f} ms, slowest {ordered[-1]:.1f} s"
        )


class Line:
    """A connection that stays open, and is opened anew where the server has let go of it while it was idle."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.cookies: dict[str, str] = {}
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: dict[str, str] | None = None) -> str:
        """The text of the answer. Raises what happened to it instead; anything but 200 or 303 is a ValueError."""
        if self._line is None or self._line[0].at_eof():
            self._line = await asyncio.open_connection(self.host, self.port)
        reader, writer = self._line
        body = urlencode(form).encode() if form else b""
        lines = [f"{'POST' if form else 'GET'} {path} HTTP/1.1", f"Host: {self.host}:{self.port}"]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if form:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            return await self._read(reader)
        except BaseException:
            writer.close()
            self._line = None
            raise

    async def _read(self, reader: asyncio.StreamReader) -> str:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        for name, value in re.findall(r"(?im)^set-cookie: ([^=]+)=([^;\r]*)", head):
            self.cookies[name] = value
        length = re.search(r"(?im)^content-length: (\d+)", head)
        text = await reader.readexactly(int(length[1])) if length else b""
        status = int(head.split()[1])
        if status not in (200, 303):
            raise ValueError(status)
        return text.decode()

    def close(self) -> None:
        if self._line is not None:
            self._line[1].close()


async def timed(told: Told, line: Line, path: str, form: dict[str, str] | None = None) -> str:
    """The answer, empty where the request was lost."""
    start = time.perf_counter()
    try:
        text = await asyncio.wait_for(line.ask(path, form), WAITS)
    except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError) as problem:
        told.lose(problem)
        return ""
    told.times.append(time.perf_counter() - start)
    return text


async def keep_asking(line: Line, told: Told, paths: tuple[str, ...], rng: Random, until: float) -> None:
    await asyncio.sleep(rng.uniform(0, EVERY))
    while time.perf_counter() < until:
        await timed(told, line, rng.choice(paths))
        await asyncio.sleep(EVERY)


async def answer_once(line: Line, told: Told, answers: Told, rng: Random, until: float) -> None:
    """A pupil: the connection asks as all others do, and at a moment of the minute the pupil answers the question."""
    moment = rng.uniform(0, until - time.perf_counter() - EVERY)
    asking = asyncio.create_task(
        keep_asking(line, told, ("/healthz",), rng, time.perf_counter() + moment - EVERY / 2)
    )
    await asyncio.sleep(moment)
    await asking
    page = await timed(told, line, QUESTION)
    if page:
        await timed(answers, line, QUESTION, fields_of(page) | {"number": "108", "do": "check"})


def fields_of(page: str) -> dict[str, str]:
    """The hidden fields of a page's form."""
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', flat(page)))


async def many(host: str, port: int, seconds: float, *, browsers: int) -> None:
    """All connections of this process; ``browsers`` of the twenty are played here, the others are real ones."""
    rng, until = Random(1), time.perf_counter() + seconds
    plain = CONNECTIONS - PUPILS - BROWSERS * LINES_OF_A_BROWSER
    pages, checks, answers = (
        Told("pages of browsers"),
        Told("/healthz of the others"),
        Told("answers of pupils"),
    )
    lines = [Line(host, port) for _ in range(plain + PUPILS + browsers * LINES_OF_A_BROWSER)]
    ours, pupils, rest = lines[: -PUPILS - plain], lines[-PUPILS - plain : -plain], lines[-plain:]
    work = [keep_asking(line, pages, PAGES, rng, until) for line in ours]
    work += [answer_once(line, checks, answers, rng, until) for line in pupils]
    work += [keep_asking(line, checks, ("/healthz",), rng, until) for line in rest]
    await asyncio.gather(*work)
    print(*(told for told in (pages, checks, answers) if told.times or told.lost), sep="\n", flush=True)
    for line in lines:
        line.close()


async def closing(host: str, port: int, sent: bytes) -> tuple[float | None, bytes]:
    """Seconds until the server closes a connection on which this was sent, None for over 30, and what it said."""
    reader, writer = await asyncio.open_connection(host, port)
    start = time.perf_counter()
    writer.write(sent)
    try:
        said = await asyncio.wait_for(reader.read(), 30)
    except (TimeoutError, ConnectionResetError):
        return None, b""
    finally:
        writer.close()
    return time.perf_counter() - start, said


async def half_sent(host: str, port: int, what: str, sent: bytes) -> None:
    """Leave some of these lying and ask beside them, as somebody new does."""
    beside = Told(f"/healthz beside {SLOW} {what}")
    lying = asyncio.gather(*(closing(host, port, sent) for _ in range(SLOW)))
    await asyncio.sleep(1)
    for _ in range(5):
        line = Line(host, port)
        await timed(beside, line, "/healthz")
        line.close()
    print(beside, flush=True)
    ended = await lying
    times = sorted(after for after, _ in ended if after is not None)
    told = f"after {times[0]:.1f} to {times[-1]:.1f} s" if times else "none within 30 s"
    print(f"{what}: {len(times)} of {SLOW} closed, {told}; first words: {ended[0][1][:12]!r}", flush=True)


async def slow_ones(host: str, port: int) -> None:
    whole = f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
    after, _ = await closing(host, port, whole)
    print(f"an idle connection is let go after {f'{after:.1f} s' if after else 'more than 30 s'}", flush=True)
    await half_sent(host, port, "half heads", b"GET /healthz HTTP/1.1\r\nHo")
    start = f"POST /en/ask/ HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100\r\n\r\na=1"
    await half_sent(host, port, "half bodies", start.encode())


async def rates(host: str, port: int, seconds: float) -> None:
    """Requests a second that eight connections get which ask without a pause, for the commonest pages."""
    for name, path in COMMON.items():
        await timed(
            Told(name), Line(host, port), QUESTION if path == CHECK else path
        )  # what a first visitor waits for
        told, until = Told(name), time.perf_counter() + seconds
        await asyncio.gather(*(ask_without_pause(host, port, told, path, until) for _ in range(8)))
        print(f"{len(told.times) / seconds:.0f} a second, {told}", flush=True)


async def ask_without_pause(host: str, port: int, told: Told, path: str, until: float) -> None:
    line = Line(host, port)
    while time.perf_counter() < until:
        if path != CHECK:
            await timed(told, line, path)
            continue
        start = time.perf_counter()
        both = Told(path)
        form = fields_of(await timed(both, line, QUESTION))
        await timed(both, line, QUESTION, form | {"number": "107", "do": "check"})
        told.lost.update(both.lost)
        told.times.append(time.perf_counter() - start)
    line.close()


@contextlib.contextmanager
def site(address: str | None) -> Iterator[str]:
    """The address that was given, or that of a site which is started for this."""
    if address is not None:
        yield address
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        leave_checked(folder)
        with serving(folder, workers=1) as running:
            yield running.address


def main(arguments: list[str]) -> None:
    connections_possible()  # for this process, too
    with site(options(arguments).site) as address:
        parts = urlsplit(address)
        host, port = parts.hostname or "127.0.0.1", parts.port or 80
        asyncio.run(run(host, port, options(arguments)))


def options(arguments: list[str]) -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--site", help="address of a running site; without it one is started")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--browsers", choices=("lines", "chromium"), default="lines")
    return parser.parse_args(arguments)


async def run(host: str, port: int, chosen: Namespace) -> None:
    await timed(Told("first visitor"), Line(host, port), QUESTION)
    real = chosen.browsers == "chromium"
    work = [many(host, port, chosen.seconds, browsers=0 if real else BROWSERS)]
    if real:
        work.append(chromium_contexts(f"http://{host}:{port}", chosen.seconds))
    await asyncio.gather(*work)
    await slow_ones(host, port)
    await rates(host, port, RATED)


async def chromium_contexts(address: str, seconds: float) -> None:
    """Twenty contexts of a headless Chromium, each of which opens a page every ten seconds."""
    from playwright.async_api import BrowserContext, Error, async_playwright

    from tests.conftest import QUIET, chromium

    told, rng, until = Told("pages of Chromium, with all they load"), Random(2), time.perf_counter() + seconds

    async def surf(context: BrowserContext) -> None:
        page = await context.new_page()
        await asyncio.sleep(rng.uniform(0, EVERY))
        while time.perf_counter() < until:
            start = time.perf_counter()
            try:
                await page.goto(address + rng.choice(PAGES), timeout=WAITS * 1000)
                told.times.append(time.perf_counter() - start)
            except Error as problem:
                told.lose(problem)
            await asyncio.sleep(EVERY)

    async with async_playwright() as play:
        browser = await play.chromium.launch(
            executable_path=chromium(), headless=True, args=[*QUIET, "--no-sandbox"]
        )
        await asyncio.gather(*[surf(await browser.new_context()) for _ in range(BROWSERS)])
        await browser.close()
    print(told, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
