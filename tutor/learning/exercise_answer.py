"""What an exercise shows of the table, and the answer form with the hand that belongs to it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from lessons.content.reading import Item
from lessons.counting.computing import score_side_of
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.result import Result
from lessons.kinds.common.shown import marked_in
from lessons.kinds.common.work import Work
from lessons.kinds.registry import given, kind_of
from lessons.table import presenting


def table_context(item: Item, work: Work, result: Result | None = None) -> dict[str, Any]:
    """The table with what is staged, or the side whose deal is scored."""
    side = given(item.task).side
    if side is not None:
        scored = score_side_of(side, item.rules)
        titles = (gettext("Left in your hand"), gettext("Left in your partner’s hand"))
        hands = [{"title": title, "cards": cards} for title, cards in zip(titles, scored.hands, strict=False)]
        return {
            "table": None,
            "score_side": presenting.score_table(scored.melds, scored.red_threes, item.rules),
            "score_hands": hands,
        }
    table = kind_of(item).table(item, work, marked=marked_in(result))
    return {"table": table, "score_side": None, "score_hands": ()}


def answer_context(
    item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
) -> dict[str, Any]:
    """The answer form with the hand that belongs to it."""
    return kind_of(item).form(item, work, result, error, focus=focus)
