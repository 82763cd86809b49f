"""Whether an answer is right. The engine decides; nothing is compared with a stored text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lessons.content.reading import Item
from lessons.kinds.common.result import Result
from lessons.kinds.registry import kind_of


def grade(item: Item, answer: Mapping[str, Any], *, reveal: bool = False) -> Result:
    """Grade an answer: its keys are those of the item's kind.

    ``reveal`` says that the learner may now see the cards of the change that would make a wrong answer legal. Raises
    AnswerError, naming the field, for what is no answer yet or cannot be read.
    """
    return kind_of(item).grade(item, answer, reveal=reveal)
