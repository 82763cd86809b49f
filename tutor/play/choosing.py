"""Which styles the others play in, where the learner leaves that to how the last deals went."""

from __future__ import annotations

from typing import Final

from engine.law.variants import rule_set
from engine.play.players.strong import STRONG
from tutor.learning.models import Learner
from tutor.play.models import PlayedDeal
from tutor.play.sitting import ME
from tutor.play.thinking import can_think

BY_RESULTS: Final = "auto"
"""What is chosen where the last deals are to choose."""
LEVELS: Final = ("beginner", "careful", STRONG)
"""Styles of opponents from the easiest to the hardest."""
LAST: Final = 5
"""So many of the last deals count, up to one against other opponents."""
MARGIN: Final = 100
"""Points a deal by which one is better than the opponents, or worse, on the average; two levels are further apart."""


def opponents_for(learner: Learner | None, rules: str = "classic") -> str:
    """The style of opponents who are a match for this learner: beginners for who has not played yet."""
    found = LEVELS[_level(learner)]
    return found if found != STRONG or can_think(rule_set(rules)) else LEVELS[LEVELS.index(STRONG) - 1]


def _level(learner: Learner | None) -> int:
    """The level of the last opponents, or the next one where the deals against them went well or badly."""
    if learner is None:
        return 0
    deals = PlayedDeal.objects.filter(game__learner=learner, game__mini="").select_related("game")
    styles: list[str] = []
    leads: list[int] = []
    for deal in deals.order_by("-ended", "-id")[:LAST]:
        styles.append(deal.game.styles[1])  # of who sits at the left, an opponent in every game
        if styles[-1] != styles[0]:
            break
        leads.append(deal.points[ME] - max(deal.points[1:]))
    if not leads:
        return 0
    level = LEVELS.index(styles[0]) if styles[0] in LEVELS else LEVELS.index("careful")
    lead = sum(leads) / len(leads)
    step = (lead > MARGIN) - (lead < -MARGIN)
    return min(max(level + step, 0), len(LEVELS) - 1)
