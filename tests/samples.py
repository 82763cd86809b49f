"""How much of a large sample a run of the tests looks at: a part by default, all of it where the whole is asked for.

``CANASTA_TESTS_WHOLE=1`` asks for the whole. A part is the same in each run, and spread over all that there is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

WHOLE = bool(os.environ.get("CANASTA_TESTS_WHOLE"))

_Of = TypeVar("_Of")


def sample(part: int, whole: int) -> int:
    """``part`` by default, ``whole`` for who waits less impatiently."""
    return whole if WHOLE else part


def some(whole: Iterable[_Of], part: int) -> list[_Of]:
    """``part`` of them at even distances, the first among them; all of them where the whole is asked for."""
    every = list(whole)
    if WHOLE or part >= len(every):
        return every
    return [every[place * len(every) // part] for place in range(part)]


def share(whole: Iterable[_Of], turn: int, *, of: int) -> list[_Of]:
    """What the test whose turn this is looks at of what several go through: together they miss nothing.

    ``turn`` is from 0 on. Each of them looks at everything where the whole is asked for.
    """
    every = list(whole)
    return every if WHOLE else every[turn::of]
