"""A score sheet of both sides: the rows of each, its total, and what its next initial meld needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext

from engine.law.ruleset import RuleSet
from lessons.content.base import SHEET_ROWS, SideTable
from lessons.content.schema import SheetTask
from lessons.counting.computing import score_side_of, sheet_of
from lessons.counting.sheet_rows import MINIMUM, OTHER, TOTAL, side_names
from lessons.kinds.sheets import RowResult, grade_rows, lines_in_words, right_rows
from lessons.miscounts.base import Asked
from lessons.miscounts.known import mistake_in
from lessons.saying.mistakes import where_steps_begin
from lessons.saying.numbers import minimum_in_words


def sides_of(task: SheetTask) -> Iterator[tuple[str, SideTable]]:
    """The sides that are scored, each with what the keys of its rows begin with."""
    yield "", task.side
    if task.other is not None:
        yield OTHER, task.other


def grade_sheet(
    task: SheetTask, rules: RuleSet, given: Mapping[str, int | None], *, reveal: bool
) -> dict[str, RowResult]:
    """The verdict of every row of every side."""
    results: dict[str, RowResult] = {}
    for prefix, side in sides_of(task):
        own = {key: given[f"{prefix}{key}"] for key in (*SHEET_ROWS, TOTAL)}
        rows = grade_rows(side, rules, own, reveal=reveal)
        if task.other is not None:
            rows[MINIMUM] = _grade_minimum(
                side, rules, given[f"{prefix}{MINIMUM}"], rows[TOTAL], reveal=reveal
            )
        results |= {f"{prefix}{key}": replace(row, key=f"{prefix}{key}") for key, row in rows.items()}
    return results


def right_sheet(task: SheetTask, rules: RuleSet) -> dict[str, int]:
    """The right number of every row of every side."""
    found: dict[str, int] = {}
    for prefix, side in sides_of(task):
        rows = right_rows(side, rules)
        if task.other is not None:
            rows[MINIMUM] = sheet_of(side, rules).next_minimum or 0
        found |= {f"{prefix}{key}": value for key, value in rows.items()}
    return found


def sheet_lines(task: SheetTask, rules: RuleSet) -> list[str]:
    """How the deal is counted, line by line; with both sides each under its name, and with its next minimum."""
    if task.other is None:
        return lines_in_words(task.side, rules)
    found = []
    for (_, side), name in zip(sides_of(task), side_names(rules), strict=True):
        found += [f"**{name}**", *lines_in_words(side, rules), minimum_in_words(sheet_of(side, rules))]
    return found


def totals_in_words(task: SheetTask, rules: RuleSet) -> str:
    """The totals with what they are made of, and the next minimums where both sides are scored."""
    if task.other is None:
        return lines_in_words(task.side, rules)[-1]
    parts = []
    for (_, side), name in zip(sides_of(task), side_names(rules), strict=True):
        parts.append(
            f"**{name}:** {lines_in_words(side, rules)[-1]} {minimum_in_words(sheet_of(side, rules))}"
        )
    return "\n\n".join(parts)


def _grade_minimum(
    side: SideTable, rules: RuleSet, given: int | None, total: RowResult, *, reveal: bool
) -> RowResult:
    """The minimum that follows from the total; one that follows from a wrong total is carried."""
    sheet = sheet_of(side, rules)
    right = sheet.next_minimum or 0
    if given is None:
        return RowResult(key=MINIMUM, mark="open", given=None)
    if given == right:
        comment = minimum_in_words(sheet)
        return RowResult(key=MINIMUM, mark="ok", given=given, comment=comment, rule_id="initial.boundaries")
    own = total.given if total.mark in ("no", "carried") else None
    if own is not None and given == rules.initial_minimum(side.score_before + own):
        comment = gettext("Read rightly from your total; it changes with it.")
        return RowResult(
            key=MINIMUM, mark="carried", given=given, comment=comment, rule_id="initial.boundaries"
        )
    asked = Asked(place=MINIMUM, right=right, rules=rules, side=score_side_of(side, rules), sheet=sheet)
    known = mistake_in(asked, given)
    comment = known.text if known else where_steps_begin(rules)
    return RowResult(
        key=MINIMUM, mark="no", given=given, comment=minimum_in_words(sheet) if reveal else comment,
        rule_id=known.rule_id if known else "initial.boundaries", slips=known.slips if known else (),
    )  # fmt: skip
