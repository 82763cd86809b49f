"""Which wrong answers are half right: they cost half of what a wrong one costs."""

from __future__ import annotations

from lessons.content.reading import Item
from lessons.kinds.asking.grading import grade
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.registry import kind_of
from tutor.learning.models import Attempt

HALF = 0.5


def is_half_right(item: Item, attempt: Attempt) -> bool:
    """Whether a wrong answer has more than half of it right.

    Of rows and options more than half fit; the verdict is right and its reason is not; a first meld is legal and nearly
    the best. An answer that can be read no more is not.
    """
    if attempt.outcome != Attempt.Outcome.WRONG:
        return False
    try:
        result = grade(item, attempt.answer, reveal=True)
    except AnswerError:
        return False
    if result.rows:
        fitting = sum(row.mark == "ok" for row in result.rows.values())
        return fitting > HALF * len(result.rows)
    if kind_of(item).judges_claim and result.verdict is not None and "legal" in result.answer:
        return bool(result.answer["legal"] == ("yes" if result.verdict.legal else "no"))
    return result.distance is not None and result.distance.step == "near"
