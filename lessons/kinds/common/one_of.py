"""What kinds have in common in which one of several things that somebody at the table does is chosen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.utils.functional import Promise

from engine.law.actions import Action
from lessons.content.reading import Item
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.choosing import chosen_place
from lessons.kinds.common.forms import ChoiceForm
from lessons.kinds.common.options import check_button, lot_of, option_of, reason_choices
from lessons.kinds.common.result import Result
from lessons.kinds.common.shown import still, whose_hand
from lessons.kinds.common.work import Work
from lessons.kinds.registry import Kind, TaskT
from lessons.saying.remedies import actions_in_words


class OneOf(Kind[TaskT]):
    """One of what is shown is chosen, and where reasons are offered, one of them as well.

    ``question`` stands above it, ``nothing_chosen`` is said where nothing was; with ``numbered`` they are counted.
    """

    question: ClassVar[Promise]
    nothing_chosen: ClassVar[Promise]
    numbered: ClassVar[bool] = False

    @abstractmethod
    def shown(self, item: Item) -> Sequence[tuple[Action, ...]]:
        """What there is to choose from, in its order."""

    def chosen(self, item: Item, answer: Mapping[str, Any]) -> int:
        """The place of what was chosen. Raises AnswerError."""
        return chosen_place(answer, len(self.shown(item)), str(self.nothing_chosen))

    def is_picked(self, item: Item) -> bool:
        return True

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return actions_in_words(self.shown(item)[int(answer["choice"])])

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        lot, reasons = lot_of(work), self.reasons(item)
        form = ChoiceForm(
            kind=self.name,
            check=check_button(),
            question=str(self.question),
            numbered=self.numbered,
            options=tuple(
                option_of(place, actions, checked=str(place) == work.text("choice"))
                for place, actions in enumerate(self.shown(item))
            ),
            reasons=reason_choices(reasons, work, lot=f"{item.slug} {lot}"),
            lot=lot if reasons else "",
        )
        return still(item.position, title=whose_hand(self.seat(item))) | {"form": form}
