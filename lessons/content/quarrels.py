"""The shape of quarrels: how a table says them, the few things that decide, and what the engine is asked.

A quarrel is asked by a template, a position with actions or what a side has at the end of a deal. Its questions fill
the template: each choice sets what stands for ``$name`` there. So no answer is written down, only what is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from string import Template
from typing import Annotated, Final, Literal, NamedTuple, Self, get_args

from pydantic import AfterValidator, Field, StringConstraints, ValidationError, model_validator

from engine.law.errors import EngineError
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content.base import RuleId, Shape, Slug, Text, Words, not_empty
from lessons.content.rulebook import Asked, Holds, Probe, ScoreQuestion

Topic = Literal["pile", "opening", "wild", "melds", "out", "points"]
TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,19}$")]
Filled = Annotated[str, StringConstraints(max_length=120)]
Chosen = Mapping[str, str]
"""Names of questions, each with the name of the choice that was taken."""
FEWEST_CHOICES: Final = 2
MOST_CHOICES: Final = 5


class Choice(Shape):
    """An answer to a question: its words, and what it puts into the template.

    ``with_partner`` is an answer that only somebody with a partner can give.
    """

    key: Name
    words: Text
    sets: dict[str, Filled]
    with_partner: bool = False


def _enough(value: tuple[Choice, ...]) -> tuple[Choice, ...]:
    if not FEWEST_CHOICES <= len(value) <= MOST_CHOICES:
        raise ValueError(f"a question has from {FEWEST_CHOICES} to {MOST_CHOICES} choices")
    if len({choice.key for choice in value}) < len(value):
        raise ValueError("two choices have the same key")
    if len({frozenset(choice.sets) for choice in value}) > 1:
        raise ValueError("all choices of a question set the same names")
    return value


class Deciding(Shape):
    """Something that may decide a quarrel, asked in one line."""

    key: Name
    ask: Text
    choice: Annotated[tuple[Choice, ...], AfterValidator(_enough)]

    def choice_of(self, key: str) -> Choice | None:
        return next((one for one in self.choice if one.key == key), None)


class _Score(Shape):
    side: ScoreQuestion


class FilledIn(NamedTuple):
    """A position with its actions, or a side; the others are empty."""

    position: str
    actions: str
    side: str


class QuarrelEntry(Shape):
    """A quarrel. ``asked`` are the words for it, only for finding it; ``rules`` what it is about, the first most.

    ``position`` with ``actions`` (several with a semicolon between them), or ``side``, are templates. ``item`` names
    the row of the score sheet that is asked for, where it is not the whole. ``question`` is the reader's question
    about it. ``only_if`` names values of parameters without which it cannot come up; ``with_partner`` is a quarrel
    that nobody has who plays alone.
    """

    slug: Slug
    topic: Topic
    title: Text
    asked: Asked
    rules: Annotated[tuple[RuleId, ...], AfterValidator(not_empty)]
    position: Words | None = None
    actions: Words | None = None
    side: Words | None = None
    item: str = ""
    question: Slug | None = None
    only_if: Holds = {}
    with_partner: bool = False
    decide: Annotated[tuple[Deciding, ...], Field(max_length=4)] = ()

    @model_validator(mode="after")
    def _can_be_asked(self) -> Self:
        if (self.position is None) == (self.side is None) or (self.position is None) != (
            self.actions is None
        ):
            raise ValueError("give either a position with actions or a side to score")
        names = [one.key for one in self.decide]
        if len(set(names)) < len(names):
            raise ValueError("two questions have the same key")
        for chosen in self.ways():
            try:
                self.probe(chosen)
            except KeyError as error:
                raise ValueError(f"nothing sets ${error.args[0]}") from None
            except EngineError as error:
                raise ValueError(f"{dict(chosen)}: {error.where}: {error}") from None
            except ValidationError as error:
                raise ValueError(f"{dict(chosen)}: {error.errors()[0]['msg']}") from None
        return self

    def ways(self) -> Iterator[Chosen]:
        """Every way to answer all its questions; the first choices first."""
        for choices in product(*(one.choice for one in self.decide)):
            yield {one.key: choice.key for one, choice in zip(self.decide, choices, strict=True)}

    def needs_partner(self, chosen: Chosen) -> bool:
        """Whether this cannot come up where everybody plays alone."""
        choices = (one.choice_of(chosen[one.key]) for one in self.decide)
        return self.with_partner or any(choice is not None and choice.with_partner for choice in choices)

    def filled(self, chosen: Chosen) -> FilledIn:
        """The templates with all questions answered so. Raises KeyError for one that is not."""
        sets: dict[str, str] = {}
        for one in self.decide:
            choice = one.choice_of(chosen[one.key])
            if choice is None:
                raise KeyError(one.key)
            sets |= choice.sets
        position, actions, side = (
            Template(one or "").substitute(sets) for one in (self.position, self.actions, self.side)
        )
        return FilledIn(position, actions, side)

    def probe(self, chosen: Chosen) -> Probe | ScoreQuestion:
        """What the engine is asked when all questions are answered so."""
        return probe_of(self.filled(chosen))


def probe_of(filled: FilledIn) -> Probe | ScoreQuestion:
    """The question to the engine that these texts are. Raises EngineError or ValidationError."""
    if filled.side:
        return _Score.model_validate({"side": filled.side}).side
    actions = parse_actions([part.strip() for part in filled.actions.split(";") if part.strip()])
    return Probe.model_construct(position=parse_position(filled.position), actions=tuple(actions))


class QuarrelsFile(Shape):
    quarrel: tuple[QuarrelEntry, ...]
