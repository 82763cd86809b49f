"""Themes at which a right answer says less about a learner, because the theme gives part of the answer away.

Measured on the bank: at these themes one and the same answer (verdict and reason) is right at half of all puzzles or
more, so who has read the name of the theme and guesses is right as often. Themes that are pure adding up stand here
too: the name says all there is to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

Why = Literal["one-answer", "adding-up"]

WEIGHTS: Final[Mapping[Why, float]] = MappingProxyType({"one-answer": 0.6, "adding-up": 0.6})
GIVE_AWAY: Final[Mapping[str, Why]] = MappingProxyType(
    {
        # Half of the puzzles have the verdict and the reason that the name suggests.
        "pile-for-the-first-meld": "one-answer",
        "red-three-in-hand": "one-answer",
        "how-a-turn-begins": "one-answer",
        "when-the-stock-is-empty": "one-answer",
        "rows-in-samba": "one-answer",
        "naturals-in-the-majority": "one-answer",
        "wild-cards-alone": "one-answer",
        "two-melds-of-a-rank": "one-answer",
        # The reason is the same at all of them, and three of five are legal.
        "one-card-must-stay": "one-answer",
        # Allowed at the first table and not at the second, at half to nine of ten.
        "pile-at-two-tables": "one-answer",
        "last-card-at-two-tables": "one-answer",
        # Forbidden at both, at half of them.
        "first-meld-at-two-tables": "one-answer",
        # The mistake is in the same row, for the same reason, at half of them.
        "wrong-row-in-samba": "one-answer",
        # Whoever knows the card values adds them up.
        "what-cards-are-worth": "adding-up",
    }
)


def weight_of_theme(theme: str) -> float:
    """What a first answer weighs at a theme, between 0 and 1."""
    why = GIVE_AWAY.get(theme)
    return WEIGHTS[why] if why else 1.0
