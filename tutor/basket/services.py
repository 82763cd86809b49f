"""Putting things into a basket, their order, and taking them out.

What is put in is named by its sort and what it is, such as ``item:first/sum``: an exercise (``item``), all steps of a
lesson (``stage``), a laid table with what is done on it (``table``, the query of its address), a mini-deal (``mini``)
or the cards of a deal that the teacher has played (``cards``, its key).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext

from engine.law.errors import EngineError
from lessons.content.deals import mini_deal
from lessons.content.reading import library
from lessons.fresh.sisters import find_item
from lessons.kinds.common.answers import AnswerError
from lessons.saying.engine_errors import error_in_words
from tutor.basket.models import BasketEntry
from tutor.classroom.services import ClassError
from tutor.editor.items import PREFIX
from tutor.editor.quickly import CannotAskError, exercise_of
from tutor.editor.turning import turning_from
from tutor.learning.models import User
from tutor.play.models import PlayedDeal

MOST_ENTRIES: Final = 60
_Sort = BasketEntry.Sort


@transaction.atomic
def add(*, user: User, named: str) -> list[BasketEntry]:
    """Put something into the basket, last; what is in it already stays where it is. Raises ClassError."""
    User.objects.select_for_update().get(pk=user.pk)  # two at the same moment come one after the other
    sort, _, what = named.partition(":")
    if sort not in _FOUND:
        raise ClassError(_gone())
    found = _FOUND[sort](what, user)
    known = {(one.sort, one.what): one for one in BasketEntry.objects.filter(owner=user)}
    new = [one for one in found if one not in known]
    if len(known) + len(new) > MOST_ENTRIES:
        message = gettext(
            "The basket has room for %(most)s entries. Assign what is in it, or empty it first."
        )
        raise ClassError(message % {"most": MOST_ENTRIES})
    place = 1 + max((one.place for one in known.values()), default=0)
    return BasketEntry.objects.bulk_create(
        BasketEntry(owner=user, sort=sort, what=what, place=place + number)
        for number, (sort, what) in enumerate(new)
    )


def remove(*, user: User, number: int | None) -> None:
    """Take one thing out of the basket of this account."""
    if number is not None:
        BasketEntry.objects.filter(owner=user, pk=number).delete()


def empty(*, user: User) -> None:
    BasketEntry.objects.filter(owner=user).delete()


@transaction.atomic
def move(*, user: User, number: int | None, up: bool) -> None:
    """One place up or down; nothing at either end."""
    rows = list(BasketEntry.objects.select_for_update().filter(owner=user))
    at = next((at for at, row in enumerate(rows) if row.pk == number), None)
    other = None if at is None else at - 1 if up else at + 1
    if at is None or other is None or not 0 <= other < len(rows):
        return
    rows[at], rows[other] = rows[other], rows[at]
    for place, row in enumerate(rows, 1):
        row.place = place
    BasketEntry.objects.bulk_update(rows, ["place"])


def export_of(user: User) -> list[dict[str, Any]]:
    """The basket of an account, ready for JSON."""
    return [
        {"sort": one.sort, "what": one.what, "added": one.added.isoformat()}
        for one in BasketEntry.objects.filter(owner=user)
    ]


def cards_of(user: User, key: str) -> PlayedDeal | None:
    """The deal with this key, if the account has played it or its player shares it."""
    try:
        found = PlayedDeal.objects.select_related("game__learner").filter(key=UUID(key)).first()
    except ValueError:
        return None
    is_theirs = found is not None and (found.is_shared or found.game.learner.user_id == user.pk)
    return found if is_theirs else None


def _item(what: str, user: User) -> list[tuple[str, str]]:
    if find_item(what) is None:
        raise ClassError(_gone())
    return [(_Sort.ITEM, what)]


def _stage(what: str, user: User) -> list[tuple[str, str]]:
    stage = library().stage(what)
    if stage is None:
        raise ClassError(_gone())
    return [(_Sort.ITEM, step.slug) for step in stage.steps]


def _table(what: str, user: User) -> list[tuple[str, str]]:
    """An exercise of the teacher's own is made of it, as the page that makes one would offer it."""
    try:
        made = exercise_of(turning_from(QueryDict(what)), owner=user)
    except (AnswerError, CannotAskError) as error:
        raise ClassError(error.message) from error
    except EngineError as error:
        raise ClassError(error_in_words(error)) from error
    return [(_Sort.ITEM, f"{PREFIX}{made.token}")]


def _mini(what: str, user: User) -> list[tuple[str, str]]:
    if mini_deal(what) is None:
        raise ClassError(_gone())
    return [(_Sort.MINI, what)]


def _cards(what: str, user: User) -> list[tuple[str, str]]:
    if cards_of(user, what) is None:
        raise ClassError(_gone())
    return [(_Sort.CARDS, what)]


def _gone() -> str:
    return gettext("This is no longer there, so it cannot be put into the basket.")


_FOUND: Final[Mapping[str, Callable[[str, User], list[tuple[str, str]]]]] = {
    "item": _item,
    "stage": _stage,
    "table": _table,
    "mini": _mini,
    "cards": _cards,
}
