"""What came of an answer, whatever the kind of the task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.law.cards import Card
from engine.law.verdict import Verdict
from lessons.kinds.common.accepting import Distance
from lessons.kinds.common.sheets import RowResult
from lessons.saying.verdicts import Explanation

Outcome = Literal["right", "wrong", "undecided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of an answer. ``answer`` is its normal form, as it is kept.

    ``rows`` are the verdicts of a score sheet, or of the single options and answers of a task; ``marked_cards`` those
    that the explanation points at. ``slips`` are the known slips that explain wrong numbers, by row: see
    ``lessons.miscounts``; a single number has the row ``number``. ``distance`` is how far a legal answer is from the
    best. ``diagnoses`` are the ids of what a wrong answer shows: see ``lessons.kinds.common.diagnoses``.
    """

    outcome: Outcome
    answer: dict[str, Any]
    explanation: Explanation
    verdict: Verdict | None = None
    rows: Mapping[str, RowResult] = field(default_factory=dict)
    slips: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    distance: Distance | None = None
    marked_cards: tuple[Card, ...] = ()
    diagnoses: tuple[str, ...] = ()
