"""Score a deal: one side or both, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from lessons.content.base import SHEET_ROWS
from lessons.content.reading import Item
from lessons.content.schema import SheetTask
from lessons.counting.computing import sheet_of
from lessons.counting.sheet_rows import KEYS_OF_BOTH, TOTAL, labelled_rows
from lessons.kinds import answer_form, both_sides, sheets
from lessons.kinds.answers import AnswerError
from lessons.kinds.registry import Fault, Kind, register
from lessons.kinds.result import Result
from lessons.kinds.sheets import RowResult, check_sides
from lessons.kinds.shown import NOTHING, rows_in
from lessons.kinds.work import Work
from lessons.saying.numbers import counted
from lessons.words import naming

MOST_IN_ROW: Final = 40


@register
class Sheet(Kind[SheetTask]):
    """A score sheet to fill in. A row that follows rightly from a wrong one is carried."""

    name = "sheet"
    title = gettext_lazy("Score a deal")
    place = 8
    model = SheetTask
    ranks_are_free = True

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task = self.task(item)
        given = sheets.read_rows(answer.get("rows", {}))
        rows = both_sides.grade_sheet(task, item.rules, given, reveal=reveal)
        return Result(
            outcome="right" if all(row.mark == "ok" for row in rows.values()) else "wrong",
            answer={"rows": {key: "" if given[key] is None else str(given[key]) for key in row_keys(task)}},
            explanation=sheets.explain_rows(rows, rules=task.rules),
            rows=rows,
            slips=sheets.slips_of(rows),
        )

    def solution(self, item: Item) -> dict[str, Any] | None:
        rows = both_sides.right_sheet(self.task(item), item.rules)
        return {"rows": {key: str(value) for key, value in rows.items()}}

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return both_sides.totals_in_words(self.task(item), item.rules)

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        rows = answer["rows"]
        labels = [(row.key, row.label) for row in labelled_rows(item.rules)]
        return "; ".join(
            f"{label} {naming.number(int(rows[key]))}"
            for key, label in [*labels, (TOTAL, gettext("This deal"))]
            if str(rows.get(key, "")).strip()
        )

    def lines(self, item: Item) -> tuple[str, ...]:
        return tuple(both_sides.sheet_lines(self.task(item), item.rules))

    def concerned(self, item: Item) -> str:
        sheet = sheet_of(self.task(item).side, item.rules)
        cards = [card for line in sheet.lines if line.item == "melded-cards" for card in line.cards]
        if not cards:
            return gettext("Nothing is melded: begin with the cards in the hands.")
        return gettext("Begin with the melded cards: %(counted)s.") % {"counted": counted(cards)}

    def goal(self, item: Item, *, alone: bool) -> str:
        return gettext("Fill in the score sheet of this deal.")

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        rows = {key: _told(row) for key, row in rows_in(result).items()}
        invalid = error.where.removeprefix("row-") if error and error.where.startswith("row-") else ""
        values = work.entered.get("rows", {})
        form = answer_form.sheet_form(values, rows, rules=item.rules, invalid=invalid)
        return NOTHING | {"form": form}

    def answer(self, item: Item, work: Work) -> dict[str, Any]:
        return {"rows": dict(work.entered.get("rows", {}))}

    def from_form(self, item: Item, form: QueryDict, draft: Work) -> dict[str, Any]:
        keys = row_keys(self.task(item))
        return {"rows": {key: form.get(f"row-{key}", "")[:MOST_IN_ROW] for key in keys}}

    def from_draft(self, item: Item, data: Mapping[str, Any]) -> dict[str, Any]:
        rows = data.get("rows", {})
        return {"rows": {key: str(rows.get(key, "")) for key in row_keys(self.task(item))}}

    def faults(self, item: Item) -> Iterator[Fault]:
        check_sides(item)
        task = self.task(item)
        for name, side in (("side", task.side), ("other", task.other)):
            sheet = sheet_of(side, item.rules) if side else None
            if sheet and any(line.item == "forgotten-red-three" for line in sheet.lines):
                yield f"{name}.hands", "the sheet to fill in has no row for a forgotten red three"
            if sheet and task.other and sheet.next_minimum is None:
                yield name, "the rule set names no minimum after this deal"


def row_keys(task: SheetTask) -> tuple[str, ...]:
    """The rows that are filled in."""
    return KEYS_OF_BOTH if task.other else (*SHEET_ROWS, TOTAL)


def _told(row: RowResult) -> dict[str, str]:
    return {"mark": row.mark, "comment": row.comment, "rule_id": row.rule_id}
