"""The rating of a puzzle before anybody has answered: its difficulty, and what a solver must see on the table.

The difficulty from 1 to 5 counts the steps to look ahead, the wild cards in hand and the cards to go through. What it
does not count stands here: how many melds lie there, and a freeze that does not show, because the card that made it
lies below the top of the pile. Answers soon count for more than all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.law.position import Position
from lessons.content import bank
from lessons.content.reading import Item
from tutor.puzzles.statistics import START

FEW_MELDS: Final = 4
"""So many melds are seen at a glance."""
FOR_A_MELD: Final = 8.0
MOST_FOR_MELDS: Final = 64.0
FOR_A_HIDDEN_FREEZE: Final = 50.0
_FREEZE: Final = ("2", "JK", "3h", "3d")
"""How cards begin that freeze a pile."""
MIDDLE: Final = 3
EASIEST: Final = 1


def start_of(puzzle: Item | bank.Entry) -> float:
    """The rating of a puzzle that nobody has answered; a step of the course that states no difficulty is easy."""
    if isinstance(puzzle, bank.Entry):
        return START[puzzle.difficulty] + _of_text(str(bank.bank().records[puzzle.slug].get("position", "")))
    level = puzzle.task.difficulty or (MIDDLE if puzzle.is_puzzle else EASIEST)
    return START[level] + (_of_position(puzzle.position) if puzzle.position is not None else 0.0)


def start_of_record(difficulty: int, position: str) -> float:
    """The same from what the bank holds of a puzzle; ``position`` is empty where it has none."""
    return START[difficulty] + _of_text(position)


def _of_position(position: Position) -> float:
    pile = [str(card) for card in position.pile] if position.phase == "draw" else []
    sides = (position.own, *position.opponents)
    return _more(sum(len(side.melds) for side in sides), pile)


def _of_text(position: str) -> float:
    """Read from the notation itself: thousands of positions are looked at whenever the content is loaded."""
    parts = [part.strip() for part in position.split("|")]
    melds = sum(part.count("=") for part in parts if part.startswith(("own ", "opp ")))
    pile = next((part.split()[1:] for part in parts if part.startswith("pile ")), [])
    return _more(melds, pile if "draw" in parts[1:2] else [])


def _more(melds: int, pile: Sequence[str]) -> float:
    """``pile`` from the bottom up; empty where it cannot be taken."""
    hidden = any(card.startswith(_FREEZE) for card in pile[:-1]) and not pile[-1].startswith(_FREEZE)
    for_melds = min(MOST_FOR_MELDS, FOR_A_MELD * max(0, melds - FEW_MELDS))
    return for_melds + (FOR_A_HIDDEN_FREEZE if hidden else 0.0)
