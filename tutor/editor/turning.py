"""What is done on a laid table: the actions so far, as a form shows them and as an address carries them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import get_language, gettext

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.notation.position_line import format_position, parse_position
from engine.notation.text import format_cards, parse_cards
from lessons.content.reading import Item
from lessons.kinds.asking.working import (
    is_staging,
    staged_of,
    staged_with,
    with_typed_selected,
    without,
    work_from_form,
)
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.work import Work
from lessons.kinds.turn import turn_at
from lessons.saying.engine_errors import error_at_its_place

_NOTHING: Final = Work(checked=True)  # what was drawn here is no secret, so it can be taken back


@dataclass(frozen=True, slots=True, kw_only=True)
class Turning:
    """A table, the cards that the stock will give, and what is done so far."""

    position: Position
    next_cards: tuple[Card, ...] = ()
    work: Work = _NOTHING

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.work.actions

    @property
    def item(self) -> Item:
        """The turn in the shape of an exercise, which the forms of exercises can show."""
        return turn_at(self.position, next_cards=self.next_cards)

    def with_actions(self, actions: tuple[Action, ...]) -> Turning:
        """The same table with these actions done."""
        return replace(self, work=replace(self.work, actions=actions))

    def query(self) -> str:
        """Everything as the query of an address."""
        pairs = [
            ("p", format_position(self.position)), ("n", format_cards(self.next_cards)),
            *(("action", str(action)) for action in self.actions), *(("card", value) for value in self.work.selected),
        ]  # fmt: skip
        return urlencode([(key, value) for key, value in pairs if value])


def turning_from(form: QueryDict) -> Turning:
    """What the address says. Raises AnswerError that names the place which cannot be read."""
    german = (get_language() or "").startswith("de")
    try:
        position = parse_position(form.get("p", ""), german=german)
        next_cards = parse_cards(form.get("n", ""), german=german, where="next_cards")
    except EngineError as error:
        raise AnswerError("p", error_at_its_place(error)) from error
    turning = Turning(position=position, next_cards=next_cards)
    try:
        return replace(turning, work=work_from_form(form, turning.item, turning.work))
    except AnswerError:
        raise
    except EngineError as error:
        raise AnswerError("action", error_at_its_place(error)) from error


def turning_with(turning: Turning, do: str) -> Turning:
    """After one more action, or one taken back. Raises AnswerError where something is missing."""
    verb, _, rest = do.partition(":")
    item, work = turning.item, turning.work
    if do == "reset":
        return replace(turning, work=_NOTHING)
    if do in ("enter", "select"):
        return replace(turning, work=with_typed_selected(item, work))
    if verb == "undo":
        work, _ = without(item, work, int(rest) if rest.isdecimal() and len(rest) < 4 else -1)
        return replace(turning, work=work)
    if is_staging(do):
        return replace(turning, work=replace(staged_with(item, work, do, several=True), checked=True))
    raise AnswerError(
        "do", gettext("The form did not arrive intact: this button is not known. Your table is kept.")
    )


def hand_after(turning: Turning) -> tuple[Card, ...]:
    """What is left in the hand."""
    return staged_of(turning.item, turning.actions).hand
