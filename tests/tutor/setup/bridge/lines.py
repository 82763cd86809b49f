"""Lines to a server, spoken by hand: half a request, many at once, an answer read slowly."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.running import ROOT

TIMEOUT = 60.0  # seconds after which a test that waits has failed


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back until the other side closed the line, or until the answer was complete."""

    status: int
    headers: dict[str, str]
    body: bytes

    def told(self) -> dict[str, Any]:
        """The environment that the small site saw."""
        found: dict[str, Any] = json.loads(self.body)
        return found


@dataclass(slots=True)
class Line:
    """A connection to a server on this computer."""

    port: int
    socket: socket.socket = field(init=False)

    def __post_init__(self) -> None:
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=TIMEOUT)

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *problem: object) -> None:
        self.socket.close()

    def say(self, text: str | bytes) -> Line:
        self.socket.sendall(text.encode() if isinstance(text, str) else text)
        return self

    def ask(self, path: str, *headers: str, method: str = "GET", body: bytes = b"") -> Reply:
        """A whole request and its answer; the line stays open."""
        length = [f"Content-Length: {len(body)}"] if body else []
        self.say(
            "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, *length, "", ""])
        ).say(body)
        return self.reply(bodiless=method == "HEAD")

    def reply(self, *, bodiless: bool = False) -> Reply:
        """One answer, its chunks put together."""
        file = self.socket.makefile("rb")
        status = int(file.readline().split()[1])
        headers: dict[str, str] = {}
        while line := file.readline().strip():
            name, _, value = line.decode().partition(":")
            headers[name.lower()] = value.strip()
        if bodiless or status == 100:
            return Reply(status, headers, b"")
        if headers.get("transfer-encoding") == "chunked":
            parts = []
            while size := int(file.readline(), 16):
                parts.append(file.read(size))
                file.readline()
            file.readline()
            body = b"".join(parts)
        else:
            body = file.read(int(headers["content-length"])) if "content-length" in headers else file.read()
        return Reply(status, headers, body)

    def is_closed(self) -> bool:
        """Wait until the other side has closed the line without another word."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True


@contextmanager
def small_site(**limits: object) -> Iterator[int]:
    """The port of a small site behind the bridge, with these limits."""
    words = [f"{name}={value}" for name, value in limits.items()]
    command = [sys.executable, "-m", "tests.tutor.setup.bridge.small_site", *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.terminate()
            assert process.wait(TIMEOUT) == 0
