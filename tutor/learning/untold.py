"""Answers whose verdict their learner is not told yet, as in a test of a class until it is due.

Until then no page and no file says what was right; afterwards they are answers as any other. Exercises know nothing of
classes: such a part says when its app is ready which answers these are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from tutor.learning.models import Attempt, AttemptQuerySet, Learner

_KEPT_BACK: Final[list[Callable[[Learner], Iterable[int]]]] = []


def keep_back(which: Callable[[Learner], Iterable[int]]) -> None:
    """Let a lower area say of which attempts of a learner nothing is told at the moment, by their primary keys.

    It is not asked about visitors, who work for nobody but themselves.
    """
    _KEPT_BACK.append(which)


def untold(learner: Learner) -> set[int]:
    """The learner's attempts that are not told now; one query for each area that keeps any back, none for a visitor."""
    if learner.is_visitor:
        return set()
    return {attempt for which in _KEPT_BACK for attempt in which(learner)}


def told_to(learner: Learner) -> AttemptQuerySet:
    """The learner's attempts, as far as their verdict may be read."""
    own, kept_back = Attempt.objects.filter(learner=learner), untold(learner)
    return own.exclude(pk__in=kept_back) if kept_back else own
