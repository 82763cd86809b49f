"""An answer being worked on, as the form shows it and the draft keeps it. Nothing here is judged or stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.notation.text import format_cards, parse_action, parse_actions
from lessons.content.base import SHEET_ROWS
from lessons.content.choices import OrderTask
from lessons.content.reading import Item
from lessons.content.schema import CardsTask, MeldsTask, SheetTask, TurnTask
from lessons.counting.sheet_rows import KEYS_OF_BOTH, TOTAL
from lessons.kinds.answers import AnswerError, read_ticked, read_typed, ticked_values
from lessons.kinds.order import shown_order
from lessons.kinds.playing import action_of
from lessons.saying.engine_errors import error_in_words
from lessons.table.staging import REVEALING, Staged, stage, take_back
from lessons.words import naming

ROWS_OF_ONE: Final = (*SHEET_ROWS, TOTAL)
MOST_TEXT: Final = 300
STAGING: Final = ("draw", "take", "take-onto", "meld", "ask", "discard", "end", "expose")
"""What can be staged by name; besides ``add:`` and ``take-onto:`` with the meld, and ``merge:`` with two of them."""
STAGING_VERBS: Final = ("add", "take-onto", "merge")


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """The running answer. ``selected`` are form values of ticked cards; ``checked`` whether these actions have been
    checked already, after which the cards drawn in them are no secret any more.
    """

    actions: tuple[Action, ...] = ()
    selected: tuple[str, ...] = ()
    typed: str = ""
    none: bool = False
    legal: str = ""
    reason: str = ""
    number: str = ""
    rows: Mapping[str, str] = field(default_factory=dict)
    choice: str = ""
    ticks: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    first: str = ""
    second: str = ""
    checked: bool = False

    def to_json(self) -> dict[str, Any]:
        """What a draft keeps: only what was entered."""
        data = {
            "actions": [str(action) for action in self.actions],
            "selected": list(self.selected),
            "typed": self.typed,
            "none": self.none,
            "legal": self.legal,
            "reason": self.reason,
            "number": self.number,
            "rows": {key: value for key, value in self.rows.items() if value},
            "choice": self.choice,
            "ticks": list(self.ticks),
            "order": list(self.order),
            "first": self.first,
            "second": self.second,
            "checked": self.checked,
        }
        return {key: value for key, value in data.items() if value}


def work_from_json(data: Mapping[str, Any], item: Item) -> Work:
    """A draft's answer. What no longer fits the item, because the content has changed, is left out."""
    try:
        actions = parse_actions(data.get("actions", ()))
        if actions:
            actions = staged_of(item, actions).actions
    except (EngineError, AttributeError):
        actions = ()
    work = Work(
        actions=actions,
        typed=str(data.get("typed", "")),
        none=bool(data.get("none")),
        legal=str(data.get("legal", "")),
        reason=str(data.get("reason", "")),
        number=str(data.get("number", "")),
        rows={key: str(data.get("rows", {}).get(key, "")) for key in _row_keys(item)},
        choice=str(data.get("choice", "")),
        ticks=tuple(str(tick) for tick in data.get("ticks", ())),
        order=_whole_order(item, [str(place) for place in data.get("order", ())]),
        first=str(data.get("first", "")),
        second=str(data.get("second", "")),
        checked=bool(data.get("checked")),
    )
    return replace(work, selected=_still_there(item, work, data.get("selected", ())))


def _row_keys(item: Item) -> tuple[str, ...]:
    """The rows of a score sheet that the form may hold."""
    return KEYS_OF_BOTH if isinstance(item.task, SheetTask) and item.task.other else ROWS_OF_ONE


