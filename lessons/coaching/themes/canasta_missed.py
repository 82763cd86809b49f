"""A canasta could have been completed."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.actions import Move
from engine.law.rule_ids import RuleId
from engine.play.players.deciding import rank_of_meld
from engine.play.players.laying import completes
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, register
from lessons.coaching.wording import cards_of, keys_of
from lessons.words import naming

MOST_WILDS: Final = 2
"""With more wild cards than these a canasta is no matter of course."""


@register
class CanastaMissed(Theme):
    """Proved: the cards could have been laid in this turn, as the list of legal moves shows."""

    slug = "canasta-missed"
    number = 13
    title = gettext_lazy("A canasta could have been completed")
    rules: ClassVar[tuple[RuleId, ...]] = ("canasta.size", "canasta.extend")

    def look(self, moment: Moment) -> Remark | None:
        if moment.move.verb in ("meld", "add", "merge") and completes(moment.asked, moment.move):
            return self._remark(moment, moment.move, missed=False)
        if not moment.stops:
            return None
        laying = moment.asked.of("meld", "add", "merge")
        ways = [move for move in laying if completes(moment.asked, move) and move.wilds <= MOST_WILDS]
        if not ways:
            return None
        return self._remark(moment, min(ways, key=lambda move: (move.wilds, len(move.kinds))), missed=True)

    def _remark(self, moment: Moment, move: Move, *, missed: bool) -> Remark:
        rank = "" if move.verb == "merge" else rank_of_meld(move)
        return self.remark(
            "heed" if missed else "good", weight=150 - 40 * move.wilds, missed=missed,
            rank=rank, cards=keys_of(move.kinds), joins=move.verb == "merge",
        )  # fmt: skip

    def say(self, remark: Remark) -> str:
        facts = remark.facts
        words = {
            "cards": cards_of(facts["cards"], "dative"),
            "ranks": naming.rank_many(facts["rank"] or "K", "dative"),
        }
        if facts["joins"]:
            if remark.missed:
                return gettext("You could have completed a canasta by joining two melds.")
            return gettext("Joining the two melds completes a canasta.")
        if not facts["rank"]:
            if remark.missed:
                return gettext("You could have completed a samba with %(cards)s from your hand.") % words
            return gettext("This completes a samba.")
        if remark.missed:
            text = gettext("With %(cards)s from your hand, you could have completed a canasta of %(ranks)s.")
            return text % words
        return gettext("This completes a canasta of %(ranks)s.") % words
