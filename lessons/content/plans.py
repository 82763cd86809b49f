"""Ready plans for lessons with a class, ``seeds/plans/<nn-slug>.toml``: aims, minutes, and what is done in order.

Numbers in file names only order; the rest is the permanent slug.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field, StrictInt

from lessons.content.base import RuleId, RuleSetName, Shape, Slug, Text, Words, not_empty
from lessons.content.files import Files, Problem
from lessons.content.reading import ContentError, seeds_folder

PATTERN: Final = "plans/*.toml"
Minutes = Annotated[StrictInt, Field(ge=1, le=60)]


class Aim(Shape):
    """What pupils can do afterwards, and the rules that it takes."""

    text: Text
    rules: Annotated[tuple[RuleId, ...], AfterValidator(not_empty)]


class _Part(Shape):
    """What every part of a lesson has; ``text`` is for the teacher."""

    minutes: Minutes
    title: Text
    text: Text


class Tell(_Part):
    """The teacher shows something with cards and so tells these rules."""

    kind: Literal["tell"]
    rules: Annotated[tuple[RuleId, ...], AfterValidator(not_empty)]


class Live(_Part):
    """A live round with these exercises."""

    kind: Literal["live"]
    items: Annotated[tuple[Words, ...], AfterValidator(not_empty)]


class StageWork(_Part):
    """A stage of the course, which everybody goes through alone."""

    kind: Literal["stage"]
    stage: Slug


class DealWork(_Part):
    """A mini-deal, which everybody plays alone against players of the site."""

    kind: Literal["deal"]
    deal: Slug


class Cards(_Part):
    """Groups sit at real tables with real cards and do this, a step after the other."""

    kind: Literal["cards"]
    steps: Annotated[tuple[Text, ...], AfterValidator(not_empty)]


class Exit(_Part):
    """A few exercises at the end, which tell whether the aims are reached."""

    kind: Literal["exit"]
    items: Annotated[tuple[Words, ...], AfterValidator(not_empty)]


Part = Annotated[Tell | Live | StageWork | DealWork | Cards | Exit, Field(discriminator="kind")]


class PlanFile(Shape):
    """A plan. ``term`` is its place in the term, if it belongs to it; ``after`` the plan whose rules it takes as told.

    ``material`` is what lies ready before the lesson.
    """

    title: Text
    summary: Text
    rule_set: RuleSetName
    minutes: Literal[45, 90]
    term: Annotated[StrictInt, Field(ge=1, le=40)] | None = None
    after: Slug | None = None
    material: Text
    aim: Annotated[tuple[Aim, ...], AfterValidator(not_empty)]
    part: Annotated[tuple[Part, ...], AfterValidator(not_empty)]


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    """A plan for a lesson; see :class:`PlanFile` for the fields. ``number`` counts from one."""

    slug: str
    number: int
    title: Text
    summary: Text
    rule_set: str
    minutes: int
    term: int | None
    after: str | None
    material: Text
    aims: tuple[Aim, ...]
    parts: tuple[Part, ...]
    source: str

    @cached_property
    def named(self) -> Mapping[str, Part]:
        """The parts in order by what stored rows and addresses call them, which stays when others come between them.

        A stage or a mini-deal gives its part the name; the others are counted through their kind.
        """
        counts = Counter[str]()
        found: dict[str, Part] = {}
        for part in self.parts:
            subject = (
                part.stage if isinstance(part, StageWork) else part.deal if isinstance(part, DealWork) else ""
            )
            counts[part.kind] += not subject
            number = "" if subject or counts[part.kind] == 1 else str(counts[part.kind])
            found["-".join(filter(None, (part.kind, subject, number)))] = part
        return MappingProxyType(found)

    @property
    def exit(self) -> Exit | None:
        """The exit ticket."""
        return next((part for part in self.parts if isinstance(part, Exit)), None)

    def begins_at(self, part: Part) -> int:
        """How many minutes of the lesson are over when this part begins."""
        before = self.parts[: next(place for place, one in enumerate(self.parts) if one is part)]
        return sum(one.minutes for one in before)


def plans() -> Mapping[str, Plan]:
    """The plans of the project by slug, in order. Raises ContentError naming all faults."""
    return load(seeds_folder())


def plan(slug: str) -> Plan | None:
    """The plan with this slug, None if there is none."""
    return plans().get(slug)


@lru_cache(maxsize=8)
def load(root: Path) -> Mapping[str, Plan]:
    """The plans below this folder by slug, in order. Raises ContentError."""
    found, problems = read(root)
    if problems:
        raise ContentError(problems)
    return found


def read(root: Path) -> tuple[Mapping[str, Plan], tuple[Problem, ...]]:
    """The plans that can be read below this folder, and all that is wrong with the shape of the others."""
    files = Files(root)
    found: dict[str, Plan] = {}
    for number, (path, slug) in enumerate(files.numbered(PATTERN), start=1):
        _, file = files.validated(path, PlanFile)
        if file is not None:
            found[slug] = Plan(
                slug=slug, number=number, title=file.title, summary=file.summary, rule_set=file.rule_set,
                minutes=file.minutes, term=file.term, after=file.after, material=file.material, aims=file.aim,
                parts=file.part, source=files.name_of(path),
            )  # fmt: skip
    return MappingProxyType(found), tuple(files.problems)
