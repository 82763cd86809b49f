"""The player could have gone out, and did not."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from engine.play.players.going_out import IN_DOUBT, gain_of_out
from engine.play.players.style import CAREFUL
from engine.reach.finishing import can_go_out
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, register
from lessons.words import naming


@register
class OutMissed(Theme):
    """Proved by the engine's search. Silent where going on may well be better: while the partner holds much."""

    slug = "out-missed"
    number = 15
    title = gettext_lazy("Going out was possible")
    rules: ClassVar[tuple[RuleId, ...]] = ("out.canastas-needed", "out.final-discard-optional")

    def look(self, moment: Moment) -> Remark | None:
        view = moment.view
        if not moment.stops or gain_of_out(view, CAREFUL) < IN_DOUBT or not can_go_out(moment.turn):
            return None
        others = [seat for seat in range(len(view.cards)) if seat % view.sides != view.side]
        return self.remark("heed", weight=120, missed=True, cards=sum(view.cards[seat] for seat in others))

    def say(self, remark: Remark) -> str:
        text = gettext("You could have gone out in this turn, while the other side still held %(cards)s.")
        return text % {"cards": naming.card_count(remark.facts["cards"])}
