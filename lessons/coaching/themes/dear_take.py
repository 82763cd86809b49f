"""The pile was taken at a price that it is not worth."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, register
from lessons.coaching.wording import cards_of, keys_of
from lessons.words import naming

SMALL: Final = 2
"""So many cards a pile has at most that is not worth a wild card."""


@register
class DearTake(Theme):
    """Proved is what the taking uses and what it brings; what that is worth only sampling knows."""

    slug = "dear-take"
    number = 2
    title = gettext_lazy("Taking the pile cost too much")
    rules: ClassVar[tuple[RuleId, ...]] = ("pickup.natural-plus-wild", "pickup.natural-pair")

    def look(self, moment: Moment) -> Remark | None:
        move, pile = moment.move, len(moment.view.pile)
        if move.verb != "take" or not move.wilds or pile > SMALL or not moment.asked.of("draw"):
            return None
        return self.remark("heed", weight=40 * move.wilds, pile=pile, cards=keys_of(move.kinds))

    def say(self, remark: Remark) -> str:
        text = gettext("The pile has only %(pile)s, and taking it uses %(cards)s from your hand.")
        return text % {
            "pile": naming.card_count(remark.facts["pile"]),
            "cards": cards_of(remark.facts["cards"], "accusative"),
        }
