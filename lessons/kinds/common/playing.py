"""What kinds have in common whose answer is played: cards become actions, the engine judges them, and what is asked for
besides is looked at after that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import Card, sort_cards
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.verdict import Verdict
from engine.notation.text import format_cards, parse_actions, parse_cards
from lessons.content.reading import Item
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.accepting import Distance, PlayedTask, distance, meets
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.given import given_in
from lessons.kinds.common.result import Result
from lessons.kinds.common.undone import undone_in_words
from lessons.kinds.registry import Fault
from lessons.saying.base import Sentence, some_cards, some_points
from lessons.saying.engine_errors import error_in_words
from lessons.saying.verdicts import Explanation, deciding_breach, explain, offending_cards

# With more faulty actions than these the smallest legal change has little to do with what was tried, and it is
# searched for long.
MOST_MENDED: Final = 2


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
    return Action(verb=verb, cards=tuple(cards), target=target)  # type: ignore[arg-type]  # what no form offers is no verb


def grade_actions(
    task: PlayedTask,
    actions: tuple[Action, ...],
    *,
    reveal: bool,
    unfinished: bool,
    answer: dict[str, Any],
    read_on: str,
    where: str = "actions",
) -> Result:
    """Judge actions as an answer, then look whether they do what the item asks for besides.

    ``read_on`` is the rule to read on where none that the item is about is told; ``where`` is the field at which
    impossible actions are reported.
    """
    position = task.position
    assert position is not None
    try:
        verdict = judge(position, actions, unfinished=unfinished, remedy=False)
        if reveal and verdict.broken and len({finding.action for finding in verdict.broken}) <= MOST_MENDED:
            verdict = judge(position, actions, unfinished=unfinished)
    except EngineError as error:
        raise AnswerError(where, error_in_words(error)) from error
    if (
        verdict.legal
        and task.accept is not None
        and not meets(task.accept, position=position, actions=actions, verdict=verdict)
    ):
        off = distance(task.accept, position=position, actions=actions, verdict=verdict)
        undone = ""
        if task.has_its_own_goal:
            undone = undone_in_words(task.accept, position=position, actions=actions, verdict=verdict)
        return Result(
            outcome="wrong", answer=answer, verdict=verdict, distance=off,
            explanation=_not_accepted(off, task, undone),
        )  # fmt: skip
    explanation = explain(
        verdict, position=position, actions=actions, about=task.rules, reveal=reveal, taught=task.rules[0],
        read_on=read_on,
    )  # fmt: skip
    if verdict.legal is None:
        return Result(outcome="undecided", answer=answer, explanation=explanation, verdict=verdict)
    if not verdict.legal:
        headline = gettext("That is not allowed.")
        return Result(
            outcome="wrong", answer=answer, explanation=explanation.with_headline(headline), verdict=verdict,
            marked_cards=marked(verdict, actions, position),
        )  # fmt: skip
    explanation = explanation.with_headline(gettext("Right."))
    return Result(outcome="right", answer=answer, verdict=verdict, explanation=explanation)


def is_accepted(item: Item, answer: dict[str, Any]) -> bool:
    """Whether an answer that is tried while a solution is looked for is right."""
    try:
        return grade(item, answer).outcome == "right"
    except AnswerError:
        return False


def _not_accepted(off: Distance | None, task: PlayedTask, undone: str) -> Explanation:
    """``undone`` says what this very turn lacks, where the theme has one sentence for goals of all sorts."""
    near = off is not None and off.step == "near"
    return Explanation(
        headline=gettext("Allowed, and nearly the best play.")
        if near
        else gettext("That is allowed, but it is not yet what is required."),
        deciding=Sentence(" ".join(filter(None, [_how_far(off), undone or str(task.accept_text)]))),
        rule_id=task.rules[0],
    )


def _how_far(off: Distance | None) -> str:
    if off is None:
        return ""
    amount = some_points(off.amount) if off.unit == "points" else some_cards(off.amount)
    if off.too == "many":
        return gettext("That is %(amount)s more than needed.") % {"amount": amount}
    return gettext("That is %(amount)s short of what is possible.") % {"amount": amount}


def marked(verdict: Verdict, actions: Sequence[Action], position: Position) -> tuple[Card, ...]:
    """The cards at which an explanation points."""
    if not verdict.broken:
        return ()
    return offending_cards(deciding_breach(verdict), actions, top=position.upcard)


def read_cards(value: Any) -> tuple[Card, ...]:
    """The cards of an answer. Raises AnswerError."""
    try:
        return parse_cards(str(value))
    except EngineError as error:
        raise AnswerError("cards", error_in_words(error)) from error


def read_actions(value: Any) -> tuple[Action, ...]:
    """The actions of an answer. Raises AnswerError."""
    if not isinstance(value, list | tuple) or not all(isinstance(one, str | Action) for one in value):
        raise AnswerError("actions", gettext("The form did not arrive intact: your actions cannot be read."))
    try:
        return parse_actions(value)
    except EngineError as error:
        raise AnswerError("actions", error_in_words(error)) from error


def these(cards: Sequence[Card]) -> str:
    """A hint that names cards; empty for none."""
    if not cards:
        return ""
    shown = sort_cards(cards)[:MOST_CARDS]
    text = ngettext(
        "This is the card that matters: {%(cards)s}",
        "These are the cards that matter: {%(cards)s}",
        len(shown),
    )
    return text % {"cards": format_cards(shown)}


MOST_CARDS: Final = 8


def unsolved(item: Item) -> Iterator[Fault]:
    """That no answer was found, if none was."""
    if solution(item) is None:
        yield (
            ("accept" if given_in(item.task).accept else "position"),
            "no answer was found that is legal and accepted",
        )
