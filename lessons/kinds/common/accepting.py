"""What an item asks for besides a legal answer, computed by the engine from the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, Self

from pydantic import StrictBool, StrictInt, model_validator

from engine.law.actions import Action
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.law.verdict import Verdict
from engine.notation.text import format_cards
from engine.score.sheet import ScoreSide, canasta_bonus, score_side
from lessons.content.base import PositionText, Shape, Task, Text
from lessons.table.staging import stage


class Accept(Shape):
    """What an answer must do besides being legal. The engine computes every condition from the answer.

    ``keeps_pair`` is a rank of which two natural cards stay in the hand; ``cheapest`` the fewest points with which all
    the rest can be done, and ``sheet_min`` the most that :func:`sheet_now` can come to: neither is told.
    """

    took_pile: StrictBool | None = None
    went_out: Literal["yes", "no", "concealed"] | None = None
    opens: StrictBool | None = None
    min_points: StrictInt | None = None
    max_points: StrictInt | None = None
    canasta: Literal["natural", "mixed", "samba", "wild", "any"] | None = None
    cards_left: StrictInt | None = None
    cards_left_max: StrictInt | None = None
    cards_left_min: StrictInt | None = None
    melds_min: StrictInt | None = None
    keeps_pair: Literal["4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"] | None = None
    cheapest: StrictInt | None = None
    sheet_min: StrictInt | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("no condition is given")
        return self


class PlayedTask(Task):
    """What tasks have whose answer is played; ``accept_text`` says what is asked for besides being legal."""

    position: PositionText | None = None
    accept: Accept | None = None
    accept_text: Text | None = None

    @classmethod
    def texts_from_theme(cls, raw: Mapping[str, Any]) -> tuple[str, ...]:
        own = ("accept_text",) if "accept" in raw else ()
        return (*super().texts_from_theme(raw), *own)

    @model_validator(mode="after")
    def _accept_has_its_text(self) -> Self:
        if (self.accept is None) != (self.accept_text is None):
            raise ValueError("“accept” and “accept_text” go together")
        return self


PAIR: Final = 2
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
    if accept.cheapest is not None and laid > accept.cheapest:
        return Distance(amount=laid - accept.cheapest, unit="points", too="many")
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
    new_melds = len(after.own.melds) - len(position.own.melds)
    return all(
        (
            accept.took_pile in (None, took),
            accept.went_out in (None, verdict.went_out),
            accept.opens in (None, opened),
            accept.min_points is None or laid >= accept.min_points,
            accept.max_points is None or laid <= accept.max_points,
            accept.canasta is None or accept.canasta in sorts or (accept.canasta == "any" and bool(canastas)),
            accept.cards_left in (None, left),
            accept.cards_left_max is None or left <= accept.cards_left_max,
            accept.cards_left_min is None or left >= accept.cards_left_min,
            accept.melds_min is None or new_melds >= accept.melds_min,
            accept.keeps_pair is None or sum(card.rank == accept.keeps_pair for card in after.hand) >= PAIR,
            accept.cheapest is None or laid <= accept.cheapest,
            accept.sheet_min is None or sheet_now(verdict, rules) >= accept.sheet_min,
        )
    )


def sheet_now(verdict: Verdict, rules: RuleSet) -> int:
    """What the own side would be scored if the deal ended with this turn, in points.

    The partner's hand is left out: it is the same whatever the turn.
    """
    after = verdict.after
    return score_side(
        ScoreSide(
            melds=after.own.melds,
            red_threes=after.own.red_threes,
            hands=(after.hand,),
            went_out=verdict.went_out,
        ),
        rules,
    ).total


def side_now(verdict: Verdict) -> dict[str, Any]:
    """The own side after a turn as questions about a score have it, without the partner's hand."""
    after = verdict.after
    return {
        "melds": [format_cards(meld.cards) for meld in after.own.melds],
        "red_threes": format_cards(after.own.red_threes), "hands": [format_cards(after.hand)],
        "went_out": verdict.went_out,
    }  # fmt: skip
