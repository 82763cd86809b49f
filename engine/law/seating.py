"""Who sits with whom, and who plays in which deal: two to six players. Ledger sections 1 and 16."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from engine.law.errors import EngineError

Form = Literal["pairs", "threes"]
FORMS: Final[dict[int, tuple[Form, ...]]] = {
    2: ("pairs",), 3: ("pairs",), 4: ("pairs",), 5: ("threes",), 6: ("pairs", "threes"),
}  # fmt: skip
"""The forms for each number of players, the usual one first.

With five, two play against three, one of whom sits out in each deal. Six play as three pairs, or as two sides of three
with one of each sitting out. There is another game for three, in which whoever takes the pile first plays alone against
the other two; it is not this one.
"""

MOST_OF_A_SIDE: Final = 2
_SIDES: Final[dict[tuple[int, Form], tuple[tuple[int, ...], ...]]] = {
    (2, "pairs"): ((0,), (1,)),
    (3, "pairs"): ((0,), (1,), (2,)),
    (4, "pairs"): ((0, 2), (1, 3)),
    (5, "threes"): ((0, 2), (1, 3, 4)),
    (6, "pairs"): ((0, 3), (1, 4), (2, 5)),
    (6, "threes"): ((0, 2, 4), (1, 3, 5)),
}


@dataclass(frozen=True, slots=True)
class Seating:
    """Players are numbered from 0 clockwise; ``sides`` are the partnerships, or single players, by number."""

    players: int
    form: Form
    sides: tuple[tuple[int, ...], ...]

    def at_table(self, number: int) -> tuple[int, ...]:
        """The players of this deal (the first is 0) in the order of play. The lead moves on clockwise each deal."""
        seats = min(MOST_OF_A_SIDE, *(len(side) for side in self.sides))
        playing = [_without_one(side, number) if len(side) > seats else side for side in self.sides]
        order = [side[row] for row in range(seats) for side in playing]
        first = number % len(order)
        return tuple(order[first:] + order[:first])

    def side_of(self, player: int) -> int:
        """Index of the player's side."""
        return next(index for index, side in enumerate(self.sides) if player in side)


def most_sides(players: int) -> int:
    """How many sides so many players, two to six, make at most: six may be three pairs."""
    return max(len(_SIDES[players, form]) for form in FORMS[players])


def _without_one(side: tuple[int, ...], number: int) -> tuple[int, ...]:
    out = number % len(side)
    return side[:out] + side[out + 1 :]


def seating(players: int, form: Form | None = None) -> Seating:
    """The seating for so many players; raises EngineError if there is no such form."""
    forms = FORMS.get(players, ())
    chosen = form or (forms[0] if forms else None)
    if chosen is None or chosen not in forms:
        raise EngineError("position", "players", "wrong-seating", players=players, form=str(form or ""))
    return Seating(players, chosen, _SIDES[players, chosen])
