"""What other parts of the site do with a checked answer, and what they show beside an exercise.

Exercises know nothing of ratings or classes. Such a part registers a companion when its app is ready.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from lessons.content.reading import Item
from tutor.learning.models import Attempt, Learner


@dataclass(frozen=True, slots=True)
class Link:
    """A link with its words. ``judges`` says that it leads to where the verdict is told: none is shown in a test."""

    label: str
    url: str
    judges: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What a companion adds to a page.

    ``lines`` stand under the verdict and carry the marks of authored text, ``under`` are links below them. ``notes``
    stand above the exercise, whether answered or not, ``links`` in the list of links.
    """

    lines: tuple[str, ...] = ()
    under: tuple[Link, ...] = ()
    notes: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()


class Companion(Protocol):
    """A part of the site that goes along with exercises, wherever they are worked on."""

    def checked(self, *, learner: Learner, item: Item, attempt: Attempt, in_test: bool) -> None:
        """Note a checked answer, in its transaction. The same attempt may come twice, from a form sent twice.

        ``in_test`` says that the learner is not told the verdict now.
        """

    def beside(self, *, learner: Learner | None, item: Item, attempt: Attempt | None) -> Beside:
        """What to show with the exercise; ``attempt`` is the answer whose verdict is on the page."""


_COMPANIONS: list[Companion] = []
_LEFT_OUT: list[Callable[[], frozenset[str]]] = []


def register(companion: Companion) -> None:
    """Let a companion go along from now on."""
    _COMPANIONS.append(companion)


def leave_out(slugs: Callable[[], frozenset[str]]) -> None:
    """Do not lead to the exercises that this function names, asked each time; their own addresses go on working."""
    _LEFT_OUT.append(slugs)


def left_out() -> frozenset[str]:
    """The slugs of all exercises that no other page should lead to at the moment."""
    return frozenset().union(*(slugs() for slugs in _LEFT_OUT))


def tell_checked(*, learner: Learner, item: Item, attempt: Attempt, in_test: bool) -> None:
    """Tell every companion of a checked answer."""
    for companion in _COMPANIONS:
        companion.checked(learner=learner, item=item, attempt=attempt, in_test=in_test)


def beside(*, learner: Learner | None, item: Item, attempt: Attempt | None) -> Beside:
    """What all companions show with an exercise."""
    found = [companion.beside(learner=learner, item=item, attempt=attempt) for companion in _COMPANIONS]
    return Beside(
        lines=tuple(line for one in found for line in one.lines),
        under=tuple(link for one in found for link in one.under),
        notes=tuple(note for one in found for note in one.notes),
        links=tuple(link for one in found for link in one.links),
    )
