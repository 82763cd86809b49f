"""From kinds back to cards: which of the held cards an action of the search names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.actions import Action
from engine.cards import Card
from engine.table import Table
from engine.turn import NAME_OF_KIND, Move


def realise(table: Table, move: Move, *, reserved: Iterable[Card] = ()) -> Action:
    """The move as an action with the first held cards of each kind, in the order c d h s.

    ``reserved`` cards are used only where no others are left: later actions name them.
    """
    kept = Counter(reserved)
    free: list[Card] = []
    last: list[Card] = []
    for card in sorted(table.hand, key=lambda c: c.order):
        if kept[card]:
            kept[card] -= 1
            last.append(card)
        else:
            free.append(card)
    supply = free + last
    cards: list[Card] = []
    for kind in move.kinds:
        card = next(c for c in supply if c.kind == kind)
        supply.remove(card)
        cards.append(card)
    target = NAME_OF_KIND[move.target] if move.target >= 0 else ""
    return Action(verb=move.verb, cards=tuple(cards), target=target, top_only=move.top_only)
