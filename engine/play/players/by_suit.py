"""Cards by suit, as a playout handles them: sequences in a hand, and which card of a rank to part with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.law.actions import RANK_COUNT, Move, sequence_length, sequence_of
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation

SUITS: Final = range(4)
LEAST: Final = 3
"""Cards that a sequence has at least."""
BESIDE, NEAR = 2, 1
"""What a card is worth for each that lies beside it in its suit, or next but one, in points."""
JOINS: Final = 30
"""What a card is worth that lengthens an own sequence, in points."""


def suited_deal(sim: Simulation) -> SuitedSimulation:
    """The same deal, as one with suits. TypeError for one without."""
    if not isinstance(sim, SuitedSimulation):
        raise TypeError("a deal without suits")
    return sim


def run_moves(suited: Sequence[int], longest: int) -> list[Move]:
    """New sequences from these natural cards (counts by ``Card.fine``), as long as can be, no card in two."""
    found: list[Move] = []
    for suit in SUITS:
        row = suited[suit * RANK_COUNT : (suit + 1) * RANK_COUNT]
        if RANK_COUNT - row.count(0) >= LEAST:
            found += _runs_of(suit, tuple(row), longest)
    return found


@lru_cache(maxsize=50_000)
def _runs_of(suit: int, row: tuple[int, ...], longest: int) -> tuple[Move, ...]:
    counts, found = list(row), []
    while (best := _longest_run(counts, longest)) is not None:
        low, high = best
        kinds = tuple(range(low, high + 1))
        for kind in kinds:
            counts[kind] -= 1
        found.append(Move("meld", kinds, fine=tuple([suit * RANK_COUNT + kind for kind in kinds])))
    return tuple(found)


def _longest_run(counts: Sequence[int], longest: int) -> tuple[int, int] | None:
    """Lowest and highest kind of the longest sequence in a suit; of equally long ones the lowest."""
    best: tuple[int, int] | None = None
    low = 0
    while low < RANK_COUNT:
        high = low
        while high < RANK_COUNT and counts[high] and high - low < longest:
            high += 1
        if high - low >= LEAST and (best is None or high - low > best[1] - best[0] + 1):
            best = low, high - 1
        low = max(low + 1, high)
    return best


def lengthening(number: int, suited: Sequence[int], longest: int) -> Move | None:
    """All the cards at hand that lengthen a sequence, at most so long; None where no card does."""
    suit, low, high = sequence_of(number)
    first = suit * RANK_COUNT
    bottom, top = low, high
    while bottom and suited[first + bottom - 1] and top - bottom + 1 < longest:
        bottom -= 1
    while top + 1 < RANK_COUNT and suited[first + top + 1] and top - bottom + 1 < longest:
        top += 1
    kinds = (*range(bottom, low), *range(high + 1, top + 1))
    return Move("add", kinds, number, fine=tuple([first + kind for kind in kinds])) if kinds else None


def ends_of(sequences: Sequence[int], longest: int) -> set[int]:
    """The cards (``Card.fine``) that lengthen one of these sequences."""
    found = set()
    for number in sequences:
        if sequence_length(number) < longest:
            suit, low, high = sequence_of(number)
            if low:
                found.add(suit * RANK_COUNT + low - 1)
            if high + 1 < RANK_COUNT:
                found.add(suit * RANK_COUNT + high + 1)
    return found


def beside(suited: Sequence[int], fine: int) -> int:
    """What the cards beside it in its suit make a card worth, in points."""
    kind = fine % RANK_COUNT
    worth = 0
    if kind and suited[fine - 1]:
        worth += BESIDE
    if kind + 1 < RANK_COUNT and suited[fine + 1]:
        worth += BESIDE
    if kind > 1 and suited[fine - 2]:
        worth += NEAR
    if kind + 2 < RANK_COUNT and suited[fine + 2]:
        worth += NEAR
    return worth


def all_of(suited: Sequence[int], kind: int) -> tuple[int, ...]:
    """All cards of a rank at hand, by suit."""
    return tuple([fine for fine in range(kind, len(suited), RANK_COUNT) for _ in range(suited[fine])])


def spared(suited: Sequence[int], kind: int, number: int) -> tuple[int, ...]:
    """So many cards of a rank, those that are worth least where they lie."""
    cards = sorted(all_of(suited, kind), key=lambda fine: beside(suited, fine) if suited[fine] == 1 else 0)
    return tuple(sorted(cards[:number]))
