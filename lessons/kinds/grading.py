"""Whether an answer is right. The engine decides; nothing is compared with a stored text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import Card, sort_cards
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.verdict import Verdict
from engine.notation.text import format_cards, parse_actions, parse_cards
from lessons.content.base import SHEET_ROWS
from lessons.content.reading import Item
from lessons.content.schema import CardsTask, LegalTask, MeldsTask, NumberTask, SheetTask, TurnTask
from lessons.counting.computing import compute
from lessons.counting.sheet_rows import KEYS_OF_BOTH
from lessons.kinds import both_sides, grading_choice, sheets
from lessons.kinds.accepting import Distance, distance, meets
from lessons.kinds.answers import AnswerError, read_number
from lessons.kinds.reasons import fitting_reasons
from lessons.kinds.result import Outcome, Result
from lessons.saying.base import Sentence, some_cards, some_points
from lessons.saying.cards import found_right, found_wrong, property_of
from lessons.saying.engine_errors import error_in_words
from lessons.saying.mistakes import what_is_missing
from lessons.saying.numbers import how_counted
from lessons.saying.verdicts import Explanation, deciding_breach, explain, offending_cards
from lessons.table.staging import stage

# With more faulty actions than these the smallest legal change has little to do with what was tried, and it is
# searched for long.
MOST_MENDED: Final = 2


def grade(item: Item, answer: Mapping[str, Any], *, reveal: bool = False) -> Result:
    """Grade an answer: its keys are those of the item's kind.

    ``reveal`` says that the learner may now see the cards of the change that would make a wrong answer legal. Raises
    AnswerError, naming the field, for what is no answer yet or cannot be read.
    """
    return _GRADERS[item.task.kind](item, answer, reveal)


def _grade_legal(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    task = item.task
    assert isinstance(task, LegalTask)
    said, reason = str(answer.get("legal", "")), str(answer.get("reason", ""))
    if said not in ("yes", "no", "undecided"):
        raise AnswerError("legal", gettext("Choose first whether it is allowed or not."))
    if not reason:
        raise AnswerError("reason", gettext("Choose the reason as well."))
    if reason not in task.reasons:
        raise AnswerError("reason", gettext("The form was damaged: this reason is not among those offered."))
    verdict = judge(task.position, task.actions, unfinished=task.unfinished)
    explanation = explain(verdict, position=task.position, actions=task.actions, about=(reason, *task.rules))
    verdict_hit = {"yes": True, "no": False, "undecided": None}[said] == verdict.legal
    reason_fits = reason in (fitting_reasons(verdict) if verdict.legal is not None else verdict.undecided)
    right = verdict_hit and reason_fits
    if not right:
        explanation = explain(verdict, position=task.position, actions=task.actions, about=task.rules)
    missed: Outcome = "undecided" if verdict.legal is None and not verdict_hit else "wrong"
    return Result(
        outcome="right" if right else missed,
        answer={"legal": said, "reason": reason},
        explanation=explanation.with_headline(_legal_headline(verdict, verdict_hit=verdict_hit, right=right)),
        verdict=verdict,
        marked_cards=() if verdict.legal else _marked(verdict, task.actions),
    )


def _legal_headline(verdict: Verdict, *, verdict_hit: bool, right: bool) -> str:
    if verdict.legal is None:
        if right:
            return gettext("Right, the text does not decide this.")
        if verdict_hit:
            return gettext("Half right: the text does not decide this, but at another point.")
        return gettext("The text does not decide this.")
    if right and verdict.legal:
        return gettext("Right, that is allowed.")
    if right:
        return gettext("Right, that is not allowed.")
    if verdict_hit and verdict.legal:
        return gettext("Half right: it is allowed, but for another reason.")
    if verdict_hit:
        return gettext("Half right: it is not allowed, but for another reason.")
    if verdict.legal:
        return gettext("Not right: it is allowed.")
    return gettext("Not right: it is not allowed.")


def _grade_cards(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    task = item.task
    assert isinstance(task, CardsTask)
    chosen = sort_cards(_cards(answer.get("cards", "")))
    if task.find:
        return _grade_found(task, chosen, nothing=bool(answer.get("none")), reveal=reveal)
    if not chosen and not (task.do or "").startswith("take-onto"):
        raise AnswerError("cards", gettext("Select at least one card first."))
    assert task.position is not None
    action = action_of(task.do or "", chosen, task.position)
    return _grade_actions(
        item,
        (action,),
        reveal=reveal,
        unfinished=task.do != "discard",
        answer={"cards": format_cards(chosen)},
    )


def action_of(do: str, cards: Sequence[Card], position: Position) -> Action:
    """The one action that chosen cards become: ``meld``, ``take``, ``take-onto``, ``discard``, ``add:K``.

    ``take-onto`` without a target means the meld of the top card's rank.
    """
    verb, _, target = do.partition(":")
    if verb == "take-onto":
        target = target or (position.upcard.rank if position.upcard else "")
        return Action(verb="take", cards=tuple(cards), target=target)
    if verb == "take" and cards and position.upcard is not None:
        # Where the side has the rank already and keeps one meld of it, the cards join that one: the form says so too.
        several = position.rules.several_melds_per_rank
        joins = not several and any(meld.rank == position.upcard.rank for meld in position.own.melds)
        return Action(verb="take", cards=tuple(cards), target=position.upcard.rank if joins else "")
    if verb == "discard" and len(cards) != 1:
        raise AnswerError("cards", gettext("Select exactly one card to discard."))
    if verb == "merge":
        one, _, other = target.partition(":")
        return Action(verb="merge", target=one, source=other)
    return Action(verb=verb, cards=tuple(cards), target=target)  # type: ignore[arg-type]


def _grade_found(task: CardsTask, chosen: tuple[Card, ...], *, nothing: bool, reveal: bool) -> Result:
    shown = task.cards or (task.position.hand if task.position else ())
    assert task.find is not None
    has = property_of(task.find)
    wanted = Counter(card for card in shown if has(card))
    given = Counter(chosen)
    if given - Counter(shown):
        raise AnswerError("cards", gettext("You can choose only among the cards shown."))
    if not chosen and not nothing:
        raise AnswerError("cards", gettext("Select the cards first, or “None of them”."))
    if chosen and nothing:
        raise AnswerError("cards", gettext("“None of them” and selected cards exclude each other."))
    extra, missing = sort_cards((given - wanted).elements()), sort_cards((wanted - given).elements())
    answer = {"cards": format_cards(chosen), **({"none": True} if nothing else {})}
    if not extra and not missing:
        return Result(
            outcome="right",
            answer=answer,
            explanation=found_right(task.find, task.rules),
        )
    return Result(
        outcome="wrong",
        answer=answer,
        explanation=found_wrong(task.find, extra=extra, missing=missing, rules=task.rules, reveal=reveal),
        marked_cards=extra,
    )


def _grade_melds(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    actions = _actions(answer.get("actions", ()))
    if not actions:
        raise AnswerError(
            "actions", gettext("Meld something first: select cards and put them into the tray.")
        )
    return _grade_actions(item, actions, reveal=reveal, unfinished=False, answer=_answer(actions))


def _grade_turn(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    task = item.task
    assert isinstance(task, TurnTask)
    actions = _actions(answer.get("actions", ()))
    if not actions:
        raise AnswerError(
            "actions", gettext("Your turn is still empty. Begin it with drawing or taking the pile.")
        )
    try:
        actions = stage(task.position, actions, next_cards=task.next_cards).actions
    except EngineError as error:
        raise AnswerError("actions", error_in_words(error)) from error
    result = _grade_actions(item, actions, reveal=reveal, unfinished=False, answer=_answer(actions))
    if result.outcome == "right" and result.verdict is not None and result.verdict.after.my_turn:
        explanation = Explanation(
            headline=gettext("So far it is allowed, but your turn is not over."),
            deciding=Sentence(
                gettext("A turn ends with one discard, unless you go out by melding everything.")
            ),
            fix=Sentence(gettext("Discard a card.")),
            rule_id="turn.discard-one",
        )
        return Result(outcome="wrong", answer=result.answer, explanation=explanation, verdict=result.verdict)
    return result


def _grade_actions(
    item: Item, actions: tuple[Action, ...], *, reveal: bool, unfinished: bool, answer: dict[str, Any]
) -> Result:
    """Judge actions as an answer, then look whether they do what the item asks for besides."""
    task = item.task
    assert isinstance(task, CardsTask | MeldsTask | TurnTask)
    position = task.position
    assert position is not None
    try:
        verdict = judge(position, actions, unfinished=unfinished, remedy=False)
        if reveal and verdict.broken and len({finding.action for finding in verdict.broken}) <= MOST_MENDED:
            verdict = judge(position, actions, unfinished=unfinished)
    except EngineError as error:
        raise AnswerError(
            "cards" if isinstance(task, CardsTask) else "actions", error_in_words(error)
        ) from error
    explanation = explain(verdict, position=position, actions=actions, about=task.rules, reveal=reveal)
    if verdict.legal is None:
        return Result(outcome="undecided", answer=answer, explanation=explanation, verdict=verdict)
    if not verdict.legal:
        headline = gettext("That is not allowed.")
        return Result(
            outcome="wrong", answer=answer, explanation=explanation.with_headline(headline), verdict=verdict,
            marked_cards=_marked(verdict, actions),
        )  # fmt: skip
    if task.accept is not None and not meets(
        task.accept, position=position, actions=actions, verdict=verdict
    ):
        off = distance(task.accept, position=position, actions=actions, verdict=verdict)
        return Result(
            outcome="wrong", answer=answer, verdict=verdict, distance=off, explanation=_not_accepted(off, task),
        )  # fmt: skip
    explanation = explanation.with_headline(gettext("Right."))
    best = _best(task, actions) if isinstance(task, MeldsTask) and not position.own.opened else None
    if best is not None:
        explanation = replace(
            explanation,
            deciding=best,
            rule_id=task.rules[0],
            further=tuple(filter(None, (explanation.deciding, *explanation.further))),
        )
    return Result(outcome="right", answer=answer, verdict=verdict, explanation=explanation)


def _best(task: MeldsTask, actions: Sequence[Action]) -> Sentence | None:
    """What the best first meld that was asked for comes to; None where another one was asked for."""
    assert task.position is not None
    if task.accept is None or not task.accept.opens:
        return None
    facts = {
        "points": some_points(stage(task.position, actions).laid),
        "cards": some_cards(sum(len(action.cards) for action in actions)),
    }
    if task.accept.max_points is not None:
        return Sentence(gettext("The initial meld comes to %(points)s; fewer are not possible here.") % facts)
    if task.accept.min_points is not None:
        return Sentence(gettext("The initial meld comes to %(points)s; more are not possible here.") % facts)
    if task.accept.cards_left:
        return Sentence(
            gettext("The initial meld comes to %(points)s with %(cards)s; fewer cards are not enough here.")
            % facts
        )
    return None


def _not_accepted(off: Distance | None, task: CardsTask | MeldsTask | TurnTask) -> Explanation:
    near = off is not None and off.step == "near"
    return Explanation(
        headline=gettext("Allowed, and nearly the best.")
        if near
        else gettext("That is allowed, but not yet what is asked for."),
        deciding=Sentence(" ".join(filter(None, [_how_far(off), str(task.accept_text)]))),
        rule_id=task.rules[0],
    )


def _how_far(off: Distance | None) -> str:
    if off is None:
        return ""
    amount = some_points(off.amount) if off.unit == "points" else some_cards(off.amount)
    if off.too == "many":
        return gettext("By %(amount)s more than needed.") % {"amount": amount}
    return gettext("By %(amount)s less than possible.") % {"amount": amount}


def _grade_number(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    given = read_number(str(answer.get("number", "")))
    right = compute(item)
    task = item.task
    assert isinstance(task, NumberTask)
    counted = Sentence(how_counted(item), task.rules[0])
    if given == right:
        explanation = Explanation(headline=gettext("Right."), deciding=counted, rule_id=task.rules[0])
        return Result(outcome="right", answer={"number": str(given)}, explanation=explanation)
    missing = what_is_missing(item, given)
    why = counted if reveal else Sentence(missing.text, missing.rule_id)
    explanation = Explanation(headline=gettext("Not yet right."), deciding=why, rule_id=missing.rule_id)
    return Result(
        outcome="wrong",
        answer={"number": str(given)},
        explanation=explanation,
        slips={"number": missing.slips} if missing.slips else {},
    )


def _grade_sheet(item: Item, answer: Mapping[str, Any], reveal: bool) -> Result:
    task = item.task
    assert isinstance(task, SheetTask)
    given = sheets.read_rows(answer.get("rows", {}))
    rows = both_sides.grade_sheet(task, item.rules, given, reveal=reveal)
    asked = KEYS_OF_BOTH if task.other else (*SHEET_ROWS, sheets.TOTAL)
    kept = {"rows": {key: "" if given[key] is None else str(given[key]) for key in asked}}
    return Result(
        outcome="right" if all(row.mark == "ok" for row in rows.values()) else "wrong",
        answer=kept,
        explanation=sheets.explain_rows(rows, rules=task.rules),
        rows=rows,
        slips=sheets.slips_of(rows),
    )


def _marked(verdict: Verdict, actions: Sequence[Action]) -> tuple[Card, ...]:
    return offending_cards(deciding_breach(verdict), actions) if verdict.broken else ()


def _answer(actions: Sequence[Action]) -> dict[str, Any]:
    return {"actions": [str(action) for action in actions]}


def _cards(value: Any) -> tuple[Card, ...]:
    try:
        return parse_cards(str(value))
    except EngineError as error:
        raise AnswerError("cards", error_in_words(error)) from error


def _actions(value: Any) -> tuple[Action, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str | Action) for one in value):
        raise AnswerError("actions", gettext("The form was damaged: your actions cannot be read."))
    try:
        return parse_actions(value)
    except EngineError as error:
        raise AnswerError("actions", error_in_words(error)) from error


_GRADERS: Final[dict[str, Callable[[Item, Mapping[str, Any], bool], Result]]] = {
    "legal": _grade_legal,
    "cards": _grade_cards,
    "melds": _grade_melds,
    "turn": _grade_turn,
    "number": _grade_number,
    "sheet": _grade_sheet,
    **grading_choice.GRADERS,
}
