"""A decision with the reason that fired, and what every theme looks at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from typing import Any, Final, Literal, get_args

from engine.law.actions import (
    FIRST_SEQUENCE,
    KIND_MASK,
    NAME_OF_KIND,
    WILD_KINDS,
    WILD_MELD,
    Move,
    sequence_length,
)
from engine.law.cards import BLACK_THREE_KIND, FIRST_CARDS, JOKER_KIND, KIND_POINTS, TWO_KIND
from engine.play.players.style import Style
from engine.play.view import View
from engine.turn.turn import Turn

ReasonId = Literal[
    "only-move", "red-three",
    "take-large", "take-useful", "draw-small", "draw-not-possible", "draw-too-dear", "end-of-stock",
    "open", "open-towards",
    "lay-canasta", "lay-natural", "lay-onto-canasta", "lay-new", "lay-wild", "lay-before-the-end", "join",
    "go-out", "go-out-towards", "ask-partner", "answer-yes", "answer-no",
    "throw-dead", "throw-stop", "throw-freeze", "throw-safe", "throw-least-risk", "throw-spare", "throw-lone",
    "throw-least-use", "sampled",
]  # fmt: skip
REASONS: Final[tuple[ReasonId, ...]] = get_args(ReasonId)
"""Every reason that a player can give."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A move and why: the id of the reason that fired, and its facts as data."""

    move: Move
    reason: ReasonId
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a theme decides on: the view, the complete list of moves and the style."""

    view: View
    moves: Sequence[Move]
    style: Style

    @property
    def turn(self) -> Turn:
        turn = self.view.turn
        if turn is None:
            raise ValueError("only who is to act decides")
        return turn

    @property
    def hand(self) -> Sequence[int]:
        return self.view.hand

    def hand_is_laid_by(self, move: Move) -> bool:
        """Whether no card is left after this move."""
        return len(move.kinds) == sum(self.hand)

    def of(self, *verbs: str) -> list[Move]:
        """The moves of these verbs."""
        return [move for move in self.moves if move.verb in verbs]


def rank_of(kind: int) -> str:
    """The rank of a card as notation writes it: ``K``, ``2``, ``JK``."""
    return FIRST_CARDS[kind].rank


def rank_of_meld(move: Move) -> str:
    """The rank of the meld that a move is about: ``K``, ``3`` black threes, ``W`` wild cards; "" for a sequence."""
    if move.target >= FIRST_SEQUENCE or (
        move.fine and len(set(move.fine)) == len(move.kinds) and _in_a_row(move)
    ):
        return ""
    naturals = [kind for kind in move.kinds if kind not in WILD_KINDS]
    number = move.target & KIND_MASK if move.target >= 0 else WILD_MELD
    return NAME_OF_KIND[naturals[0] if naturals else number]


def _in_a_row(move: Move) -> bool:
    return len(set(move.kinds)) > 1 and not sum(wilds_of(move))


def lying(turn: Turn, number: int) -> int:
    """How many cards lie in the own meld of this number; 0 where there is none."""
    if number >= FIRST_SEQUENCE:
        return sequence_length(number) if number in turn.sequences else 0
    return sum(turn.melds.get(number, (0, 0, 0)))


def wilds_of(move: Move) -> tuple[int, int]:
    """Twos and jokers among the cards of a move."""
    return move.kinds.count(TWO_KIND), move.kinds.count(JOKER_KIND)


def points_of(kinds: Sequence[int]) -> int:
    return sum([KIND_POINTS[kind] for kind in kinds])


@lru_cache(maxsize=100_000)
def chance_of(copies: int, unseen: int, cards: int, least: int) -> float:
    """The chance that so many of the unseen cards, dealt to a hand, hold at least ``least`` of the copies: 0 to 1."""
    if least <= 0:
        return 1.0
    if copies < least or cards < least or unseen <= 0:
        return 0.0
    cards = min(cards, unseen)
    fewer = sum(comb(copies, n) * comb(unseen - copies, cards - n) for n in range(least) if n <= cards)
    return 1 - fewer / comb(unseen, cards)


def is_live(kind: int) -> bool:
    """Whether a card of this kind, on top of the pile, could be taken by somebody."""
    return kind < BLACK_THREE_KIND
