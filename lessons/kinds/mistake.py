"""Find the mistake in a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Literal

from django.utils.translation import get_language, gettext, gettext_lazy, override

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.verdict import Verdict
from lessons.content.base import LANGUAGES, ActionTexts, PositionText, Task
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
from lessons.kinds.common.reason_words import Reason, reason_in_words, with_reason
from lessons.kinds.common.reasons import Reasons, offered_reasons, reasons_of
from lessons.kinds.common.result import Result
from lessons.kinds.common.turning import turned_mistakes
from lessons.kinds.common.work import Work
from lessons.kinds.offered.objections import objections
from lessons.kinds.registry import Fault, Judged, Player, kind_of, register
from lessons.saying.base import Sentence
from lessons.saying.remedies import without_action
from lessons.saying.verdicts import Explanation, deciding_breach, explain, offending_cards
from lessons.words import naming


class MistakeTask(Task):
    """Which action of a turn that was played breaks a rule, and which rule. The position is that of ``player``.

    ``reasons`` are rules that may be taken for the one that is broken: objections in their name are offered first.
    """

    kind: Literal["mistake"]
    position: PositionText
    player: Player = "you"
    actions: ActionTexts
    reasons: Reasons


@register
class Mistake(OneOf[MistakeTask]):
    """One action of a turn that was played breaks a rule: which one, and why."""

    name = KindName("mistake")
    title = gettext_lazy("Find the mistake in a turn")
    place = 9
    model = MistakeTask
    effort = 0.7
    pace = "minute"
    fields = {"choice": 40, "reason": 60, "lot": 40}
    question = gettext_lazy("Which action is the mistake?")
    nothing_chosen = gettext_lazy("First choose which action is the mistake.")
    numbered = True

    def chance_of_guessing(self, item: Item) -> float:
        task = self.task(item)
        return 1 / (len(task.actions) * max(1, len(self.reasons(item))))

    def reasons(self, item: Item) -> tuple[Reason, ...]:
        return _offered(item, get_language())

    def answer(self, item: Item, work: Work) -> dict[str, Any]:
        return {"choice": work.text("choice"), "reason": work.text("reason")}

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task, seat = self.task(item), self.seat(item)
        place = self.chosen(item, answer)
        reason = chosen_reason(answer, task.reasons, self.reasons(item))
        verdict = mistake_verdict(task)
        kept = {"choice": str(place), "reason": reason}
        if place not in faulty_actions(verdict) and not reveal:
            told = _harmless(task, place)
            return Result(outcome="wrong", answer=kept, explanation=told, verdict=verdict)
        here = [finding for finding in verdict.broken if finding.action == place]
        right = reason in reasons_of(here) if reason else bool(here)
        about = (reason, *task.rules) if right and reason else task.rules
        told = explain(
            verdict, position=task.position, actions=task.actions, about=about, reveal=False, seat=seat
        )
        if right:
            headline = gettext("Right, that is the mistake.")
        elif here:
            headline = gettext("Half right: that is the mistake, but for a different reason.")
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
        if not reason:
            return (diagnoses.overlooks(self.task(item).rules[0]),)
        return (diagnoses.reason(reason) if hit else diagnoses.forbids(reason),)

    def solution(self, item: Item) -> dict[str, Any] | None:
        return _solved(self.task(item), mistake_verdict(self.task(item)))

    def answer_title(self, item: Item) -> str:
        return gettext("The wrong action")

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return f"{self.answer_in_words(item, answer)} {reason_in_words(item, answer)}"

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return with_reason(super().answer_in_words(item, answer), item, answer, self.reasons(item))

    def shown(self, item: Item) -> Sequence[tuple[Action, ...]]:
        return [(action,) for action in self.task(item).actions]

    def concerned(self, item: Item) -> str:
        task = self.task(item)
        cards = offending_cards(deciding_breach(mistake_verdict(task)), task.actions)
        return these(cards) or gettext("The mistake is one of the last actions.")

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
        def offered(language: str) -> bool:
            with override(language):
                return bool(self.reasons(found))

        before, after = self.solution(item), self.solution(found)
        if before is None or after is None or before["choice"] == after["choice"]:
            return False
        return all(map(offered, LANGUAGES))

    def lists_of_actions(self, item: Item) -> tuple[tuple[Action, ...], ...]:
        return (*super().lists_of_actions(item), self.given(self.task(item)).actions)

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


@lru_cache(maxsize=512)
def _offered(item: Item, language: str | None) -> tuple[Reason, ...]:
    """The reasons in this language, which is the active one; they are the same for everybody."""
    task = kind_of(item).task(item)
    assert isinstance(task, MistakeTask)
    verdict = mistake_verdict(task)
    solved = _solved(task, verdict)
    if solved is None:
        return ()
    return objections(
        task.position,
        task.actions,
        verdict,
        rule=solved["reason"],
        reasons=offered_reasons(item),
        seat=task.player,
        name=item.slug,
    )


def _solved(task: MistakeTask, verdict: Verdict) -> dict[str, str] | None:
    """The action that is the mistake, and the rule of the exercise that is its reason."""
    for finding in verdict.broken:
        reason = next((rule for rule in task.reasons if rule in reasons_of([finding])), None)
        if finding.action is not None and reason is not None:
            return {"choice": str(finding.action), "reason": reason}
    return None


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
