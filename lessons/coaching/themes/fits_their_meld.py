"""The discard fits a meld of the next side."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from lessons.coaching.moments import Moment, rank_key
from lessons.coaching.registry import Remark, Theme, Tone, register
from lessons.words import naming

SMALL = 2
"""With so few cards in it the pile is no loss."""


@register
class FitsTheirMeld(Theme):
    """Proved: the pile is not frozen, and the meld lies on the table."""

    slug = "fits-their-meld"
    number = 3
    title = gettext_lazy("The discard fits one of the next player’s melds")
    rules: ClassVar[tuple[RuleId, ...]] = ("pickup.add-to-meld", "pickup.add-to-canasta")

    def look(self, moment: Moment) -> Remark | None:
        if not moment.stops or moment.move.verb != "discard":
            return None
        risk = moment.risk
        if not risk.proved or not risk.chance:
            return None
        if all(other.chance >= risk.chance for other in moment.risks.values()):
            return None
        pile = len(moment.view.pile) + 1
        tone: Tone = "heed" if pile > SMALL else "note"
        return self.remark(tone, weight=15 * pile, rank=rank_key(moment.kind), pile=pile)

    def say(self, remark: Remark) -> str:
        card = naming.rank_count(remark.facts["rank"], 1, "dative")
        text = gettext(
            "With %(card)s on top, the next player can take the pile of %(pile)s: the "
            "card fits one of their melds."
        )
        return text % {"card": card, "pile": naming.card_count(remark.facts["pile"])}
