"""Lay melds from the hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, Self

from django.utils.translation import gettext, gettext_lazy
from pydantic import model_validator

from engine.judging.judge import legal_actions
from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.position import Position
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.building import Building, StagedTask, told_actions
from lessons.kinds.common.card_buttons import CardsForm, join_buttons, meld_button, target_buttons
from lessons.kinds.common.conditions import with_conditions
from lessons.kinds.common.forms import AnswerForm
from lessons.kinds.common.on_paper import OnPaper
from lessons.kinds.common.options import check_button
from lessons.kinds.common.playing import grade_actions, read_actions
from lessons.kinds.common.result import Result
from lessons.kinds.common.work import Work
from lessons.kinds.registry import Laid, Own, register
from lessons.saying.base import Sentence, some_cards, some_points
from lessons.table.staging import Staged, stage

CHEAPEST_MELD: Final = 15
"""Points of a meld of three fours: every meld has as many."""


class MeldsTask(StagedTask):
    """Build melds from the hand."""

    kind: Literal["melds"]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.position.phase != "play":
            raise ValueError("melds are built in phase play")
        return self


@register
class Melds(Building[MeldsTask]):
    """Melds and cards added to them; nothing is drawn and nothing discarded."""

    name = KindName("melds")
    title = gettext_lazy("Lay melds")
    place = 5
    model = MeldsTask
    own = Own(3, gettext_lazy("Meld from the hand"))
    effort = 0.6
    pace = "minute"

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task, actions = self.task(item), read_actions(answer.get("actions", ()))
        if not actions:
            raise AnswerError(
                "actions", gettext("Meld something first: select cards and put them into the tray.")
            )
        result = grade_actions(
            task, actions, reveal=reveal, unfinished=False, answer=told_actions(actions),
            read_on="" if item.is_puzzle else task.rules[0],
        )  # fmt: skip
        best = None if task.position.own.opened else _best(task, actions)
        if result.outcome != "right" or best is None:
            return result
        told = result.explanation
        further = tuple(filter(None, (told.deciding, *told.further)))
        told = replace(told, deciding=best, rule_id=task.rules[0], further=further)
        return replace(result, explanation=told)

    def undecided(self, item: Item) -> str:
        task = self.task(item)
        if task.accept is None or task.accept.model_fields_set != {"opens"}:
            return ""
        minimum = task.position.initial_minimum
        return "every meld is enough" if minimum is not None and minimum <= CHEAPEST_MELD else ""

    def steps(self, task: MeldsTask, actions: tuple[Action, ...]) -> list[Action]:
        steps = legal_actions(task.position, actions)
        return [step for step in steps if step.verb in ("meld", "add", "merge")]

    def is_whole(self, task: MeldsTask, actions: tuple[Action, ...]) -> bool:
        return True

    def goal(self, item: Item, *, alone: bool) -> str:
        task = self.task(item)
        accept = task.accept
        if task.position.own.opened:
            return with_conditions(gettext("Meld or add cards from your hand."), accept, alone=alone)
        goal = (
            gettext("Make your initial meld with cards from your hand.")
            if alone
            else gettext("Make your side’s initial meld with cards from your hand.")
        )
        if accept is not None:
            accept = accept.model_copy(update={"opens": None})
        return with_conditions(goal, accept, alone=alone)

    def can_be_made(self, laid: Laid) -> bool:
        return laid.position.phase == "play"

    def buttons(self, task: MeldsTask, staged: Staged, work: Work) -> CardsForm:
        return melds_form(task.position, staged.actions, hand=staged.hand, typed=work.typed)

    def on_paper(self, form: AnswerForm) -> OnPaper:
        return OnPaper(writing=gettext("Write down your melds, one per line."), lines=3)

    def in_essence(self, answer: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(answer.get("actions"), list):
            return answer
        return {**answer, "actions": sorted(answer["actions"])}


def melds_form(
    position: Position, staged: Sequence[Action] = (), *, hand: Iterable[Card] = (), typed: str = ""
) -> CardsForm:
    """Build melds from the hand: stage them, then check."""
    return CardsForm(
        kind="melds",
        check=check_button(gettext("Check the melds")),
        typed=typed,
        suits_count=position.rules.sequences,
        laying=(meld_button(),),
        targets=target_buttons(position, staged, hand),
        joins=join_buttons(position, staged),
        tray_title=gettext("Your melds so far"),
        tray_empty=gettext(
            "Select cards, then press where they are to go. Pressing a meld with nothing selected adds all "
            "cards of its rank. Nothing counts until you check it."
        ),
    )


def _best(task: MeldsTask, actions: Sequence[Action]) -> Sentence | None:
    """What the best first meld that was asked for comes to; None where another one was asked for."""
    if task.accept is None or not task.accept.opens:
        return None
    facts = {
        "points": some_points(stage(task.position, actions).laid),
        "cards": some_cards(sum(len(action.cards) for action in actions)),
    }
    if task.accept.max_points is not None:
        return Sentence(gettext("The initial meld comes to %(points)s, the fewest possible here.") % facts)
    if task.accept.min_points is not None:
        return Sentence(gettext("The initial meld comes to %(points)s, the most possible here.") % facts)
    if task.accept.cards_left:
        return Sentence(
            gettext(
                "The initial meld comes to %(points)s with %(cards)s; fewer cards would not be enough here."
            )
            % facts
        )
    return None
