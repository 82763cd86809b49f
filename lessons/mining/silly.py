"""What nobody would try at a table: a ten on the fives. It is offered to nobody as a wrong answer."""

from __future__ import annotations

from collections.abc import Iterable

from engine.law.actions import Action
from engine.law.cards import NATURAL_RANKS
from engine.notation.text import parse_actions
from lessons.mining.spec import Record


def has_silly_answer(record: Record) -> bool:
    """Whether a line of the bank offers such a thing, among its options or as the mistake that is to be found."""
    lists = [*record.get("options", ()), record["actions"] if record["kind"] == "mistake" else ()]
    return any(is_silly(parse_actions(one)) for one in lists)


def is_silly(actions: Iterable[Action]) -> bool:
    """Whether a natural card of one rank is to be added to a meld of another one."""
    return any(
        action.verb == "add"
        and (rank := action.target.partition("#")[0]) in NATURAL_RANKS
        and any(card.is_natural and card.rank != rank for card in action.cards)
        for action in actions
    )
