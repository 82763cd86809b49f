"""What melds and discards say of the hidden cards: for each hand how much likelier a card lies in it than unknown ones.

``python -m tests.foretelling`` says how much better hands are foretold so.
"""

from __future__ import annotations

from typing import Final

from engine.law.actions import KIND_MASK
from engine.law.cards import BLACK_THREE_KIND, RED_THREE_KIND
from engine.play.view import View

LAID: Final = 0.2
"""Cards of a rank that the own side has melded: who has them lays them."""
LAID_FROZEN: Final = 0.35
"""The same while the pile is frozen and pairs are kept."""
FEARED: Final = 1.9
"""Cards of a rank that the next side has melded: nobody throws them."""
THROWN: Final = 0.4
"""Cards of a rank that the seat has thrown away."""


def odds(view: View, seat: int) -> list[float]:
    """By kind, how many times as likely a hidden card is in this hand as it would be by the cards alone."""
    found = [1.0] * RED_THREE_KIND
    laid = LAID_FROZEN if view.frozen else LAID
    for kind in _ranks(view, seat):
        found[kind] *= laid
    for kind in _ranks(view, seat + 1):
        found[kind] *= FEARED
    for kind in {kind for thrower, kind in view.memory.thrown if thrower == seat}:
        found[kind] *= THROWN
    return found


def _ranks(view: View, seat: int) -> set[int]:
    """The natural ranks of which the side of a seat has sets."""
    ranks = {number & KIND_MASK for number in view.melds[seat % view.sides]}
    return {kind for kind in ranks if kind < BLACK_THREE_KIND}
