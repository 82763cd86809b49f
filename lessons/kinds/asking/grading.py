"""Whether an answer is right. The engine decides; nothing is compared with a stored text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lessons.content.reading import Item
from lessons.kinds.common.diagnoses import OTHER, distinct
from lessons.kinds.common.result import Result
from lessons.kinds.registry import kind_of


def grade(item: Item, answer: Mapping[str, Any], *, reveal: bool = False) -> Result:
    """Grade an answer: its keys are those of the item's kind.

    ``reveal`` says that the learner may now see the cards of the change that would make a wrong answer legal. Raises
    AnswerError, naming the field, for what is no answer yet or cannot be read.
    """
    kind = kind_of(item)
    result = kind.grade(item, answer, reveal=reveal)
    if result.outcome != "wrong":
        return result
    return replace(result, diagnoses=distinct(result.diagnoses or kind.shows(item, result)) or (OTHER,))
