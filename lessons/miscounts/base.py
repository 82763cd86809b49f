"""What a slip is: a known way to count wrongly, and the number that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal

from engine.law.melds import Meld
from engine.law.ruleset import RuleSet
from engine.score.sheet import ScoreSheet, ScoreSide
from lessons.content.base import SHEET_ROWS
from lessons.counting.computing import Quantity
from lessons.counting.sheet_rows import TOTAL, points_in

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

CANASTA_ROWS: Final = ("natural-canasta", "mixed-canasta", "samba", "wild-canasta", "blocking-canasta")
SUMS: Final[Mapping[str, tuple[str, ...]]] = {
    "side-total": SHEET_ROWS,
    "score-after": SHEET_ROWS,
    "meld-points": ("melded-cards", *CANASTA_ROWS),
    "canasta-bonus": CANASTA_ROWS,
}
"""Numbers that are sums of rows, each with its rows: a slip in a row goes on into the sum."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A number that was asked for, and what it is counted from.

    ``place`` is a row of the score sheet, its total, or what a quantity computes. ``rows`` are the numbers that the
    learner has put into the rows, where a total is added up from them; ``rule`` is what the exercise is about.
    """

    place: str
    right: int
    rules: RuleSet
    side: ScoreSide = field(default_factory=ScoreSide)
    sheet: ScoreSheet | None = None
    quantity: Quantity | None = None
    rule: str = "score.formula"
    rows: Mapping[str, int] = field(default_factory=dict)

    def row(self, key: str) -> Asked:
        """The same deal, asked for one row."""
        right = self.rows[key] if key in self.rows else self.points_of(key)
        return replace(self, place=key, right=right, rows={})

    @property
    def counted(self) -> Quantity:
        """What is computed, where it is no row and no total of a sheet."""
        assert self.quantity is not None
        return self.quantity

    def points_of(self, key: str) -> int:
        return points_in(self.sheet, key) if self.sheet else 0

    @property
    def canastas(self) -> tuple[Meld, ...]:
        """The complete melds; a blocking canasta stands apart."""
        return tuple(meld for meld in self.melds if meld.is_canasta(self.rules))

    @property
    def melds(self) -> tuple[Meld, ...]:
        """All melds whose cards are counted one by one."""
        return tuple(meld for meld in self.side.melds if not (self.rules.sperr_canasta and meld.is_blocking))


Numbers = int | Iterable[int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A known way to count wrongly.

    ``places`` are the rows and kinds of number in which it happens, ``numbers`` gives what it leads to there: one
    number, several, or None where it cannot happen. ``told`` says what went wrong, without the right number. ``rule``
    is the one to read on; an empty one is the rule that the exercise is about. A slip
    with ``adding`` is one of adding up: it happens to rows that are right themselves. ``in_sum`` says whether a slip
    goes on into a sum of rows: most do, some show only there, some only in a row by itself.
    """

    id: str
    rule: str
    places: frozenset[str]
    numbers: Callable[[Asked], Numbers]
    told: StrOrPromise | Callable[[Asked], str]
    adding: bool = False
    in_sum: Literal["too", "only", "never"] = "too"

    def rule_for(self, asked: Asked) -> str:
        """The rule to read on."""
        return self.rule or asked.rule

    def sentence(self, asked: Asked) -> str:
        return self.told(asked) if callable(self.told) else str(self.told)

    def wrong_numbers(self, asked: Asked) -> frozenset[int]:
        """The wrong numbers to which this slip leads here; never the right one."""
        if asked.place in self.places and self.in_sum != "only":
            return self.written_in(asked)
        if self.in_sum == "never":
            return frozenset()
        if asked.place in SUMS:
            return self._in_sum(asked, SUMS[asked.place])
        if asked.place == TOTAL and (self.adding or not asked.rows):
            return self._in_sum(asked, SHEET_ROWS)
        return frozenset()

    def written_in(self, asked: Asked) -> frozenset[int]:
        """What somebody who slips like this writes into the row itself."""
        return _several(self.numbers(asked)) - {asked.right}

    def _in_sum(self, asked: Asked, keys: Iterable[str]) -> frozenset[int]:
        """What the sum becomes if the slip happens in every row where it can."""
        sums = {asked.right}
        for row in (asked.row(key) for key in keys if key in self.places):
            wrong = self.written_in(row)
            sums = {total + number - row.right for total in sums for number in wrong} if wrong else sums
        return frozenset(sums) - {asked.right}


def places(*names: str) -> frozenset[str]:
    return frozenset(names)


def _several(numbers: Numbers) -> frozenset[int]:
    if numbers is None:
        return frozenset()
    return frozenset((numbers,) if isinstance(numbers, int) else numbers)
