"""What the set-up says in the terminal: a short line in German and one in English. Standard library only."""

from __future__ import annotations

import contextlib
import sys
from typing import TextIO


class Problem(Exception):
    """What an operator has to put right, told in both languages. manage.py shows it in place of a traceback."""

    def __init__(self, german: str, english: str) -> None:
        self.german = german
        self.english = english
        super().__init__(f"{german}\n{english}")


def say(german: str, english: str, *, stream: TextIO | None = None) -> None:
    """Print the line in both languages, at once and on any terminal."""
    stream = stream or sys.stdout
    if hasattr(stream, "reconfigure"):
        with contextlib.suppress(ValueError, OSError):
            stream.reconfigure(errors="replace")
    print(
        f"{german}\n{english}" if len(german) + len(english) > 90 else f"{german} | {english}",
        file=stream,
        flush=True,
    )


def complain(german: str, english: str) -> None:
    """Say on the error stream what went wrong and what helps."""
    say(german, english, stream=sys.stderr)
