"""What a deal that goes on is worth to a side: a linear value, fitted to how deals of the playout policy end.

``python -m tests.fitting`` fits the weights and says how well the value foretells.
"""

from __future__ import annotations

from operator import mul
from typing import Final

from engine.law.actions import KIND_MASK, RANK_COUNT, sequence_length
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, TWO_KIND
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation

FEATURES: Final = (
    "total", "opened", "canastas", "has-canasta", "melds-of-3", "melds-of-4", "melds-of-5", "melds-of-6",
    "cards", "wilds", "ranks-with-two", "fewest-cards-and-canasta", "to-play", "pile-if-opened", "pile-if-not",
    "cards-and-stock", "red-threes-not-opened", "minimum", "wilds-in-hand-and-stock",
)  # fmt: skip
"""What the value looks at, of each side."""

WEIGHTS: Final = (
    0.26, -97.22, 309.75, -2.49, 57.97, 88.01, 133.53, 259.34, 26.52, 70.54, 32.90, -10.47, 33.40, 0.17, 1.04, -17.80,
    122.65, -4.60, 49.04,
)  # fmt: skip

FEATURES_WITH_SEQUENCES: Final = (
    *FEATURES, "can-go-out", "sequences-of-3", "sequences-of-4", "sequences-of-5", "sequences-of-6",
    "whole-sequences", "cards-side-by-side",
)  # fmt: skip
"""The same where there are sequences."""

WEIGHTS_WITH_SEQUENCES: Final = (
    -0.01, -104.93, 452.53, -63.23, 105.28, 133.61, 212.79, 333.59, -26.75, 126.98, 50.96, -20.59, 63.23, 2.37,
    8.18, 15.28, 84.08, -1.36, -21.80, 153.83, -17.85, 4.40, 149.51, 425.76, 1582.66, 3.90,
)  # fmt: skip

_WITH_A_NEXT: Final = tuple([fine for fine in range(4 * RANK_COUNT - 1) if (fine + 1) % RANK_COUNT])
_LONG: Final = 50
"""The stock, in cards, counts in parts of this."""


def features(sim: Simulation, side: int, total: int) -> list[float]:
    """What the value looks at of one side, in the order of :data:`FEATURES`; ``total`` is what it would get now."""
    cards = wilds = pairs = 0
    fewest = 99
    for hand in sim.hands[side :: sim.sides]:
        held = sum(hand)
        cards += held
        fewest = min(fewest, held)
        wilds += hand[TWO_KIND] + hand[JOKER_KIND]
        pairs += BLACK_THREE_KIND - hand[:BLACK_THREE_KIND].count(0) - hand[:BLACK_THREE_KIND].count(1)
    sizes = [0] * 7
    canastas = 0
    size = sim.tables.canasta
    melds = sim.melds[side]
    for number, counts in melds.items():
        lying = sum(counts)
        if lying >= size:
            canastas += number & KIND_MASK != BLACK_THREE_KIND
        else:
            sizes[max(0, min(6, lying + 7 - size))] += 1
    runs = sim.sequences[side]
    opened = bool(melds or runs)
    to_play = sim.seat % sim.sides == side
    stock = (len(sim.stock) - sim.drawn) / _LONG
    pile = len(sim.pile) if to_play else 0
    found: list[float] = [
        total, opened, canastas, canastas > 0, *sizes[3:],
        cards, wilds, pairs, fewest if canastas else 10, to_play, pile * opened, pile * (not opened),
        cards * stock, 0 if opened else sim.red_threes[side], 0 if opened else sim.minimums[side], wilds * stock,
    ]  # fmt: skip
    return found + _of_sequences(sim, side, canastas) if isinstance(sim, SuitedSimulation) else found


def _of_sequences(sim: SuitedSimulation, side: int, canastas: int) -> list[float]:
    """What the value looks at besides where there are sequences; ``canastas`` are the complete sets."""
    longest = sim.tables.longest_run
    lengths = [0] * 4
    whole = beside = 0
    for number in sim.sequences[side]:
        missing = longest - sequence_length(number)
        if missing <= 0:
            whole += 1
        else:
            lengths[max(0, 4 - missing)] += 1
    for suited in sim.suited[side :: sim.sides]:
        beside += sum([bool(suited[fine] and suited[fine + 1]) for fine in _WITH_A_NEXT])
    return [float(canastas + whole >= sim.tables.to_go_out), *lengths, whole, beside]


def contrast(sim: Simulation, side: int) -> list[float]:
    """The features of a side less the mean of those of the others."""
    totals = sim.totals()
    mine = features(sim, side, totals[side])
    others = [features(sim, other, totals[other]) for other in range(sim.sides) if other != side]
    if len(others) == 1:
        return [a - b for a, b in zip(mine, others[0], strict=True)]
    return [a - sum(b) / len(b) for a, b in zip(mine, zip(*others, strict=True), strict=True)]


def worth(sim: Simulation, side: int) -> float:
    """By how much a side will win the deal, in points; over, what it won by. Of several others their mean counts."""
    if sim.over:
        totals = sim.totals()
        return totals[side] - (sum(totals) - totals[side]) / (len(totals) - 1)
    weights = WEIGHTS_WITH_SEQUENCES if sim.tables.suits else WEIGHTS
    return float(sum(map(mul, weights, contrast(sim, side))))
