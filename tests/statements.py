"""Which statements a test sends to the database, and as few tests as send all of them, to try another database with.

``CANASTA_TESTS_STATEMENTS`` names a folder. A run on SQLite notes there what each test sends; a run on another
database then leaves out tests that send nothing but what the others send too. A statement is told apart by what it
asks, by the line of ours that sends it, and by the kinds of its values.
"""

from __future__ import annotations

import heapq
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from django.db import connection

FOLDER = Path(os.environ["CANASTA_TESTS_STATEMENTS"]) if "CANASTA_TESTS_STATEMENTS" in os.environ else None
ROOT = Path(__file__).resolve().parent.parent
OURS = tuple(f"{ROOT / package}{os.sep}" for package in ("lessons", "tutor"))
SETTING_UP = 20
"""What a test costs besides its statements, in statements."""

_LIST = re.compile(r"\((?:%s|NULL)(?:, (?:%s|NULL))*\)")
_LISTS = re.compile(r"\(\.\.\)(?:, \(\.\.\))+")
_NAME_OR_NUMBER = re.compile(r"\b(?:s\d+_x\d+|\d+)\b")


@dataclass(slots=True)
class Sent:
    """What a test has sent: each statement once, how many it were, and whether one of them failed."""

    statements: set[str] = field(default_factory=set)
    count: int = 0
    failed: bool = False

    def __call__(self, execute: Callable[..., Any], sql: Any, values: Any, many: bool, context: Any) -> Any:
        """Note a statement on its way to the database, as Django's ``execute_wrapper`` asks for."""
        self.count += 1
        self.statements.add(_digest(f"{_shape(str(sql))} {_place()} {_kinds(values, many=many)}"))
        try:
            return execute(sql, values, many, context)
        except Exception:
            self.failed = True
            raise


@contextmanager
def noted(test: str) -> Iterator[None]:
    """Note what this test sends meanwhile, in this process, where a folder for that is named."""
    if FOLDER is None or connection.vendor != "sqlite":
        yield
        return
    sent = Sent()
    on_the_way = connection.execute_wrappers  # of this thread, even where a browser brings an event loop
    on_the_way.append(sent)
    try:
        yield
    finally:
        on_the_way.remove(sent)
        if sent.count:
            told = {
                "test": test,
                "statements": sorted(sent.statements),
                "count": sent.count,
                "failed": sent.failed,
            }
            with (FOLDER / f"{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}.jsonl").open(
                "a", encoding="utf-8"
            ) as file:
                file.write(json.dumps(told) + "\n")


def known() -> dict[str, Sent]:
    """What the tests of a run on SQLite have sent, by their names; nothing where no such run is at hand."""
    files = sorted(FOLDER.glob("*.jsonl")) if FOLDER else []
    told = [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    return {one["test"]: Sent(set(one["statements"]), one["count"], one["failed"]) for one in told}


def enough(tests: Iterable[str], sent: dict[str, Sent]) -> set[str]:
    """Tests that together send each statement that all of these send, the cheapest first.

    Kept in any case is a test of which nothing is known, such as one that asks through a running site, and one in which
    a statement failed: what may come after a failure differs between databases.
    """
    names = sorted(tests)
    kept = {name for name in names if name not in sent or sent[name].failed}
    there = {statement for name in kept if name in sent for statement in sent[name].statements}

    def worth(name: str) -> float:
        return len(sent[name].statements - there) / (sent[name].count + SETTING_UP)

    # What a test is worth only falls: the best one that is still worth what it was is the best.
    best = [(-worth(name), name) for name in names if name not in kept]
    heapq.heapify(best)
    while best:
        before, name = heapq.heappop(best)
        now = worth(name)
        if now and now == -before:
            kept.add(name)
            there |= sent[name].statements
        elif now:
            heapq.heappush(best, (-now, name))
    return kept


@cache
def _shape(sql: str) -> str:
    """A statement without what only tells how many values it has, and what savepoints are named."""
    return _NAME_OR_NUMBER.sub("0", _LISTS.sub("(..)", _LIST.sub("(..)", sql)))


def _place() -> str:
    """The line of ours that sends the statement; "" where a test does."""
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename.startswith(OURS):
            return f"{frame.f_code.co_filename}:{frame.f_lineno}"
        frame = frame.f_back
    return ""


def _kinds(values: Any, *, many: bool) -> str:
    """Of which kinds the values are. Long texts, large numbers and what not every database keeps are kinds too."""
    rows = values or () if many else (values or (),)
    each = (value for row in rows for value in (row.values() if isinstance(row, dict) else row))
    return ",".join(sorted({_kind(value) for value in each}))


def _kind(value: object) -> str:
    match value:
        case bool():
            return "bool"
        case int():
            return "int" if abs(value) < 2**31 else "large int"
        case str() if "\0" in value:
            return "text with NUL"
        case str():
            return next((f"text to {most}" for most in (30, 255) if len(value) <= most), "long text")
        case _:
            return type(value).__name__


@cache
def _digest(told: str) -> str:
    return blake2b(told.encode(), digest_size=8).hexdigest()
