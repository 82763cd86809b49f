"""Compare two tables: the same question under two rule sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, Self

from django.utils.translation import gettext, gettext_lazy
from pydantic import StrictBool, model_validator

from engine.judging.judge import judge
from engine.law.cards import Card
from engine.law.position import Position
from engine.law.rule_ids import STEP_RULES
from engine.law.rulebook import RULES
from engine.law.ruleset import RuleSet
from engine.law.verdict import Verdict
from engine.notation.position_line import parse_rules
from engine.score.questions import check_score_cards
from engine.score.sheet import ScoreSheet
from lessons.content.base import ActionTexts, PositionText, RuleSetName, SideTable, Task
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.counting.computing import score_side_of, sheet_of
from lessons.kinds.common import diagnoses
from lessons.kinds.common.answers import AnswerError, read_number
from lessons.kinds.common.choosing import allowed_or_not
from lessons.kinds.common.forms import AnswerColumn, AnswerForm, Choice
from lessons.kinds.common.options import check_button
from lessons.kinds.common.reasons import fitting_reasons
from lessons.kinds.common.result import Result
from lessons.kinds.common.sheets import RowResult, slips_of
from lessons.kinds.common.shown import rows_in, still
from lessons.kinds.common.small_changes import small_changes
from lessons.kinds.common.turning import is_same_moment, turned_sides
from lessons.kinds.common.work import MOST_TEXT, Work
from lessons.kinds.registry import Fault, Judged, Kind, register
from lessons.miscounts.known import asked_for_total, mistake_in
from lessons.parting.probing import differing, under_rules
from lessons.saying.base import Sentence
from lessons.saying.comparing import agreed
from lessons.saying.numbers import sheet_in_words
from lessons.saying.remedies import without_action
from lessons.saying.rule_values import said
from lessons.saying.verdicts import Explanation, explain
from lessons.saying.wording import rule_title
from lessons.table import presenting
from lessons.table.view_models import TableView
from lessons.words import naming

SIDES: Final = ("first", "second")
BEHIND: Final = {"turn.keep-a-card": "out.canastas-needed"}
"""Rules that are the same for all and forbid otherwise by what another one says."""


class CompareTask(Task):
    """The same position, or the same side at the end of a deal, under two rule sets: two answers."""

    kind: Literal["compare"]
    position: PositionText | None = None
    actions: ActionTexts | None = None
    unfinished: StrictBool = False
    side: SideTable | None = None
    rule_set: RuleSetName = "classic"
    against: RuleSetName

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if (self.position is None) == (self.side is None):
            raise ValueError("give either a position with actions or a side to score")
        if (self.position is None) != (self.actions is None):
            raise ValueError("a position and actions go together")
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One of the two rule sets of a comparison: the verdict there, or the score sheet."""

    rules: RuleSet
    position: Position | None = None
    verdict: Verdict | None = None
    sheet: ScoreSheet | None = None

    @property
    def answer(self) -> str:
        """What is to be answered: ``yes``, ``no``, ``undecided``, or the total as a number."""
        if self.sheet is not None:
            return str(self.sheet.total)
        assert self.verdict is not None
        return {True: "yes", False: "no", None: "undecided"}[self.verdict.legal]

    def rule_at_this_score(self, rule: str) -> str:
        """Of the rules about the minimum the one that sets it at the side's score; any other rule itself."""
        if self.position is None or rule not in STEP_RULES:
            return rule
        return self.rules.initial_rule(self.position.own.score)

    def deciding(self) -> tuple[str, ...]:
        """The rules that the verdict goes by, those that are broken first."""
        verdict = self.verdict
        return tuple(finding.rule for finding in (*verdict.broken, *verdict.findings)) if verdict else ()


