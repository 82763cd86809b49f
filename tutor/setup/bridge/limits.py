"""How much and how long the server bears with one visitor, so that all others are served."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bytes and seconds.

    ``idle``: for the head of a request, and between two requests of a connection. ``body``: bytes of a body.
    ``body_patience``: for a body to arrive, and a second more for each ``pace`` bytes of it, so that a slow line gets
    there and a half-sent body does not stay. ``drained``: bytes that are read of a body that was refused. ``ahead``:
    bytes of an answer that are made before the reader has taken them. ``reader``: seconds for a piece of an answer to
    be taken. ``grace``: seconds for what is being answered when the server is told to stop.
    """

    idle: float = 12.0
    body: int = 3 * 1024 * 1024
    body_patience: float = 12.0
    pace: int = 32 * 1024
    drained: int = 16 * 1024 * 1024
    ahead: int = 16 * 1024 * 1024
    reader: float = 30.0
    grace: float = 5.0
