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
            (0.0, 0.0), (0.036, 0.029), (0.05, 0.036), (0.061, 0.052), (0.067, 0.053), (0.072, 0.076),
            (0.082, 0.099), (0.092, 0.104), (0.102, 0.12), (0.12, 0.159), (0.151, 0.195), (1.0, 1.0),
        ),
        "closed, met before": (
            (0.0, 0.0), (0.004, 0), (0.007, 0.001), (0.012, 0.003), (0.018, 0.007), (0.023, 0.014),
            (0.03, 0.023), (0.04, 0.041), (0.052, 0.057), (0.079, 0.107), (1.0, 1.0),
        ),
        "frozen": (
            (0.0, 0.0), (0.005, 0.006), (0.014, 0.029), (0.031, 0.058), (0.05, 0.078), (0.068, 0.132),
            (0.091, 0.183), (0.118, 0.227), (0.145, 0.289), (0.174, 0.301), (0.207, 0.328), (0.243, 0.391),
            (0.345, 0.524), (1.0, 1.0),
        ),
        "frozen, met before": (
            (0.0, 0.0), (0.001, 0.002), (0.002, 0.006), (0.004, 0.011), (0.007, 0.014), (0.012, 0.015),
            (0.017, 0.03), (0.022, 0.04), (0.03, 0.042), (0.042, 0.057), (0.062, 0.091), (0.181, 0.301),
            (1.0, 1.0),
        ),
        "open": (
            (0.0, 0.0), (0.069, 0.026), (0.157, 0.134), (0.238, 0.218), (0.288, 0.27), (0.332, 0.313),
            (0.386, 0.4), (0.443, 0.446), (0.49, 0.497), (0.538, 0.539), (0.584, 0.558), (0.621, 0.569),
            (0.722, 0.704), (1.0, 1.0),
        ),
        "open, met before": (
            (0.0, 0.0), (0.009, 0), (0.024, 0.006), (0.041, 0.015), (0.061, 0.021), (0.089, 0.036),
            (0.111, 0.058), (0.136, 0.092), (0.166, 0.125), (0.207, 0.154), (0.29, 0.269), (0.67, 0.702),
            (1.0, 1.0),
        ),
    },
    "classic-2p": {
        "closed": (
            (0.0, 0.0), (0.097, 0.116), (0.128, 0.144), (0.145, 0.161), (0.156, 0.163), (0.167, 0.189),
            (0.176, 0.19), (0.2, 0.242), (0.258, 0.248), (0.341, 0.424), (1.0, 1.0),
        ),
        "closed, met before": (
            (0.0, 0.0), (0.022, 0.003), (0.042, 0.012), (0.088, 0.144), (0.15, 0.225), (1.0, 1.0),
        ),
        "frozen": (
            (0.0, 0.0), (0.01, 0.011), (0.031, 0.023), (0.057, 0.069), (0.09, 0.157), (0.126, 0.26),
            (0.163, 0.352), (0.201, 0.424), (0.24, 0.529), (0.288, 0.596), (0.346, 0.687), (0.434, 0.788),
            (0.644, 0.932), (1.0, 1.0),
        ),
        "frozen, met before": (
            (0.0, 0.0), (0.003, 0.008), (0.008, 0.013), (0.013, 0.014), (0.019, 0.025), (0.026, 0.038),
            (0.034, 0.041), (0.044, 0.07), (0.058, 0.12), (0.076, 0.161), (0.104, 0.262), (0.152, 0.37),
            (0.378, 0.682), (1.0, 1.0),
        ),
        "open": (
            (0.0, 0.0), (0.227, 0.156), (0.421, 0.361), (0.503, 0.436), (0.552, 0.492), (0.59, 0.539),
            (0.622, 0.589), (0.654, 0.636), (0.682, 0.662), (0.71, 0.703), (0.737, 0.74), (0.771, 0.798),
            (0.839, 0.883), (1.0, 1.0),
        ),
        "open, met before": (
            (0.0, 0.0), (0.03, 0.023), (0.065, 0.046), (0.099, 0.066), (0.127, 0.108), (0.149, 0.12),
            (0.176, 0.172), (0.213, 0.235), (0.281, 0.358), (0.384, 0.444), (0.479, 0.482), (0.773, 0.843),
            (1.0, 1.0),
        ),
    },
    "samba": {
        "closed": (
            (0.0, 0.0), (0.094, 0.117), (0.128, 0.164), (0.157, 0.178), (0.21, 0.246), (0.291, 0.27),
            (0.324, 0.325), (1.0, 1.0),
        ),
        "closed, met before": (
            (0.0, 0.0), (0.038, 0), (0.11, 0.154), (1.0, 1.0),
        ),
        "frozen": (
            (0.0, 0.0), (0.01, 0.01), (0.034, 0.037), (0.064, 0.067), (0.099, 0.147), (0.136, 0.203),
            (0.174, 0.277), (0.21, 0.329), (0.249, 0.367), (0.289, 0.371), (0.327, 0.402), (0.367, 0.418),
            (0.469, 0.615), (1.0, 1.0),
        ),
        "frozen, met before": (
            (0.0, 0.0), (0.003, 0.01), (0.012, 0.022), (0.024, 0.034), (0.041, 0.052), (0.061, 0.055),
            (0.079, 0.117), (0.112, 0.192), (0.228, 0.29), (1.0, 1.0),
        ),
        "open": (
            (0.0, 0.0), (0.017, 0.014), (0.056, 0.055), (0.101, 0.124), (0.146, 0.179), (0.184, 0.231),
            (0.223, 0.284), (0.267, 0.309), (0.316, 0.34), (0.433, 0.355), (0.55, 0.471), (1.0, 1.0),
        ),
        "open, met before": (
            (0.0, 0.0), (0.004, 0.002), (0.011, 0.004), (0.016, 0.01), (0.022, 0.01), (0.028, 0.018),
            (0.036, 0.019), (0.046, 0.024), (0.061, 0.041), (0.088, 0.074), (0.137, 0.187), (0.334, 0.396),
            (1.0, 1.0),
        ),
    },
}  # fmt: skip


def case_of(fear: Fear, kind: int) -> str:
    """By which table a chance is put straight."""
    state = "closed" if not fear.opened else "frozen" if fear.view.frozen else "open"
    return f"{state}, met before" if kind in fear.thrown | fear.left else state


def chance_of_taking(fear: Fear, kind: int, estimate: float) -> float | None:
    """The chance that the next player takes a card of this kind, from 0 to 1; None where nothing is known.

    Of house rules nothing is: the tables were counted under the rule sets that they name.
    """
    rules = fear.view.rules
    tables = None if rules.changes else TABLES.get(rules.name)
    return None if tables is None else interpolated(tables[case_of(fear, kind)], estimate)


def interpolated(table: Table, estimate: float) -> float:
    """On the line between the two entries of the table about the estimate."""
    place = min(max(bisect_right([low for low, _ in table], estimate), 1), len(table) - 1)
    (low, below), (high, above) = table[place - 1], table[place]
    part = (min(max(estimate, low), high) - low) / (high - low)
    return below + part * (above - below)
