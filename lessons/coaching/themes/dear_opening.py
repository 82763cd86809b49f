"""A first meld with more wild cards than it needed."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from lessons.coaching.moments import Moment
from lessons.coaching.opening import before_laying, cheapest, wilds_in
from lessons.coaching.registry import Remark, Theme, register
from lessons.coaching.wording import keys_of, melds_of
from lessons.saying.base import wild_cards


@register
class DearOpening(Theme):
    """Proved: the melds with fewer wild cards are laid before anything is said."""

    slug = "dear-opening"
    number = 11
    title = gettext_lazy("An initial meld with more wild cards than needed")
    rules: ClassVar[tuple[RuleId, ...]] = ("initial.several-melds", "initial.wild-allowed")

    def look(self, moment: Moment) -> Remark | None:
        turn = moment.turn
        if moment.move.verb not in ("meld", "add") or turn.opened or turn.laid >= turn.minimum:
            return None
        after = moment.after
        if after.laid < after.minimum or after.canastas or turn.drew != "stock" or turn.sequences:
            return None
        used = sum(twos + jokers for _, twos, jokers in after.melds.values())
        melds = cheapest(moment, before_laying(turn)) if used else None
        if melds is None or wilds_in(melds) >= used:
            return None
        return self.remark(
            "heed", weight=40 * (used - wilds_in(melds)), used=used, enough=wilds_in(melds),
            melds=[keys_of(kinds) for kinds in melds],
        )  # fmt: skip

    def say(self, remark: Remark) -> str:
        text = gettext("This initial meld uses %(used)s. Fewer would do: %(melds)s.")
        return text % {
            "used": wild_cards(remark.facts["used"]),
            "melds": melds_of(remark.facts["melds"]),
        }
