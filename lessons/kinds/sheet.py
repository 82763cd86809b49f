"""Score a deal: one side or both, row by row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from lessons.content.base import SHEET_ROWS
from lessons.content.reading import Item
from lessons.content.schema import SheetTask
from lessons.counting.computing import sheet_of
from lessons.counting.sheet_rows import KEYS_OF_BOTH, TOTAL, labelled_rows
from lessons.kinds import both_sides, sheets
from lessons.kinds.registry import Kind, register
from lessons.kinds.result import Result
from lessons.saying.numbers import counted
from lessons.words import naming


@register
class Sheet(Kind[SheetTask]):
    """A score sheet to fill in. A row that follows rightly from a wrong one is carried."""

    name = "sheet"
    title = gettext_lazy("Score a deal")
    place = 8
    model = SheetTask

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


def row_keys(task: SheetTask) -> tuple[str, ...]:
    """The rows that are filled in."""
    return KEYS_OF_BOTH if task.other else (*SHEET_ROWS, TOTAL)
