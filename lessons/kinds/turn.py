"""Play a whole turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, Self

from django.utils.translation import gettext, gettext_lazy
from pydantic import model_validator

from engine.judging.judge import legal_actions, only_going_out_is_left
from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.notation.text import format_cards
from lessons.content.base import Cards, Text
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.building import LAST, Building, StagedTask, told_actions
from lessons.kinds.common.card_buttons import (
    CardsForm,
    discard_button,
    ending_button,
    expose_button,
    join_buttons,
    meld_button,
    onto_buttons,
    opening_buttons,
    target_buttons,
)
from lessons.kinds.common.conditions import with_conditions
from lessons.kinds.common.forms import AnswerForm, Button
from lessons.kinds.common.on_paper import OnPaper
from lessons.kinds.common.options import check_button
from lessons.kinds.common.playing import grade_actions, read_actions
from lessons.kinds.common.result import Result
from lessons.kinds.common.work import Work
from lessons.kinds.registry import Laid, Own, register
from lessons.saying.engine_errors import error_in_words
from lessons.saying.threes import red_three_kept
from lessons.table.position_words import Asked
from lessons.table.staging import Staged, stage


class TurnTask(StagedTask):
    """Play a whole turn. ``next_cards`` are the cards that the stock will give, in order."""

    kind: Literal["turn"]
    next_cards: Cards = ()

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        position = self.position
        if position.stock is not None and len(self.next_cards) > position.stock:
            raise ValueError("next_cards names more cards than the stock holds")
        if position.phase == "draw" and position.stock != 0 and not self.next_cards:
            raise ValueError("the player can draw, so next_cards is needed")
        return self


@register
class Turn(Building[TurnTask]):
    """Everything from the draw to the discard. The cards that the stock will give are known to the exercise alone."""

    name = KindName("turn")
    title = gettext_lazy("Play a whole turn")
    place = 6
    model = TurnTask
    own = Own(2, gettext_lazy("Play the turn"))
    effort = 1.0

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task, actions = self.task(item), read_actions(answer.get("actions", ()))
        if not actions:
            raise AnswerError(
                "actions",
                gettext("Your turn is still empty. Begin it by drawing from the stock or taking the pile."),
            )
        try:
            actions = stage(task.position, actions, next_cards=task.next_cards).actions
        except EngineError as error:
            raise AnswerError("actions", error_in_words(error)) from error
        if item.is_puzzle and not self.is_whole(task, actions):
            # Whether it is allowed so far is not told: to try out a part of it would cost nothing.
            raise AnswerError("actions", _ends_with_a_discard())
        result = grade_actions(
            task, actions, reveal=reveal, unfinished=False, answer=told_actions(actions),
            read_on="" if item.is_puzzle else task.rules[0],
        )  # fmt: skip
        if result.verdict is not None and result.verdict.legal and result.verdict.after.my_turn:
            # Whatever else is asked for: what is not over yet is no turn, and no answer.
            raise AnswerError("actions", _not_over(task.position, actions, result.verdict.after))
        return result

    def next_cards(self, task: TurnTask) -> tuple[Card, ...]:
        return task.next_cards

    def steps(self, task: TurnTask, actions: tuple[Action, ...]) -> list[Action]:
        return legal_actions(task.position, actions)

    def is_whole(self, task: TurnTask, actions: tuple[Action, ...]) -> bool:
        return actions[-1].verb in LAST or not stage(task.position, actions).hand

    def goal(self, item: Item, *, alone: bool) -> str:
        task = self.task(item)
        asked = (
            gettext("Finish the turn.") if task.position.phase == "play" else gettext("Play a whole turn.")
        )
        return with_conditions(asked, task.accept, alone=alone)

    def buttons(self, task: TurnTask, staged: Staged, work: Work) -> CardsForm:
        form = turn_form(task.position, staged.actions, hand=staged.hand, typed=work.typed)
        is_open = not form.opening and not any(action.verb in LAST for action in staged.actions)
        return replace(form, ending=ending_button()) if is_open and staged.hand else form

    def can_be_made(self, laid: Laid) -> bool:
        may_draw = laid.position.phase == "draw" and laid.position.stock != 0
        return not may_draw or bool(laid.next_cards)

    def record(self, laid: Laid, *, name: str) -> dict[str, Any]:
        return {"next_cards": format_cards(laid.next_cards)} if laid.next_cards else {}

    def asked(self, item: Item, work: Work) -> Asked:
        begun = item.position is not None and item.position.phase == "play"
        return "yes" if begun or any(action.verb == "ask" for action in work.actions) else "hidden"

    def on_paper(self, form: AnswerForm) -> OnPaper:
        return OnPaper(writing=gettext("Write down your turn, one action per line."), lines=5)


def turn_at(position: Position, *, next_cards: tuple[Card, ...] = ()) -> Item:
    """A turn that nobody asks for, in the shape of an exercise, so that its form can be shown. It is never kept."""
    none = Text(de="–", en="–")
    task = TurnTask.model_construct(
        kind="turn", slug="own", goal=none, look=none, rules=("turn.discard-one",), position=position,
        next_cards=next_cards, accept=None, accept_text=None,
    )  # fmt: skip
    return Item(
        slug="own/-", task=task, content_hash="", group="own", number=1, is_puzzle=False, source=("", "")
    )


def turn_form(
    position: Position, staged: Sequence[Action] = (), *, hand: Iterable[Card] = (), typed: str = ""
) -> CardsForm:
    """Play the turn. The ways to begin it are offered until one is staged.

    ``hand`` is what is left after the staged actions; a red three in it can be put on the table.
    """
    held = tuple(hand)
    red_three = any(card.is_red_three for card in held)
    begun = position.phase == "play" or any(action.verb in ("draw", "take") for action in staged)
    ask = Button(do="ask", label=gettext("Ask for permission to go out"))
    answered = position.phase == "play" and position.permission is not None
    may_ask = position.has_partner and position.rules.permission != "none" and not answered
    end = Button(do="end", label=gettext("End the turn without a discard"))
    return CardsForm(
        kind="turn",
        check=check_button(gettext("Check the turn")),
        typed=typed,
        suits_count=position.rules.sequences,
        opening=() if begun else opening_buttons(position),
        onto=() if begun else onto_buttons(position),
        laying=(*([expose_button()] if red_three else []), meld_button()),
        targets=target_buttons(position, staged, held if begun else ()),
        joins=join_buttons(position, staged),
        closing=(discard_button(),),
        more=(ask, end) if may_ask else (end,),
        tray_title=gettext("Your turn so far"),
        tray_empty=gettext(
            "Select cards, then press where they are to go. Pressing a meld with nothing selected adds all "
            "cards of its rank. Nothing counts until you check it."
        )
        if begun
        else gettext(
            "Draw from the stock, or select cards and take the pile with them. Nothing counts until you "
            "check it."
        ),
    )


def _not_over(position: Position, actions: Sequence[Action], after: Position) -> str:
    if red_three_kept(after):
        return gettext(
            "Your turn is not over yet. Put the red threes on the table, and discard a card at the end."
        )
    if only_going_out_is_left(position, actions):
        return gettext(
            "Your turn is not over yet. Go out in this turn: lay down the rest, and discard at most one card."
        )
    return _ends_with_a_discard()


def _ends_with_a_discard() -> str:
    return gettext("Your turn is not over yet. It ends with a discard.")
