"""Exercises that are drawn for an assignment, looked at and swapped before it counts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any, Final

from django.utils.translation import gettext

from lessons.content.providers import read_ahead
from lessons.fresh.sisters import base_slug, find_item
from lessons.words import naming
from tutor.classroom.choosing import MOST_QUESTIONS, another_for, questions_for
from tutor.classroom.minutes import minutes_for
from tutor.classroom.models import Assignment
from tutor.classroom.services import ClassError
from tutor.classroom.telling import Entry, entries_of
from tutor.learning.addresses import item_url

DRAWN: Final = frozenset({Assignment.Kind.THEME, Assignment.Kind.SHEET})
"""The kinds whose exercises are drawn, and so looked at first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A drawn exercise as the page shows it."""

    entry: Entry
    slug: str
    url: str
    difficulty: int
    rules: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """What is drawn for one level: the slugs in order. ``level`` is 1 or 2, ``source`` what they are chosen by."""

    level: int
    kind: str
    source: Mapping[str, Any]
    slugs: tuple[str, ...]

    @property
    def lines(self) -> tuple[Shown, ...]:
        with read_ahead(map(base_slug, self.slugs)):
            items = [find_item(slug) for slug in self.slugs]
        return tuple(
            Shown(
                entry=entry, slug=item.slug, url=item_url(item), difficulty=item.task.difficulty or 1,
                rules=naming.rule_set_name(item.rules),
            )
            for item, entry in zip(items, entries_of(items), strict=True)
            if item is not None
        )  # fmt: skip

    @property
    def of(self) -> str:
        """Tells what they were chosen by: a page that was changed since draws anew."""
        return sha256(json.dumps(self.source, sort_keys=True).encode()).hexdigest()[:12]

    @property
    def minutes(self) -> int:
        """About how long they take."""
        return minutes_for(item for item in map(find_item, self.slugs) if item is not None)


def draw(kind: str, source: Mapping[str, Any], *, level: int, rng: Random) -> Draw:
    """New ones. Raises ClassError where there are none."""
    return Draw(level=level, kind=kind, source=source, slugs=tuple(questions_for(kind, source, rng=rng)))


def drawn_before(kind: str, source: Mapping[str, Any], *, level: int, sent: Iterable[str]) -> Draw | None:
    """What a form sends back, as far as it is there; None where it sends nothing."""
    slugs = [slug for slug in dict.fromkeys(sent) if find_item(slug) is not None][:MOST_QUESTIONS]
    return Draw(level=level, kind=kind, source=source, slugs=tuple(slugs)) if slugs else None


def swapped(one: Draw, number: int, *, taken: Sequence[str], rng: Random) -> Draw:
    """With another exercise at this place, counted from one, that is none of those taken. Raises ClassError."""
    if not 1 <= number <= len(one.slugs):
        return one
    other = another_for(
        one.kind, one.source, instead_of=one.slugs[number - 1], taken={*one.slugs, *taken}, rng=rng
    )
    if other is None:
        raise ClassError(gettext("There is no other exercise of this kind, level and rule set."))
    slugs = (*one.slugs[: number - 1], other, *one.slugs[number:])
    return Draw(level=one.level, kind=one.kind, source=one.source, slugs=slugs)


def without(one: Draw, number: int) -> Draw:
    """Without the one at this place; the last one stays."""
    slugs = tuple(slug for at, slug in enumerate(one.slugs, 1) if at != number) or one.slugs
    return Draw(level=one.level, kind=one.kind, source=one.source, slugs=slugs)
