"""Where `up` listens, and which addresses it prints. Standard library only: a port is tried before anything is made."""

from __future__ import annotations

import contextlib
import errno
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from typing import Final

from tutor.site.console import Problem

FIRST_PORT: Final = 8000
PORTS_TRIED: Final = 100
HIGHEST_PORT: Final = 65_535
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"


def add_arguments(parser: ArgumentParser) -> None:
    """The options of `up`. The port is text here, so that what is no number is told in both languages."""
    parser.add_argument(
        "--port", nargs="?", const="", metavar="NUMBER", help="Default: the first free one from 8000 on."
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="Let other computers in the local network open it, for a classroom.",
    )


def try_port(arguments: Sequence[str]) -> None:
    """Problem if the port that the words after `up` ask for cannot be had. Leaves it free."""
    parser = ArgumentParser(add_help=False)
    add_arguments(parser)
    asked, _ = parser.parse_known_args(list(arguments))
    listening_socket(lan=asked.lan, port=port_number(asked.port)).close()


def port_number(text: str | int | None) -> int | None:
    """The port that was asked for, None for none. Problem if it cannot be one."""
    if text is None:
        return None
    with contextlib.suppress(ValueError):
        if 0 <= int(text) <= HIGHEST_PORT:
            return int(text)
    raise Problem(
        f"--port {text}: Gebraucht wird eine Zahl von 1 bis {HIGHEST_PORT}, oder 0 für irgendeinen freien Port.",
        f"--port {text}: It takes a number from 1 to {HIGHEST_PORT}, or 0 for any free port.",
    )


def listening_socket(*, lan: bool, port: int | None) -> socket.socket:
    """A socket on the port that was asked for, or on the first free one. Problem that says what helps if there is none.

    It listens: visitors who come before the site is ready wait in its queue.
    """
    try:
        return free_socket(EVERYWHERE if lan else LOOPBACK, ports_to_try(port))
    except OSError as error:
        raise port_problem(port, error) from error


def port_problem(port: int | None, error: OSError) -> Problem:
    if port is None:
        last = FIRST_PORT + PORTS_TRIED - 1
        return Problem(
            f"Von {FIRST_PORT} bis {last} ist kein Port frei ({error}). Nenne mit --port einen anderen.",
            f"No port from {FIRST_PORT} to {last} is free ({error}). Name another one with --port.",
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return Problem(
            f"Port {port} darf hier nicht benutzt werden; Ports unter 1024 brauchen oft besondere Rechte. "
            "Nimm einen anderen, etwa --port 8080.",
            f"Port {port} may not be used here; ports below 1024 often need special rights. "
            "Take another one, such as --port 8080.",
        )
    if error.errno == errno.EADDRINUSE:
        return Problem(
            f"Port {port} ist schon belegt, vielleicht läuft der Tutor dort bereits. "
            "Nimm mit --port einen anderen; ohne --port wird der erste freie genommen.",
            f"Port {port} is taken; perhaps the tutor is running there already. "
            "Choose another one with --port; without --port the first free one is taken.",
        )
    return Problem(
        f"Port {port} kann nicht benutzt werden: {error}. Nimm mit --port einen anderen.",
        f"Port {port} cannot be used: {error}. Choose another one with --port.",
    )


def free_socket(host: str, ports: Iterable[int]) -> socket.socket:
    """A socket bound to the first port that nobody listens on. OSError if there is none."""
    problem = OSError("no port to try")
    for port in ports:
        candidate = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if sys.platform == "win32":  # there, the other option would let two programs share a port
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
