"""The next player is known to hold the pair that takes the pile."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from engine.law.ruleset import NATURAL_PAIR
from engine.play.players.deciding import is_live
from lessons.coaching.moments import Moment, rank_key
from lessons.coaching.registry import Remark, Theme, Tone, register
from lessons.words import naming

SMALL: Final = 2
"""With so few cards in it the pile is no loss."""
KEPT: Final = 2
"""Cards that are left after a taking, so that one can be discarded and one kept."""


@register
class KnownPair(Theme):
    """Proved: the cards came with a pile that everybody saw, and none of them was played since."""

    slug = "known-pair"
    number = 4
    title = gettext_lazy("The next player is known to hold the pair")
    rules: ClassVar[tuple[RuleId, ...]] = ("pickup.natural-pair", "freeze.take-natural-pair-only")

    def look(self, moment: Moment) -> Remark | None:
        if not moment.stops or moment.move.verb != "discard" or not is_live(moment.kind):
            return None
        fear, view, kind = moment.fear, moment.view, moment.kind
        if not fear.opened or fear.known[kind] < NATURAL_PAIR:
            return None
        if view.cards[fear.seat] - NATURAL_PAIR + len(view.pile) < KEPT:
            return None
        if not any(self._is_better(moment, other.kinds[0]) for other in moment.risks):
            return None
        pile = len(view.pile) + 1
        tone: Tone = "heed" if pile > SMALL else "note"
        rule: RuleId = "freeze.take-natural-pair-only" if view.frozen else "pickup.natural-pair"
        return self.remark(
            tone, rule=rule, weight=15 * pile, rank=rank_key(kind), pile=pile, count=fear.known[kind]
        )

    def _is_better(self, moment: Moment, kind: int) -> bool:
        """Whether a card of this kind is not as sure to let the pile be taken."""
        return moment.fear.known[kind] < NATURAL_PAIR and kind != moment.kind

    def say(self, remark: Remark) -> str:
        text = gettext(
            "The next player is known to hold %(cards)s, picked up with an earlier pile: with %(card)s on "
            "top, that player can take the pile of %(pile)s."
        )
        rank = remark.facts["rank"]
        return text % {
            "cards": naming.rank_count(rank, remark.facts["count"], "accusative"),
            "card": naming.rank_count(rank, 1, "dative"),
            "pile": naming.card_count(remark.facts["pile"]),
        }
