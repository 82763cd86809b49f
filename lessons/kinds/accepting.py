"""What an item asks for besides a legal answer, computed by the engine from the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from engine.law.actions import Action
from engine.law.position import Position
from engine.law.verdict import Verdict
from engine.score.sheet import canasta_bonus
from lessons.content.schema import Accept
from lessons.table.staging import stage

NEAR: Final = {"points": 10, "cards": 1}
"""So far off an answer is nearly the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """How far a legal first meld is from the best one: so many points or cards, too many or too few."""

    amount: int
    unit: Literal["points", "cards"]
    too: Literal["many", "few"]

    @property
    def step(self) -> Literal["near", "far"]:
        return "near" if self.amount <= NEAR[self.unit] else "far"

    def to_json(self) -> dict[str, Any]:
        """As it is kept with the verdict of an attempt."""
        return asdict(self) | {"step": self.step}


def distance(
    accept: Accept, *, position: Position, actions: Sequence[Action], verdict: Verdict
) -> Distance | None:
    """How far a legal first meld is from the best one that is asked for; None where no best one is, or it is met."""
    laid = stage(position, actions).laid
    if position.own.opened or laid < (position.initial_minimum or 0):
        return None
    if accept.min_points is not None and laid < accept.min_points:
        return Distance(amount=accept.min_points - laid, unit="points", too="few")
    if accept.max_points is not None and laid > accept.max_points:
        return Distance(amount=laid - accept.max_points, unit="points", too="many")
    left = len(verdict.after.hand) + verdict.after.unknown_cards
    if accept.opens and accept.cards_left and left < accept.cards_left:
        return Distance(amount=accept.cards_left - left, unit="cards", too="many")
    return None


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
        (accept.max_points, lambda wanted: laid <= wanted),
        (
            accept.canasta,
            lambda wanted: wanted in sorts or (wanted == "any" and bool(canastas)),
        ),
        (accept.cards_left, lambda wanted: left == wanted),
        (accept.cards_left_max, lambda wanted: left <= wanted),
        (accept.melds_min, lambda wanted: len(after.own.melds) - len(position.own.melds) >= wanted),
    )
    return all(wanted is None or holds(wanted) for wanted, holds in conditions)
