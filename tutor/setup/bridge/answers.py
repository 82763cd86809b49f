"""An answer of the WSGI application, made in one thread and sent by the loop."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Iterable
from types import TracebackType
from typing import Any, Final, Protocol

from tutor.setup.bridge.bodies import Receive
from tutor.setup.bridge.limits import Limits

logger = logging.getLogger(__name__)

PIECE: Final = 256 * 1024  # bytes sent at a time
# What concerns the line and not the answer, and what the visitor need not know.
NOT_SENT: Final = frozenset({"connection", "keep-alive", "transfer-encoding", "upgrade", "server"})

Head = tuple[int, list[tuple[bytes, bytes]]]
FAILED: Final[Head] = (500, [(b"content-type", b"text/plain")])
Part = tuple[bytes, bool]  # and whether more follow
ExcInfo = tuple[type[BaseException], BaseException, TracebackType]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Application(Protocol):
    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Callable[[bytes], None]]
    ) -> Iterable[bytes]: ...


class Broken(Exception):
    """An answer ends before its end: nobody reads it, or the application failed on the way."""


class Answer:
    """What a thread has made of an answer and the loop has not sent yet."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._made: asyncio.Queue[Part | None] = asyncio.Queue()
        self._head: Head | None = None
        self._begun = False
        self._room = threading.Condition()
        self._ahead = 0
        self._abandoned = False

    def make(self, application: Application, environ: dict[str, Any]) -> None:
        """In a thread: let the application answer. Raises nothing."""
        try:
            result = application(environ, self._start)
            try:
                if getattr(result, "streaming", True) is False:  # a page that is there goes as a whole
                    self._hand_over(b"".join(result), more=False)
                else:
                    for part in result:
                        self._write(part)
                    self._hand_over(b"", more=False)
            finally:
                if (close := getattr(result, "close", None)) is not None:
                    close()
        except Broken:
            self._tell(None)
        except Exception:
            logger.exception("The application failed")  # without the path, which may hold a secret
            self._tell(None)

    def _start(
        self, status: str, headers: list[tuple[str, str]], exc_info: ExcInfo | None = None
    ) -> Callable[[bytes], None]:
        if exc_info is not None and self._begun:
            raise exc_info[1].with_traceback(exc_info[2])
        sent = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in headers
            if name.lower() not in NOT_SENT
        ]
        self._head = int(status[:3]), sent
        return self._write

    def _write(self, part: bytes) -> None:
        if not part:
            return
        with self._room:
            self._room.wait_for(self._may_go_on, self._limits.reader)
            if not self._may_go_on() or self._abandoned:
                raise Broken
        self._hand_over(part, more=True)

    def _may_go_on(self) -> bool:
        return self._ahead < self._limits.ahead or self._abandoned

    def _hand_over(self, part: bytes, *, more: bool) -> None:
        if self._head is None:
            raise RuntimeError("the application began no answer")
        self._begun = True
        with self._room:
            self._ahead += len(part)
        self._tell((part, more))

    def _tell(self, what: Part | None) -> None:
        # Where the loop is closed, the server has stopped and nobody listens.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._made.put_nowait, what)

    async def send(
        self, send: Send, receive: Receive | None, *, with_body: bool, close: bool = False
    ) -> None:
        """In the loop: send it as it is made. ``receive``: where leaving is told; None where somebody else listens.

        Raises Broken, and TimeoutError at a reader who stands still.
        """
        watching: asyncio.Task[None] | None = None
        try:
            made = await self._made.get()
            status, headers = self._head or FAILED
            if made is None:
                (status, headers), made = FAILED, (b"Internal Server Error\n", False)
            if close:
                headers = [*headers, (b"connection", b"close")]
            await send({"type": "http.response.start", "status": status, "headers": headers})
            while made is not None:
                part, more = made
                if more and watching is None and receive is not None:
                    watching = self._loop.create_task(self._notice_leaving(receive))
                await self._send_part(send, part if with_body else b"", more=more)
                self._sent(len(part))
                if not more:
                    return
                made = await self._made.get()
            raise Broken
        finally:
            if watching is not None:
                watching.cancel()
            self._sent(0, abandon=True)

    async def _notice_leaving(self, receive: Receive) -> None:
        """What is sent to somebody who has left is lost without a word, so nobody would end the making of it."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self._sent(0, abandon=True)

    def _sent(self, count: int, *, abandon: bool = False) -> None:
        with self._room:
            self._ahead -= count
            self._abandoned = self._abandoned or abandon
            self._room.notify()

    async def _send_part(self, send: Send, part: bytes, *, more: bool) -> None:
        """In pieces, each within the time that a reader has."""
        for start in range(0, max(1, len(part)), PIECE):
            piece, following = part[start : start + PIECE], start + PIECE < len(part)
            async with asyncio.timeout(self._limits.reader):
                await send({"type": "http.response.body", "body": piece, "more_body": more or following})
