"""What forms have in common in which something shown is chosen: options, reasons, the button that checks."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from engine.law.actions import Action
from engine.law.cards import Card
from lessons.kinds.common.forms import Button, Choice, Option
from lessons.kinds.common.reason_words import Reason, in_order
from lessons.kinds.common.sheets import RowResult
from lessons.kinds.common.work import Work
from lessons.words import naming


def option_of(
    place: int, actions: Sequence[Action], *, checked: bool, row: RowResult | None = None
) -> Option:
    """Actions that can be chosen, with the verdict on them."""
    return Option(
        value=str(place),
        lines=option_lines(actions),
        checked=checked,
        mark=row.mark if row else "",
        comment=row.comment if row else "",
        rule_id=row.rule_id if row else "",
    )


def option_lines(actions: Sequence[Action]) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Actions in words, each with its cards."""
    return tuple(
        (naming.first_upper(naming.action_in_words(action)), action.cards + action.others)
        for action in actions
    )


def reason_choices(reasons: Sequence[Reason], work: Work, *, lot: str) -> tuple[Choice, ...]:
    """The reasons to choose from, in the order of a lot."""
    chosen = work.text("reason")
    return tuple(
        Choice(value=one.rule, label=one.text, checked=one.rule == chosen) for one in in_order(reasons, lot)
    )


def lot_of(work: Work) -> str:
    """What decides the order of answers whose order means nothing: what the form sent along, else the work's own."""
    return work.text("lot") or work.lot


def check_button(label: str = "") -> Button:
    """The button that grades the answer."""
    return Button(do="check", label=label or gettext("Check"), key="c")
