"""What kinds have in common that are answered by choosing: options and their verdicts, and what was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final

from django.utils.translation import gettext
from pydantic import BeforeValidator

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.position import Position
from engine.law.verdict import Verdict
from engine.notation.text import parse_actions
from lessons.content.base import PositionText, Task
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.reason_words import Reason
from lessons.kinds.common.reasons import fitting_reasons
from lessons.kinds.registry import Fault, Judged
from lessons.parting.probing import said_of_rules
from lessons.saying.remedies import actions_in_words

MOST_OPTIONS: Final = 6
_WAYS_TO_THE_PILE: Final = (
    "pickup.natural-pair",
    "pickup.natural-plus-wild",
    "pickup.add-to-meld",
    "pickup.add-to-canasta",
    "samba.sequence-pickup",
)


def _read_options(value: Any) -> tuple[tuple[Action, ...], ...]:
    if not isinstance(value, list) or not all(isinstance(one, list) and one for one in value):
        raise ValueError('this must be a list of lists of actions, such as [["take Kh Kd"], ["draw"]]')
    if not 3 <= len(value) <= MOST_OPTIONS:
        raise ValueError(f"three to {MOST_OPTIONS} options are offered")
    options = tuple(parse_actions([str(text) for text in one]) for one in value)
    if len(set(options)) < len(options):
        raise ValueError("an option is offered twice")
    return options


Options = Annotated[tuple[tuple[Action, ...], ...], BeforeValidator(_read_options)]


class OptionsTask(Task):
    """What tasks have that offer options: each is a list of actions, judged by itself as an unfinished turn."""

    position: PositionText
    options: Options


@lru_cache(maxsize=512)
def option_verdict(position: Position, actions: tuple[Action, ...]) -> Verdict:
    """The verdict on one option: as far as the turn goes, more may follow. Raises EngineError."""
    return judge(position, actions, unfinished=True, remedy=False)


def legal_options(task: OptionsTask) -> tuple[int, ...]:
    """The places of the options that are allowed."""
    return tuple(
        place for place, actions in enumerate(task.options) if option_verdict(task.position, actions).legal
    )


def options_in_words(task: OptionsTask) -> str:
    """The options that are allowed; empty where none is."""
    return "\n\n".join(actions_in_words(task.options[place]) for place in legal_options(task))


def rule_to_hint_at(task: OptionsTask) -> str:
    """The main rule, but of the ways to take the pile one by which an option that is allowed takes it.

    A main rule is often one that a wrong option breaks. What forbids something leads to the answer all the same; a way
    by which no right option goes leads past it.
    """
    main = task.rules[0]
    if main not in _WAYS_TO_THE_PILE or said_of_rules(task.position.rules)[main]["value"] is False:
        return main
    ways = [
        finding.rule
        for place in legal_options(task)
        for finding in option_verdict(task.position, task.options[place]).findings
        if finding.rule in _WAYS_TO_THE_PILE
    ]
    return main if main in ways or not ways else ways[0]


def ends(actions: Iterable[Action]) -> bool:
    """Whether these actions are a whole turn."""
    return any(action.verb in ("discard", "end") for action in actions)


def allowed_or_not(*, legal: bool) -> str:
    """A verdict in a word or two."""
    return gettext("Allowed.") if legal else gettext("Not allowed.")


def chosen_place(answer: Mapping[str, Any], count: int, missing: str) -> int:
    """Which of so many was chosen. Raises AnswerError; ``missing`` is what it says where nothing was."""
    text = str(answer.get("choice", ""))
    if not text:
        raise AnswerError("choice", missing)
    return place_of(text, count)


def place_of(text: object, count: int) -> int:
    """The place that a form sends, among so many. Raises AnswerError."""
    plain = str(text)
    if not plain.isdecimal() or len(plain) > 2 or int(plain) >= count:
        raise AnswerError(
            "choice", gettext("The form did not arrive intact: this answer is not among those offered.")
        )
    return int(plain)


def chosen_reason(answer: Mapping[str, Any], rules: Sequence[str], offered: Sequence[Reason]) -> str:
    """The rule behind the reason that was chosen; empty where none is offered. Raises AnswerError.

    The rules of the exercise may be given even where they stand in no sentence: so it was asked before.
    """
    reason = str(answer.get("reason", ""))
    if not reason:
        if offered:
            raise AnswerError("reason", gettext("Choose the reason as well."))
        return ""
    if reason not in {*rules, *(one.rule for one in offered)}:
        raise AnswerError(
            "reason", gettext("The form did not arrive intact: this reason is not among those offered.")
        )
    return reason


def judged_options(task: OptionsTask) -> Iterator[Judged]:
    """Every option, as far as the turn goes."""
    return ((task.position, option, True) for option in task.options)


def faults_of_options(task: OptionsTask) -> Iterator[Fault]:
    """Options that are not decided, and rules that decide none of them."""
    deciding: set[str] = set()
    for place, actions in enumerate(task.options):
        verdict = option_verdict(task.position, actions)
        deciding |= fitting_reasons(verdict)
        if verdict.legal is None:
            undecided = ", ".join(verdict.undecided)
            yield f"options[{place}]", f"the text of the rule set does not decide this: {undecided}"
    if not deciding & set(task.rules):
        yield "rules", f"none of the item's rules decides here: {', '.join(sorted(deciding))}"


def faults_of_reasons(
    offered: Sequence[str], fitting: frozenset[str], rules: Sequence[str]
) -> Iterator[Fault]:
    """Reasons of which none or every one fits, and rules that do not decide."""
    named = ", ".join(sorted(fitting))
    if not fitting & set(offered):
        yield "reasons", f"none of the offered reasons fits: {named}"
    elif set(offered) <= fitting:
        yield "reasons", "every offered reason fits, so there is nothing to choose"
    if not fitting & set(rules):
        yield "rules", f"none of the item's rules decides here: {named}"
