"""The site as `up` runs it: what it prints and shows, limits as a visitor meets them, writers that wait, the end."""

from __future__ import annotations

import json
import re
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.lessons.pages import Learner
from tests.markup import flat
from tests.running import Site, leave_prepared, serving
from tests.tutor.setup.bridge.lines import Line
from tests.tutor.test_several_processes import PATH, Visitor

WRITERS = 9
LARGE = b"x" * (3 * 1024 * 1024 + 1)


def port_of(site: Site) -> int:
    return int(site.address.rpartition(":")[2])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Prepared, but for what `up` collects."""
    made = tmp_path_factory.mktemp("site")
    leave_prepared(made)
    shutil.rmtree(made / "static")
    return made


@pytest.fixture(scope="module")
def running(folder: Path) -> Iterator[Site]:
    """On SQLite, whatever the other tests run on: others have no lock for all that is written."""
    with serving(folder) as found:
        yield found


def test_printed_addresses_show_the_home_page_with_its_styles(running: Site) -> None:
    visitor = Visitor(running.address)
    german = flat(visitor.get("/de/").content.decode())
    assert '<html lang="de"' in german
    assert '<html lang="en"' in flat(visitor.get("/en/").content.decode())
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', german)
    assert styles
    for address in styles:
        assert re.search(r"\.[0-9a-f]{12}\.css$", address)  # the name changes with the content
        with urlopen(running.address + address, timeout=20) as response:
            assert (response.status, response.headers.get_content_type()) == (200, "text/css")
            assert response.read()
    assert visitor.get("/healthz").status_code == 200


def test_readers_are_served_while_more_writers_than_threads_wait(running: Site, folder: Path) -> None:
    pages = [Learner(client=Visitor(running.address)) for _ in range(WRITERS)]
    for one in pages:
        one.open(PATH)
    lock = sqlite3.connect(folder / "tutor.sqlite3", isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(WRITERS) as threads:
        try:
            writing = [threads.submit(one.press, "check", on=one.page, number="9000") for one in pages]
            time.sleep(1)  # until all of them have come to the lock
            visitor = Visitor(running.address)
            assert "Canasta" in visitor.get("/en/").content.decode()
            # That nothing can be written now is told after a moment, and by one thread.
            assert json.loads(visitor.get("/healthz").content)["database"] == "ok"
            assert not any(one.done() for one in writing)
        finally:
            lock.execute("ROLLBACK")
            lock.close()
        assert [one.result().status for one in writing] == [200] * WRITERS


@pytest.mark.parametrize(("language", "words"), [("de", "Das ist zu groß"), ("en", "This is too large")])
def test_too_large_upload_is_answered_with_a_page(running: Site, language: str, words: str) -> None:
    with Line(port_of(running)) as line:
        reply = line.ask(f"/{language}/ask/", method="POST", body=LARGE)
    assert reply.status == 413
    assert f"<h1>{words}</h1>" in reply.body.decode()
    assert "content-security-policy" in reply.headers


def test_too_large_upload_of_unknown_length_is_answered_with_a_page(running: Site) -> None:
    with Line(port_of(running)) as line:
        line.say("POST /en/ask/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(40):
            line.say(b"186a0\r\n" + b"x" * 100_000 + b"\r\n")
        reply = line.say("0\r\n\r\n").reply()
    assert reply.status == 413
    assert "<h1>This is too large</h1>" in reply.body.decode()


def test_too_large_question_to_the_api_is_answered_as_it_describes(running: Site) -> None:
    with Line(port_of(running)) as line:
        reply = line.ask("/api/judge", "Accept-Language: en", method="POST", body=LARGE)
    assert (reply.status, reply.headers["content-type"]) == (413, "application/json")
    assert reply.told()["error"]["where"] == "body"


def test_only_the_proxy_says_that_a_visitor_came_by_https(folder: Path) -> None:
    said = ("/en/", "X-Forwarded-Proto: https", "X-Forwarded-For: 192.0.2.7")
    with serving(folder, TUTOR_HTTPS="1") as site, Line(port_of(site)) as line:
        assert line.ask(*said).status == 200
        plain = line.ask("/en/")
        assert (plain.status, plain.headers["location"]) == (301, "https://localhost/en/")
    with serving(folder, TUTOR_HTTPS="1", TUTOR_PROXY="192.0.2.1") as site, Line(port_of(site)) as line:
        assert line.ask(*said).status == 301


def test_site_ends_with_ctrl_c_whatever_is_open(folder: Path) -> None:
    with serving(folder) as site, Line(port_of(site)) as idle, Line(port_of(site)) as half:
        assert idle.ask("/healthz").status == 200
        half.say("POST /en/ask/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na")
        site.process.send_signal(signal.SIGINT)
        assert site.process.wait(20) == 0
        with pytest.raises(ConnectionRefusedError):
            Line(port_of(site))
