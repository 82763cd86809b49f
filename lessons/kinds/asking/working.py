"""An answer being worked on, as the form shows it and the draft keeps it. Nothing here is judged or stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.notation.text import format_cards, parse_action, parse_actions
from lessons.content.reading import Item
from lessons.kinds.common.answers import AnswerError, chosen_among, read_ticked, ticked_values
from lessons.kinds.common.card_buttons import all_of_rank
from lessons.kinds.common.melds_at_once import melds_at_once
from lessons.kinds.common.playing import action_of
from lessons.kinds.common.work import MOST_TEXT, Work
from lessons.kinds.registry import given, kind_of
from lessons.saying.engine_errors import error_in_words
from lessons.table.staging import REVEALING, Staged, take_back
from lessons.words import naming

STAGING: Final = ("draw", "take", "take-onto", "meld", "ask", "discard", "end", "expose")
"""What can be staged by name; besides ``add:`` and ``take-onto:`` with the meld, and ``merge:`` with two of them."""
STAGING_VERBS: Final = ("add", "take-onto", "merge")


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
        checked=bool(data.get("checked")),
        told=bool(data.get("told")),
        entered=kind_of(item).from_draft(item, data),
    )
    return replace(work, selected=_still_there(item, work, data.get("selected", ())))


def work_from_form(form: QueryDict, item: Item, draft: Work) -> Work:
    """What the form says. Its list of actions is what the learner saw; without one, the draft's stands.

    A card drawn elsewhere in the same try has been seen and stays drawn. Raises AnswerError for what cannot be read.
    """
    work = Work(
        actions=_actions_from_form(form, item, draft),
        typed=form.get("typed", "")[:MOST_TEXT],
        checked=draft.checked,
        told=draft.told,
        entered=kind_of(item).from_form(item, form, draft),
    )
    values = tuple(form.getlist("card"))
    if values:
        cards = read_ticked(values, shown=shown_cards(item, work))
        work = replace(work, selected=ticked_values(cards, shown=shown_cards(item, work)))
    return replace(work, typed="") if _is_outdated(work, draft) else work


def _is_outdated(work: Work, draft: Work) -> bool:
    """Whether the typed text is the one that was sent before, and something else was selected since: that counts."""
    chosen = (work.selected, work.entered)
    return work.typed == draft.typed and any(chosen) and chosen != (draft.selected, draft.entered)


def _actions_from_form(form: QueryDict, item: Item, draft: Work) -> tuple[Action, ...]:
    texts = form.getlist("action")
    if not texts or not kind_of(item).stages:
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


def moved(item: Item, work: Work, do: str) -> Work:
    """The work with one action in another place (``up:2``: the third one a place up). Raises AnswerError."""
    order = list(kind_of(item).order(item, work))
    place, there = move_of(do)
    if not (0 <= place < len(order) and 0 <= there < len(order)):
        raise AnswerError("order", gettext("This action cannot be moved any further."))
    order.insert(there, order.pop(place))
    return replace(work, entered={**work.entered, "order": tuple(str(one) for one in order)})


def move_of(do: str) -> tuple[int, int]:
    """From which place to which: ``up:2`` is one place up, ``up:2:0`` what was dragged there. -1 is no place."""
    verb, *places = do.split(":")
    place, *there = (int(text) if text.isdecimal() and len(text) < 3 else -1 for text in places or [""])
    return place, there[0] if there else place + (-1 if verb == "up" else 1)


def _still_there(item: Item, work: Work, values: Sequence[str]) -> tuple[str, ...]:
    shown = ticked_values(shown_cards(item, work), shown=shown_cards(item, work))
    return tuple(value for value in values if value in shown)


def staged_of(item: Item, actions: Sequence[Action]) -> Staged:
    """The turn after these actions. Raises EngineError for what is not there."""
    return kind_of(item).staged(item, actions)


def shown_cards(item: Item, work: Work) -> tuple[Card, ...]:
    """The cards that can be ticked at this moment."""
    return kind_of(item).shown_cards(item, work)


def chosen_cards(item: Item, work: Work) -> tuple[Card, ...]:
    """The cards that count: those typed, else those ticked. Raises AnswerError."""
    return chosen_among(shown_cards(item, work), work, suits_count=item.rules.sequences)


def answer_of(item: Item, work: Work) -> dict[str, Any]:
    """The answer as grading takes it."""
    return kind_of(item).answer(item, work)


def with_typed_selected(item: Item, work: Work) -> Work:
    """The typed cards as ticked ones."""
    cards = chosen_cards(item, work)
    return replace(work, selected=ticked_values(cards, shown=shown_cards(item, work)), typed="")


def staged_with(item: Item, work: Work, do: str, *, several: bool = False) -> Work:
    """The work with one more action, made of the chosen cards. Raises AnswerError where something is missing.

    With ``several``, cards that are melds of several ranks become as many actions.
    """
    position = item.position
    if not kind_of(item).stages or position is None or not is_staging(do):
        raise AnswerError(
            "do", gettext("The form did not arrive intact: this button does not belong to this exercise.")
        )
    action = _action(do, item, work, position)
    actions = [action]
    if several and action.verb == "meld":
        actions = [replace(action, cards=cards) for cards in melds_at_once(action.cards)]
    try:
        staged = staged_of(item, (*work.actions, *actions))
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
            raise AnswerError("cards", gettext("Select the red three that you want to put on the table."))
        return Action(verb="expose", cards=cards)
    if not cards and verb == "add":
        cards = all_of_rank(target, staged_of(item, work.actions).hand)
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
    position = item.position
    if not kind_of(item).stages or position is None or not 0 <= index < len(work.actions):
        raise AnswerError(
            "actions", gettext("This action is not in the tray any more. Here is how things stand.")
        )
    if work.actions[index].verb in REVEALING and not work.checked:
        raise AnswerError("actions", card_was_seen())
    actions = take_back(position, work.actions, index, next_cards=given(item.task).next_cards)
    return replace(work, actions=actions, selected=(), typed=""), len(work.actions) - len(actions) - 1


def started_over(work: Work) -> Work:
    """The work from the beginning. What was drawn in a try that has not been checked stays drawn."""
    kept = () if work.checked else tuple(action for action in work.actions if action.verb in REVEALING)
    return Work(actions=kept)


def card_was_seen() -> str:
    return gettext("You have seen what you drew, so the draw stands. Everything after it can be taken back.")


def selected_words(cards: Sequence[Card]) -> str:
    """Which cards are selected, for the live region."""
    return gettext("Selected: %(cards)s.") % {"cards": naming.cards_listed(cards) or gettext("nothing yet")}


def staged_in_words(work: Work, *, count: int = 1) -> str:
    """What was staged last, the last ``count`` actions, for the live region."""
    last = work.actions[-1]
    if last.verb == "draw" and last.cards:
        return gettext("You have drawn: %(cards)s.") % {"cards": naming.cards_with_articles(last.cards)}
    said = [naming.action_in_words(action) for action in work.actions[-count:]]
    return gettext("In the tray: %(action)s.") % {"action": naming.join_words(said)}
