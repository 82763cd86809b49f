"""A small WSGI application behind the bridge, in a process of its own.

``python -m tests.tutor.setup.bridge.small_site``. Arguments are limits in place of those of the site, ``idle=1``, and
``proxy=ADDRESS``. It prints its port.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import Any

from tutor.setup.bridge.environ import Proxy
from tutor.setup.bridge.limits import Limits
from tutor.setup.bridge.server import end_process, serve
from tutor.setup.serving import LOOPBACK, free_socket
from tutor.site.uploads import REFUSED

LARGE = 5_000_000
GOING_ON = threading.Event()
"""Set by whoever asks for /go-on, and waited for by whoever asks for /wait."""
WAITING: list[str] = []
"""One for each request of /wait that a thread has begun."""
CLOSED: list[str] = []
"""Paths of which the answers were closed, as WSGI has it."""


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    path = environ["PATH_INFO"]
    if path == "/fails":
        raise RuntimeError("this application fails on purpose")
    if path == "/wait":
        WAITING.append(path)
        GOING_ON.wait(600)
    if path == "/go-on":
        GOING_ON.set()
    status = f"{environ.get(REFUSED, 200)} Whatever"
    start_response(status, [("Content-Type", "text/plain"), ("X-Path", path), ("Connection", "made-up")])
    return Parts(path, told(environ))


def told(environ: dict[str, Any]) -> bytes:
    """The environment and the body as JSON."""
    kept = {name: value for name, value in environ.items() if isinstance(value, (str, int))}
    body = environ["wsgi.input"].read()
    return json.dumps(
        {**kept, "body": body.decode("latin-1"), "closed": CLOSED, "waiting": len(WAITING)}
    ).encode()


class Parts:
    """An answer in several parts, /stream waiting in the middle and /half failing there."""

    def __init__(self, path: str, text: bytes) -> None:
        self.path, self.text = path, text

    def __iter__(self) -> Iterator[bytes]:
        match self.path:
            case "/large":
                yield from (b"x" * 1000 for _ in range(LARGE // 1000))
            case "/endless":
                while True:
                    yield b"x" * 100_000
            case "/stream":
                yield b"first "
                GOING_ON.wait(600)
                yield b"second"
            case "/half":
                yield b"first "
                raise RuntimeError("this answer breaks on purpose")
            case _:
                yield self.text

    def close(self) -> None:
        CLOSED.append(self.path)


def main(arguments: list[str]) -> None:
    given = dict(argument.split("=") for argument in arguments)
    proxy = Proxy(given.pop("proxy", None))
    limits = Limits(**{name: type(getattr(Limits(), name))(value) for name, value in given.items()})
    listening = free_socket(LOOPBACK, [0])
    print(listening.getsockname()[1], flush=True)
    serve(application, listening, proxy=proxy, limits=limits)
    end_process()


if __name__ == "__main__":
    main(sys.argv[1:])
