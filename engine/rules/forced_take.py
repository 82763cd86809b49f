"""Whether the pile has to be taken when the stock is empty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.reach.taking import take_moves
from engine.rules.closing import is_sound, with_least_minimum
from engine.turn.turn import Turn

ForcedTake = Literal["forced", "free", "rest-open", "minimum-open"]


def forced_take(turn: Turn) -> ForcedTake:
    """With an empty stock: whether the player has to take the pile. Official laws; ledger 14.2.

    "rest-open" and "minimum-open" where that hangs on what the text leaves open, whether the rest comes along when the
    top card extends a sequence, or what the first meld must be worth.
    """
    if turn.stock != 0 or not turn.pile:
        return "free"
    forced = _can_be_made_to_take(turn, rest_comes=True)
    if turn.sequences and turn.pile_size > 1 and _can_be_made_to_take(turn, rest_comes=False) != forced:
        return "rest-open"
    if forced:
        return "forced"
    readings_differ = not turn.opened and turn.least_minimum < turn.minimum
    if readings_differ and _can_be_made_to_take(with_least_minimum(turn), rest_comes=True):
        return "minimum-open"
    return "free"


def _can_be_made_to_take(turn: Turn, *, rest_comes: bool) -> bool:
    return any(is_sound(after) for after in takes_to_force(turn, rest_comes=rest_comes))


def takes_to_force(turn: Turn, *, rest_comes: bool) -> Iterator[Turn]:
    """The turn after each taking that a player can be made to do, whether or not it can end well."""
    any_meld = turn.rules.empty_stock_forced_take == "any_possible_meld"
    for move in take_moves(turn):
        if any_meld or (move.target >= 0 and turn.freeze_cause is None):
            after = turn.copy()
            top_only = not rest_comes and move.target in turn.sequences
            after.apply(move._replace(top_only=True) if top_only else move)
            yield after
