"""A turn being built: what is left in the hand after the staged actions, and what taking one back undoes.

Nothing is judged here. A learner may stage what is illegal; only what is not there (a card that is not held, a meld
that does not exist) is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.law.actions import Action
from engine.law.cards import Card, sort_cards
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.turn.table import Table

REVEALING = ("draw", "expose")
"""Verbs that show cards of the stock. Once seen they cannot be unseen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """The turn so far.

    ``hand`` is what is left, ``new`` the cards in it that came in this turn, ``unknown`` how many unnamed cards there
    are besides, ``laid`` the points laid, ``drawn`` how many cards of the stock have been seen.
    """

    actions: tuple[Action, ...]
    hand: tuple[Card, ...]
    new: tuple[Card, ...]
    unknown: int
    laid: int
    drawn: int


def stage(position: Position, actions: Sequence[Action], *, next_cards: Sequence[Card] = ()) -> Staged:
    """The turn after these actions. The cards that come from the stock are filled in from ``next_cards``.

    Raises EngineError naming ``actions[i]`` for what is not there.
    """
    table = Table(position)
    laid = 0
    filled: list[Action] = []
    drawn = 0
    for index, action in enumerate(actions):
        action = with_stock_cards(action, next_cards[drawn:], draw_count=position.rules.draw_count)
        table.check(action, where=f"actions[{index}]")
        was_over = table.turn.over
        table.do(action)
        if not was_over:  # what comes after the end of a turn can be staged, but counts for nothing in it
            laid = table.turn.laid
        if action.verb == "draw":
            drawn += len(action.cards)
        elif action.verb == "expose":
            drawn += len(action.others)
        filled.append(action)
    return Staged(
        actions=tuple(filled),
        hand=sort_cards(table.hand),
        new=sort_cards((Counter(table.hand) - Counter(position.hand)).elements()),
        unknown=table.unknown,
        laid=laid,
        drawn=drawn,
    )


def laid_cards(position: Position, actions: Sequence[Action]) -> tuple[Card, ...]:
    """The cards that these actions lay on the table, the top card of a taken pile included."""
    cards: list[Card] = []
    for action in actions:
        if action.verb in ("meld", "add", "take"):
            cards += action.cards
        if action.verb == "take" and position.upcard is not None and (action.cards or action.target):
            cards.append(position.upcard)
    return sort_cards(cards)


def with_stock_cards(action: Action, coming: Sequence[Card], *, draw_count: int) -> Action:
    """The action with the cards that the stock gives: a red three is followed by its replacement."""
    if not coming or action.verb not in REVEALING:
        return action
    wanted = draw_count if action.verb == "draw" else 1
    cards: list[Card] = []
    for card in coming:
        cards.append(card)
        wanted -= not card.is_red_three
        if not wanted:
            break
    return (
        replace(action, cards=tuple(cards)) if action.verb == "draw" else replace(action, others=tuple(cards))
    )


def take_back(
    position: Position, actions: Sequence[Action], index: int, *, next_cards: Sequence[Card] = ()
) -> tuple[Action, ...]:
    """The actions without this one and without later ones that need it, such as cards that came with the pile."""
    table = Table(position)
    kept: list[Action] = []
    for place, action in enumerate(actions):
        if place == index:
            continue
        if place > index and not _is_possible(table, action):
            continue
        table.do(action)
        kept.append(action)
    return stage(position, kept, next_cards=next_cards).actions


def _is_possible(table: Table, action: Action) -> bool:
    try:
        table.check(action, where="")
    except EngineError:
        return False
    return True
