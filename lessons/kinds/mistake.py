"""Find the mistake in a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal

from django.utils.translation import gettext, gettext_lazy

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.verdict import Verdict
from lessons.content.base import ActionTexts, PositionText, Task
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.kinds.common import diagnoses
from lessons.kinds.common.choosing import (
    chosen_reason,
    ends,
    faults_of_reasons,
)
from lessons.kinds.common.forms import AnswerForm
from lessons.kinds.common.on_paper import OnPaper
from lessons.kinds.common.one_of import OneOf
from lessons.kinds.common.playing import these
from lessons.kinds.common.reason_words import reason_in_words, with_reason
from lessons.kinds.common.reasons import Reasons, reasons_of
from lessons.kinds.common.result import Result
from lessons.kinds.common.turning import turned_mistakes
from lessons.kinds.registry import Fault, Judged, Player, register
from lessons.saying.base import Sentence
from lessons.saying.remedies import without_action
from lessons.saying.verdicts import Explanation, deciding_breach, explain, offending_cards
from lessons.words import naming


class MistakeTask(Task):
    """Which action of a turn that was played breaks a rule, and which rule. The position is that of ``player``."""

    kind: Literal["mistake"]
    position: PositionText
    player: Player = "you"
    actions: ActionTexts
    reasons: Reasons


@register
class Mistake(OneOf[MistakeTask]):
    """One action of a turn that was played breaks a rule: which one, and which rule."""

    name = KindName("mistake")
    title = gettext_lazy("Find the mistake in a turn")
    place = 9
    model = MistakeTask
    effort = 0.7
    pace = "minute"
    fields = {"choice": 40, "reason": 60}
    question = gettext_lazy("Which action is the mistake?")
    nothing_chosen = gettext_lazy("Choose first which action is the mistake.")
    numbered = True

    def chance_of_guessing(self, item: Item) -> float:
        task = self.task(item)
        return 1 / (len(task.actions) * len(task.reasons))

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task, seat = self.task(item), self.seat(item)
        place = self.chosen(item, answer)
        reason = chosen_reason(answer, task.reasons)
        verdict = mistake_verdict(task)
        kept = {"choice": str(place), "reason": reason}
        if place not in faulty_actions(verdict) and not reveal:
            told = _harmless(task, place)
            return Result(outcome="wrong", answer=kept, explanation=told, verdict=verdict)
        here = [finding for finding in verdict.broken if finding.action == place]
        right = reason in reasons_of(here)
        about = (reason, *task.rules) if right else task.rules
        told = explain(
            verdict, position=task.position, actions=task.actions, about=about, reveal=False, seat=seat
        )
        if right:
            headline = gettext("Right, that is the mistake.")
        elif here:
            headline = gettext("Half right: that is the mistake, but another rule decides.")
        else:
            headline = gettext("Not this one.")
        return Result(
            outcome="right" if right else "wrong",
            answer=kept,
            verdict=verdict,
            explanation=told.with_headline(headline),
        )

    def shows(self, item: Item, result: Result) -> tuple[str, ...]:
        verdict, reason = mistake_verdict(self.task(item)), result.answer["reason"]
        hit = int(result.answer["choice"]) in faulty_actions(verdict)
        return (diagnoses.reason(reason) if hit else diagnoses.forbids(reason),)

    def solution(self, item: Item) -> dict[str, Any] | None:
        task = self.task(item)
        for finding in mistake_verdict(task).broken:
            reason = next((rule for rule in task.reasons if rule in reasons_of([finding])), None)
            if finding.action is not None and reason is not None:
                return {"choice": str(finding.action), "reason": reason}
        return None

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return f"{super().answer_in_words(item, answer)} {reason_in_words(item, answer)}"

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return with_reason(super().answer_in_words(item, answer), item, answer)

    def shown(self, item: Item) -> Sequence[tuple[Action, ...]]:
        return [(action,) for action in self.task(item).actions]

    def concerned(self, item: Item) -> str:
        task = self.task(item)
        cards = offending_cards(deciding_breach(mistake_verdict(task)), task.actions)
        return these(cards) or gettext("It is one of the last actions.")

    def goal(self, item: Item, *, alone: bool) -> str:
        if self.seat(item) == "partner":
            return gettext("Your partner has played this turn: find the mistake.")
        if self.seat(item) == "opponent":
            return gettext("An opponent has played this turn: find the mistake.")
        return gettext("You have played this turn: find the mistake.")

    def seat(self, item: Item) -> Player:
        return self.task(item).player

    def judged(self, item: Item) -> Iterator[Judged]:
        task = self.task(item)
        yield task.position, task.actions, not ends(task.actions)

    def turned(self, item: Item, rng: Random) -> Iterator[dict[str, Any]]:
        return turned_mistakes(self.task(item), rng)

    def is_turned(self, item: Item, found: Item) -> bool:
        before, after = self.solution(item), self.solution(found)
        return before is not None and after is not None and before["choice"] != after["choice"]

    def faults(self, item: Item) -> Iterator[Fault]:
        task = self.task(item)
        verdict = mistake_verdict(task)
        faulty = faulty_actions(verdict)
        if verdict.legal is not False:
            yield (
                "actions",
                "there is no mistake in this turn" if verdict.legal else "the text does not decide this",
            )
            return
        if None in faulty or len(faulty) != 1:
            broken = ", ".join(f"{finding.rule} by {finding.action}" for finding in verdict.broken)
            yield "actions", f"exactly one action must be at fault: {broken}"
            return
        yield from faults_of_reasons(task.reasons, reasons_of(verdict.broken), task.rules)
        told = deciding_breach(verdict, about=task.rules).rule
        if told not in task.reasons:
            yield "reasons", f"the verdict names “{told}”, which is not offered"

    def on_paper(self, form: AnswerForm) -> OnPaper:
        return OnPaper(question=form.question, counted=True)


def faulty_actions(verdict: Verdict) -> frozenset[int | None]:
    """The places of the actions that break a rule; None among them for a fault of the whole list."""
    return frozenset(finding.action for finding in verdict.broken)


def mistake_verdict(task: MistakeTask) -> Verdict:
    """The verdict on the turn that was played."""
    return judge(task.position, task.actions, unfinished=not ends(task.actions), remedy=False)


def _harmless(task: MistakeTask, place: int) -> Explanation:
    """What is said of an action that was taken for the mistake and is none."""
    so_far = task.actions[: place + 1]
    action = naming.first_upper(naming.action_in_words(task.actions[place]))
    why = gettext("“%(action)s” breaks no rule.") % {"action": action}
    before = judge(task.position, so_far, unfinished=True, remedy=False)
    rule_id: str = task.rules[0]
    if before.legal:
        here = [finding for finding in before.findings if finding.action == place]
        grounds = explain(
            before, position=task.position, actions=so_far, about=[f.rule for f in here], seat=task.player
        )
        if here and grounds.deciding is not None:
            ground = without_action(grounds.deciding.text, task.actions[place])  # it is named already
            why, rule_id = f"{why} {ground}", grounds.rule_id
    return Explanation(headline=gettext("Not this one."), deciding=Sentence(why, rule_id), rule_id=rule_id)
