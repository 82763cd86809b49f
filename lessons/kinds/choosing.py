"""What kinds have in common that are answered by choosing: verdicts of options, two rule sets, what was chosen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import gettext

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.law.verdict import Verdict
from engine.notation.position_json import position_from_json, position_to_json, rules_to_json
from engine.notation.position_line import parse_rules
from engine.score.sheet import ScoreSheet
from lessons.content.choices import CompareTask, FindAllTask, MistakeTask, Player, PredictTask
from lessons.counting.computing import sheet_of
from lessons.kinds.answers import AnswerError
from lessons.kinds.reasons import fitting_reasons
from lessons.kinds.registry import Fault, Judged
from lessons.saying.verdicts import Explanation, actions_in_words


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


_YOU: Final = re.compile(r"\b(you|yours?|du|dir|dich|dein\w*|euch|eue?r\w*)\b", re.IGNORECASE)
"""Whom a sentence speaks to, in either language."""


@lru_cache(maxsize=512)
def option_verdict(position: Position, actions: tuple[Action, ...]) -> Verdict:
    """The verdict on one option: as far as the turn goes, more may follow. Raises EngineError."""
    return judge(position, actions, unfinished=True, remedy=False)


def legal_options(task: FindAllTask | PredictTask) -> tuple[int, ...]:
    """The places of the options that are allowed."""
    return tuple(
        place for place, actions in enumerate(task.options) if option_verdict(task.position, actions).legal
    )


def options_in_words(task: FindAllTask | PredictTask) -> str:
    """The options that are allowed; empty where none is."""
    return "\n\n".join(actions_in_words(task.options[place]) for place in legal_options(task))


def faulty_actions(verdict: Verdict) -> frozenset[int | None]:
    """The places of the actions that break a rule; None among them for a fault of the whole list."""
    return frozenset(finding.action for finding in verdict.broken)


def mistake_verdict(task: MistakeTask) -> Verdict:
    """The verdict on the turn that was played."""
    return judge(task.position, task.actions, unfinished=not ends(task.actions), remedy=False)


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


def under_rules(position: Position, rules: RuleSet) -> Position:
    """The same position under another rule set, for as many players if that has a game for them.

    Raises EngineError where it is impossible there.
    """
    data = position_to_json(position) | {"rules": rules_to_json(rules)}
    if position.players in rules.player_counts:
        data["players"] = position.players
    else:
        data.pop("players", None)
    return position_from_json(data)


def _judged(task: CompareTask, position: Position) -> Column:
    verdict = judge(position, task.actions or (), unfinished=task.unfinished, remedy=False)
    return Column(rules=position.rules, position=position, verdict=verdict)


def ends(actions: Iterable[Action]) -> bool:
    """Whether these actions are a whole turn."""
    return any(action.verb in ("discard", "end") for action in actions)


def said_to_seat(seat: Player, told: Explanation) -> Explanation:
    """The verdict as it is said to whoever plays, and who that is where it says "you"."""
    said = " ".join(str(sentence) for sentence in (told.deciding, told.fix, *told.further) if sentence)
    if seat == "you" or told.deciding is None or not _YOU.search(said):
        return told
    who = (
        gettext("“You” is your partner here.")
        if seat == "partner"
        else gettext("“You” is your opponent here.")
    )
    return replace(told, deciding=replace(told.deciding, text=f"{who} {told.deciding.text}"))


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
        raise AnswerError("choice", gettext("The form was damaged: this answer is not among those offered."))
    return int(plain)


def chosen_reason(answer: Mapping[str, Any], offered: Sequence[str]) -> str:
    """The rule that was chosen among those offered. Raises AnswerError."""
    reason = str(answer.get("reason", ""))
    if not reason:
        raise AnswerError("reason", gettext("Choose the reason as well."))
    if reason not in offered:
        raise AnswerError("reason", gettext("The form was damaged: this reason is not among those offered."))
    return reason


def judged_options(task: FindAllTask | PredictTask) -> Iterator[Judged]:
    """Every option, as far as the turn goes."""
    return ((task.position, option, True) for option in task.options)


def faults_of_options(task: FindAllTask | PredictTask) -> Iterator[Fault]:
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
