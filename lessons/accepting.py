"""What an item asks for besides a legal answer, computed by the engine from the answer."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action
from engine.position import Position
from engine.scoring import canasta_bonus
from engine.verdict import Verdict
from lessons.schema import Accept
from lessons.staging import stage


def meets(accept: Accept, *, position: Position, actions: Sequence[Action], verdict: Verdict) -> bool:
    """Whether a legal answer fulfils every condition that is given."""
    after = verdict.after
    rules = position.rules
    laid = stage(position, actions).laid
    took = any(action.verb == "take" for action in actions)
    opened = (
        position.own.opened
        or laid >= (position.initial_minimum or 0)
        or (bool(laid) and verdict.went_out != "no")
    )
    canastas = [meld for meld in after.own.melds if meld.is_canasta(rules)]
    sorts = {canasta_bonus(meld, rules)[0].removesuffix("-canasta") for meld in canastas}
    left = len(after.hand) + after.unknown_cards
    conditions = (
        (accept.took_pile, lambda wanted: took == wanted),
        (accept.went_out, lambda wanted: verdict.went_out == wanted),
        (accept.opens, lambda wanted: opened == wanted),
        (accept.min_points, lambda wanted: laid >= wanted),
        (
            accept.canasta,
            lambda wanted: wanted in sorts or (wanted == "any" and bool(canastas)),
        ),
        (accept.cards_left, lambda wanted: left == wanted),
        (accept.cards_left_max, lambda wanted: left <= wanted),
        (accept.melds_min, lambda wanted: len(after.own.melds) - len(position.own.melds) >= wanted),
    )
    return all(wanted is None or holds(wanted) for wanted, holds in conditions)
