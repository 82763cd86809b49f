"""How likely the next player can take the pile after a discard, by what is unseen."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from engine.play.players.deciding import is_live
from lessons.coaching import chances
from lessons.coaching.calibrated import chance_of_taking
from lessons.coaching.moments import Moment, rank_key
from lessons.coaching.registry import Remark, Theme, Tone, register
from lessons.words import naming

RISKY: Final = 0.3
LESS: Final = 0.2
"""So much less likely is a taking with another discard before the risk is worth a word."""
LARGE: Final = 4


@register
class RiskyDiscard(Theme):
    """Calibrated: the chance that the next player can take the pile."""

    slug = "risky-discard"
    number = 6
    title = gettext_lazy("A risky discard")
    rules: ClassVar[tuple[RuleId, ...]] = ("pickup.natural-pair", "pickup.natural-plus-wild")

    def look(self, moment: Moment) -> Remark | None:
        if not moment.stops or moment.move.verb != "discard" or not is_live(moment.kind):
            return None
        risk = moment.risk
        chance = chance_of_taking(moment.fear, moment.kind, risk.chance)
        if risk.proved or chance is None:
            return None
        pile = len(moment.view.pile) + 1
        least = min(other.chance for other in moment.risks.values())
        risky = chance >= RISKY and risk.chance - least >= LESS and pile >= LARGE
        tone: Tone = "heed" if risky else "note"
        return self.remark(
            tone, rule="freeze.take-natural-pair-only" if moment.view.frozen else None,
            chance=round(chance, 3), weight=int(15 * pile * chance),
            rank=rank_key(moment.kind), pile=pile,
        )  # fmt: skip

    def say(self, remark: Remark) -> str:
        card = naming.rank_count(remark.facts["rank"], 1, "dative")
        text = gettext("With %(card)s on top, the next player can take the pile %(often)s.")
        return text % {"card": card, "often": chances.in_words(remark.chance or 0)}
