"""Which wrong answers are half right: they cost half of what a wrong one costs."""

from __future__ import annotations

from typing import Literal

from lessons.content.reading import Item
from lessons.kinds.asking.grading import grade
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.registry import kind_of
from tutor.learning.models import Attempt

HALF = 0.5
Half = Literal["", "parts", "verdict", "near"]
"""What of a wrong answer is right: most of its parts, its verdict, or nearly all of it; empty where nothing is."""


def is_half_right(item: Item, attempt: Attempt) -> bool:
    """Whether a wrong answer costs half."""
    return bool(right_half(item, attempt))


def right_half(item: Item, attempt: Attempt) -> Half:
    """What a wrong answer has right.

    Of rows and options more than half fit; the verdict is right and its reason is not; a first meld is legal and nearly
    the best. Of an answer that can be read no more it is nothing.
    """
    if attempt.outcome != Attempt.Outcome.WRONG:
        return ""
    try:
        result = grade(item, attempt.answer, reveal=True)
    except AnswerError:
        return ""
    if result.rows:
        fitting = sum(row.mark == "ok" for row in result.rows.values())
        return "parts" if fitting > HALF * len(result.rows) else ""
    if kind_of(item).judges_claim and result.verdict is not None and "legal" in result.answer:
        return "verdict" if result.answer["legal"] == ("yes" if result.verdict.legal else "no") else ""
    return "near" if result.distance is not None and result.distance.step == "near" else ""
