"""A pair broken up while only a natural pair takes the pile."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from engine.law.ruleset import NATURAL_PAIR
from engine.play.players.deciding import is_live
from lessons.coaching.moments import Moment, rank_key
from lessons.coaching.registry import Remark, Theme, register
from lessons.words import naming

WORTH_IT: Final = 3
"""Cards in the pile from which on a pair is worth keeping for it."""


@register
class PairBroken(Theme):
    """Proved is that the pair is gone, and that another card stood alone and was no more dangerous."""

    slug = "pair-broken"
    number = 9
    title = gettext_lazy("A pair broken while the pile is frozen")
    rules: ClassVar[tuple[RuleId, ...]] = ("freeze.take-natural-pair-only", "freeze.before-initial")

    def look(self, moment: Moment) -> Remark | None:
        view = moment.view
        if not moment.stops or moment.move.verb != "discard" or not is_live(moment.kind):
            return None
        opened = moment.turn.opened or moment.turn.laid_anything
        if (opened and not view.frozen) or len(view.pile) < WORTH_IT:
            return None
        if not opened and view.rules.pickup_before_initial == "never":  # a pair takes nothing then
            return None
        if not self._is_useful_pair(moment, moment.kind) or not self._had_a_lone_card(moment):
            return None
        return self.remark(
            "heed", rule="freeze.take-natural-pair-only" if view.frozen else "freeze.before-initial",
            weight=8 * len(view.pile), rank=rank_key(moment.kind), frozen=bool(view.frozen),
        )  # fmt: skip

    def _is_useful_pair(self, moment: Moment, kind: int) -> bool:
        """Whether two are held, and somebody may still discard a third one."""
        return moment.view.hand[kind] == NATURAL_PAIR and moment.fear.unseen[kind] > 1

    def _had_a_lone_card(self, moment: Moment) -> bool:
        """Whether another natural card stood alone that was surely no more dangerous."""
        held = moment.view.hand
        return any(
            risk.chance <= moment.risk.chance and is_live(move.kinds[0]) and held[move.kinds[0]] == 1
            for move, risk in moment.risks.items()
        )

    def say(self, remark: Remark) -> str:
        ranks = naming.rank_many(remark.facts["rank"], "dative")
        if remark.facts["frozen"]:
            text = gettext(
                "While the pile is frozen, it can be taken only with a natural pair; this discard "
                "breaks up a pair of %(ranks)s."
            )
        else:
            text = gettext(
                "Before the initial meld, the pile can be taken only with a natural pair; this "
                "discard breaks up a pair of %(ranks)s."
            )
        return text % {"ranks": ranks}
