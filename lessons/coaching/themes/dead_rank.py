"""A card was discarded of which nobody can hold enough to take the pile."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext, gettext_lazy

from engine.law.rule_ids import RuleId
from engine.law.ruleset import NATURAL_PAIR
from engine.play.players.deciding import is_live
from engine.play.view import deck_counts
from lessons.coaching.moments import Moment, rank_key
from lessons.coaching.registry import Remark, Theme, register
from lessons.words import naming

SMALL = 2
"""With so few cards in it the pile is no loss."""


@register
class DeadRank(Theme):
    """Proved: so many cards of the rank are in sight that the next player lacks a pair, or any at all."""

    slug = "dead-rank"
    number = 5
    title = gettext_lazy("A dead rank")
    rules: ClassVar[tuple[RuleId, ...]] = ("pickup.natural-pair", "freeze.take-natural-pair-only")

    def look(self, moment: Moment) -> Remark | None:
        if not moment.stops or moment.move.verb != "discard" or not is_live(moment.kind):
            return None
        fear, view, kind = moment.fear, moment.view, moment.kind
        theirs = fear.unseen[kind] + fear.known[kind]
        if moment.risk.chance or not moment.risk.proved or theirs >= NATURAL_PAIR:
            return None
        pile = len(view.pile) + 1
        return self.remark(
            "good" if pile > SMALL else "note",
            rule="freeze.take-natural-pair-only" if view.frozen else "pickup.natural-pair",
            weight=10 * pile, rank=rank_key(kind), seen=moment.in_sight(kind), of=deck_counts(view.rules)[kind],
        )  # fmt: skip

    def say(self, remark: Remark) -> str:
        seen, of = remark.facts["seen"], remark.facts["of"]
        facts = {
            "seen": naming.number_word(seen), "of": naming.number_word(of),
            "ranks": naming.rank_many(remark.facts["rank"]),
        }  # fmt: skip
        if seen == of:
            text = gettext(
                "all %(of)s %(ranks)s are in sight, your hand included: the next player holds none and "
                "cannot take the pile with one of them on top."
            )
        else:
            text = gettext(
                "%(seen)s of the %(of)s %(ranks)s are in sight, your hand included: the next player "
                "cannot hold a pair and cannot take the pile with one of them on top."
            )
        return naming.first_upper(text % facts)
