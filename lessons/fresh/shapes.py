"""What remains of an exercise when suits and the height of the ranks do not count: to find two that are the same."""

from __future__ import annotations

import re
from typing import Any, Final

from engine.law.cards import NATURAL_RANKS, Card
from engine.law.position import Position
from engine.notation.text import format_cards
from lessons.content.reading import Item

_TEXTS: Final = {"slug", "goal", "intro", "look", "right", "tells", "difficulty", "accept_text", "rules", "reasons",
    "tempting", "others",
}  # fmt: skip
_CARD: Final = re.compile(r"\b([4-9TJQKA])[cdhs]\b")
_MELD_NAME: Final = re.compile(r"(?<=\b(?:to|or) )([4-9TJQKA])\b|(?<=\bonto )([4-9TJQKA])\b")
_BLACK: Final = re.compile(r"\b3[cs]\b")
_RED: Final = re.compile(r"\b3[dh]\b")


def shape_of(item: Item) -> str | None:
    """A text that two items share if one is the other with other suits or all ranks moved alike; None without cards."""
    task = item.task
    question = {name: getattr(task, name) for name in type(task).model_fields if name not in _TEXTS}
    if item.position is None and not question.get("cards"):
        return None
    text = repr([(key, _plain(value)) for key, value in sorted(question.items())])
    text = _RED.sub("3r", _BLACK.sub("3b", text)).replace("2c", "2").replace("2d", "2")
    text = text.replace("2h", "2").replace("2s", "2")
    ranks = {NATURAL_RANKS.index(match[1]) for match in _CARD.finditer(text)}
    lowest = min(ranks, default=0)
    text = _CARD.sub(lambda match: f"<{NATURAL_RANKS.index(match[1]) - lowest}>", text)
    return _MELD_NAME.sub(lambda match: f"<{NATURAL_RANKS.index(match[1] or match[2]) - lowest}>", text)


def _plain(value: Any) -> Any:
    if isinstance(value, Position):
        return _position(value)
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return [(key, _plain(one)) for key, one in sorted(value.items())]
    return str(value) if value is not None and not isinstance(value, bool | int | str) else value


def _position(position: Position) -> list[Any]:
    """What a learner has to look at: own hand and melds, the pile, and what the score asks for."""
    melds = sorted(format_cards(meld.cards) for meld in position.own.melds)
    return [
        position.phase, position.rules.name, format_cards(position.hand), melds, format_cards(position.pile),
        position.initial_minimum, position.permission, position.stock == 0,
    ]  # fmt: skip
