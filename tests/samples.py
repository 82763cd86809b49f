"""How much of a large sample a run of the tests looks at: a part by default, all of it where the whole is asked for.

``CANASTA_TESTS_WHOLE=1`` asks for the whole. A part is spread over all that there is, and the same in each run of one
turn; ``CANASTA_TESTS_TURN`` says which, 0 by default. `.ci/run` takes another turn with each commit, so that in time
nothing is missed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

WHOLE = bool(os.environ.get("CANASTA_TESTS_WHOLE"))
TURN = int(os.environ.get("CANASTA_TESTS_TURN") or 0)

_Of = TypeVar("_Of")


def sample(part: int, whole: int) -> int:
    """``part`` by default, ``whole`` for who waits less impatiently."""
    return whole if WHOLE else part


def some(whole: Iterable[_Of], part: int) -> list[_Of]:
    """``part`` of them at even distances, others in each turn; all of them where the whole is asked for."""
    every = list(whole)
    if WHOLE or part >= len(every):
        return every
    return [
        every[place] for place in sorted((n * len(every) // part + TURN) % len(every) for n in range(part))
    ]


def share(whole: Iterable[_Of], place: int, *, of: int) -> list[_Of]:
    """What the test at this place looks at of what several go through, so that in time they miss nothing.

    ``place`` is from 0 on. ``of`` is how many tests there are, or more where one turn looks at a part only. Each of
    them looks at everything where the whole is asked for.
    """
    every = list(whole)
    return every if WHOLE else every[(place + TURN) % of :: of]
