"""A wild card spoils a natural canasta, made or in the making."""

from __future__ import annotations

from typing import ClassVar, Final

from django.utils.translation import gettext, gettext_lazy

from engine.law.actions import KIND_MASK, RANK_COUNT
from engine.law.cards import BLACK_THREE_KIND
from engine.law.rule_ids import RuleId
from engine.play.players.laying import in_a_hurry
from engine.reach.finishing import can_go_out
from lessons.coaching.moments import Moment, rank_key
from lessons.coaching.registry import Remark, Theme, register
from lessons.words import naming

WELL_BEGUN: Final = 4
"""Natural cards from which on a meld may well become a natural canasta."""


@register
class NaturalSpoilt(Theme):
    """Proved: the meld was natural, and the cards that it lacked are still in play."""

    slug = "natural-spoilt"
    number = 14
    title = gettext_lazy("A wild card spoilt a natural canasta")
    rules: ClassVar[tuple[RuleId, ...]] = ("canasta.natural-to-mixed", "canasta.natural-bonus")

    def look(self, moment: Moment) -> Remark | None:
        move, turn, rules = moment.move, moment.turn, moment.view.rules
        kind = move.target & KIND_MASK
        lies = turn.melds.get(move.target)
        if move.verb != "add" or not move.wilds or lies is None or kind >= BLACK_THREE_KIND:
            return None
        if lies[1] + lies[2] or lies[0] < WELL_BEGUN:
            return None
        missing = rules.canasta_size - lies[0]
        in_hand, size = moment.view.hand[kind], lies[0] + len(move.kinds)
        if missing > self._still_in_play(moment, kind) or (
            size >= rules.canasta_size and 0 < missing > in_hand
        ):
            return None
        if in_a_hurry(moment.view) or can_go_out(moment.after):
            return None
        aces = rules.bonus_aces if kind == RANK_COUNT - 1 else None
        natural, mixed = aces or (rules.bonus_natural, rules.bonus_mixed)
        rule: RuleId = "canasta.natural-to-mixed" if missing <= 0 else "canasta.natural-bonus"
        return self.remark(
            "heed", rule=rule, weight=natural - mixed if missing <= 0 else 60, rank=rank_key(kind),
            made=missing <= 0, natural=natural, mixed=mixed,
        )  # fmt: skip

    def _still_in_play(self, moment: Moment, kind: int) -> int:
        """How many cards of the kind can still come to the meld: from hands, stock and pile."""
        view = moment.view
        known = sum(known[kind] for seat, known in enumerate(view.memory.known) if seat != view.seat)
        return view.hand[kind] + moment.fear.unseen[kind] + known + list(view.pile).count(kind)

    def say(self, remark: Remark) -> str:
        facts = {
            "ranks": naming.rank_many(remark.facts["rank"]),
            "natural": naming.number(remark.facts["natural"]), "mixed": naming.number(remark.facts["mixed"]),
        }  # fmt: skip
        if remark.facts["made"]:
            text = gettext(
                "A wild card turns the natural canasta into a mixed one: it is now worth %(mixed)s points instead of "
                "%(natural)s."
            )
        else:
            text = gettext(
                "Until now this meld had no wild card, and the %(ranks)s that it lacked are still in play: a natural "
                "canasta would be worth %(natural)s points instead of %(mixed)s."
            )
        return text % facts
