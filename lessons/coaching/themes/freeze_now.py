"""Freezing the pile with a wild card."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.actions import WILD_KINDS
from engine.law.rule_ids import RuleId
from engine.play.players.deciding import is_live
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, register
from lessons.words import naming

LARGE: Final = 5
RISKY: Final = 0.5


@register
class FreezeNow(Theme):
    """Proved is what freezing does; whether it is worth the wild card only sampling knows."""

    slug = "freeze-now"
    number = 18
    title = gettext_lazy("Freeze the pile")
    rules: ClassVar[tuple[RuleId, ...]] = ("freeze.wild-discard", "freeze.for-everyone")
    is_sampled = True

    def look(self, moment: Moment) -> Remark | None:
        view = moment.view
        if not moment.stops or moment.move.verb != "discard" or view.frozen or not view.pile:
            return None
        if view.rules.wild_discard_effect != "freeze":
            return None
        pile = len(view.pile)
        if moment.kind in WILD_KINDS:
            return self.remark("note", weight=8 * pile, pile=pile + 1)
        holds_one = any(move.kinds[0] in WILD_KINDS for move in moment.risks)
        if pile < LARGE or not holds_one or not is_live(moment.kind) or moment.risk.chance < RISKY:
            return None
        return self.remark("heed", weight=8 * pile, missed=True, pile=pile + 1)

    def say(self, remark: Remark) -> str:
        if not remark.missed:
            return gettext(
                "A wild card freezes the pile: from now on it can be taken only with a natural pair."
            )
        text = gettext(
            "A wild card would have frozen the pile of %(pile)s: after that, only a natural pair could have taken it."
        )
        return text % {"pile": naming.card_count(remark.facts["pile"])}
