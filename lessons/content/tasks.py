"""The shapes of tasks. The kinds of exercises register theirs here, so that this room knows none of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NewType

from lessons.content.base import Task

KindName = NewType("KindName", str)
"""The name of a kind of exercise, in files and in what is stored. A kind says it once, where it is registered."""

MODELS: Final[dict[KindName, type[Task]]] = {}
"""The shape of the tasks of each kind, by its name."""


class TaskError(ValueError):
    """What was read names no kind of exercise that there is."""


def register(kind: KindName, model: type[Task]) -> None:
    """Let tasks of this kind be read from now on."""
    MODELS[kind] = model


def forget(kind: KindName) -> None:
    """Let tasks of this kind be read no more."""
    del MODELS[kind]


def model_of(raw: Any) -> type[Task]:
    """The shape that a task has to have. Raises TaskError where it names no kind, LookupError where there are none."""
    if not MODELS:
        raise LookupError(
            "tasks can be read once the kinds of exercises are registered: import lessons.kinds"
        )
    if not isinstance(raw, Mapping):
        raise TaskError('this must be a table of keys, such as kind = "…"')
    kind = raw.get("kind")
    if kind not in MODELS:
        named = f"“{kind}” does not match any kind of exercise" if kind is not None else "“kind” is missing"
        raise TaskError(f"{named}; there are {', '.join(sorted(MODELS))}")
    return MODELS[kind]


def read_task(raw: Any) -> Task:
    """A task of whichever kind it names. Raises TaskError, and pydantic's ValidationError for one of wrong shape."""
    return model_of(raw).model_validate(raw)
