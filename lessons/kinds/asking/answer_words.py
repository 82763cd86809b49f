"""An answer that somebody gave, in words: for reports and for who looks at answers later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.law.errors import EngineError
from lessons.content.reading import Item
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.registry import kind_of


def answer_in_words(item: Item, answer: Mapping[str, Any]) -> str:
    """The answer in the active language, with the marks of authored text; empty where it is none of this item's.

    ``answer`` has the keys of the item's kind, as attempts keep them.
    """
    try:
        return kind_of(item).answer_in_words(item, answer)
    except (AnswerError, EngineError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return ""  # kept before the exercise was changed
