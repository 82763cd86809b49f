"""Red threes of a side that has not done what makes them count for it."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext_lazy, ngettext

from engine.law.rule_ids import RuleId
from engine.play.players.laying import in_a_hurry
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, register
from lessons.saying.base import some_canastas
from lessons.words import naming

NEAR_THE_END: Final = 12
"""Cards in the stock from which on the deal may end before long."""
NEEDED: Final = {"melded": 0, "one_canasta": 1, "two_canastas": 2}
"""Canastas that make red threes count for their side."""


@register
class RedThrees(Theme):
    """Proved: where they lie, and by the rule what they count as things stand."""

    slug = "red-threes"
    number = 20
    title = gettext_lazy("Red threes that count against their side")
    rules: ClassVar[tuple[RuleId, ...]] = ("red3.sign-condition", "red3.value-each")

    def look(self, moment: Moment) -> Remark | None:
        view, turn, rules = moment.view, moment.turn, moment.view.rules
        count = view.red_threes[view.side]
        if not moment.stops or not count:
            return None
        if view.stock > NEAR_THE_END and not in_a_hurry(view):
            return None
        canastas = NEEDED[rules.red_three_plus_if]
        if (turn.opened or turn.laid_anything) and turn.canastas >= canastas:
            return None
        whole, total = rules.red_three_set
        points = total if count == whole else count * rules.red_three_value
        return self.remark("heed", weight=points // 2, count=count, points=points, canastas=canastas)

    def say(self, remark: Remark) -> str:
        count, canastas = remark.facts["count"], remark.facts["canastas"]
        if canastas:
            text = ngettext(
                "Until your side has %(canastas)s, its red three counts against it: %(points)s.",
                "Until your side has %(canastas)s, its red threes count against it: %(points)s.",
                count,
            )
        else:
            text = ngettext(
                "Until your side has melded, its red three counts against it: %(points)s.",
                "Until your side has melded, its red threes count against it: %(points)s.",
                count,
            )
        return text % {
            "canastas": some_canastas(canastas),
            "points": naming.points_words(remark.facts["points"]),
        }
