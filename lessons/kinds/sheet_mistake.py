"""Find the mistake in a score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Annotated, Any, Final, Literal

from django.utils.translation import get_language, gettext, gettext_lazy
from pydantic import BeforeValidator, StrictInt, StringConstraints

from engine.score.questions import check_score_cards
from lessons.content.base import SHEET_ROWS, RuleSetName, SideTable, Task
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.counting.computing import score_side_of, sheet_of
from lessons.counting.sheet_rows import TOTAL, labelled_rows, points_in, rows_of
from lessons.kinds.common import diagnoses, sheets
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.choosing import chosen_reason, faults_of_reasons
from lessons.kinds.common.forms import AnswerForm, ChoiceForm, Option
from lessons.kinds.common.on_paper import OnPaper
from lessons.kinds.common.options import check_button, lot_of, reason_choices
from lessons.kinds.common.reason_words import Reason, reason_in_words, with_reason
from lessons.kinds.common.reasons import Reasons, offered_reasons, row_reasons
from lessons.kinds.common.result import Result
from lessons.kinds.common.shown import NOTHING
from lessons.kinds.common.turning import reasons_told
from lessons.kinds.common.work import Work
from lessons.kinds.offered.rows import objections
from lessons.kinds.registry import Fault, Kind, kind_of, register
from lessons.miscounts.known import SLIPS, asked_in_row, mistake_in
from lessons.saying.base import Sentence
from lessons.saying.verdicts import Explanation
from lessons.words import naming

FEWEST_ROWS: Final = 4
"""So many rows of a filled sheet are not nought, in one worth asking."""


def _read_wrong(value: Any) -> Any:
    if not isinstance(value, dict) or len(value) != 1:
        raise ValueError("this must name exactly one row, such as {red-threes = 200}")
    return next(iter(value.items()))


SheetRowName = Annotated[str, StringConstraints(pattern=f"^({'|'.join(SHEET_ROWS)})$")]
WrongRow = Annotated[tuple[SheetRowName, StrictInt], BeforeValidator(_read_wrong)]


class SheetMistakeTask(Task):
    """Which row of a filled score sheet is wrong, and why.

    ``wrong`` names the row and its wrong number; the other rows are computed, and the total follows the wrong row.
    ``reasons`` are rules that may be taken for the one behind it: slips with one of them are offered first.
    """

    kind: Literal["sheet-mistake"]
    side: SideTable
    rule_set: RuleSetName = "classic"
    wrong: WrongRow
    reasons: Reasons

    @property
    def wrong_row(self) -> str:
        return self.wrong[0]

    @property
    def wrong_number(self) -> int:
        return self.wrong[1]


@register
class SheetMistake(Kind[SheetMistakeTask]):
    """One row of a filled score sheet is wrong: which one, and why."""

    name = KindName("sheet-mistake")
    title = gettext_lazy("Find the mistake on a score sheet")
    place = 10
    model = SheetMistakeTask
    is_play = False
    effort = 0.4
    fields = {"choice": 40, "reason": 60, "lot": 40}
    ranks_are_free = True

    def reasons(self, item: Item) -> tuple[Reason, ...]:
        return _offered(item, get_language())

    def answer(self, item: Item, work: Work) -> dict[str, Any]:
        return {"choice": work.text("choice"), "reason": work.text("reason")}

    def is_picked(self, item: Item) -> bool:
        return True

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task = self.task(item)
        key = _chosen_row(answer, item)
        reason = chosen_reason(answer, task.reasons, self.reasons(item))
        sheet, side = sheet_of(task.side, item.rules), score_side_of(task.side, item.rules)
        wrong = task.wrong_row
        counted = sheets.named_right(wrong, sheet, side, item.rules)
        kept = {"choice": key, "reason": reason}
        if key != wrong:
            why = counted if reveal else sheets.named_right(key, sheet, side, item.rules)
            return Result(
                outcome="wrong",
                answer=kept,
                explanation=Explanation(
                    headline=gettext("Not this row."),
                    deciding=Sentence(why, task.rules[0]),
                    rule_id=task.rules[0],
                ),
            )
        slip = mistake_in(asked_in_row(wrong, side, sheet, item.rules), task.wrong_number)
        why = f"{slip.text} {counted}" if slip else counted
        fitting = row_reasons(wrong, task.wrong_number, sheet=sheet, side=side, rules=item.rules)
        right = not reason or reason in fitting
        rule_id = reason if reason in fitting else next(rule for rule in task.reasons if rule in fitting)
        headline = (
            gettext("Right, this is the row with the mistake.")
            if right
            else gettext("Half right: this is the row with the mistake, but for a different reason.")
        )
        return Result(
            outcome="right" if right else "wrong",
            answer=kept,
            explanation=Explanation(headline=headline, deciding=Sentence(why, rule_id), rule_id=rule_id),
        )

    def shows(self, item: Item, result: Result) -> tuple[str, ...]:
        reason = result.answer["reason"]
        slip = next((one.shows for one in self.reasons(item) if one.shows and one.rule == reason), "")
        if result.answer["choice"] != self.task(item).wrong_row:
            return diagnoses.distinct(filter(None, (diagnoses.ROW, slip)))
        return (slip or diagnoses.reason(reason),)

    def solution(self, item: Item) -> dict[str, Any] | None:
        task = self.task(item)
        key = task.wrong_row
        sheet, side = sheet_of(task.side, item.rules), score_side_of(task.side, item.rules)
        fitting = row_reasons(key, task.wrong_number, sheet=sheet, side=side, rules=item.rules)
        reason = next((rule for rule in task.reasons if rule in fitting), None)
        return {"choice": key, "reason": reason} if reason else None

    def answer_title(self, item: Item) -> str:
        return gettext("The mistake")

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        row = naming.first_upper(sheets.row_name(self.task(item).wrong_row))
        return f"{self._said(row, item, answer)} {reason_in_words(item, answer)}"

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        labels = {row.key: row.label for row in labelled_rows(item.rules)}
        return self._said(labels[answer["choice"]], item, answer)

    def _said(self, row: str, item: Item, answer: Mapping[str, Any]) -> str:
        """A row and the reason that was given; a reason that begins with the row's name stands alone."""
        said = with_reason(f"{row}.", item, answer, self.reasons(item))
        told = said.removeprefix(f"{row}. ")
        return told if told.startswith(f"{row}:") else said

    def concerned(self, item: Item) -> str:
        """The wrong row and another one, in the order of the sheet."""
        task = self.task(item)
        keys, sheet = rows_of(item.rules), sheet_of(task.side, item.rules)
        filled = [key for key in keys if points_in(sheet, key)]
        other = next((key for key in filled if key != task.wrong_row), keys[0])
        pair = sorted({task.wrong_row, other}, key=keys.index)
        return gettext("The mistake is in one of these rows: %(rows)s.") % {
            "rows": naming.either([sheets.row_name(key) for key in pair])
        }

    def goal(self, item: Item, *, alone: bool) -> str:
        return gettext("One row of this score sheet is wrong: find it.")

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        task = self.task(item)
        filled = sheets.rows_with(task.side, item.rules, {task.wrong_row: task.wrong_number})
        lot, reasons = lot_of(work), self.reasons(item)
        form = ChoiceForm(
            kind=self.name,
            check=check_button(),
            question=gettext("Which row is wrong?"),
            options=tuple(
                Option(
                    value=row.key,
                    lines=((row.label, ()),),
                    checked=row.key == work.text("choice"),
                    number=naming.number(filled[row.key]),
                )
                for row in labelled_rows(item.rules)
            ),
            total=naming.number(filled[TOTAL]),
            reasons=reason_choices(reasons, work, lot=f"{item.slug} {lot}"),
            lot=lot if reasons else "",
        )
        return NOTHING | {"form": form}

    def turned(self, item: Item, rng: Random) -> Iterator[dict[str, Any]]:
        """Another row that is wrong, as somebody would count it who overlooks a rule."""
        task = self.task(item)
        sheet, side = sheet_of(task.side, item.rules), score_side_of(task.side, item.rules)
        keys = [key for key in rows_of(item.rules) if key != task.wrong_row and points_in(sheet, key)]
        rng.shuffle(keys)
        for key in keys:
            asked = asked_in_row(key, side, sheet, item.rules)
            numbers = {number for slip in SLIPS for number in slip.wrong_numbers(asked)} - {asked.right}
            for number in rng.sample(sorted(numbers), len(numbers)):
                fitting = row_reasons(key, number, sheet=sheet, side=side, rules=item.rules)
                if fitting:
                    told = min(fitting, key=lambda rule: (rule not in task.rules, rule))
                    yield {"wrong": (key, number)} | reasons_told(task, told, fitting)

    def undecided(self, item: Item) -> str:
        task = self.task(item)
        filled = sheets.rows_with(task.side, item.rules, {task.wrong_row: task.wrong_number})
        to_look_at = sum(bool(number) for key, number in filled.items() if key != TOTAL)
        return "" if to_look_at >= FEWEST_ROWS else "the wrong row stands nearly alone"

    def faults(self, item: Item) -> Iterator[Fault]:
        task = self.task(item)
        key = task.wrong_row
        sheet, side = sheet_of(task.side, item.rules), score_side_of(task.side, item.rules)
        check_score_cards([side], item.rules, names=["side"])
        if key not in rows_of(item.rules):
            yield f"wrong.{key}", "the sheet of this rule set has no such row"
        elif task.wrong_number == points_in(sheet, key):
            yield f"wrong.{key}", "this is the right number"
        else:
            fitting = row_reasons(key, task.wrong_number, sheet=sheet, side=side, rules=item.rules)
            yield from faults_of_reasons(task.reasons, fitting, task.rules)
        if any(line.item == "forgotten-red-three" for line in sheet.lines):
            yield "side.hands", "the sheet has no row for a forgotten red three"

    def on_paper(self, form: AnswerForm) -> OnPaper:
        assert isinstance(form, ChoiceForm)
        return OnPaper(question=form.question, total=form.total)


@lru_cache(maxsize=512)
def _offered(item: Item, language: str | None) -> tuple[Reason, ...]:
    """The reasons in this language, which is the active one; they are the same for everybody."""
    kind = kind_of(item)
    task, solved = kind.task(item), kind.solution(item)
    assert isinstance(task, SheetMistakeTask)
    if solved is None:
        return ()
    sheet, side = sheet_of(task.side, item.rules), score_side_of(task.side, item.rules)
    return objections(
        task.wrong,
        sheet=sheet,
        side=side,
        rules=item.rules,
        fitting=row_reasons(*task.wrong, sheet=sheet, side=side, rules=item.rules),
        rule=solved["reason"],
        reasons=offered_reasons(item),
        name=item.slug,
    )


def _chosen_row(answer: Mapping[str, Any], item: Item) -> str:
    key = str(answer.get("choice", ""))
    if not key:
        raise AnswerError("choice", gettext("First choose which row is wrong."))
    if key not in rows_of(item.rules):
        raise AnswerError(
            "choice", gettext("The form did not arrive intact: this answer is not among those offered.")
        )
    return key
