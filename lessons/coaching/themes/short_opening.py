"""A first meld after which too few cards are left."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, register
from lessons.saying.base import some_canastas
from lessons.words import naming

FEW: Final = 3
LONG: Final = 20
"""With so many cards in the stock the deal goes on for some turns."""


@register
class ShortOpening(Theme):
    """Proved is how many cards are left; what that costs only sampling knows."""

    slug = "short-opening"
    number = 12
    title = gettext_lazy("Few cards left after the initial meld")
    rules: ClassVar[tuple[RuleId, ...]] = ("out.canastas-needed", "initial.per-side")

    def look(self, moment: Moment) -> Remark | None:
        turn = moment.turn
        if not moment.stops or turn.opened or not turn.laid_anything or moment.view.stock < LONG:
            return None
        left = moment.after.cards_in_hand
        missing = turn.rules.canastas_to_go_out - turn.canastas
        if left > FEW or missing <= 0:
            return None
        return self.remark("heed", weight=30, cards=left, canastas=missing)

    def say(self, remark: Remark) -> str:
        text = gettext(
            "After this initial meld you hold only %(cards)s, and going out still takes %(canastas)s."
        )
        return text % {
            "cards": naming.card_count(remark.facts["cards"]),
            "canastas": some_canastas(remark.facts["canastas"]),
        }
