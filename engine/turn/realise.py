"""From kinds back to cards: which of the held cards an action of the search names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.law.actions import Action
from engine.law.cards import Card, parted
from engine.law.kinds import Move
from engine.turn.cards_in_play import action_of
from engine.turn.table import Table


def realise(table: Table, move: Move, *, reserved: Iterable[Card] = ()) -> Action:
    """The move as an action with the first held cards of each kind, in the order c d h s.

    ``reserved`` cards are used only where no others are left: later actions name them.
    """
    return action_of(move, table.choose(move, reserved=reserved))


def realisations(table: Table, move: Move, *, early: bool) -> Iterator[Action]:
    """Every action that the move stands for: where suits matter, its twos and threes of every suit that is held.

    ``early`` leaves out those that came with the pile: the first meld's minimum is not reached.
    """
    first = realise(table, move)
    loose = [c for c in first.cards if c.is_loose or c.is_red_three]
    hand = parted(table.hand, table.came)[0] if early and move.verb != "discard" else table.hand
    if not table.position.rules.suits_matter or not loose:
        yield first
        return
    rest = [c for c in first.cards if c not in loose]
    choices: list[list[tuple[Card, ...]]] = []
    for kind in sorted({c.kind for c in loose}):
        held = sorted((c for c in hand if c.kind == kind), key=lambda c: c.order)
        number = sum(c.kind == kind for c in loose)
        choices.append(list(dict.fromkeys(combinations(held, number))))
    chosen: list[tuple[Card, ...]] = [()]
    for choice in choices:
        chosen = [(*before, *cards) for before in chosen for cards in choice]
    for cards in chosen:
        yield action_of(move, (*rest, *cards))
