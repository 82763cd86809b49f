"""A request of ASGI as the environment of WSGI (PEP 3333), and which proxy is believed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from ipaddress import ip_address
from typing import Any, BinaryIO, Final
from urllib.parse import unquote_to_bytes
from wsgiref.util import FileWrapper

Headers = Iterable[tuple[bytes, bytes]]

ANY_PROXY: Final = "*"
SCHEMES: Final = frozenset({"http", "https"})
PROTOCOLS: Final = {"1": "HTTP/1.0", "1.0": "HTTP/1.0"}
BLOCK: Final = 64 * 1024  # bytes of a file at a time


@dataclass(frozen=True, slots=True)
class Proxy:
    """Who may say how a visitor came: the proxy with this address, `*` for whoever asks, None for nobody.

    It is believed about the scheme and the visitor's address. The application never sees these headers: what is
    true of them stands where it would without a proxy.
    """

    address: str | None = None

    def believes(self, peer: str) -> bool:
        return self.address is not None and self.address in (ANY_PROXY, peer)


def environ_of(scope: Mapping[str, Any], body: bytes, proxy: Proxy) -> dict[str, Any]:
    """The environment of a request with its whole body."""
    headers = joined(scope["headers"])
    forwarded = {name: headers.pop(name) for name in list(headers) if name.startswith("x-forwarded-")}
    for name in ("forwarded", "transfer-encoding", "content-length"):
        headers.pop(name, None)
    peer, scheme = str(scope["client"][0]), "http"
    remote = peer
    if proxy.believes(peer):
        remote = forwarded_address(forwarded.get("x-forwarded-for", "")) or peer
        scheme = forwarded_scheme(forwarded.get("x-forwarded-proto", "")) or scheme
    server, port = scope["server"]
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server),
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": PROTOCOLS.get(scope["http_version"], "HTTP/1.1"),
        "REMOTE_ADDR": remote,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scheme,
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": in_blocks,
        "wsgi.input_terminated": True,
    }
    if (content_type := headers.pop("content-type", None)) is not None:
        environ["CONTENT_TYPE"] = content_type
    environ.update((f"HTTP_{name.upper().replace('-', '_')}", value) for name, value in headers.items())
    return environ


def joined(headers: Headers) -> dict[str, str]:
    """Headers by their name in small letters; what stands several times is one, as HTTP says.

    One with an underscore is dropped: in the environment it could not be told from the one with a hyphen.
    """
    found: dict[str, str] = {}
    for raw, content in headers:
        name, value = raw.decode("latin-1").lower(), content.decode("latin-1")
        if "_" in name or (
            name == "host" and not value
        ):  # granian gives an empty host to a request without one
            continue
        if name in found:
            value = found[name] + ("; " if name == "cookie" else ",") + value
        found[name] = value
    return found


def forwarded_scheme(text: str) -> str | None:
    """The scheme that the nearest proxy names, None if it names none that we know."""
    scheme = text.rpartition(",")[2].strip().lower()
    return scheme if scheme in SCHEMES else None


def forwarded_address(text: str) -> str | None:
    """The address that the nearest proxy saw, without a port: the last, for visitors can write the others."""
    last = text.rpartition(",")[2].strip()
    if last.startswith("["):
        last = last[1:].partition("]")[0]
    elif last.count(":") == 1:
        last = last.partition(":")[0]
    try:
        return str(ip_address(last))
    except ValueError:
        return None


def in_blocks(file: BinaryIO, size: int = 0) -> FileWrapper:
    """A file as the pieces of an answer; larger ones than Django asks for, since each goes through the loop."""
    return FileWrapper(file, max(size, BLOCK))
