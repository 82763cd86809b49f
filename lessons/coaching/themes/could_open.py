"""The side could have opened, and did not."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from lessons.coaching.moments import Moment
from lessons.coaching.opening import cards_in, cheapest, points_in
from lessons.coaching.registry import Remark, Theme, register
from lessons.coaching.wording import keys_of, melds_of
from lessons.words import naming

KEPT: Final = 4
"""Cards that are left after the first meld, so that it is not made at any price."""


@register
class CouldOpen(Theme):
    """Proved: the melds are laid, one after the other, before anything is said."""

    slug = "could-open"
    number = 10
    title = gettext_lazy("The initial meld could have been made")
    rules: ClassVar[tuple[RuleId, ...]] = ("initial.boundaries", "initial.card-values-only")

    def look(self, moment: Moment) -> Remark | None:
        turn = moment.turn
        if not moment.stops or turn.opened or turn.laid_anything:
            return None
        melds = cheapest(moment, turn)
        if melds is None or turn.cards_in_hand - cards_in(melds) < KEPT:
            return None
        return self.remark(
            "heed", rule=turn.rules.initial_rule(turn.score), weight=60, missed=True, needed=turn.minimum,
            points=points_in(melds), melds=[keys_of(kinds) for kinds in melds],
        )  # fmt: skip

    def say(self, remark: Remark) -> str:
        text = gettext(
            "You could have made the initial meld: %(melds)s. That is %(points)s, and %(needed)s were needed."
        )
        facts = remark.facts
        return text % {
            "melds": melds_of(facts["melds"]),
            "points": naming.points_words(facts["points"]), "needed": naming.number(facts["needed"]),
        }  # fmt: skip
