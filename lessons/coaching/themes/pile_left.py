"""The pile could be taken, and was left."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, register
from lessons.coaching.wording import cards_of, keys_of
from lessons.words import naming

WORTH_TAKING: Final = 3
"""Cards that a pile has at least before it is worth a word."""


@register
class PileLeft(Theme):
    """Proved: the taking stands in the list of legal moves."""

    slug = "pile-left"
    number = 1
    title = gettext_lazy("The pile was not taken")
    rules: ClassVar[tuple[RuleId, ...]] = (
        "pickup.natural-pair", "pickup.natural-plus-wild", "pickup.add-to-meld", "pickup.add-to-canasta",
    )  # fmt: skip

    def look(self, moment: Moment) -> Remark | None:
        takes = moment.asked.of("take")
        if moment.move.verb != "draw" or not takes or len(moment.view.pile) < WORTH_TAKING:
            return None
        easiest = min(takes, key=lambda take: (take.wilds, len(take.kinds)))
        rule: RuleId = "pickup.natural-plus-wild" if easiest.wilds else "pickup.natural-pair"
        if not easiest.kinds:
            full = moment.turn.is_canasta(easiest.target)
            rule = "pickup.add-to-canasta" if full else "pickup.add-to-meld"
        pile = len(moment.view.pile)
        return self.remark(
            "heed", rule=rule, weight=10 * pile, missed=True, pile=pile, cards=keys_of(easiest.kinds)
        )

    def say(self, remark: Remark) -> str:
        facts = {"pile": naming.card_count(remark.facts["pile"])}
        if not remark.facts["cards"]:
            text = gettext(
                "You could have taken the pile of %(pile)s: its top card fits a meld that you have on the table."
            )
            return text % facts
        cards = cards_of(remark.facts["cards"], "dative")
        text = gettext("You could have taken the pile of %(pile)s, with %(cards)s from your hand.")
        return text % {**facts, "cards": cards}