def work_from_form(form: QueryDict, item: Item, draft: Work) -> Work:
    """What the form says. Its list of actions is what the learner saw; without one, the draft's stands.

    A card drawn elsewhere in the same try has been seen and stays drawn. Raises AnswerError for what cannot be read.
    """
    work = Work(
        actions=_actions_from_form(form, item, draft),
        typed=form.get("typed", "")[:MOST_TEXT],
        none=bool(form.get("none")),
        legal=form.get("legal", "")[:20],
        reason=form.get("reason", "")[:60],
        number=form.get("number", "")[:MOST_TEXT],
        rows={key: form.get(f"row-{key}", "")[:40] for key in _row_keys(item)},
        choice=form.get("choice", "")[:40],
        ticks=tuple(tick[:10] for tick in form.getlist("tick")[:20]),
        order=_whole_order(item, form.getlist("order")) or draft.order,
        first=form.get("first", "")[:MOST_TEXT],
        second=form.get("second", "")[:MOST_TEXT],
        checked=draft.checked,
    )
    values = tuple(form.getlist("card"))
    if values:
        cards = read_ticked(values, shown=shown_cards(item, work))
        work = replace(work, selected=ticked_values(cards, shown=shown_cards(item, work)))
    return work


def _actions_from_form(form: QueryDict, item: Item, draft: Work) -> tuple[Action, ...]:
    texts = form.getlist("action")
    if not texts or not isinstance(item.task, MeldsTask | TurnTask):
        return draft.actions
    try:
        actions = staged_of(item, parse_actions(texts[:60])).actions
    except EngineError as error:
        raise AnswerError("actions", error_in_words(error)) from error
    seen = sum(action.verb in REVEALING for action in draft.actions)
    if not draft.checked and sum(action.verb in REVEALING for action in actions) < seen:
        raise AnswerError(
            "actions",
            gettext(
                "You have drawn a card in another window. Here is how your turn stands; go on from here."
            ),
        )
    return actions


def _whole_order(item: Item, places: Sequence[str]) -> tuple[str, ...]:
    """The order as it was sent or kept; empty where it is none of this item's actions, so that the first one stands."""
    if not isinstance(item.task, OrderTask):
        return ()
    whole = sorted(places) == sorted(str(place) for place in range(len(item.task.actions)))
    return tuple(places) if whole else ()


def order_of(item: Item, work: Work) -> tuple[int, ...]:
    """The order in which the actions stand at this moment."""
    return tuple(int(place) for place in work.order) or shown_order(item)


def moved(item: Item, work: Work, do: str) -> Work:
    """The work with one action moved up or down (``up:2``: the third one). Raises AnswerError."""
    verb, _, text = do.partition(":")
    order = list(order_of(item, work)) if isinstance(item.task, OrderTask) else []
    place = int(text) if text.isdecimal() and len(text) < 3 else -1
    other = place - 1 if verb == "up" else place + 1
    if not (0 <= place < len(order) and 0 <= other < len(order)):
        raise AnswerError("order", gettext("This action cannot be moved any further."))
    order[place], order[other] = order[other], order[place]
    return replace(work, order=tuple(str(one) for one in order))


def _still_there(item: Item, work: Work, values: Sequence[str]) -> tuple[str, ...]:
    shown = ticked_values(shown_cards(item, work), shown=shown_cards(item, work))
    return tuple(value for value in values if value in shown)


def staged_of(item: Item, actions: Sequence[Action]) -> Staged:
    """The turn after these actions. Raises EngineError for what is not there."""
    task = item.task
    if not isinstance(task, MeldsTask | TurnTask):
        return Staged(actions=(), hand=(), new=(), unknown=0, laid=0, drawn=0)
    return stage(task.position, actions, next_cards=getattr(task, "next_cards", ()))


def shown_cards(item: Item, work: Work) -> tuple[Card, ...]:
    """The cards that can be ticked at this moment."""
    task = item.task
    if isinstance(task, CardsTask):
        return task.cards or (task.position.hand if task.position else ())
    return staged_of(item, work.actions).hand if isinstance(task, MeldsTask | TurnTask) else ()


def chosen_cards(item: Item, work: Work) -> tuple[Card, ...]:
    """The cards that count: those typed, else those ticked. Raises AnswerError."""
    shown = shown_cards(item, work)
    if work.typed.strip():
        return read_typed(work.typed, held=shown, suits_count=item.rules.sequences)
    return read_ticked(work.selected, shown=shown)


def with_typed_selected(item: Item, work: Work) -> Work:
    """The typed cards as ticked ones."""
    cards = chosen_cards(item, work)
    return replace(work, selected=ticked_values(cards, shown=shown_cards(item, work)), typed="")


