"""The kinds of exercises. Each is a module of this room that holds all of it; everything else asks here.

A kind is a class that is registered. What has no default here it must have: otherwise registering fails and names what
is missing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar, cast

from django.utils.functional import Promise

from engine.law.actions import Action
from lessons.content.base import Task
from lessons.content.choices import Player
from lessons.content.reading import Item
from lessons.kinds.result import Result

TaskT = TypeVar("TaskT", bound=Task)


class Kind(ABC, Generic[TaskT]):
    """One kind of exercise: what it asks, what is right, and how both are said. It has no state.

    ``name`` is the word for it in files and in what is stored, ``title`` the one on the screen; ``place`` orders kinds
    where they are listed; ``model`` is the shape of its tasks. Answers are in their normal form, as attempts keep them.
    """

    name: ClassVar[str]
    title: ClassVar[Promise | str]
    place: ClassVar[int]
    model: ClassVar[type[Task]]

    def task(self, item: Item) -> TaskT:
        """What an exercise of this kind asks."""
        assert isinstance(item.task, self.model)
        return cast("TaskT", item.task)

    @abstractmethod
    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        """Whether an answer is right; ``reveal`` is explained in :func:`lessons.kinds.grading.grade`."""

    @abstractmethod
    def solution(self, item: Item) -> dict[str, Any] | None:
        """An answer that is graded right; None where none is found."""

    @abstractmethod
    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        """The answer that was found, in words and with its cards."""

    @abstractmethod
    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        """What somebody answered. May raise whatever an answer brings that was kept before the exercise changed."""

    @abstractmethod
    def concerned(self, item: Item) -> str:
        """The cards or the line on which it depends, as a hint."""

    @abstractmethod
    def goal(self, item: Item, *, alone: bool) -> str:
        """What is asked, for any cards; ``alone`` says that there are no partnerships."""

    def how_counted(self, item: Item) -> str:
        """How a right answer is counted, where it is a number."""
        return ""

    def lines(self, item: Item) -> tuple[str, ...]:
        """How the right answer comes about line by line, shown with the solution."""
        return ()

    def number_of_rule(self, item: Item) -> int | None:
        """The number that is asked for, where it stands in a rule as it is."""
        return None

    def played(self, item: Item, result: Result) -> tuple[Action, ...]:
        """The actions whose consequence an answer shows; none where the answer speaks of something else."""
        return ()

    def seat(self, item: Item) -> Player:
        """From whose seat the position is seen."""
        return "you"


_KINDS: dict[str, Kind[Any]] = {}
KindT = TypeVar("KindT", bound=type[Kind[Any]])


def register(kind: KindT) -> KindT:
    """Let there be exercises of this kind from now on. Raises TypeError naming what it lacks."""
    lacking = [name for name in ("name", "title", "place", "model") if not hasattr(kind, name)]
    if lacking:
        raise TypeError(f"the kind {kind.__name__} says nothing of {', '.join(lacking)}")
    _KINDS[kind.name] = kind()
    return kind


def kind_of(item: Item) -> Kind[Any]:
    """The kind of an exercise. Raises LookupError for one that is not registered."""
    if item.kind not in _KINDS:
        raise LookupError(f"no kind of exercise is registered as “{item.kind}”")
    return _KINDS[item.kind]


def kind_names() -> dict[str, str | Promise]:
    """How the kinds are called, in the order in which they are listed."""
    return {kind.name: kind.title for kind in kinds()}


def kinds() -> tuple[Kind[Any], ...]:
    """All kinds, in the order in which they are listed."""
    return tuple(sorted(_KINDS.values(), key=lambda kind: kind.place))
