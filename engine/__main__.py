"""The command line: ``python -m engine judge|score|actions|rules``, JSON lines in, JSON lines out.

One line is answered with one line, in order. A bad line is answered with ``{"error": ...}`` and the rest go
on. The exit code is 0 unless the input could not be read (1) or the command does not exist (2).
"""

from __future__ import annotations

import json
import sys
from typing import IO, Any

from engine.api import COMMANDS, ask
from engine.law.errors import EngineError


def answer(command: str, line: str | bytes) -> dict[str, Any]:
    """The answer to one line of input; bad input is answered with its error."""
    try:
        return ask(command, line)
    except EngineError as error:
        return {"error": error.to_json()}


def main(arguments: list[str], lines: IO[bytes], out: IO[str]) -> int:
    """Run one command over all lines; returns the exit code."""
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        sys.stderr.write(f"usage: python -m engine {'|'.join(COMMANDS)} < questions.jsonl\n")
        return 2
    try:
        for line in lines:
            if line.strip():
                out.write(json.dumps(answer(arguments[0], line), ensure_ascii=False) + "\n")
                out.flush()
    except OSError as error:
        sys.stderr.write(f"cannot read the questions: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1:], sys.stdin.buffer, sys.stdout))
