"""The chance that the next player can take the pile, as often as it came true in deals of each rule set.

The players' own estimate is made for the classic game, and off by far elsewhere. What is said is that estimate put
straight by a table for each rule set and each case: whether the pile is open to the next player, frozen, or needs that
side's first meld, and whether that player has thrown or left such a card before. ``python -m tests.coached --fit``
makes the tables, and without ``--fit`` checks them on other deals. Of rule sets without tables nothing is said.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from engine.play.players.fearing import Fear

Table = tuple[tuple[float, float], ...]  # what was estimated and what came true, rising

TABLES: Final[dict[str, dict[str, Table]]] = {
    "classic": {
        "closed": (
            (0.0, 0.0), (0.032, 0.041), (0.048, 0.054), (0.06, 0.073), (0.068, 0.094), (0.076, 0.108),
            (0.083, 0.13), (0.105, 0.193), (1.0, 1.0),
        ),
        "closed, met before": (
            (0.0, 0.0), (0.003, 0.002), (0.007, 0.005), (0.014, 0.007), (0.021, 0.015), (0.027, 0.025),
            (0.033, 0.057), (0.041, 0.067), (0.058, 0.107), (1.0, 1.0),
        ),
        "frozen": (
            (0.0, 0.0), (0.005, 0.008), (0.014, 0.028), (0.028, 0.054), (0.045, 0.092), (0.063, 0.114),
            (0.083, 0.193), (0.108, 0.21), (0.134, 0.227), (0.162, 0.303), (0.196, 0.331), (0.234, 0.336),
            (0.324, 0.499), (1.0, 1.0),
        ),
        "frozen, met before": (
            (0.0, 0.0), (0.001, 0), (0.004, 0.006), (0.009, 0.015), (0.015, 0.021), (0.025, 0.045),
            (0.043, 0.066), (0.143, 0.254), (1.0, 1.0),
        ),
        "open": (
            (0.0, 0.0), (0.067, 0.024), (0.152, 0.131), (0.238, 0.226), (0.293, 0.271), (0.34, 0.329),
            (0.399, 0.421), (0.454, 0.481), (0.498, 0.503), (0.543, 0.538), (0.588, 0.549), (0.623, 0.575),
            (0.729, 0.708), (1.0, 1.0),
        ),
        "open, met before": (
            (0.0, 0.0), (0.01, 0.001), (0.026, 0.003), (0.044, 0.011), (0.082, 0.037), (0.118, 0.075),
            (0.143, 0.113), (0.172, 0.14), (0.213, 0.175), (0.285, 0.288), (0.665, 0.725), (1.0, 1.0),
        ),
    },
    "classic-2p": {
        "closed": (
            (0.0, 0.0), (0.069, 0.09), (0.095, 0.166), (0.11, 0.172), (0.123, 0.293), (0.161, 0.382),
            (1.0, 1.0),
        ),
        "closed, met before": (
            (0.0, 0.0), (0.028, 0.006), (0.071, 0.217), (1.0, 1.0),
        ),
        "frozen": (
            (0.0, 0.0), (0.007, 0.003), (0.022, 0.022), (0.041, 0.04), (0.065, 0.058), (0.095, 0.157),
            (0.131, 0.246), (0.171, 0.349), (0.216, 0.438), (0.267, 0.523), (0.325, 0.634), (0.412, 0.769),
            (0.639, 0.923), (1.0, 1.0),
        ),
        "frozen, met before": (
            (0.0, 0.0), (0.002, 0), (0.006, 0.008), (0.01, 0.015), (0.015, 0.023), (0.024, 0.05),
            (0.036, 0.06), (0.047, 0.087), (0.063, 0.139), (0.087, 0.249), (0.131, 0.366), (0.351, 0.679),
            (1.0, 1.0),
        ),
        "open": (
            (0.0, 0.0), (0.147, 0.148), (0.288, 0.367), (0.361, 0.446), (0.408, 0.495), (0.447, 0.538),
            (0.481, 0.598), (0.516, 0.625), (0.547, 0.674), (0.579, 0.708), (0.609, 0.745), (0.651, 0.8),
            (0.735, 0.872), (1.0, 1.0),
        ),
        "open, met before": (
            (0.0, 0.0), (0.029, 0.026), (0.062, 0.052), (0.094, 0.075), (0.12, 0.11), (0.141, 0.135),
            (0.166, 0.184), (0.197, 0.228), (0.232, 0.342), (0.284, 0.425), (0.359, 0.56), (0.728, 0.841),
            (1.0, 1.0),
        ),
    },
    "samba": {
        "closed": (
            (0.0, 0.0), (0.071, 0.094), (0.088, 0.141), (0.097, 0.198), (0.108, 0.267), (0.133, 0.278),
            (1.0, 1.0),
        ),
        "closed, met before": (
            (0.0, 0.0), (0.036, 0.025), (0.069, 0.142), (1.0, 1.0),
        ),
        "frozen": (
            (0.0, 0.0), (0.017, 0.019), (0.051, 0.077), (0.084, 0.132), (0.119, 0.235), (0.158, 0.263),
            (0.196, 0.298), (0.234, 0.345), (0.275, 0.384), (0.315, 0.423), (0.357, 0.432), (0.457, 0.573),
            (1.0, 1.0),
        ),
        "frozen, met before": (
            (0.0, 0.0), (0.004, 0.003), (0.018, 0.015), (0.045, 0.054), (0.14, 0.307), (1.0, 1.0),
        ),
        "open": (
            (0.0, 0.0), (0.009, 0.015), (0.031, 0.056), (0.058, 0.139), (0.087, 0.193), (0.112, 0.244),
            (0.139, 0.272), (0.171, 0.308), (0.257, 0.357), (0.344, 0.372), (0.413, 0.473), (1.0, 1.0),
        ),
        "open, met before": (
            (0.0, 0.0), (0.002, 0), (0.005, 0.007), (0.008, 0.008), (0.015, 0.013), (0.026, 0.021),
            (0.038, 0.039), (0.048, 0.053), (0.064, 0.084), (0.09, 0.141), (0.256, 0.359), (1.0, 1.0),
        ),
    },
}  # fmt: skip


def case_of(fear: Fear, kind: int) -> str:
    """By which table a chance is put straight."""
    state = "closed" if not fear.opened else "frozen" if fear.view.frozen else "open"
    return f"{state}, met before" if kind in fear.thrown | fear.left else state


def chance_of_taking(fear: Fear, kind: int, estimate: float) -> float | None:
    """The chance that the next player takes a card of this kind, from 0 to 1; None where nothing is known."""
    tables = TABLES.get(fear.view.rules.name)
    return None if tables is None else interpolated(tables[case_of(fear, kind)], estimate)


def interpolated(table: Table, estimate: float) -> float:
    """On the line between the two entries of the table about the estimate."""
    place = min(max(bisect_right([low for low, _ in table], estimate), 1), len(table) - 1)
    (low, below), (high, above) = table[place - 1], table[place]
    part = (min(max(estimate, low), high) - low) / (high - low)
    return below + part * (above - below)
