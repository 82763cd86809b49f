"""Bodies of requests: read while no thread is occupied, and no larger and no slower than can be borne."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from tutor.setup.bridge.limits import Limits

Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class Refused(Exception):
    """The request is answered with this status, and its body, of at least so many bytes, not kept."""

    def __init__(self, status: int, length: int) -> None:
        super().__init__(status, length)
        self.status = status
        self.length = length


class Disconnected(Exception):
    """Nobody waits for an answer any more."""


async def read_body(receive: Receive, headers: Mapping[str, str], limits: Limits) -> bytes:
    """The whole body. Raises Refused (413, 408) and Disconnected."""
    length = headers.get("content-length", "")
    if not length and "transfer-encoding" not in headers:
        return b""
    if length.isdecimal() and int(length) > limits.body:
        raise Refused(413, int(length))
    parts: list[bytes] = []
    got = 0
    async for part in _parts(receive, limits):
        got += len(part)
        if got > limits.body:
            raise Refused(413, got)
        parts.append(part)
    return b"".join(parts)


async def drain(receive: Receive, limits: Limits) -> None:
    """Read on after a refusal, up to a limit: who is cut off while sending sees no answer but a broken line."""
    got = 0
    try:
        async for part in _parts(receive, limits):
            got += len(part)
            if got > limits.drained:
                return
    except (Refused, Disconnected):
        return


async def _parts(receive: Receive, limits: Limits) -> AsyncIterator[bytes]:
    """Pieces of the body until its end. Raises Refused (408) and Disconnected."""
    began = asyncio.get_running_loop().time()
    got = 0
    while True:
        try:
            async with asyncio.timeout_at(began + limits.body_patience + got / limits.pace):
                message = await receive()
        except TimeoutError:
            raise Refused(408, got) from None
        if message["type"] != "http.request":
            raise Disconnected
        part: bytes = message.get("body", b"")
        got += len(part)
        yield part
        if not message.get("more_body"):
            return
