"""The rule sets by which somebody plays who has chosen none for puzzles yet, such as those of a class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tutor.learning.models import Learner

Source = Callable[[Learner], tuple[str, ...]]
"""The families of rule sets of a learner; none where nothing is known."""
_SOURCES: Final[list[Source]] = []


def usual_also(source: Source) -> None:
    """Let a lower area say by which rule sets a learner plays."""
    _SOURCES.append(source)


def usual_families(learner: Learner | None) -> tuple[str, ...]:
    """The families that the first area that knows any says; none without a learner."""
    if learner is None:
        return ()
    return next((found for source in _SOURCES if (found := source(learner))), ())
