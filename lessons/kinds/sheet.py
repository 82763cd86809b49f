"""Score a deal: one side or both, the rows of each, its total, and of both what their next initial meld needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final, Literal

from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, pgettext

from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from lessons.content.base import SHEET_ROWS, RuleSetName, SideTable, Task, Text
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.counting.computing import score_side_of, sheet_of
from lessons.counting.opposing import Opposing, opposing
from lessons.counting.sheet_rows import KEYS_OF_BOTH, MINIMUM, OTHER, TOTAL, labelled_rows, side_names
from lessons.kinds.common import sheets
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.forms import AnswerForm, SheetRow, SheetSide
from lessons.kinds.common.options import check_button
from lessons.kinds.common.result import Result
from lessons.kinds.common.sheets import RowResult, check_sides, grade_rows, lines_in_words, right_rows
from lessons.kinds.common.shown import NOTHING, rows_in
from lessons.kinds.common.turning import turned_sides
from lessons.kinds.common.work import Work
from lessons.kinds.registry import Fault, Kind, register
from lessons.miscounts.base import Asked
from lessons.miscounts.known import mistake_in
from lessons.saying.mistakes import where_steps_begin
from lessons.saying.numbers import counted, minimum_in_words
from lessons.words import naming

MOST_IN_ROW: Final = 40


class SheetTask(Task):
    """Score a deal: one number for each row and the total.

    With ``other``, the opponents' side, both sides are scored, and each one's minimum in the next deal is asked for.
    """

    kind: Literal["sheet"]
    side: SideTable
    other: SideTable | None = None
    rule_set: RuleSetName = "classic"


@register
class Sheet(Kind[SheetTask]):
    """A score sheet to fill in. A row that follows rightly from a wrong one is carried."""

    name = KindName("sheet")
    title = gettext_lazy("Score a deal")
    place = 8
    model = SheetTask
    pace = "long"
    fills_sheet = True
    is_play = False
    effort = 0.8
    ranks_are_free = True

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task = self.task(item)
        given = sheets.read_rows(answer.get("rows", {}))
        rows = grade_sheet(task, item.rules, given, reveal=reveal)
        return Result(
            outcome="right" if all(row.mark == "ok" for row in rows.values()) else "wrong",
            answer={"rows": {key: "" if given[key] is None else str(given[key]) for key in row_keys(task)}},
            explanation=sheets.explain_rows(rows, rules=task.rules),
            rows=rows,
            slips=sheets.slips_of(rows),
        )

    def shows(self, item: Item, result: Result) -> tuple[str, ...]:
        return tuple(sheets.shown_by(result.rows.values()))

    def solution(self, item: Item) -> dict[str, Any] | None:
        rows = right_sheet(self.task(item), item.rules)
        return {"rows": {key: str(value) for key, value in rows.items()}}

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return totals_in_words(self.task(item), item.rules)

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        rows = answer["rows"]
        labels = [(row.key, row.label) for row in labelled_rows(item.rules)]
        return "; ".join(
            f"{label} {naming.number(int(rows[key]))}"
            for key, label in [*labels, (TOTAL, gettext("This deal"))]
            if str(rows.get(key, "")).strip()
        )

    def lines(self, item: Item) -> tuple[str, ...]:
        return tuple(sheet_lines(self.task(item), item.rules))

    def concerned(self, item: Item) -> str:
        sheet = sheet_of(self.task(item).side, item.rules)
        cards = [card for line in sheet.lines if line.item == "melded-cards" for card in line.cards]
        if not cards:
            return gettext("Nothing is melded: begin with the cards left in hand.")
        return gettext("Begin with the melded cards: %(counted)s.") % {"counted": counted(cards)}

    def goal(self, item: Item, *, alone: bool) -> str:
        return gettext("Fill in the score sheet of this deal.")

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        rows = {key: _told(row) for key, row in rows_in(result).items()}
        invalid = error.where.removeprefix("row-") if error and error.where.startswith("row-") else ""
        values = work.entered.get("rows", {})
        form = sheet_form(values, rows, rules=item.rules, invalid=invalid)
        return NOTHING | {"form": form}

    def answer(self, item: Item, work: Work) -> dict[str, Any]:
        return {"rows": dict(work.entered.get("rows", {}))}

    def from_form(self, item: Item, form: QueryDict, draft: Work) -> dict[str, Any]:
        keys = row_keys(self.task(item))
        return {"rows": {key: form.get(f"row-{key}", "")[:MOST_IN_ROW] for key in keys}}

    def from_draft(self, item: Item, data: Mapping[str, Any]) -> dict[str, Any]:
        rows = data.get("rows", {})
        return {"rows": {key: str(rows.get(key, "")) for key in row_keys(self.task(item))}}

    def opposing(self, item: Item) -> Opposing | None:
        task = self.task(item)
        return opposing(task.side, task.other, item.rules) if task.other else None

    def turned(self, item: Item, rng: Random) -> Iterator[dict[str, Any]]:
        return ({"side": side} for side in turned_sides(self.task(item).side, rng))

    def faults(self, item: Item) -> Iterator[Fault]:
        check_sides(item)
        task = self.task(item)
        for name, side in (("side", task.side), ("other", task.other)):
            sheet = sheet_of(side, item.rules) if side else None
            if sheet and any(line.item == "forgotten-red-three" for line in sheet.lines):
                yield f"{name}.hands", "the sheet to fill in has no row for a forgotten red three"
            if sheet and task.other and sheet.next_minimum is None:
                yield name, "the rule set names no minimum after this deal"


def deal_of(side: SideTable, other: SideTable | None = None, *, rule_set: str) -> Item:
    """A deal that nobody asks for, in the shape of an exercise, so that its table can be shown. It is never kept."""
    none = Text(de="–", en="–")
    task = SheetTask.model_construct(
        kind="sheet", slug="scored", goal=none, look=none, rules=("score.formula",), side=side, other=other,
        rule_set=rule_set,
    )  # fmt: skip
    return Item(
        slug="scored", task=task, content_hash="", group="scored", number=1, is_puzzle=False, source=("", "")
    )


def sheet_form(
    values: Mapping[str, str],
    results: Mapping[str, Mapping[str, str]] | None = None,
    *,
    rules: RuleSet = CLASSIC,
    invalid: str = "",
) -> AnswerForm:
    """A score sheet with the rows of the rule set, or one for each side where ``values`` has rows of the opponents.

    ``results`` maps a row key to ``mark``, ``comment`` and ``rule_id`` of its verdict.
    """
    results = results or {}

    def row(key: str, label: str, note: str, *, side: str = "") -> SheetRow:
        result = results.get(key, {})
        mark = result.get("mark", "")
        return SheetRow(
            key=key, label=label, note=note, value=values.get(key, ""), mark=mark, mark_words=_mark_words(mark),
            comment=result.get("comment", ""), rule_id=result.get("rule_id", ""), invalid=key == invalid, side=side,
        )  # fmt: skip

    def sheet(prefix: str = "", title: str = "") -> SheetSide:
        sums = [row(f"{prefix}{TOTAL}", gettext("This deal"), gettext("all rows together"), side=title)]
        if title:
            label, note = gettext("Next initial meld"), gettext("minimum after this deal")
            sums.append(row(f"{prefix}{MINIMUM}", label, note, side=title))
        rows = tuple(
            row(f"{prefix}{one.key}", one.label, one.note, side=title) for one in labelled_rows(rules)
        )
        return SheetSide(title=title, rows=rows, sums=tuple(sums))

    own, opponents = side_names(rules)
    both = f"{OTHER}{TOTAL}" in values
    return AnswerForm(
        kind="sheet",
        template="lessons/_answer_sheet.html",
        check=check_button(gettext("Check the sheet")),
        sheets=(sheet(title=own), sheet(OTHER, opponents)) if both else (sheet(),),
    )


def _mark_words(mark: str) -> str:
    return {
        "ok": gettext("right"),
        "no": gettext("wrong"),
        "carried": gettext("follows from an earlier row"),
        "open": pgettext("row", "open"),
    }.get(mark, "")


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
        comment = gettext("Read correctly from your total; if the total changes, the minimum may change too.")
        return RowResult(
            key=MINIMUM, mark="carried", given=given, comment=comment, rule_id="initial.boundaries"
        )
    asked = Asked(place=MINIMUM, right=right, rules=rules, side=score_side_of(side, rules), sheet=sheet)
    known = mistake_in(asked, given)
    comment = known.text if known else where_steps_begin(rules, in_next_deal=True)
    return RowResult(
        key=MINIMUM, mark="no", given=given, comment=minimum_in_words(sheet) if reveal else comment,
        rule_id=known.rule_id if known else "initial.boundaries", slips=known.slips if known else (),
        read=known.read if known else (),
    )  # fmt: skip


def row_keys(task: SheetTask) -> tuple[str, ...]:
    """The rows that are filled in."""
    return KEYS_OF_BOTH if task.other else (*SHEET_ROWS, TOTAL)


def _told(row: RowResult) -> dict[str, str]:
    return {"mark": row.mark, "comment": row.comment, "rule_id": row.rule_id}