def answer_of(item: Item, work: Work) -> dict[str, Any]:
    """The answer as grading takes it."""
    match item.kind:
        case "legal":
            return {"legal": work.legal, "reason": work.reason}
        case "cards":
            return {"cards": format_cards(chosen_cards(item, work)), "none": work.none}
        case "number":
            return {"number": work.number}
        case "sheet":
            return {"rows": dict(work.rows)}
        case "find-all":
            return {"ticks": list(work.ticks), "none": work.none}
        case "predict":
            return {"choice": work.choice}
        case "mistake" | "sheet-mistake":
            return {"choice": work.choice, "reason": work.reason}
        case "order":
            return {"order": [str(place) for place in order_of(item, work)]}
        case "compare":
            return {"first": work.first, "second": work.second}
    return {"actions": [str(action) for action in work.actions]}


def staged_with(item: Item, work: Work, do: str) -> Work:
    """The work with one more action, made of the chosen cards. Raises AnswerError where something is missing."""
    task = item.task
    if not isinstance(task, MeldsTask | TurnTask) or not is_staging(do):
        raise AnswerError(
            "do", gettext("The form was damaged: this button does not belong to this exercise.")
        )
    action = _action(do, item, work, task.position)
    try:
        staged = staged_of(item, (*work.actions, action))
    except EngineError as error:
        raise AnswerError("cards" if action.cards else "actions", error_in_words(error)) from error
    checked = work.checked and action.verb not in REVEALING
    return replace(work, actions=staged.actions, selected=(), typed="", checked=checked)


def is_staging(do: str) -> bool:
    """Whether a button with this value puts something into the tray."""
    verb, _, target = do.partition(":")
    return do in STAGING or (verb in STAGING_VERBS and bool(target))


def _action(do: str, item: Item, work: Work, position: Position) -> Action:
    if do in ("draw", "ask", "end"):
        return parse_action(do)
    verb, _, target = do.partition(":")
    if verb == "merge":
        one, _, other = target.partition(":")
        return _parsed(f"merge {one[:10]} and {other[:10]}")
    cards = chosen_cards(item, work)
    if do == "expose":
        if not cards:  # the button says which card it means
            cards = tuple(card for card in staged_of(item, work.actions).hand if card.is_red_three)[:1]
        if len(cards) != 1 or not cards[0].is_red_three:
            raise AnswerError("cards", gettext("Select the red three that you put on the table."))
        return Action(verb="expose", cards=cards)
    if not cards and not do.startswith("take"):
        raise AnswerError("cards", gettext("Select the cards first, then press the button."))
    if verb == "add":
        return _parsed(f"add {format_cards(cards)} to {target[:10]}")
    if target:
        return _parsed(f"take {format_cards(cards)} onto {target[:10]}")
    return action_of(do, cards, position)


def _parsed(text: str) -> Action:
    try:
        return parse_action(text)
    except EngineError as error:
        raise AnswerError("actions", error_in_words(error)) from error


def without(item: Item, work: Work, index: int) -> tuple[Work, int]:
    """The work with one action taken back, and how many later ones went with it. Raises AnswerError."""
    task = item.task
    if not isinstance(task, MeldsTask | TurnTask) or not 0 <= index < len(work.actions):
        raise AnswerError(
            "actions", gettext("This action is not in the tray any more. Here is how it stands.")
        )
    if work.actions[index].verb in REVEALING and not work.checked:
        raise AnswerError("actions", card_was_seen())
    next_cards = getattr(task, "next_cards", ())
    actions = take_back(task.position, work.actions, index, next_cards=next_cards)
    return replace(work, actions=actions, selected=(), typed=""), len(work.actions) - len(actions) - 1


def started_over(work: Work) -> Work:
    """The work from the beginning. What was drawn in a try that has not been checked stays drawn."""
    kept = () if work.checked else tuple(action for action in work.actions if action.verb in REVEALING)
    return Work(actions=kept)


def card_was_seen() -> str:
    return gettext("You have seen what came, so the draw stays. Everything after it can be taken back.")


def staged_in_words(work: Work) -> str:
    """What was staged last, for the live region."""
    last = work.actions[-1]
    if last.verb == "draw" and last.cards:
        return gettext("You have drawn: %(cards)s.") % {"cards": naming.cards_listed(last.cards)}
    return gettext("In the tray: %(action)s.") % {"action": naming.action_in_words(last)}
