"""View models of the answer forms in which something shown is chosen, ticked or put in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext

from engine.law.actions import Action
from lessons.content.choices import (
    CompareTask,
    FindAllTask,
    MistakeTask,
    OrderTask,
    PredictTask,
    SheetMistakeTask,
)
from lessons.content.reading import Item
from lessons.counting.sheet_rows import TOTAL, labelled_rows
from lessons.kinds.choosing import Column
from lessons.kinds.form_models import AnswerColumn, AnswerForm, Button, Choice, Option
from lessons.kinds.sheets import RowResult, rows_with
from lessons.kinds.working import Work, order_of
from lessons.words import naming

Reasons = Sequence[tuple[str, str, str]]
"""Rule id, title, and the rule in one sentence, for every reason that is offered."""


def find_all_form(task: FindAllTask, work: Work, rows: Mapping[str, RowResult]) -> AnswerForm:
    """Tick all that are allowed; "none" is an explicit choice."""
    return AnswerForm(
        kind="find-all",
        check=_check(),
        question=gettext("What is allowed here? Tick everything that is."),
        none_offered=True,
        none_checked=work.none,
        options=tuple(
            _option(place, actions, checked=str(place) in work.ticks, row=rows.get(str(place)))
            for place, actions in enumerate(task.options)
        ),
    )


def predict_form(task: PredictTask, work: Work) -> AnswerForm:
    """What may the partner do."""
    return AnswerForm(
        kind="predict",
        check=_check(),
        question=gettext("What may your partner do?"),
        options=tuple(
            _option(place, actions, checked=str(place) == work.choice)
            for place, actions in enumerate(task.options)
        ),
    )


def mistake_form(task: MistakeTask, work: Work, reasons: Reasons) -> AnswerForm:
    """Which action is the mistake, and why."""
    return AnswerForm(
        kind="mistake",
        check=_check(),
        question=gettext("Which action is the mistake?"),
        options=tuple(
            _option(place, (action,), checked=str(place) == work.choice)
            for place, action in enumerate(task.actions)
        ),
        reasons=_reasons(reasons, work.reason),
    )


def sheet_mistake_form(item: Item, task: SheetMistakeTask, work: Work, reasons: Reasons) -> AnswerForm:
    """Which row of the filled sheet is wrong, and why."""
    filled = rows_with(task.side, item.rules, {task.wrong_row: task.wrong_number})
    return AnswerForm(
        kind="sheet-mistake",
        check=_check(),
        question=gettext("Which row is wrong?"),
        options=tuple(
            Option(
                value=row.key,
                lines=((row.label, ()),),
                checked=row.key == work.choice,
                number=naming.number(filled[row.key]),
            )
            for row in labelled_rows(item.rules)
        ),
        number=naming.number(filled[TOTAL]),
        reasons=_reasons(reasons, work.reason),
    )


def order_form(
    item: Item, task: OrderTask, work: Work, rows: Mapping[str, RowResult], *, focus: str = ""
) -> AnswerForm:
    """The actions in the order in which they stand, each with what moves it; ``focus`` is such as ``up-2``."""
    order = order_of(item, work)
    verb, _, there = focus.partition("-")
    return AnswerForm(
        kind="order",
        check=_check(gettext("Check the order")),
        question=gettext("Bring the actions into an order in which the turn is allowed."),
        options=tuple(
            Option(
                value=str(place),
                lines=_lines((task.actions[place],)),
                first=number == 0,
                last=number == len(order) - 1,
                focused=_focused(verb, number, len(order)) if there == str(number) else "",
                mark=rows[str(place)].mark if str(place) in rows else "",
                comment=rows[str(place)].comment if str(place) in rows else "",
            )
            for number, place in enumerate(order)
        ),
    )


def compare_form(
    task: CompareTask, work: Work, both: Sequence[Column], rows: Mapping[str, RowResult]
) -> AnswerForm:
    """One answer under each of two rule sets."""
    options = (
        ("yes", gettext("Allowed")),
        ("no", gettext("Not allowed")),
        ("undecided", gettext("The text does not decide")),
    )
    found = []
    for side, given, column in zip(("first", "second"), (work.first, work.second), both, strict=True):
        row = rows.get(side)
        found.append(
            AnswerColumn(
                side=side,
                title=naming.rule_set_name(column.rules),
                choices=()
                if task.side
                else tuple(Choice(value=key, label=label, checked=key == given) for key, label in options),
                number=given,
                mark=row.mark if row else "",
                comment=row.comment if row else "",
                rule_id=row.rule_id if row else "",
            )
        )
    return AnswerForm(
        kind="compare",
        check=_check(),
        claim=task.actions or (),
        question=gettext("What does this side score in this deal?") if task.side else "",
        columns=tuple(found),
    )


def _focused(verb: str, number: int, count: int) -> str:
    """The button that takes the focus after a move: the same again, the other one at an end of the list."""
    if verb == "up":
        return "down" if number == 0 else "up"
    return "up" if number == count - 1 else "down"


def _option(place: int, actions: Sequence[Action], *, checked: bool, row: RowResult | None = None) -> Option:
    return Option(
        value=str(place),
        lines=_lines(actions),
        checked=checked,
        mark=row.mark if row else "",
        comment=row.comment if row else "",
        rule_id=row.rule_id if row else "",
    )


def _lines(actions: Sequence[Action]) -> tuple[tuple[str, tuple], ...]:
    return tuple(
        (naming.first_upper(naming.action_in_words(action)), action.cards + action.others)
        for action in actions
    )


def _reasons(reasons: Reasons, chosen: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(value=rule, label=title, checked=rule == chosen, note=note) for rule, title, note in reasons
    )


def _check(label: str = "") -> Button:
    return Button(do="check", label=label or gettext("Check"), key="c")
