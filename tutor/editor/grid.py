"""The buttons that put cards on a table: one for each rank, or one for each card where suits matter."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from engine.law.cards import CARDS, NATURAL_RANKS, Card
from lessons.words import naming
from tutor.editor import state
from tutor.editor.state import Laying

GRID: Final = (
    *(tuple(f"{rank}{suit}" for suit in "cdhs") for rank in ("3", *NATURAL_RANKS, "2")),
    ("JK",),
)
"""The buttons of the grid: a row for each rank, in the order in which hands are shown."""


def buttons_of(laying: Laying, lying: Counter[Card]) -> dict[str, Any]:
    """The buttons that put cards: one for each rank, or one for each card where suits matter."""
    if state.suits_matter(laying):
        return {"grid": [[{"card": CARDS[one], "count": lying[CARDS[one]]} for one in row] for row in GRID]}
    counts = Counter[str]()
    for card, count in lying.items():
        counts[_rank_button(card)] += count
    return {"ranks": [{"rank": one, "count": counts[one], **_rank_face(one)} for one in state.RANKS]}


def _rank_button(card: Card) -> str:
    if card.rank == "3":
        return "3r" if card.is_red_three else "3b"
    return card.rank


def _rank_face(rank: str) -> dict[str, str]:
    """What stands on the button, and what it is called."""
    if rank in state.THREES:
        card = CARDS[state.THREES[rank][0]]
        return {
            "face": "3",
            "name": naming.rank_one(naming.word_key(card)),
            "is": "red" if rank == "3r" else "black",
        }
    if rank == "JK":
        return {"face": "★", "name": naming.rank_one("JK"), "is": "wild"}
    name = naming.rank_one(naming.word_key(CARDS[f"{rank}c"]))
    return {"face": naming.index_letter(rank), "name": name, "is": "wild" if rank == "2" else ""}
