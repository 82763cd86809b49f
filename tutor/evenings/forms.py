"""What is entered on the pages of an evening, read. What cannot be read keeps what was typed, and says where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID, uuid4

from django.http import QueryDict

from engine.law.ruleset import RuleSet
from lessons.kinds.common.answers import AnswerError, read_number
from lessons.miscounts.doubts import Doubt, doubts_of_points
from tutor.evenings.models import MOST_NOTE, EveningEntry
from tutor.evenings.services import MOST_ENTRIES, Said
from tutor.site.numbers import number_in

MOST_TYPED: Final = 20
"""Letters of a number that are shown again."""
MOST_PARENTS: Final = 20
Kind = EveningEntry.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The field for the points of a side: what was typed, whether the minus is pressed, and what is wrong."""

    typed: str = ""
    is_minus: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """The points of a deal as they were entered; ``points`` is empty as long as one of them cannot be read."""

    fields: tuple[Field, ...]
    points: tuple[int, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def first_wrong(self) -> int | None:
        """The first side whose field is to be looked at."""
        wrong = [side for side, one in enumerate(self.fields) if one.problem]
        doubted = [doubt.side for doubt in self.doubts if doubt.side is not None]
        return next(iter(wrong + doubted), None)


def no_points(sides: int) -> Points:
    """Fields in which nothing has been typed yet."""
    return Points(fields=(Field(),) * sides)


def points_as_typed(points: Sequence[int]) -> Points:
    """Fields that hold these points."""
    fields = tuple(Field(typed=str(abs(one)), is_minus=one < 0) for one in points)
    return Points(fields=fields, points=tuple(points))


def read_points(form: QueryDict, rules: RuleSet, *, sides: int) -> Points:
    """The points of a deal, a number for each side, from the fields ``points-0`` and ``minus-0`` and on."""
    fields, points = [], []
    for side in range(sides):
        typed, is_minus = form.get(f"points-{side}", ""), form.get(f"minus-{side}") == "1"
        problem = ""
        try:
            number = read_number(typed, where=f"points-{side}")
            points.append(-abs(number) if is_minus else number)
        except AnswerError as error:
            problem = error.message
        fields.append(Field(typed=typed[:MOST_TYPED], is_minus=is_minus, problem=problem))
    if len(points) < sides:
        return Points(fields=tuple(fields))
    return Points(fields=tuple(fields), points=tuple(points), doubts=doubts_of_points(points, rules))


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What comes with every entry besides what it says: by which it is known, and what it is about."""

    token: UUID = field(default_factory=uuid4)
    deal: int = 0
    parents: tuple[str, ...] = ()
    sequence: int = 0
    note: str = ""

    def said(self, kind: str, body: Mapping[str, object] | None = None) -> Said:
        return Said(
            token=self.token,
            kind=kind,
            deal=self.deal,
            parents=self.parents,
            body=body or {},
            note=self.note,
            sequence=self.sequence,
        )


def read_head(form: QueryDict) -> Head:
    """What comes with an entry. A token that is damaged is a new one: nothing that was entered is lost by it."""
    return Head(
        token=_uuid(form.get("token", "")) or uuid4(),
        deal=min(number_in(form.get("deal", "")) or 0, MOST_ENTRIES),
        parents=tuple(
            str(found) for text in form.getlist("parent")[:MOST_PARENTS] if (found := _uuid(text)) is not None
        ),
        sequence=number_in(form.get("sequence", "")) or 0,
        note=" ".join(form.get("note", "").split())[:MOST_NOTE],
    )


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
