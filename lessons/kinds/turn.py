"""Play a whole turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from engine.judging.judge import legal_actions
from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.errors import EngineError
from lessons.content.reading import Item
from lessons.content.schema import TurnTask
from lessons.kinds import answer_form
from lessons.kinds.answers import AnswerError
from lessons.kinds.building import LAST, Building, told_actions
from lessons.kinds.conditions import with_conditions
from lessons.kinds.form_models import AnswerForm
from lessons.kinds.on_paper import OnPaper
from lessons.kinds.playing import grade_actions, read_actions
from lessons.kinds.registry import register
from lessons.kinds.result import Result
from lessons.kinds.work import Work
from lessons.saying.base import Sentence
from lessons.saying.engine_errors import error_in_words
from lessons.saying.verdicts import Explanation
from lessons.table.position_words import Asked
from lessons.table.staging import Staged, stage


@register
class Turn(Building[TurnTask]):
    """Everything from the draw to the discard. The cards that the stock will give are known to the exercise alone."""

    name = "turn"
    title = gettext_lazy("Play a whole turn")
    place = 6
    model = TurnTask

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task, actions = self.task(item), read_actions(answer.get("actions", ()))
        if not actions:
            raise AnswerError(
                "actions", gettext("Your turn is still empty. Begin it with drawing or taking the pile.")
            )
        try:
            actions = stage(task.position, actions, next_cards=task.next_cards).actions
        except EngineError as error:
            raise AnswerError("actions", error_in_words(error)) from error
        result = grade_actions(task, actions, reveal=reveal, unfinished=False, answer=told_actions(actions))
        if result.outcome == "right" and result.verdict is not None and result.verdict.after.my_turn:
            return Result(
                outcome="wrong", answer=result.answer, explanation=_not_over(), verdict=result.verdict
            )
        return result

    def next_cards(self, task: TurnTask) -> tuple[Card, ...]:
        return task.next_cards

    def steps(self, task: TurnTask, actions: tuple[Action, ...]) -> list[Action]:
        return legal_actions(task.position, actions)

    def is_whole(self, task: TurnTask, actions: tuple[Action, ...]) -> bool:
        return actions[-1].verb in LAST or not stage(task.position, actions).hand

    def goal(self, item: Item, *, alone: bool) -> str:
        return with_conditions(gettext("Play a whole turn."), self.task(item).accept, alone=alone)

    def buttons(self, task: TurnTask, staged: Staged, work: Work) -> AnswerForm:
        return answer_form.turn_form(task.position, staged.actions, hand=staged.hand, typed=work.typed)

    def asked(self, item: Item, work: Work) -> Asked:
        begun = item.position is not None and item.position.phase == "play"
        return "yes" if begun or any(action.verb == "ask" for action in work.actions) else "hidden"

    def on_paper(self, form: AnswerForm) -> OnPaper:
        return OnPaper(writing=gettext("Write down your turn, one action a line."), lines=5)


def _not_over() -> Explanation:
    return Explanation(
        headline=gettext("So far it is allowed, but your turn is not over."),
        deciding=Sentence(gettext("A turn ends with one discard, unless you go out by melding everything.")),
        fix=Sentence(gettext("Discard a card.")),
        rule_id="turn.discard-one",
    )
