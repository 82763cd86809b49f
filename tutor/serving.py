"""Where `up` listens, and which addresses it prints."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterable
from typing import Final

FIRST_PORT: Final = 8000
PORTS_TRIED: Final = 100
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"


def free_socket(host: str, ports: Iterable[int]) -> socket.socket:
    """A socket bound to the first port that nobody listens on. OSError if there is none."""
    problem = OSError("no port to try")
    for port in ports:
        candidate = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "nt":  # there, the other option would let two programs share a port
            candidate.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:  # a port that was in use a moment ago is free
            candidate.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            candidate.bind((host, port))
            # Another program may be bound but not yet listening; listening finds out which of the two stays.
            candidate.listen(128)
        except OSError as error:
            candidate.close()
            problem = error
            continue
        return candidate
    raise problem


def ports_to_try(port: int | None) -> range:
    """The one that was asked for (0: any), or the first free one from 8000 on."""
    return range(FIRST_PORT, FIRST_PORT + PORTS_TRIED) if port is None else range(port, port + 1)


def lan_host() -> str | None:
    """This computer's address in the local network, None if it has none."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only chooses the network interface.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        host: str = probe.getsockname()[0]
    return None if host.startswith("127.") else host


def address(host: str, port: int, language: str) -> str:
    return f"http://{host}:{port}/{language}/"
