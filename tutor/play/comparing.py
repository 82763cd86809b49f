"""How others did with the same cards, without names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor.play.models import PlayedDeal
from tutor.play.sitting import ME

MOST_COMPARED: Final = 50
"""So many results with the same cards are shown, one's own and the latest of others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What somebody's side and the best of the others scored; ``mine`` is whether the learner of the deal played it."""

    mine: bool
    own: int
    others: int


def is_compared(deal: PlayedDeal) -> bool:
    """Whether anybody has played these cards to their end besides, the same learner included; one query."""
    return PlayedDeal.objects.filter(cards=deal.cards).exclude(pk=deal.pk).exists()


def results_with_same_cards(deal: PlayedDeal) -> list[Result]:
    """How everybody did with the cards of a deal, best first; empty where nobody else has played them. One query."""
    rows = PlayedDeal.objects.filter(cards=deal.cards).exclude(pk=deal.pk).select_related("game")
    others = list(rows.order_by("-ended", "-id")[: MOST_COMPARED - 1])
    if not others:
        return []
    told = [
        Result(
            mine=row.game.learner_id == deal.game.learner_id,
            own=row.points[ME],
            others=max(row.points[:ME] + row.points[ME + 1 :]),
        )
        for row in (deal, *others)
    ]
    return sorted(told, key=lambda one: one.others - one.own)
