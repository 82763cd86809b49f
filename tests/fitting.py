"""Fit what a deal that goes on is worth: ``python -m tests.fitting --deals 4000``.

Deals of the playout policy are looked at after some of their turns; the weights are those with which the value comes
nearest to how the deals ended (least squares). Printed are the weights to be put into
:mod:`engine.play.players.valuing`, and how well value and end agree on other deals: their correlation, beside that of
what the deal would bring if it ended there.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import mean

from engine.law.position import seating
from engine.law.ruleset import RuleSet
from engine.law.variants import rule_set
from engine.play.game import deal_cards, shuffled_deck
from engine.play.players.playing_on import playout_of
from engine.play.players.valuing import FEATURES, FEATURES_WITH_SEQUENCES, contrast
from engine.play.simulator.state import Simulation

SCORES = (0, 1500, 3000)
LOOKED_AT = 0.25
RIDGE = 1.0

Row = tuple[list[float], float]  # the features of a side, and what it won the deal by


def rows(rules: RuleSet, deals: int, seed: str) -> list[Row]:
    """Features and ends of some turns of so many deals."""
    policy, found = playout_of(rules), []
    for number in range(deals):
        rng = Random(f"{seed}-{number}")
        dealt = deal_cards(shuffled_deck(rules, rng), rules, players=rules.default_players)
        sides = len(seating(rules.default_players).sides)
        sim = Simulation.begin(dealt, rules, scores=[rng.choice(SCORES) for _ in range(sides)])
        seen = []
        while not sim.over:
            if rng.random() < LOOKED_AT:
                seen.append((sim.seat % sides, contrast(sim, sim.seat % sides)))
            policy.play_turn(sim)
        totals = sim.totals()
        for side, looked_at in seen:
            found.append((looked_at, totals[side] - (sum(totals) - totals[side]) / (sides - 1)))
    return found


def fitted(data: Sequence[Row]) -> list[float]:
    """The weights with the least sum of squares."""
    size = len(data[0][0])
    left = [[RIDGE * (row == column) for column in range(size)] for row in range(size)]
    right = [0.0] * size
    for looked_at, end in data:
        for row, value in enumerate(looked_at):
            if value:
                right[row] += value * end
                line = left[row]
                for column, other in enumerate(looked_at):
                    line[column] += value * other
    return _solved(left, right)


def _solved(left: list[list[float]], right: list[float]) -> list[float]:
    """Gauss and Jordan, with the largest pivot."""
    size = len(right)
    lines = [[*line, end] for line, end in zip(left, right, strict=True)]
    for place in range(size):
        pivot = max(range(place, size), key=lambda row: abs(lines[row][place]))
        lines[place], lines[pivot] = lines[pivot], lines[place]
        first = lines[place] = [value / lines[place][place] for value in lines[place]]
        for row in range(size):
            if row != place and lines[row][place]:
                factor = lines[row][place]
                lines[row] = [value - factor * other for value, other in zip(lines[row], first, strict=True)]
    return [line[size] for line in lines]


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Pearson's."""
    one, other = mean(a for a, _ in pairs), mean(b for _, b in pairs)
    both = sum((a - one) * (b - other) for a, b in pairs)
    return both / sqrt(sum((a - one) ** 2 for a, _ in pairs) * sum((b - other) ** 2 for _, b in pairs))


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit what a deal that goes on is worth.")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", default="fit")
    options = parser.parse_args()
    rules = rule_set(options.rules)
    weights = fitted(rows(rules, options.deals, options.seed))
    for name, weight in zip(FEATURES_WITH_SEQUENCES if rules.sequences else FEATURES, weights, strict=True):
        print(f"{name:28} {weight:8.2f}")
    print(", ".join(f"{weight:.2f}" for weight in weights))
    others = rows(rules, options.deals // 4, f"{options.seed} other")
    said = [(sum(a * b for a, b in zip(weights, looked_at, strict=True)), end) for looked_at, end in others]
    bare = correlation([(looked_at[0], end) for looked_at, end in others])
    print(
        f"{len(others)} turns of other deals: correlation {correlation(said):.3f}, of the bare total {bare:.3f}"
    )


if __name__ == "__main__":
    main()
