"""Points left in the hand near the end of the deal."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from engine.play.players.laying import in_a_hurry
from engine.reach.points import most_gained
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, register
from lessons.words import naming

WORTH_IT: Final = 20
"""Points from which on it is worth a word."""


@register
class PointsLeft(Theme):
    """Proved by the engine's search: so many points could still have been laid in this turn."""

    slug = "points-left"
    number = 19
    title = gettext_lazy("Points left in the hand near the end")
    rules: ClassVar[tuple[RuleId, ...]] = ("score.hand-minus", "stock.play-on")

    def look(self, moment: Moment) -> Remark | None:
        turn = moment.turn
        if not moment.stops or not turn.opened or not in_a_hurry(moment.view):
            return None
        points = most_gained(turn, keep=turn.kept_at_least) or 0
        if points < WORTH_IT:
            return None
        return self.remark("heed", weight=points, missed=True, points=points, stock=moment.view.stock)

    def say(self, remark: Remark) -> str:
        text = gettext("The deal may be over soon, and you could still have laid cards worth %(points)s.")
        return text % {"points": naming.points_words(remark.facts["points"])}
