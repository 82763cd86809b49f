"""The cards of a sequence in counts: of one that lies on the table, or of cards that are only meant as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.law.cards import BLACK_THREE_KIND, FINE_CARDS, FIRST_CARDS, Card
from engine.law.kinds import RANK_COUNT, Move, sequence_of


class Run(NamedTuple):
    """Cards that lie as a sequence, whether they make one or not: by kind, and the natural ones by suit."""

    kinds: tuple[int, ...]
    fine: tuple[int, ...]

    @classmethod
    def laid(cls, move: Move, top: Card | None) -> Run:
        """What a move lays, with the top card of the pile where there is one."""
        if top is None:
            return cls(move.kinds, move.fine)
        return cls((*move.kinds, top.kind), (*move.fine, top.fine) if top.fine >= 0 else move.fine)

    @classmethod
    def lying(cls, number: int) -> Run:
        """What the sequence of this number holds."""
        suit, low, high = sequence_of(number)
        kinds = tuple(range(low, high + 1))
        return cls(kinds, tuple([suit * RANK_COUNT + kind for kind in kinds]))

    def with_more(self, more: Run) -> Run:
        return Run(self.kinds + more.kinds, self.fine + more.fine)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards; for twos and black threes the first of their kind."""
        others = [kind for kind in self.kinds if kind >= BLACK_THREE_KIND]
        return tuple(FINE_CARDS[fine] for fine in self.fine) + tuple(FIRST_CARDS[kind] for kind in others)


def meant_as_run(cards: Sequence[int]) -> bool:
    """Whether a new meld with these natural cards (``Card.fine``) is meant as a sequence.

    That is so if they have several ranks and are of one suit, or no rank comes twice.
    """
    ranks = {fine % RANK_COUNT for fine in cards}
    if len(ranks) < 2:
        return False
    return len(ranks) == len(cards) or len({fine // RANK_COUNT for fine in cards}) == 1
