"""A black three while the pile is large."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.cards import BLACK_THREE_KIND
from engine.law.rule_ids import RuleId
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, register
from lessons.words import naming

LARGE: Final = 4
"""From so many cards on, under the discard, a pile is worth stopping."""
RISKY: Final = 0.3


@register
class StopCard(Theme):
    """Proved is that it stops: a pile with a black three on top is taken by nobody."""

    slug = "stop-card"
    number = 7
    title = gettext_lazy("A black three blocks a large pile")
    rules: ClassVar[tuple[RuleId, ...]] = ("black3.stop-card", "pickup.top-black-three")

    def look(self, moment: Moment) -> Remark | None:
        pile = len(moment.view.pile)
        if not moment.stops or moment.move.verb != "discard" or pile < LARGE:
            return None
        if moment.kind == BLACK_THREE_KIND:
            return self.remark("good", weight=10 * pile, pile=pile + 1)
        holds_one = any(move.kinds[0] == BLACK_THREE_KIND for move in moment.risks)
        if not holds_one or moment.risk.chance < RISKY:
            return None
        return self.remark("heed", weight=12 * pile, missed=True, pile=pile + 1)

    def say(self, remark: Remark) -> str:
        facts = {"pile": naming.card_count(remark.facts["pile"])}
        if remark.missed:
            return (
                gettext(
                    "A black three on top would have kept the next player from taking the pile of %(pile)s."
                )
                % facts
            )
        return gettext("A black three on top keeps the next player from taking the pile of %(pile)s.") % facts
