"""The secret key of an installation: made at the first start, kept in a file that only its owner can read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def read_or_make(path: Path) -> str:
    """The key in the file; a new one is written if there is none."""
    try:
        key = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        key = ""
    if key:
        return key
    key = secrets.token_urlsafe(48)
    # Written aside and moved, so that a process starting at the same time never reads half a key.
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key + "\n")
    fresh.replace(path)
    return key