@register
class Compare(Kind[CompareTask]):
    """Two answers: a verdict, or a number, under each rule set."""

    name = KindName("compare")
    title = gettext_lazy("Compare two tables")
    place = 12
    model = CompareTask
    is_play = False
    total_is_asked = True
    turned_share = 0.75  # there are four pairs of verdicts
    effort = 0.7
    fields = {"first": MOST_TEXT, "second": MOST_TEXT}

    def is_picked(self, item: Item) -> bool:
        return self.task(item).side is None

    def chance_of_guessing(self, item: Item) -> float:
        return 0.0 if self.task(item).side is not None else 0.25

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task = self.task(item)
        both = columns(task)
        given = [_compared(answer, side, number=task.side is not None) for side in SIDES]
        rows = {
            side: _row_of(column, side, value, task, reveal=reveal)
            for side, column, value in zip(SIDES, both, given, strict=True)
        }
        fits = [row.mark == "ok" for row in rows.values()]
        headline = (
            gettext("Right, under both rule sets.")
            if all(fits)
            else gettext("Half right: one of the two answers fits.")
            if any(fits)
            else gettext("Not right under either rule set.")
        )
        why = "\n\n".join(
            f"**{naming.rule_set_name(column.rules)}:** {rows[side].comment}"
            for side, column in zip(SIDES, both, strict=True)
        )
        return Result(
            outcome="right" if all(fits) else "wrong",
            answer=dict(zip(SIDES, given, strict=True)),
            rows=rows,
            slips=slips_of(rows),
            verdict=both[0].verdict,
            explanation=Explanation(headline=headline, deciding=Sentence(why), rule_id=task.rules[0]),
        )

    def shows(self, item: Item, result: Result) -> tuple[str, ...]:
        found: list[str] = []
        for side, column in zip(SIDES, columns(self.task(item)), strict=True):
            row = result.rows[side]
            if row.mark == "ok":
                continue
            if column.verdict is None:
                found += map(diagnoses.count, row.read) if row.read else [diagnoses.MISCOUNTED]
            elif column.verdict.legal is None:
                found.append(diagnoses.DECIDED)
            elif result.answer[side] == "undecided":
                found.append(diagnoses.UNDECIDED)
            else:
                shown = diagnoses.doubts if column.verdict.legal else diagnoses.overlooks
                found.append(shown(row.rule_id))
        return tuple(found)

    def solution(self, item: Item) -> dict[str, Any] | None:
        first, second = columns(self.task(item))
        return {"first": first.answer, "second": second.answer}

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        words = _words()
        lines = []
        for column in columns(self.task(item)):
            sheet = column.sheet
            told = words[column.answer] if sheet is None else f"{naming.points_words(sheet.total)}."
            lines.append(f"**{naming.rule_set_name(column.rules)}:** {told}")
        return "\n\n".join(lines)

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        words, parts = _words(), []
        for side, column in zip(SIDES, columns(self.task(item)), strict=True):
            given = str(answer[side])
            told = words.get(given) or f"{naming.points_words(int(given))}."
            parts.append(f"{naming.rule_set_name(column.rules)}: {told}")
        return " ".join(parts)

    def rule_to_hint_at(self, item: Item) -> str:
        return parting_rule(self.task(item))

    def concerned(self, item: Item) -> str:
        """What the two rule sets say of the rule by which they part here."""
        task, parts = self.task(item), []
        parting = parting_rule(task)
        for column in columns(task):
            told = said(column.rules, column.rule_at_this_score(parting))
            value = f"{told.value} ({told.note})" if told.note else told.value
            words = {"rules": naming.rule_set_name(column.rules), "value": value}
            parts.append(gettext("%(rules)s – %(value)s") % words)
        return gettext("What the two rule sets say: %(both)s.") % {"both": "; ".join(parts)}

    def goal(self, item: Item, *, alone: bool) -> str:
        if not self.task(item).side:
            return gettext("For each of the two rule sets: is this allowed?")
        return (
            gettext("What do you score under each of the two rule sets?")
            if alone
            else gettext("What does this side score under each of the two rule sets?")
        )

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        task, rows = self.task(item), rows_in(result)
        form = AnswerForm(
            kind=self.name,
            template="lessons/_answer_compare.html",
            check=check_button(),
            claim=task.actions or (),
            question=gettext("What does this side score in this deal?") if task.side else "",
            columns=tuple(
                _answer_column(side, column, task, given=work.text(side), row=rows.get(side))
                for side, column in zip(SIDES, columns(task), strict=True)
            ),
        )
        return still(item.position) | {"form": form}

    def table(self, item: Item, work: Work, *, marked: tuple[Card, ...] = ()) -> TableView | None:
        """The table with only what both rule sets say of it."""
        one, other = (column.position for column in columns(self.task(item)))
        if one is None or other is None:
            return None
        labelled = work.is_told or not self.reads_table(item)
        return agreed(presenting.table(one, labelled=labelled), presenting.table(other, labelled=labelled))

    def rule_sets(self, item: Item) -> tuple[RuleSet, ...]:
        return item.rules, parse_rules(self.task(item).against)

    def judged(self, item: Item) -> Iterator[Judged]:
        task = self.task(item)
        if task.position is not None and task.actions:
            yield task.position, task.actions, task.unfinished
            other = under_rules(task.position, parse_rules(task.against))
            yield other, task.actions, task.unfinished

    def length(self, item: Item) -> int:
        """What the other rule set forbids has to be followed to its end in both, and counts as one more."""
        own = columns(self.task(item))[0].verdict
        return super().length(item) + (own is not None and own.legal is False)

    def turned(self, item: Item, rng: Random) -> Iterator[dict[str, Any]]:
        task = self.task(item)
        if task.side is not None:
            return ({"side": side} for side in turned_sides(task.side, rng))
        assert task.position is not None
        changes = small_changes(task.position, task.actions or (), rng)
        return (
            {"position": position, "actions": actions}
            for position, actions in changes
            if is_same_moment(task.position, position, task.rules)
        )

    def is_turned(self, item: Item, found: Item) -> bool:
        before, after = ([one.answer for one in columns(self.task(each))] for each in (item, found))
        return before != after and ("undecided" not in after or "undecided" in before)

    def faults(self, item: Item) -> Iterator[Fault]:
        task = self.task(item)
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


