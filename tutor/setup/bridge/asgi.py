"""The ASGI application that granian serves: it lets threads run the WSGI application."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from tutor.setup.bridge.answers import Answer, Application, Broken, Send
from tutor.setup.bridge.bodies import Disconnected, Receive, Refused, drain, read_body
from tutor.setup.bridge.environ import Proxy, environ_of, joined
from tutor.setup.bridge.limits import Limits
from tutor.setup.bridge.threads import Threads
from tutor.site.uploads import REFUSED

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class Bridge:
    """A WSGI application as one of ASGI.

    Bodies are read before a thread is taken, and sent after one is free again. What is refused for its body goes to the
    application, too, without the body and with the status that it shall give, for it knows the visitor's language.
    """

    def __init__(self, application: Application, *, threads: Threads, proxy: Proxy, limits: Limits) -> None:
        self._application = application
        self._threads = threads
        self._proxy = proxy
        self._limits = limits
        self._answering: set[asyncio.Task[Any]] = set()

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            await self._answer(scope, receive, send)
        except (Disconnected, Broken, TimeoutError):
            # Nobody is there to be told. Without the end of its answer the line is closed.
            return
        finally:
            self._answering.discard(task)

    def give_up(self) -> None:
        """Answer no more what is still being answered."""
        for task in self._answering:
            task.cancel()

    async def _answer(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        headers = joined(scope["headers"])
        try:
            body, refused = await read_body(receive, headers, self._limits), None
        except Refused as refusal:
            body, refused = b"", refusal
        environ = environ_of(scope, body, self._proxy)
        if refused is not None:
            environ |= {REFUSED: refused.status, "CONTENT_LENGTH": str(refused.length)}
        answer = Answer(self._limits)
        may_write = scope["method"] not in SAFE and refused is None
        self._threads.begin(lambda: answer.make(self._application, environ), may_write=may_write)
        if refused is None:
            await answer.send(send, receive, with_body=scope["method"] != "HEAD")
            return
        # Whoever asked for leave to send has not sent anything yet.
        wait = refused.status == 413 and "expect" not in headers
        await answer.send(
            _draining(send, receive, self._limits) if wait else send, None, with_body=True, close=True
        )


def _draining(send: Send, receive: Receive, limits: Limits) -> Send:
    """Read on between the answer and its end."""

    async def send_and_drain(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.body" and not message["more_body"]:
            await send({**message, "more_body": True})
            await drain(receive, limits)
            message = {**message, "body": b""}
        await send(message)

    return send_and_drain
