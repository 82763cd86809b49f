"""Asking the partner for permission to go out."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext, gettext_lazy

from engine.judging.moves import ASK
from engine.law.rule_ids import RuleId
from engine.play.players.going_out import IN_DOUBT, gain_of_out
from engine.play.players.style import CAREFUL
from engine.reach.finishing import can_go_out
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, register
from lessons.words import naming


@register
class AskPartner(Theme):
    """Proved is that the question was possible and binds; its worth only sampling knows."""

    slug = "ask-partner"
    number = 17
    title = gettext_lazy("Ask your partner")
    rules: ClassVar[tuple[RuleId, ...]] = ("out.ask-optional", "out.ask-binding")
    is_sampled = True

    def look(self, moment: Moment) -> Remark | None:
        view = moment.view
        if ASK not in moment.moves:
            return None
        partner = view.cards[view.partner]
        if moment.move == ASK:
            return self.remark("note", rule="out.ask-binding", partner=partner)
        if abs(gain_of_out(view, CAREFUL)) >= IN_DOUBT or not can_go_out(moment.turn):
            return None
        return self.remark("heed", weight=50, missed=True, partner=partner)

    def say(self, remark: Remark) -> str:
        if not remark.missed:
            return gettext(
                "The answer is binding: after a yes you must go out in this turn; after a no you may not."
            )
        text = gettext(
            "You could have gone out. As your partner still held %(cards)s, you could have asked for "
            "permission first."
        )
        return text % {"cards": naming.card_count(remark.facts["partner"])}
