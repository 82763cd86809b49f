"""Giving what is in the basket to a class, a group or some pupils: as an assignment and deals, or as a live round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from tutor.basket.models import BasketEntry
from tutor.basket.selectors import Basket, Line
from tutor.classroom.assigning import create_assignment
from tutor.classroom.dealing import services as dealing
from tutor.classroom.dealing.models import AssignedDeal
from tutor.classroom.grouping import add_level
from tutor.classroom.models import Assignment, Classroom, Pupil
from tutor.classroom.services import ClassError
from tutor.classroom.titles import in_both
from tutor.learning.models import User
from tutor.live import services as rounds
from tutor.live.models import LiveRound

ON_BOTH, ON_FIRST, ON_SECOND = "both", "first", "second"


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What came of it; ``assignment`` is None where there were deals only."""

    assignment: Assignment | None
    deals: tuple[AssignedDeal, ...]


@transaction.atomic
def assign(
    *,
    classroom: Classroom,
    basket: Basket,
    only: Sequence[Pupil],
    second: Sequence[Pupil] = (),
    levels: Mapping[int, str] | None = None,
    settings: Mapping[str, Any],
) -> Given:
    """An assignment of the exercises, and each deal by itself, for the class or ``only`` for some. Raises ClassError.

    With ``second`` these pupils get a second level; ``levels`` says by the number of the line on which it stands, both
    where it says nothing.
    """
    if classroom.archived is not None:
        raise ClassError(gettext("This class is archived. Take it out of the archive first."))
    if not basket.exercises and not basket.deals:
        raise ClassError(gettext("There is nothing in the basket that could be assigned."))
    made = None
    if basket.exercises:
        first = _on(basket, levels, without=ON_SECOND if second else "")
        other = _on(basket, levels, without=ON_FIRST)
        if second and (not first or not other):
            raise ClassError(gettext("Each level needs at least one exercise."))
        kind = Assignment.Kind.ITEMS
        made = create_assignment(
            classroom=classroom, kind=kind, source={"items": first}, only=only, **settings
        )
        if second:
            add_level(assignment=made, questions=other, only=second, source={"items": other})
    named = ("title", "opens", "due", "tries", "variant")
    of_deals = {name: settings[name] for name in named if name in settings}
    whom = list({pupil.pk: pupil for pupil in (*only, *second)}.values()) if only else ()
    deals = [_deal(classroom, line, whom, of_deals) for line in basket.deals]
    return Given(assignment=made, deals=tuple(deals))


def ask_live(*, classroom: Classroom, basket: Basket, teacher: User) -> LiveRound:
    """A live round with the exercises. Raises ClassError."""
    return rounds.begin(
        classroom=classroom, teacher=teacher, questions=[item.slug for item in basket.items],
        titles=in_both(lambda: gettext("From the basket")),
    )  # fmt: skip


def _on(basket: Basket, levels: Mapping[int, str] | None, *, without: str) -> list[str]:
    """The slugs of the exercises, but not of those that stand ``without`` this level only."""
    said = levels or {}
    lines = [line for line in basket.exercises if said.get(line.row.pk, ON_BOTH) != without]
    return [line.row.what for line in lines]


def _deal(
    classroom: Classroom, line: Line, only: Sequence[Pupil], settings: Mapping[str, Any]
) -> AssignedDeal:
    if line.row.sort == BasketEntry.Sort.MINI:
        return dealing.assign(classroom=classroom, what={"mini": line.row.what}, only=only, **settings)
    cards = line.cards
    assert cards is not None  # a line of a played deal that is still there
    what = {"rules": cards.game.rule_set, "record": cards.record, "styles": list(cards.game.styles)}
    return dealing.assign(classroom=classroom, what=what, only=only, **{**settings, "variant": "same"})
