"""What may the partner do?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal

from django.utils.translation import gettext, gettext_lazy

from engine.law.actions import Action
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.kinds.common.choosing import (
    OptionsTask,
    faults_of_options,
    judged_options,
    legal_options,
    option_verdict,
    options_in_words,
    rule_to_hint_at,
)
from lessons.kinds.common.one_of import OneOf
from lessons.kinds.common.result import Result
from lessons.kinds.common.turning import turned_options
from lessons.kinds.registry import Fault, Judged, Player, register
from lessons.saying.remedies import actions_in_words
from lessons.saying.verdicts import explain


class PredictTask(OptionsTask):
    """What may the partner do: the position is the table from the partner's seat, and one option is legal."""

    kind: Literal["predict"]


@register
class Predict(OneOf[PredictTask]):
    """The table is seen from the partner's seat, and exactly one option is allowed."""

    name = KindName("predict")
    title = gettext_lazy("What may your partner do?")
    place = 4
    model = PredictTask
    effort = 0.5
    pace = "seconds"
    one_step = "tap"
    fields = {"choice": 40}
    question = gettext_lazy("What may your partner do?")
    nothing_chosen = gettext_lazy("Choose one of the answers first.")

    def chance_of_guessing(self, item: Item) -> float:
        return 1 / len(self.task(item).options)

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task = self.task(item)
        place = self.chosen(item, answer)
        actions = task.options[place]
        right = place in legal_options(task)
        verdict = option_verdict(task.position, actions)
        told = explain(
            verdict,
            position=task.position,
            actions=actions,
            about=task.rules,
            taught=task.rules[0],
            read_on="" if item.is_puzzle else task.rules[0],
            seat=self.seat(item),
        )
        headline = gettext("Right.") if right else gettext("No, your partner may not do that.")
        return Result(
            outcome="right" if right else "wrong",
            answer={"choice": str(place)},
            verdict=verdict,
            explanation=told.with_headline(headline),
        )

    def solution(self, item: Item) -> dict[str, Any] | None:
        legal = legal_options(self.task(item))
        return {"choice": str(legal[0])} if len(legal) == 1 else None

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return options_in_words(self.task(item))

    def shown(self, item: Item) -> Sequence[tuple[Action, ...]]:
        return self.task(item).options

    def rule_to_hint_at(self, item: Item) -> str:
        return rule_to_hint_at(self.task(item))

    def concerned(self, item: Item) -> str:
        """The first option that is not allowed, as one less to think about."""
        task = self.task(item)
        for actions in task.options:
            if not option_verdict(task.position, actions).legal:
                return gettext("Not allowed here: “%(actions)s”") % {"actions": actions_in_words(actions)}
        return ""

    def goal(self, item: Item, *, alone: bool) -> str:
        return gettext("Your partner is about to play: which of these is allowed?")

    def seat(self, item: Item) -> Player:
        return "partner"

    def judged(self, item: Item) -> Iterator[Judged]:
        return judged_options(self.task(item))

    def turned(self, item: Item, rng: Random) -> Iterator[dict[str, Any]]:
        return turned_options(self.task(item), rng)

    def faults(self, item: Item) -> Iterator[Fault]:
        task = self.task(item)
        yield from faults_of_options(task)
        legal = sum(option_verdict(task.position, actions).legal is True for actions in task.options)
        if legal != 1:
            yield "options", f"exactly one must be allowed, but {legal} are"
