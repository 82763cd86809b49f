"""The picture of a position, a rule or a score sheet for previews: a PNG of 1200 by 630 pixels, drawn by typst.

Messengers and forums take no SVG; the typesetter of the worksheets draws PNG as well, with its own fonts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import typst
from django.utils.translation import get_language, gettext

from engine.law.cards import Card
from lessons.words import naming
from tutor.elsewhere.texts import SIGNS
from tutor.elsewhere.things import Thing

WIDTH, HEIGHT = 1200, 630
"""Pixels; the template's page is as many points, at 72 of them to the inch."""
_FOLDER: Final = Path(__file__).parent
MOST_TITLE, MOST_NOTE = 90, 220  # letters
MOST_ROWS: Final = 6
MOST_CARDS: Final = 20


def draw(thing: Thing) -> bytes:
    """The picture as PNG."""
    data = {
        "title": _short(thing.title, MOST_TITLE),
        "note": _short(thing.verdict or thing.note, MOST_NOTE),
        "rows": [_row(name, found) for name, found in thing.rows[:MOST_ROWS]],
        "site": gettext("Canasta Rule School"),
        "language": (get_language() or "en")[:2],
        "outcome": thing.outcome,
    }
    drawn = typst.compile(
        str(_FOLDER / "preview.typ"),
        root=str(_FOLDER),
        ignore_system_fonts=True,
        format="png",
        ppi=72,
        sys_inputs={"data": json.dumps(data)},
    )
    return drawn if isinstance(drawn, bytes) else bytes(drawn[0])


def words_of_picture(thing: Thing) -> str:
    """What the picture shows, for who does not see it."""
    return f"{thing.title}. {thing.verdict or thing.note}"


def _row(name: str, found: Any) -> dict[str, Any]:
    if isinstance(found, str):
        return {"name": name, "text": found, "groups": []}
    groups, left = [], MOST_CARDS
    for cards in found:
        groups.append([_card(card) for card in cards[: max(0, left)]])
        left -= len(cards)
    return {"name": name, "text": "", "groups": [group for group in groups if group]}


def _card(card: Card) -> dict[str, Any]:
    return {
        "rank": naming.index_letter(card.rank) if card.suit else "★",
        "suit": SIGNS.get(card.suit, ""),
        "red": card.suit in ("d", "h"),
        "wild": card.is_wild,
    }


def _short(text: str, most: int) -> str:
    words: Iterable[str] = text.split()
    short = " ".join(words)
    return short if len(short) <= most else f"{short[: most - 1].rstrip()}…"
