"""A review of a played deal as JSON, and back. What was done is not stored: the deal's record has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.law.actions import Move
from engine.play.review.reviewing import Choice, Grade, Part, Review, TurnReview
from engine.play.review.weighing import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChoice:
    """A choice as it is stored; see :class:`engine.play.review.reviewing.Choice`."""

    part: Part
    grade: Grade
    better: tuple[Move, ...]
    gain: Estimate | None

    @property
    def is_finding(self) -> bool:
        return self.grade in ("doubtful", "mistake", "big")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTurn:
    """A turn as it is stored; see :class:`engine.play.review.reviewing.TurnReview`."""

    number: int
    before: Estimate | None
    draw: Estimate | None
    play: Estimate | None
    after: Estimate | None
    choices: tuple[StoredChoice, ...]


def to_json(review: Review) -> dict[str, Any]:
    """What is stored of a review."""
    return {"seat": review.seat, "turns": [_turn(turn) for turn in review.turns]}


def from_json(data: dict[str, Any]) -> tuple[StoredTurn, ...]:
    """The turns of a stored review."""
    return tuple(
        StoredTurn(
            number=turn["turn"],
            before=_estimate(turn["before"]),
            draw=_estimate(turn["draw"]),
            play=_estimate(turn["play"]),
            after=_estimate(turn["after"]),
            choices=tuple(_choice_of(choice) for choice in turn["choices"]),
        )
        for turn in data["turns"]
    )


def _turn(turn: TurnReview) -> dict[str, Any]:
    return {
        "turn": turn.turn, "before": _numbers(turn.before), "draw": _numbers(turn.draw),
        "play": _numbers(turn.play),
        "after": _numbers(turn.after), "choices": [_choice(choice) for choice in turn.choices],
    }  # fmt: skip


def _choice(choice: Choice) -> dict[str, Any]:
    tells = choice.gain is not None and (choice.is_finding or choice.grade == "good")
    return {
        "part": choice.part, "grade": choice.grade,
        "better": [list(move) for move in choice.better] if tells else [],
        "gain": _numbers(choice.gain) if tells else None,
    }  # fmt: skip


def _choice_of(data: dict[str, Any]) -> StoredChoice:
    better = tuple(_move(move) for move in data["better"])
    return StoredChoice(part=data["part"], grade=data["grade"], better=better, gain=_estimate(data["gain"]))


def _move(data: list[Any]) -> Move:
    parts: list[Any] = [tuple(one) if isinstance(one, list) else one for one in data]
    return Move(*parts)


def _numbers(one: Estimate | None) -> list[float] | None:
    return None if one is None else [round(one.mean, 1), round(one.error, 1), one.worlds]


def _estimate(numbers: list[Any] | None) -> Estimate | None:
    return None if numbers is None else Estimate(*numbers)
