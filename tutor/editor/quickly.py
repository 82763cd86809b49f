"""An exercise of a table at one press: what the page that makes one would offer, without looking at it first."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from lessons.kinds.registry import KINDS
from tutor.editor.items import (
    Draft,
    doubts_about,
    kinds_for,
    near_reasons,
    record_of,
    verdict_on,
)
from tutor.editor.models import OwnItem, new_token
from tutor.editor.turning import Turning
from tutor.learning.models import User


class CannotAskError(ValueError):
    """Nothing can be asked about this table. The message says what is missing, in the active language."""

    @property
    def message(self) -> str:
        return str(self)


def exercise_of(turning: Turning, *, owner: User) -> OwnItem:
    """An exercise of the owner's: the one that there is of this table, else a new one.

    Raises CannotAskError, and EngineError for a position that the engine cannot judge.
    """
    draft = next(
        (one for one in _drafts(turning) if not any(doubt.forbids for doubt in doubts_about(one))), None
    )
    if draft is None:
        raise CannotAskError(
            gettext(
                "To turn it into an exercise, say which cards come from the stock, or what the player does."
            )
        )
    token = new_token()
    record = record_of(draft, name=token)
    for row in OwnItem.objects.filter(owner=owner):
        if _asked(row.record) == _asked(record):
            return row
    return OwnItem.objects.create(owner=owner, token=token, record=record)


def _asked(record: dict[str, Any]) -> dict[str, Any]:
    """What a record asks, whatever its name; the order of the reasons comes from that."""
    return {**record, "slug": "", "reasons": sorted(record.get("reasons", ()))}


def _drafts(turning: Turning) -> list[Draft]:
    position, actions = turning.position, turning.actions
    found = []
    for kind in kinds_for(position, actions, turning.next_cards):
        judges = KINDS[kind].judges_claim
        reasons: tuple[str, ...] = ()
        if judges:
            verdict = verdict_on(position, actions)
            reasons = near_reasons(verdict, position, actions)
        found.append(
            Draft(
                kind=kind, position=position, actions=actions if judges else (), next_cards=turning.next_cards,
                reasons=reasons,
            )
        )  # fmt: skip
    return found
