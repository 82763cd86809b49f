"""The shape of the files of lessons and puzzles: every key, its type and what may stand in it.

Files are TOML; pydantic reports every error with its path. What a step or a puzzle asks is read as the kind that it
names reads it: see :mod:`lessons.content.tasks`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator

from lessons.content.base import PositionText, RuleId, Shape, Slug, Text, not_empty

Branch = Literal["tonight", "main", "why", "tables", "players", "samba", "house", "rummy"]
BRANCHES: Final[tuple[Branch, ...]] = (
    "tonight",
    "main",
    "why",
    "tables",
    "players",
    "samba",
    "house",
    "rummy",
)
"""In the order of the map: the short way for tonight, all the rules, then what differs elsewhere."""
RawTasks = Annotated[tuple[Any, ...], AfterValidator(not_empty)]
"""Tasks as they stand in the file."""


class Scene(Shape):
    """A position to look at before anything is asked, and what there is to see in it: these ``rules`` at work."""

    position: PositionText
    text: Text
    rules: tuple[RuleId, ...] = ()


class StageFile(Shape):
    """A stage of the course: ``seeds/lessons/<nn-slug>/stage.toml``.

    ``deal`` names the mini-deal that is played after it, where none names the stage as its lesson. ``more`` are further
    exercises about the same rules, for those who want them: they are not on the way.
    """

    title: Text
    summary: Text
    branch: Branch = "main"
    rules: tuple[RuleId, ...] = ()
    can_do: Annotated[tuple[Text, ...], AfterValidator(not_empty)]
    deal: Slug | None = None
    scene: tuple[Scene, ...] = ()
    step: RawTasks
    more: tuple[Any, ...] = ()


class ThemeFile(Shape):
    """Puzzles of one theme: ``seeds/puzzles/<theme>.toml``; ``lesson`` is the stage that teaches what they ask."""

    title: Text
    summary: Text
    lesson: Slug | None = None
    puzzle: RawTasks
