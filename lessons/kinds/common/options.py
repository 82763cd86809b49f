"""What forms have in common in which something shown is chosen: options, reasons, the button that checks."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from engine.law.actions import Action
from engine.law.cards import Card
from lessons.content.reading import Item
from lessons.kinds.common.forms import Button, Choice, Option
from lessons.kinds.common.sheets import RowResult
from lessons.kinds.common.shown import told_reasons
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


def reason_choices(item: Item, work: Work) -> tuple[Choice, ...]:
    """The rules that are offered as the reason."""
    chosen = work.text("reason")
    return tuple(
        Choice(value=rule, label=title, checked=rule == chosen, note=note)
        for rule, title, note in told_reasons(item)
    )


def check_button(label: str = "") -> Button:
    """The button that grades the answer."""
    return Button(do="check", label=label or gettext("Check"), key="c")
