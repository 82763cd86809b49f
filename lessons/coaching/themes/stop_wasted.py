"""A black three spent on a small pile."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.cards import BLACK_THREE_KIND
from engine.law.rule_ids import RuleId
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, register
from lessons.words import naming

SMALL: Final = 2
"""So many cards lie at most in a pile that is not worth a black three."""
LONG: Final = 20
"""With so many cards in the stock the deal goes on for some turns."""
FEW: Final = 4
"""Who holds so few cards may be about to go out, and needs the discard."""
LITTLE: Final = 0.12
"""Another card that is so unlikely to let the pile be taken could have been discarded."""


@register
class StopWasted(Theme):
    """Proved is how little it kept; what it would be worth later only sampling knows."""

    slug = "stop-wasted"
    number = 8
    title = gettext_lazy("A black three wasted on a small pile")
    rules: ClassVar[tuple[RuleId, ...]] = ("black3.no-lasting-freeze", "black3.stop-card")

    def look(self, moment: Moment) -> Remark | None:
        view = moment.view
        if not moment.stops or moment.move.verb != "discard" or moment.kind != BLACK_THREE_KIND:
            return None
        if len(view.pile) > SMALL or view.stock < LONG or sum(view.hand) <= FEW:
            return None
        naturals = [r for move, r in moment.risks.items() if move.kinds[0] < BLACK_THREE_KIND]
        if not any(risk.chance < LITTLE for risk in naturals):
            return None
        return self.remark("heed", weight=20, pile=len(view.pile))

    def say(self, remark: Remark) -> str:
        if not remark.facts["pile"]:
            return gettext("A black three blocks the pile for one turn only: a waste with no card under it.")
        text = gettext(
            "A black three blocks the pile for one turn only: a waste with only %(pile)s under it."
        )
        if remark.facts["pile"] == 1:
            text = gettext(
                "A black three blocks the pile for one turn only: a waste with only one card under it."
            )
        return text % {"pile": naming.card_count(remark.facts["pile"])}