def columns(task: CompareTask) -> tuple[Column, Column]:
    """The task under its own rule set and under the other one. Raises EngineError where it is impossible there."""
    other = parse_rules(task.against)
    if task.side is not None:
        own = parse_rules(task.rule_set)
        return Column(rules=own, sheet=sheet_of(task.side, own)), Column(
            rules=other, sheet=sheet_of(task.side, other)
        )
    assert task.position is not None
    return _judged(task, task.position), _judged(task, under_rules(task.position, other))


def parting_rule(task: CompareTask) -> str:
    """The rule by which the two part in this question: one that decides it, or by which a line of a sheet goes.

    Where they do not part, and where it is the minimum at the side's score, the main rule of the task.
    """
    one, other = columns(task)
    main = task.rules[0]
    if one.answer == other.answer or main in STEP_RULES:
        return main
    involved = [*task.rules, *one.deciding(), *other.deciding(), *_lines_apart(one.sheet, other.sheet)]
    involved += [BEHIND[rule] for rule in involved if rule in BEHIND]
    apart = differing(one.rules, other.rules)
    near = [rule for rule in apart if RULES[rule].section == RULES[main].section]
    return next((rule for rule in (*involved, *near) if rule in apart), main)


def _lines_apart(one: ScoreSheet | None, other: ScoreSheet | None) -> list[str]:
    """The rules of the lines that count otherwise on one of two sheets."""
    if one is None or other is None:
        return []
    first, second = ({line.item: line for line in sheet.lines} for sheet in (one, other))
    return [
        line.rule
        for item, line in {**second, **first}.items()
        if item not in first or item not in second or first[item].points != second[item].points
    ]


