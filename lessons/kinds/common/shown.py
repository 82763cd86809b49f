"""What stands beside an answer form: the hand to look at, and the reasons to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from engine.law.cards import Card
from engine.law.position import Position
from lessons.kinds.common.result import Result
from lessons.kinds.common.sheets import RowResult
from lessons.kinds.registry import Player
from lessons.table import presenting

NOTHING = {"hand": None, "selection_words": "", "tray": None, "shown": None}
"""Where no hand belongs to the form."""


def still(position: Position | None, *, marked: tuple[Card, ...] = (), title: str = "") -> dict[str, Any]:
    """The hand of a position, to look at."""
    if position is None:
        return dict(NOTHING)
    hand = presenting.hand(
        position.hand, marked=marked, selectable=False, unknown=position.unknown_cards, title=title
    )
    return NOTHING | {"hand": hand}


def marked_in(result: Result | None) -> tuple[Card, ...]:
    """The cards at which a wrong answer's explanation points."""
    return result.marked_cards if result and result.outcome == "wrong" else ()


def rows_in(result: Result | None) -> Mapping[str, RowResult]:
    """The verdicts of rows, options or columns."""
    return result.rows if result else {}


def whose_hand(seat: Player) -> str:
    """The heading of a hand that is not the learner's own."""
    return {
        "you": "",
        "partner": gettext("Your partner’s hand"),
        "opponent": gettext("The opponent’s hand"),
    }[seat]
