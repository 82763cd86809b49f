"""Runs pip and says in two languages what is the matter, in place of its warnings. Standard library only."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tutor.site.console import Problem, say

PATIENCE: Final = (
    2.5  # seconds in which nothing comes from any index, until we say so: pip itself takes one to begin
)
LAST_WORDS: Final = 5.0  # seconds to hear what pip said before it ended
MOST_LINES: Final = 4  # of pip's own errors
_ARRIVED: Final = re.compile(r"\s*(Downloading|Using cached|Processing|Installing|Requirement already) ")
_UNREACHED: Final = re.compile(
    r"Retrying \(|NewConnectionError|Failed to establish|Temporary failure|Name or service not known"
    r"|Max retries exceeded|ConnectTimeout|ProxyError"
)
_FULL: Final = re.compile(r"No space left|Errno 28|Disk quota")


def install(
    command: Sequence[str], environment: Mapping[str, str], *, folder: Path, lock: int | None
) -> tuple[int, Problem]:
    """Run pip; its exit code, 0 for success, and what to say if it is another one.

    After a moment in which nothing came it asks whether there is a network, and goes on trying: a slow one is one.
    """
    said: list[str] = []
    arrived = threading.Event()
    with subprocess.Popen(
        list(command),
        env={**environment, "PYTHONUNBUFFERED": "1"},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        pass_fds=() if lock is None or os.name == "nt" else (lock,),
    ) as pip:

        def listen() -> None:
            assert pip.stdout is not None
            with contextlib.suppress(ValueError):  # closed meanwhile, see below
                for line in pip.stdout:
                    said.append(line)
                    if _ARRIVED.match(line):
                        arrived.set()
            arrived.set()

        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        try:
            if not arrived.wait(PATIENCE):
                ask_for_network()
            code = pip.wait()
        except KeyboardInterrupt:
            pip.terminate()
            raise
        # Something that pip started may hold its output open for longer; nobody listens to that.
        listener.join(LAST_WORDS)
    return code, problem_of(said)


def ask_for_network() -> None:
    say(
        "Noch ist nichts angekommen. Ist dieser Rechner mit dem Internet verbunden? Es wird weiter versucht …",
        "Nothing has arrived yet. Is this computer connected to the internet? Still trying …",
    )


def problem_of(said: Sequence[str]) -> Problem:
    """What pip's words mean for who has started the tutor."""
    text = "".join(said)
    if _FULL.search(text):
        return Problem(
            "Das Einrichten ist fehlgeschlagen: Auf dem Datenträger ist kein Platz mehr.\n"
            "Schaffe Platz und starte noch einmal.",
            "Setting up has failed: the disk is full.\nMake room and start again.",
        )
    if _UNREACHED.search(text):
        return Problem(
            "Das Einrichten ist fehlgeschlagen: Das Verzeichnis der Pakete ist nicht zu erreichen.\n"
            "Ist dieser Rechner mit dem Internet verbunden? Beim nächsten Aufruf beginnt es von vorn.",
            "Setting up has failed: the index of packages cannot be reached.\n"
            "Is this computer connected to the internet? The next call starts afresh.",
        )
    errors = [line.strip() for line in said if line.startswith(("ERROR", "WARNING"))] or [
        line.strip() for line in said[-MOST_LINES:]
    ]
    told = "".join(f"\n  {line[:200]}" for line in errors[:MOST_LINES])
    return Problem(
        "Das Einrichten ist fehlgeschlagen. Ist dieser Rechner mit dem Internet verbunden?\n"
        "Beim nächsten Aufruf beginnt es von vorn.",
        f"Setting up has failed. Is this computer connected to the internet?\nThe next call starts afresh.{told}",
    )
