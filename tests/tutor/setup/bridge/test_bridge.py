"""The bridge between granian and the application, with a small application behind it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.running import ROOT
from tests.tutor.setup.bridge.lines import Line, small_site
from tests.tutor.setup.bridge.small_site import LARGE
from tutor.site.uploads import REFUSED

MANY = 300
MOST = 3 * 1024 * 1024


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A small site that loses its patience soon and believes a proxy on this computer."""
    with small_site(idle=1, body_patience=1, proxy="127.0.0.1") as found:
        yield found


@pytest.fixture(scope="module")
def patient() -> Iterator[int]:
    """A small site with the limits of the real one, which believes no proxy."""
    with small_site() as found:
        yield found


def test_request_reaches_the_application_as_wsgi_has_it(patient: int) -> None:
    with Line(patient) as line:
        reply = line.ask(
            "/a%20b%C3%BC%2Fx?q=%C3%A4&r", "Cookie: a=1", "Cookie: b=2", "X-Two: 1", "X-Two: 2", "X_Low: 1"
        )
    told = reply.told()
    assert reply.status == 200
    assert told["PATH_INFO"].encode("latin-1").decode() == "/a bü/x"
    assert told["QUERY_STRING"] == "q=%C3%A4&r"
    assert (told["REQUEST_METHOD"], told["SCRIPT_NAME"], told["SERVER_PROTOCOL"]) == ("GET", "", "HTTP/1.1")
    assert (told["HTTP_COOKIE"], told["HTTP_X_TWO"]) == ("a=1; b=2", "1,2")
    assert (told["SERVER_PORT"], told["REMOTE_ADDR"]) == (str(patient), "127.0.0.1")
    # It could not be told from X-Low, which a proxy may have set.
    assert "HTTP_X_LOW" not in told


def test_old_client_without_a_host_is_served(patient: int) -> None:
    with Line(patient) as line:
        reply = line.say("GET /old HTTP/1.0\r\n\r\n").reply()
        assert line.is_closed()
    assert (reply.told()["SERVER_PROTOCOL"], "HTTP_HOST" in reply.told()) == ("HTTP/1.0", False)


def test_line_is_kept_for_further_requests(patient: int) -> None:
    with Line(patient) as line:
        paths = [line.ask(f"/{number}").told()["PATH_INFO"] for number in range(5)]
        assert line.ask("/form", method="POST", body=b"a=1").told()["body"] == "a=1"
        assert line.ask("/last").told()["body"] == ""
    assert paths == ["/0", "/1", "/2", "/3", "/4"]


def test_head_has_no_body_and_the_line_goes_on(patient: int) -> None:
    with Line(patient) as line:
        head = line.ask("/page", method="HEAD")
        assert (head.status, head.headers["x-path"], head.body) == (200, "/page", b"")
        assert line.ask("/next").told()["PATH_INFO"] == "/next"


