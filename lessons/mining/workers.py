"""Work on several cores, the results in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeVar

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")


@contextmanager
def workers(
    processes: int,
) -> Iterator[Callable[[Callable[[_Job], _Result], Iterable[_Job]], Iterator[_Result]]]:
    """A ``map`` over so many processes; with one, in this one."""
    if processes == 1:
        yield map
        return
    with get_context("fork").Pool(processes) as pool:
        yield pool.imap
