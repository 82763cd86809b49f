"""Going out while your partner still holds many points."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, Tone, register
from lessons.words import naming

MUCH: Final = 8


@register
class OutEarly(Theme):
    """Proved is how many cards the partner holds; what they cost only the sheet will show."""

    slug = "out-early"
    number = 16
    title = gettext_lazy("Going out while your partner still holds many points")
    rules: ClassVar[tuple[RuleId, ...]] = ("score.hand-minus", "out.ask-optional")

    def look(self, moment: Moment) -> Remark | None:
        view = moment.view
        if not moment.goes_out or view.partner < 0 or view.cards[view.partner] < MUCH:
            return None
        theirs = sum(view.cards[seat] for seat in range(len(view.cards)) if seat % view.sides != view.side)
        partner = view.cards[view.partner]
        tone: Tone = "heed" if partner > theirs else "note"
        return self.remark(tone, weight=10 * partner, partner=partner, others=theirs)

    def say(self, remark: Remark) -> str:
        text = gettext(
            "Your partner still holds %(partner)s, and the points for those cards are taken off your "
            "side’s score; the other side holds %(others)s."
        )
        return text % {
            "partner": naming.card_count(remark.facts["partner"]),
            "others": naming.card_count(remark.facts["others"]),
        }
