"""Checks of the tasks that are answered by choosing: exactly what is asked for is there, and the engine decides it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.score.questions import check_score_cards
from lessons.content.choices import (
    CompareTask,
    FindAllTask,
    MistakeTask,
    OrderTask,
    PredictTask,
    SheetMistakeTask,
)
from lessons.content.reading import Item
from lessons.counting.computing import score_side_of, sheet_of
from lessons.counting.sheet_rows import rows_of
from lessons.kinds.choosing import (
    columns,
    faulty_actions,
    mistake_verdict,
    option_verdict,
)
from lessons.kinds.order import order_verdict, shown_order
from lessons.kinds.reasons import fitting_reasons, reasons_of, row_reasons

Fault = tuple[str, str]
"""The key below the item, and what is wrong there."""


def choice_faults(item: Item) -> Iterator[Fault]:
    """What the engine finds wrong with an item of these kinds. Raises EngineError for what is impossible."""
    match item.task:
        case FindAllTask() as task:
            yield from _options(task)
        case PredictTask() as task:
            yield from _options(task)
            legal = sum(option_verdict(task.position, actions).legal is True for actions in task.options)
            if legal != 1:
                yield "options", f"exactly one must be allowed, but {legal} are"
        case MistakeTask() as task:
            yield from _mistake(task)
        case SheetMistakeTask() as task:
            yield from _sheet_mistake(item, task)
        case OrderTask() as task:
            yield from _order(item, task)
        case CompareTask() as task:
            yield from _compare(task)


def _options(task: FindAllTask | PredictTask) -> Iterator[Fault]:
    deciding: set[str] = set()
    for place, actions in enumerate(task.options):
        verdict = option_verdict(task.position, actions)
        deciding |= fitting_reasons(verdict)
        if verdict.legal is None:
            undecided = ", ".join(verdict.undecided)
            yield f"options[{place}]", f"the text of the rule set does not decide this: {undecided}"
    if not deciding & set(task.rules):
        yield "rules", f"none of the item's rules decides here: {', '.join(sorted(deciding))}"


def _mistake(task: MistakeTask) -> Iterator[Fault]:
    verdict = mistake_verdict(task)
    faulty = faulty_actions(verdict)
    if verdict.legal is not False:
        yield (
            "actions",
            "there is no mistake in this turn" if verdict.legal else "the text does not decide this",
        )
        return
    if None in faulty or len(faulty) != 1:
        broken = ", ".join(f"{finding.rule} by {finding.action}" for finding in verdict.broken)
        yield "actions", f"exactly one action must be at fault: {broken}"
        return
    yield from _reasons(task.reasons, reasons_of(verdict.broken), task.rules)


def _sheet_mistake(item: Item, task: SheetMistakeTask) -> Iterator[Fault]:
    key = task.wrong_row
    sheet, side = sheet_of(task.side, item.rules), score_side_of(task.side, item.rules)
    check_score_cards([side], item.rules, names=["side"])
    if key not in rows_of(item.rules):
        yield f"wrong.{key}", "the sheet of this rule set has no such row"
    elif task.wrong_number == sheet.points_of(key):  # type: ignore[arg-type]
        yield f"wrong.{key}", "this is the right number"
    else:
        fitting = row_reasons(key, task.wrong_number, sheet=sheet, side=side, rules=item.rules)
        yield from _reasons(task.reasons, fitting, task.rules)
    if any(line.item == "forgotten-red-three" for line in sheet.lines):
        yield "side.hands", "the sheet has no row for a forgotten red three"


def _order(item: Item, task: OrderTask) -> Iterator[Fault]:
    verdict = order_verdict(task, range(len(task.actions)))
    if verdict is None or not verdict.legal or verdict.after.my_turn:
        broken = ", ".join(finding.rule for finding in verdict.broken) if verdict else "impossible actions"
        yield "actions", f"the order in the file must be a whole legal turn: {broken or 'it has not ended'}"
        return
    try:
        shown_order(item)
    except ValueError as error:
        yield "actions", str(error)


def _compare(task: CompareTask) -> Iterator[Fault]:
    both = columns(task)
    if both[0].rules == both[1].rules:
        yield "against", "these are the same rule set"
    for column in both:
        if column.sheet is not None and task.side is not None:
            check_score_cards([score_side_of(task.side, column.rules)], column.rules, names=["side"])
    deciding = {rule for column in both if column.verdict for rule in fitting_reasons(column.verdict)}
    deciding |= {rule for column in both if column.verdict for rule in column.verdict.undecided}
    if task.position is not None and not deciding & set(task.rules):
        yield "rules", f"none of the item's rules decides here: {', '.join(sorted(deciding))}"


def _reasons(offered: Sequence[str], fitting: frozenset[str], rules: Sequence[str]) -> Iterator[Fault]:
    named = ", ".join(sorted(fitting))
    if not fitting & set(offered):
        yield "reasons", f"none of the offered reasons fits: {named}"
    elif set(offered) <= fitting:
        yield "reasons", "every offered reason fits, so there is nothing to choose"
    if not fitting & set(rules):
        yield "rules", f"none of the item's rules decides here: {named}"
