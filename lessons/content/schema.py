"""The shape of the files of lessons and puzzles: every key, its type and what may stand in it.

Files are TOML; pydantic reports every error with its path. What a step or a puzzle asks is read as the kind that it
names reads it: see :mod:`lessons.content.tasks`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator

from lessons.content.base import RuleId, Shape, Slug, Text, not_empty

Branch = Literal["main", "tables", "players", "samba", "house"]
BRANCHES: Final[tuple[Branch, ...]] = ("main", "tables", "players", "samba", "house")
RawTasks = Annotated[tuple[Any, ...], AfterValidator(not_empty)]
"""Tasks as they stand in the file."""


class StageFile(Shape):
    """A stage of the course: ``seeds/lessons/<nn-slug>/stage.toml``."""

    title: Text
    summary: Text
    branch: Branch = "main"
    rules: tuple[RuleId, ...] = ()
    can_do: Annotated[tuple[Text, ...], AfterValidator(not_empty)]
    step: RawTasks


class ThemeFile(Shape):
    """Puzzles of one theme: ``seeds/puzzles/<theme>.toml``; ``lesson`` is the stage that teaches what they ask."""

    title: Text
    summary: Text
    lesson: Slug | None = None
    puzzle: RawTasks
