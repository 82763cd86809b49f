"""What the searches of one question may cost together, in counted steps.

Steps are counted and never timed, so the same question has the same answer on every machine. What grows with the
hand or with the list of actions counts as more steps, so that a step costs about the same everywhere.
"""

from __future__ import annotations

from typing import Final

MOST_STEPS: Final = 40_000
"""Steps of all searches of one question together."""


class BudgetSpent(Exception):
    """A search has come to its limit. Only the code that began the search catches it."""


class Budget:
    """Steps that are left; every search of a question spends from the same one."""

    __slots__ = ("left", "most")

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.most = most
        self.left = most

    @property
    def spent(self) -> int:
        """Steps spent so far, never more than ``most``."""
        return self.most - self.left

    def spend(self, steps: int) -> None:
        """Count so many steps before they are done. Raises BudgetSpent where they are more than are left."""
        if steps > self.left:
            self.left = 0
            raise BudgetSpent
        self.left -= steps

    def keep_back(self, steps: int) -> Budget:
        """A part of what is left: all but so many steps. What it spends is to be :meth:`settle`d."""
        return Budget(max(0, self.left - steps))

    def settle(self, part: Budget) -> None:
        """Count what a part has spent."""
        self.left -= part.spent
