"""The shape of readers' questions: what is asked, positions that decide it, and where to try it."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import AfterValidator, StringConstraints, model_validator

from lessons.content.base import ActionTexts, PositionText, RuleId, Shape, Slug, Text, not_empty
from lessons.content.rulebook import Probe, ScoreQuestion

ItemSlug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9/-]+$", max_length=200)]


class QuestionCase(Shape):
    """One thing that the question comes down to: a position with actions, or what a side has at the end of a deal."""

    text: Text
    position: PositionText | None = None
    actions: ActionTexts | None = None
    side: ScoreQuestion | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.position is None) == (self.side is None):
            raise ValueError("give either a position with actions or a side to score")
        if (self.position is None) != (self.actions is None):
            raise ValueError("a position and actions go together")
        return self

    @property
    def probe(self) -> Probe | ScoreQuestion:
        """The case as it is put to every rule set."""
        if self.side is not None:
            return self.side
        return Probe.model_construct(position=self.position, actions=self.actions)


class QuestionEntry(Shape):
    """A question or a claim of a reader: ``asked`` in our own words, ``answer`` in short, ``rules`` that decide it."""

    slug: Slug
    title: Text
    asked: Text
    answer: Text
    rules: Annotated[tuple[RuleId, ...], AfterValidator(not_empty)]
    try_it: ItemSlug
    case: Annotated[tuple[QuestionCase, ...], AfterValidator(not_empty)]


class QuestionsFile(Shape):
    question: tuple[QuestionEntry, ...]
