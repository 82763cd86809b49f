"""Whether an answer is right where something was chosen among things shown. The engine decides, as everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.verdict import Verdict
from engine.notation.text import parse_actions
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
from lessons.kinds.answers import AnswerError, read_number
from lessons.kinds.choosing import (
    Column,
    columns,
    faulty_actions,
    legal_options,
    mistake_verdict,
    option_verdict,
    order_verdict,
    seat_of,
    shown_order,
)
from lessons.kinds.reasons import reasons_of, row_reasons
from lessons.kinds.result import Result
from lessons.kinds.sheets import RowResult, named_right, slips_of
from lessons.miscounts.known import asked_for_total, asked_in_row, mistake_in
from lessons.saying.base import Sentence
from lessons.saying.engine_errors import error_in_words
from lessons.saying.numbers import sheet_in_words
from lessons.saying.verdicts import Explanation, explain
from lessons.words import naming

SIDES: Final = ("first", "second")
BEGINNING: Final = frozenset({"draw", "take"})
_YOU: Final = re.compile(r"\b(you|yours?|du|dir|dich|dein\w*|euch|eue?r\w*)\b", re.IGNORECASE)
"""Whom a sentence speaks to, in either language."""


def _grade_find_all(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    task = item.task
    assert isinstance(task, FindAllTask)
    ticked = frozenset(_place(tick, len(task.options)) for tick in answer.get("ticks", ()))
    nothing = bool(answer.get("none"))
    if not ticked and not nothing:
        raise AnswerError("ticks", gettext("Tick what is allowed first, or “None of them”."))
    if ticked and nothing:
        raise AnswerError("ticks", gettext("“None of them” and ticked answers exclude each other."))
    legal = frozenset(legal_options(task))
    right = ticked == legal
    kept = {"ticks": [str(place) for place in sorted(ticked)], **({"none": True} if nothing else {})}
    rows = {}
    for place, actions in enumerate(task.options):
        if not (right or reveal) and place not in ticked:
            continue
        told = _told(task.position, actions, about=task.rules)
        fits = (place in ticked) == (place in legal)
        rows[str(place)] = RowResult(
            key=str(place), mark="ok" if fits else "no", given=None,
            comment=f"{_allowed(place in legal)} {told.deciding.text if told.deciding else ''}".strip(),
            rule_id=told.rule_id,
        )  # fmt: skip
    if right:
        headline, why = gettext("Right, that is all of them."), _how_many_are_allowed(len(legal))
    else:
        headline, why = gettext("Not yet right."), _what_differs(len(ticked - legal), len(legal - ticked))
    return Result(
        outcome="right" if right else "wrong", answer=kept, rows=rows,
        explanation=Explanation(headline=headline, deciding=Sentence(why), rule_id=task.rules[0]),
    )  # fmt: skip


def _grade_predict(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    task = item.task
    assert isinstance(task, PredictTask)
    place = _chosen(answer, len(task.options), gettext("Choose one of the answers first."))
    actions = task.options[place]
    right = place in legal_options(task)
    verdict = option_verdict(task.position, actions)
    told = explain(verdict, position=task.position, actions=actions, about=task.rules)
    headline = gettext("Right.") if right else gettext("No, your partner may not do that.")
    return Result(
        outcome="right" if right else "wrong", answer={"choice": str(place)}, verdict=verdict,
        explanation=_said_to(item, told.with_headline(headline)),
    )  # fmt: skip


def _grade_mistake(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    task = item.task
    assert isinstance(task, MistakeTask)
    place = _chosen(answer, len(task.actions), gettext("Choose first which action is the mistake."))
    reason = _reason(answer, task.reasons)
    verdict = mistake_verdict(task)
    kept = {"choice": str(place), "reason": reason}
    if place not in faulty_actions(verdict) and not reveal:
        told = _said_to(item, _harmless(task, place))
        return Result(outcome="wrong", answer=kept, explanation=told, verdict=verdict)
    here = [finding for finding in verdict.broken if finding.action == place]
    right = reason in reasons_of(here)
    about = (reason, *task.rules) if right else task.rules
    told = explain(verdict, position=task.position, actions=task.actions, about=about, reveal=False)
    if right:
        headline = gettext("Right, that is the mistake.")
    elif here:
        headline = gettext("Half right: that is the mistake, but another rule decides.")
    else:
        headline = gettext("Not this one.")
    return Result(
        outcome="right" if right else "wrong", answer=kept, verdict=verdict,
        explanation=_said_to(item, told.with_headline(headline)),
    )  # fmt: skip


def _said_to(item: Item, told: Explanation) -> Explanation:
    """The verdict as it is said to whoever plays, and who that is where it says "you"."""
    seat = seat_of(item)
    said = " ".join(str(sentence) for sentence in (told.deciding, told.fix, *told.further) if sentence)
    if seat == "you" or told.deciding is None or not _YOU.search(said):
        return told
    who = (
        gettext("“You” is your partner here.")
        if seat == "partner"
        else gettext("“You” is your opponent here.")
    )
    return replace(told, deciding=replace(told.deciding, text=f"{who} {told.deciding.text}"))


def _harmless(task: MistakeTask, place: int) -> Explanation:
    """What is said of an action that was taken for the mistake and is none."""
    so_far = task.actions[: place + 1]
    action = naming.first_upper(naming.action_in_words(task.actions[place]))
    why = gettext("“%(action)s” breaks no rule.") % {"action": action}
    before = judge(task.position, so_far, unfinished=True, remedy=False)
    rule_id = task.rules[0]
    if before.legal:
        here = [finding for finding in before.findings if finding.action == place]
        grounds = explain(before, position=task.position, actions=so_far, about=[f.rule for f in here])
        if here and grounds.deciding is not None:
            ground = grounds.deciding.text.removeprefix(f"{action}: ")  # it is named already
            why, rule_id = f"{why} {ground}", grounds.rule_id
    return Explanation(headline=gettext("Not this one."), deciding=Sentence(why, rule_id), rule_id=rule_id)


def _grade_sheet_mistake(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    task = item.task
    assert isinstance(task, SheetMistakeTask)
    keys = rows_of(item.rules)
    key = str(answer.get("choice", ""))
    if not key:
        raise AnswerError("choice", gettext("Choose first which row is wrong."))
    if key not in keys:
        raise AnswerError("choice", gettext("The form was damaged: this answer is not among those offered."))
    reason = _reason(answer, task.reasons)
    sheet, side = sheet_of(task.side, item.rules), score_side_of(task.side, item.rules)
    wrong = task.wrong_row
    counted = named_right(wrong, sheet, side, item.rules)
    kept = {"choice": key, "reason": reason}
    if key != wrong:
        why = counted if reveal else named_right(key, sheet, side, item.rules)
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
    right = reason in fitting
    rule_id = reason if right else next(rule for rule in task.reasons if rule in fitting)
    headline = (
        gettext("Right, this row is wrong.")
        if right
        else gettext("Half right: this row is wrong, but another rule was overlooked.")
    )
    return Result(
        outcome="right" if right else "wrong",
        answer=kept,
        explanation=Explanation(headline=headline, deciding=Sentence(why, rule_id), rule_id=rule_id),
    )


def _grade_order(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    task = item.task
    assert isinstance(task, OrderTask)
    count = len(task.actions)
    order = tuple(_place(place, count) for place in answer.get("order", ())) or shown_order(item)
    if sorted(order) != list(range(count)):
        raise AnswerError("order", gettext("The form was damaged: the order cannot be read."))
    kept = {"order": [str(place) for place in order]}
    actions = [task.actions[place] for place in order]
    verdict = order_verdict(task, order)
    if verdict is not None and verdict.legal and not verdict.after.my_turn:
        told = explain(verdict, position=task.position, actions=actions, about=task.rules)
        return Result(
            outcome="right",
            answer=kept,
            verdict=verdict,
            explanation=told.with_headline(gettext("Right, in this order.")),
        )
    place, told = _first_out_of_order(task, actions)
    rows = {str(key): RowResult(key=str(key), mark="open", given=None) for key in order[place + 1 :]} | {
        str(order[place]): RowResult(
            key=str(order[place]),
            mark="no",
            given=None,
            comment=gettext("Not at this place yet. What comes after it stays open.")
            if order[place + 1 :]
            else gettext("Not at this place."),
        )
    }
    return Result(
        outcome="wrong",
        answer=kept,
        rows=rows,
        verdict=verdict,
        explanation=told.with_headline(gettext("Not in this order.")),
    )


def _first_out_of_order(task: OrderTask, actions: Sequence[Action]) -> tuple[int, Explanation]:
    """The first place at which an action is wrong, and why; what comes after it would follow from that."""
    for place in range(len(actions)):
        so_far = tuple(actions[: place + 1])
        last = place == len(actions) - 1
        try:
            verdict = judge(task.position, so_far, unfinished=not last, remedy=False)
        except EngineError as error:
            return place, _impossible(task, actions, place, error)
        if verdict.legal is False:
            told = explain(verdict, position=task.position, actions=so_far, about=task.rules, reveal=False)
            return place, told
    return len(actions) - 1, Explanation(deciding=Sentence(gettext("The turn has not ended yet.")))


def _impossible(task: OrderTask, actions: Sequence[Action], place: int, error: EngineError) -> Explanation:
    """Why an action cannot be done at this place: its card or its meld comes with one that stands behind it.

    The rule is the one that the order breaks so far, if it breaks any, and not what the exercise is about.
    """
    position, before = task.position, actions[:place]
    if position.phase == "draw" and position.hand and not any(one.verb in BEGINNING for one in before):
        early = parse_actions([f"discard {position.hand[0]}"])
        verdict = judge(position, early, unfinished=True, remedy=False)
        told = explain(verdict, position=position, actions=early, about=("turn.draw-or-take",), reveal=False)
        return replace(told, further=())  # that would speak of the discard, which nobody made
    why = gettext("“%(action)s” is not possible at this place: %(reason)s") % {
        "action": naming.first_upper(naming.action_in_words(actions[place])),
        "reason": error_in_words(error),
    }
    waits = any(one.verb == "expose" for one in actions[place:])
    rule = "red3.expose-at-once" if waits and error.code == "card-not-held" else ""
    return Explanation(deciding=Sentence(why, rule), rule_id=rule)


def _grade_compare(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    task = item.task
    assert isinstance(task, CompareTask)
    both = columns(task)
    given = [_compared(answer, side, number=task.side is not None) for side in SIDES]
    rows = {
        side: _row_of(column, side, value, task, reveal=reveal)
        for side, column, value in zip(SIDES, both, given, strict=True)
    }
    fits = [row.mark == "ok" for row in rows.values()]
    right = all(fits)
    headline = (
        gettext("Right, under both rule sets.")
        if right
        else gettext("Half right: one of the two answers fits.")
        if any(fits)
        else gettext("Not right under either rule set.")
    )
    why = "\n\n".join(
        f"**{naming.rule_set_name(column.rules)}:** {rows[side].comment}"
        for side, column in zip(SIDES, both, strict=True)
    )
    return Result(
        outcome="right" if right else "wrong",
        answer=dict(zip(SIDES, given, strict=True)),
        rows=rows,
        slips=slips_of(rows),
        verdict=both[0].verdict,
        explanation=Explanation(headline=headline, deciding=Sentence(why), rule_id=task.rules[0]),
    )


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
        slips=known.slips,
    )  # fmt: skip


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
        return sheet_in_words(column.sheet) if reveal else gettext("Count this one again.")
    assert column.verdict is not None
    assert column.position is not None
    told = explain(column.verdict, position=column.position, actions=task.actions or (), about=task.rules)
    why = told.deciding.text if told.deciding else ""
    if column.verdict.legal is None:
        return f"{gettext('The text does not decide.')} {why}".strip()
    return f"{_allowed(column.verdict.legal)} {why}".strip()


def _rule_of(column: Column, task: CompareTask) -> str:
    if column.verdict is None or column.position is None:
        return task.rules[0]
    told = explain(column.verdict, position=column.position, actions=task.actions or (), about=task.rules)
    return told.rule_id or task.rules[0]


def _told(position: Position, actions: Sequence[Action], *, about: Sequence[str]) -> Explanation:
    verdict: Verdict = option_verdict(position, tuple(actions))
    return explain(verdict, position=position, actions=actions, about=about)


def _allowed(legal: bool) -> str:
    return gettext("Allowed.") if legal else gettext("Not allowed.")


def _how_many_are_allowed(count: int) -> str:
    if not count:
        return gettext("None of them is allowed.")
    return ngettext("One of them is allowed.", "%(count)s of them are allowed.", count) % {
        "count": naming.first_upper(naming.number_word(count))
    }


def _what_differs(extra: int, missing: int) -> str:
    parts = []
    if extra:
        parts.append(
            ngettext(
                "One that you ticked is not allowed.", "%(count)s that you ticked are not allowed.", extra
            )
            % {"count": naming.first_upper(naming.number_word(extra))}
        )
    if missing:
        parts.append(
            ngettext("One that is allowed is missing.", "%(count)s that are allowed are missing.", missing)
            % {"count": naming.first_upper(naming.number_word(missing))}
        )
    return " ".join(parts)


def _chosen(answer: Mapping[str, Any], count: int, missing: str) -> int:
    text = str(answer.get("choice", ""))
    if not text:
        raise AnswerError("choice", missing)
    return _place(text, count)


def _place(text: object, count: int) -> int:
    plain = str(text)
    if not plain.isdecimal() or len(plain) > 2 or int(plain) >= count:
        raise AnswerError("choice", gettext("The form was damaged: this answer is not among those offered."))
    return int(plain)


def _reason(answer: Mapping[str, Any], offered: Sequence[str]) -> str:
    reason = str(answer.get("reason", ""))
    if not reason:
        raise AnswerError("reason", gettext("Choose the reason as well."))
    if reason not in offered:
        raise AnswerError("reason", gettext("The form was damaged: this reason is not among those offered."))
    return reason


GRADERS: Final[dict[str, Callable[[Item, Mapping[str, Any], bool], Result]]] = {
    "find-all": _grade_find_all,
    "predict": _grade_predict,
    "mistake": _grade_mistake,
    "sheet-mistake": _grade_sheet_mistake,
    "order": _grade_order,
    "compare": _grade_compare,
}
