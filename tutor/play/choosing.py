"""Which styles the others play in, where the learner leaves that to how the last deals went."""

from __future__ import annotations

from typing import Final

from tutor.learning.models import Learner
from tutor.play.models import PlayedDeal
from tutor.play.sitting import ME

BY_RESULTS: Final = "auto"
"""What is chosen where the last deals are to choose."""
LAST: Final = 5
"""So many of the last deals count."""
WELL: Final = 0
"""Points a deal more than the others, on the average, from which the others are careful."""


def opponents_for(learner: Learner | None) -> str:
    """The style of opponents who are a match for this learner: beginners for who has not played yet."""
    if learner is None:
        return "beginner"
    deals = PlayedDeal.objects.filter(game__learner=learner).order_by("-ended", "-id")[:LAST]
    leads = [deal.points[ME] - max(deal.points[1:]) for deal in deals]
    return "careful" if leads and sum(leads) / len(leads) >= WELL else "beginner"
