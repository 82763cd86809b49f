"""The ids of what a wrong answer shows of whoever gave it. They are kept with attempts, so they never change.

An id is a word, with what it is about behind a colon where there is something: ``count:ace-as-in-rummy`` (a slip of
``lessons.miscounts``), ``overlooks:freeze.take-natural-pair-only`` (a rule), ``takes-in:wild`` (a property of cards).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

UNMET: Final = "unmet"
"""Legal, but not what was required."""
UNFINISHED: Final = "unfinished"
"""The turn is not over. No new answer has it: such a turn is refused, and costs nothing."""
ORDER: Final = "order"
"""An order that is not possible, for no rule that it breaks."""
ROW: Final = "blames-row"
"""A right row of a score sheet is taken for wrong."""
DECIDED: Final = "decided"
"""What the text leaves open is taken for decided."""
UNDECIDED: Final = "undecided"
"""What the text decides is taken for open."""
MISCOUNTED: Final = "miscounted"
"""A wrong number that no known slip explains: which of the cards or rules it was, nobody can tell."""
OTHER: Final = "other"
"""Nothing that is known."""
UNEXPLAINED: Final = frozenset({MISCOUNTED, OTHER})
"""What names no rule to practise."""


def count(slip: str) -> str:
    """A known way to count wrongly."""
    return f"count:{slip}"


def number(rule: str) -> str:
    """A wrong number in the row of a score sheet that this rule is about, which no known slip explains.

    The value of a card is no such row: one card out of several says nothing about the others.
    """
    return as_now(f"number:{rule}")


def as_now(kept: str) -> str:
    """What an id that was kept is called today: a wrong sum was once put down to the first rule of its exercise."""
    return MISCOUNTED if kept.startswith("number:value.") else kept


def overlooks(rule: str) -> str:
    """What breaks this rule is done, or taken for allowed."""
    return f"overlooks:{rule}"


def forbids(rule: str) -> str:
    """What is allowed is taken for forbidden, with this rule as the reason."""
    return f"forbids:{rule}"


def doubts(rule: str) -> str:
    """What is allowed by this rule is taken for forbidden."""
    return f"doubts:{rule}"


def reason(rule: str) -> str:
    """The verdict is right, and this rule is not its reason."""
    return f"reason:{rule}"


def takes_in(find: str) -> str:
    """Cards are chosen that do not have the property."""
    return f"takes-in:{find}"


def leaves_out(find: str) -> str:
    """Cards are not chosen that have the property."""
    return f"leaves-out:{find}"


def about(rule: str) -> str:
    """A wrong answer that was kept without an id, in an exercise about this rule."""
    return f"about:{rule}"


def distinct(found: Iterable[str]) -> tuple[str, ...]:
    """Each once, in the order in which they come."""
    return tuple(dict.fromkeys(found))