def _judged(task: CompareTask, position: Position) -> Column:
    verdict = judge(position, task.actions or (), unfinished=task.unfinished, remedy=False)
    return Column(rules=position.rules, position=position, verdict=verdict)


def _row_of(column: Column, side: str, given: str, task: CompareTask, *, reveal: bool) -> RowResult:
    """The verdict on the answer under one of the two rule sets."""
    fits = given == column.answer
    comment, rule_id = _said(column, task, reveal=reveal or fits), _rule_of(column, task)
    known = None
    if not fits and column.sheet is not None and task.side is not None:
        scored = score_side_of(task.side, column.rules)
        known = mistake_in(asked_for_total(scored, column.sheet, column.rules), int(given))
    if known is None:
        return RowResult(key=side, mark="ok" if fits else "no", given=None, comment=comment, rule_id=rule_id)
    return RowResult(
        key=side, mark="no", given=int(given), comment=comment if reveal else known.text, rule_id=known.rule_id,
        slips=known.slips, read=known.read,
    )  # fmt: skip


def _words() -> dict[str, str]:
    """The three verdicts behind the name of a rule set, by what the form sends."""
    return {
        "yes": allowed_or_not(legal=True),
        "no": allowed_or_not(legal=False),
        "undecided": gettext("The text does not decide."),
    }


def _compared(answer: Mapping[str, Any], side: str, *, number: bool) -> str:
    text = str(answer.get(side, ""))
    if number:
        return str(read_number(text, where=side))
    if text not in ("yes", "no", "undecided"):
        raise AnswerError(side, gettext("Answer for both rule sets."))
    return text


def _said(column: Column, task: CompareTask, *, reveal: bool) -> str:
    """What the rule set says: allowed or not and why, or how the side is counted."""
    if column.sheet is not None:
        return (
            naming.first_upper(sheet_in_words(column.sheet)) if reveal else gettext("Count this one again.")
        )
    assert column.verdict is not None
    assert column.position is not None
    told = explain(column.verdict, position=column.position, actions=task.actions or (), about=task.rules)
    why = told.deciding.text if told.deciding else ""
    if column.verdict.legal is False and task.actions:
        why = without_action(why, task.actions[0])  # it is the first that the question names
    if column.verdict.legal is None:
        return f"{gettext('The text does not decide.')} {why}".strip()
    return f"{allowed_or_not(legal=column.verdict.legal)} {why}".strip()


def _rule_of(column: Column, task: CompareTask) -> str:
    if column.verdict is None or column.position is None:
        return task.rules[0]
    told = explain(column.verdict, position=column.position, actions=task.actions or (), about=task.rules)
    return told.rule_id or task.rules[0]


def _house_rule(rules: RuleSet, task: CompareTask) -> str:
    """What the table plays otherwise, which nobody can know; of several rules that say so, one of the task."""
    if not rules.changes:
        return ""
    parting = differing(parse_rules(rules.base), rules)
    rule = next((rule for rule in task.rules if rule in parting), parting[0])
    return f"{rule_title(rule, rules)}: {said(rules, rule).value}"


def _answer_column(
    side: str, column: Column, task: CompareTask, *, given: str, row: RowResult | None
) -> AnswerColumn:
    """The answer under one of the two rule sets: a verdict to choose, or a number to enter."""
    options = (
        ("yes", gettext("Allowed")),
        ("no", gettext("Not allowed")),
        ("undecided", gettext("The text does not decide")),
    )
    choices = tuple(Choice(value=key, label=label, checked=key == given) for key, label in options)
    return AnswerColumn(
        side=side,
        title=naming.rule_set_name(column.rules),
        note=_house_rule(column.rules, task),
        choices=() if column.sheet is not None else choices,
        number=given,
        mark=row.mark if row else "",
        comment=row.comment if row else "",
        rule_id=row.rule_id if row else "",
    )