def test_body_in_chunks_arrives_whole(patient: int) -> None:
    with Line(patient) as line:
        line.say("POST /chunks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        told = line.say("3\r\nabc\r\n").say("4\r\ndefg\r\n0\r\n\r\n").reply().told()
    assert (told["body"], told["CONTENT_LENGTH"]) == ("abcdefg", "7")
    assert "HTTP_TRANSFER_ENCODING" not in told


def test_client_that_asks_for_leave_to_send_is_told_to_go_on(patient: int) -> None:
    with Line(patient) as line:
        line.say("POST /ask HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        file = line.socket.makefile("rb")
        assert file.readline() == b"HTTP/1.1 100 Continue\r\n"
        assert file.readline() == b"\r\n"
        assert line.say("abc").reply().told()["body"] == "abc"


def test_large_answer_in_parts_arrives_whole(patient: int) -> None:
    with Line(patient) as line:
        assert line.ask("/large").body == b"x" * LARGE
        assert "/large" in line.ask("/after").told()["closed"]


def test_answer_is_sent_while_it_is_made(patient: int) -> None:
    with Line(patient) as reader, Line(patient) as other:
        reader.say("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        seen = b""
        while b"first" not in seen:
            seen += reader.socket.recv(1000)
        assert b"second" not in seen
        other.ask("/go-on")
        while b"second" not in seen:
            seen += reader.socket.recv(1000)


def test_failing_application_answers_500_and_goes_on(patient: int) -> None:
    with Line(patient) as line:
        assert line.ask("/fails").status == 500
    with Line(patient) as line:
        assert line.ask("/next").status == 200


def test_answer_that_breaks_is_not_mistaken_for_a_whole_one(patient: int) -> None:
    with Line(patient) as line:
        line.say("GET /half HTTP/1.1\r\nHost: x\r\n\r\n")
        seen = b""
        while part := line.socket.recv(1000):
            seen += part
    assert seen.endswith(b"first \r\n")  # without the chunk that says that this is the end


def test_clients_that_leave_free_their_threads(patient: int) -> None:
    """More of them than threads, in the middle of an answer that would never end."""
    for _ in range(20):
        with Line(patient) as line:
            line.say("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n").socket.recv(1000)
    with Line(patient) as line:
        assert line.ask("/next").status == 200


def test_readers_who_stand_still_are_given_up() -> None:
    with small_site(reader=1, ahead=100_000) as port, ExitStack() as lines:
        for _ in range(20):
            line = lines.enter_context(Line(port))
            line.say("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
        with Line(port) as line:
            assert line.ask("/next").status == 200


def test_open_lines_leave_room_for_another(port: int, patient: int) -> None:
    with ExitStack() as lines:
        for _ in range(MANY):
            line = lines.enter_context(Line(patient))
            assert line.ask("/open").status == 200
        with Line(patient) as another:
            assert another.ask("/another").status == 200


def test_idle_line_is_released(port: int) -> None:
    with Line(port) as line, Line(port) as silent:
        assert line.ask("/once").status == 200
        assert line.is_closed()
        assert silent.is_closed()


def test_half_sent_heads_stop_nobody_and_are_closed(port: int) -> None:
    with ExitStack() as lines:
        slow = [lines.enter_context(Line(port)).say("GET /never HTTP/1.1\r\nHo") for _ in range(MANY)]
        with Line(port) as line:
            assert line.ask("/meanwhile").status == 200
        assert all(line.is_closed() for line in slow)


def test_half_sent_bodies_stop_nobody_and_are_answered(port: int) -> None:
    with ExitStack() as lines:
        slow = [lines.enter_context(Line(port)) for _ in range(MANY)]
        for line in slow:
            line.say("POST /never HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
        with Line(port) as line:
            assert line.ask("/meanwhile", method="POST", body=b"all").told()["body"] == "all"
        for line in slow:
            assert line.reply().status == 408
            assert line.is_closed()


def test_slow_line_that_goes_on_gets_there() -> None:
    with small_site(body_patience=1, pace=1) as port, Line(port) as line:
        line.say("POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n0123456789")
        time.sleep(2)  # longer than the patience with somebody who sends nothing
        assert line.say("0123456789").reply().told()["body"] == "0123456789" * 2


def test_largest_body_arrives(patient: int) -> None:
    with Line(patient) as line:
        told = line.ask("/large-enough", method="POST", body=b"x" * MOST).told()
    assert (len(told["body"]), REFUSED in told) == (MOST, False)


def test_larger_body_is_refused_without_being_kept(patient: int) -> None:
    """The client sends all of it before it reads, as browsers do, and sees the answer."""
    with Line(patient) as line:
        reply = line.ask("/too-large", method="POST", body=b"x" * (MOST + 2_000_000))
        assert line.is_closed()
    assert (reply.status, reply.told()["body"]) == (413, "")


def test_body_that_does_not_say_how_large_it_is_is_refused_when_it_is(patient: int) -> None:
    with Line(patient) as line:
        line.say("POST /chunks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(50):
            line.say(b"186a0\r\n" + b"x" * 100_000 + b"\r\n")
        reply = line.say("0\r\n\r\n").reply()
    assert (reply.status, reply.told()["body"]) == (413, "")


def test_client_that_asks_for_leave_to_send_too_much_sends_nothing(patient: int) -> None:
    with Line(patient) as line:
        line.say(
            f"POST /ask HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: {MOST + 1}\r\n\r\n"
        )
        assert line.reply().status == 413


def test_named_proxy_is_believed(port: int) -> None:
    with Line(port) as line:
        told = line.ask("/", "X-Forwarded-Proto: https", "X-Forwarded-For: 6.6.6.6, 192.0.2.7").told()
    assert (told["wsgi.url_scheme"], told["REMOTE_ADDR"]) == ("https", "192.0.2.7")


def test_nobody_else_is_believed(patient: int) -> None:
    with Line(patient) as line:
        told = line.ask(
            "/",
            "X-Forwarded-Proto: https",
            "X-Forwarded-For: 192.0.2.7",
            "X-Forwarded-Host: y",
            "Forwarded: for=1",
        ).told()
    assert (told["wsgi.url_scheme"], told["REMOTE_ADDR"]) == ("http", "127.0.0.1")
    assert not [name for name in told if "FORWARDED" in name]


def test_writers_that_wait_leave_threads_to_readers() -> None:
    with small_site() as port, ExitStack() as lines:
        writers = [lines.enter_context(Line(port)) for _ in range(30)]
        for line in writers:
            line.say("POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na")
        with Line(port) as reader:
            assert reader.ask("/page").status == 200
            assert reader.ask("/go-on").status == 200
        assert [line.reply().status for line in writers] == [200] * 30


def test_stop_does_not_wait_for_what_never_ends() -> None:
    """Leaving the block asks the process to stop and waits for its end."""
    with small_site(grace=0.5) as port, Line(port) as line, Line(port) as other:
        line.say("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
        while not other.ask("/page").told()["waiting"]:
            pass


ENDING = """
import atexit, os, sys
from tutor.setup.bridge.server import end_process
atexit.register(os.abort)  # as a thread of the server does that meets an interpreter at its end
sys.stdout.write("the last word")
end_process()
"""


def test_process_that_has_served_ends_in_good_order_whatever_its_threads_do() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", ENDING], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, "the last word")
