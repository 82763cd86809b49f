"""granian, in this process, on a socket that is bound already, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from types import FrameType
from typing import Any, Final, NoReturn

from granian._granian import SocketHolder
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from tutor.setup.bridge.answers import Application
from tutor.setup.bridge.asgi import Bridge
from tutor.setup.bridge.environ import Proxy
from tutor.setup.bridge.limits import Limits
from tutor.setup.bridge.threads import Threads

BACKLOG: Final = 1024
MOST_CONNECTIONS: Final = 4096
OTHER_DESCRIPTORS: Final = 256  # for the database, files and what the threads need


class Listening(Server):
    """granian's server on our socket: whoever connects before it is ready waits instead of being refused, and a port
    that two want is found out when it is bound. By itself it would let several programs share a port."""

    def __init__(self, listening: socket.socket, **settings: Any) -> None:
        host, port = listening.getsockname()[:2]
        super().__init__(address=host, port=port, **settings)
        self._listening = listening

    def _init_shared_socket(self) -> None:
        if sys.platform == "win32":
            # There, granian takes no socket but its own; nothing shares a port there either.
            self._listening.close()
            super()._init_shared_socket()
            return
        self._listening.listen(BACKLOG)
        self._ssp = None
        self._shd = SocketHolder(self._listening.detach(), False, BACKLOG)  # type: ignore[call-arg, assignment]  # granian's stubs lack it


def serve(application: Application, listening: socket.socket, *, proxy: Proxy, limits: Limits) -> None:
    """Serve until SIGTERM or Ctrl+C; then finish what is being answered, within seconds. In the main thread."""
    asyncio.run(_serve(application, listening, proxy, limits))


async def _serve(application: Application, listening: socket.socket, proxy: Proxy, limits: Limits) -> None:
    bridge = Bridge(application, threads=Threads(), proxy=proxy, limits=limits)
    server = Listening(
        listening,
        target=bridge,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        websockets=False,
        backlog=BACKLOG,
        backpressure=connections_possible(),
        http1_settings=HTTP1Settings(header_read_timeout=round(limits.idle * 1000)),
        log_level=LogLevels.error,
    )
    told = asyncio.Event()
    on_stop(asyncio.get_running_loop(), told)
    serving = asyncio.create_task(server.serve())
    stopping = asyncio.create_task(told.wait())
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    server.stop()  # type: ignore[no-untyped-call]  # granian's is not annotated
    await asyncio.wait({serving}, timeout=limits.grace)
    bridge.give_up()  # granian ends when nothing is being answered
    await asyncio.wait({serving}, timeout=limits.grace)
    if not told.is_set():
        raise RuntimeError("The server has ended by itself.") from serving.exception()


def end_process() -> NoReturn:
    """End this process in good order after it has served, without taking Python itself apart.

    granian's threads may still be handing back what they hold. One that meets an interpreter in the middle of its end
    aborts the process, which would then look like a crash.
    """
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # who read it may be gone
            stream.flush()
    os._exit(0)


def on_stop(loop: asyncio.AbstractEventLoop, told: asyncio.Event) -> None:
    """Let Ctrl+C and SIGTERM set the event."""

    def from_signal(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(told.set)

    for number in (signal.SIGINT, signal.SIGTERM):
        if sys.platform == "win32":
            signal.signal(number, from_signal)
        else:
            loop.add_signal_handler(number, told.set)


def connections_possible() -> int:
    """How many connections may be open at once; for that, raise this process's limit of open files if it has one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_CONNECTIONS
    wanted = MOST_CONNECTIONS + OTHER_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    possible = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < possible:
        resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
        soft = possible
    allowed = wanted if soft == resource.RLIM_INFINITY else min(wanted, soft)
    return max(1, allowed - OTHER_DESCRIPTORS)
