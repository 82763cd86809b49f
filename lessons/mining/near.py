"""Which rules are offered beside the one that decides: near misses, which a learner could take for the reason."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from engine.law.position import Position
from engine.law.rule_ids import RuleId
from engine.law.rulebook import RULES
from lessons.kinds.common.reasons import OF_PARTNERS

OFFERED: Final = 4
_PICKUP: Final = ("pickup.top-wild", "pickup.top-black-three", "pickup.one-card-rule", "wild.max-per-meld")
_OUT: Final = ("turn.discard-one", "meld.one-per-rank", "meld.min-size", "wild.max-per-meld")
_ASK: Final = (
    "out.ask-timing",
    "out.ask-binding",
    "turn.keep-a-card",
    "out.canastas-needed",
    "turn.discard-one",
)
_STEPS: Final = (
    "initial.threshold-low", "initial.threshold-mid", "initial.threshold-high", "initial.threshold-negative",
)  # fmt: skip
_SAMBA: Final = (
    "samba.sequence-shape", "samba.sequence-no-wild-no-three", "samba.sequence-ace-high", "samba.sequence-max-seven",
    "samba.sequence-no-start-from-pile", "meld.one-per-rank", "meld.min-size",
)  # fmt: skip

_CASES: Final = {"samba.sequence-shape", "samba.sequence-no-wild-no-three", "samba.sequence-ace-high"}
"""Who breaks one of these breaks the others in a way, so none is offered beside another."""

NEAR: Final[dict[str, tuple[RuleId, ...]]] = {
    "turn.draw-or-take": ("turn.discard-one", "turn.only-in-turn", "red3.expose-at-once", "turn.draw-count"),
    "turn.draw-count": (
        "turn.discard-one",
        "turn.only-in-turn",
        "stock.short-draw",
        "red3.replace-from-stock",
    ),
    "turn.discard-one": ("turn.draw-or-take", "meld.min-size", "turn.keep-a-card", "red3.expose-at-once"),
    "turn.keep-a-card": (*_OUT, "initial.several-melds", "meld.no-opponent"),
    "red3.expose-at-once": ("turn.discard-one", "red3.not-a-meld", "turn.only-in-turn", "turn.draw-count"),
    "red3.replace-from-stock": (
        "turn.draw-count",
        "red3.not-a-meld",
        "turn.discard-one",
        "stock.last-red-three",
    ),
    "red3.not-a-meld": (
        "meld.min-size",
        "meld.min-natural",
        "wild.max-per-meld",
        "black3.meld-only-going-out",
    ),
    "black3.stop-card": (
        "freeze.wild-discard",
        "black3.meld-only-going-out",
        "turn.draw-or-take",
        "black3.no-wild",
    ),
    "black3.no-lasting-freeze": (
        "freeze.wild-discard",
        "pickup.top-wild",
        "pickup.one-card-rule",
        "black3.no-wild",
    ),
    "black3.meld-only-going-out": (
        "meld.min-size",
        "out.canastas-needed",
        "wild.max-per-meld",
        "meld.one-per-rank",
    ),
    "black3.meld-size": (
        "out.canastas-needed",
        "wild.add-to-canasta",
        "meld.one-per-rank",
        "turn.keep-a-card",
    ),
    "black3.no-wild": ("wild.max-per-meld", "out.canastas-needed", "meld.one-per-rank", "turn.discard-one"),
    "wild.only-with-naturals": ("wild.max-per-meld", "meld.min-size", "meld.same-rank", "wild.no-swap"),
    "wild.max-per-meld": (
        "meld.min-size",
        "meld.min-natural",
        "meld.one-per-rank",
        "wild.no-swap",
        "meld.no-opponent",
        "black3.no-wild",
    ),
    "wild.majority": ("wild.no-swap", "meld.min-natural", "meld.one-per-rank", "wild.add-to-canasta"),
    "wild.no-swap": ("wild.max-per-meld", "meld.one-per-rank", "meld.min-natural", "meld.no-opponent"),
    "wild.add-to-canasta": ("wild.max-per-meld", "wild.no-swap", "meld.stays-on-table", "wild.majority"),
    "meld.min-size": (
        "meld.same-rank",
        "meld.no-sequence",
        "wild.max-per-meld",
        "meld.one-per-rank",
        "meld.no-opponent",
        "meld.natural-ranks",
    ),
    "meld.same-rank": ("meld.min-size", "wild.max-per-meld", "meld.one-per-rank", "meld.no-opponent"),
    "meld.min-natural": (
        "wild.max-per-meld",
        "meld.same-rank",
        "meld.one-per-rank",
        "wild.no-swap",
        "meld.no-opponent",
        "wild.add-to-canasta",
    ),
    "meld.no-sequence": ("meld.min-size", "wild.max-per-meld", "meld.one-per-rank", "turn.only-in-turn"),
    "meld.one-per-rank": ("wild.max-per-meld", "meld.min-natural", "turn.keep-a-card", "meld.no-opponent"),
    "meld.merge": ("meld.no-opponent", "wild.max-per-meld", "wild.no-swap", "meld.min-size"),
    "meld.add-own-partner": ("meld.no-opponent", "wild.no-swap", "meld.one-per-rank", "meld.stays-on-table"),
    "meld.no-opponent": ("meld.one-per-rank", "meld.min-size", "meld.stays-on-table", "wild.max-per-meld"),
    "meld.stays-on-table": ("meld.no-opponent", "wild.max-per-meld", "meld.one-per-rank", "meld.min-natural"),
    "canasta.extend": ("meld.one-per-rank", "wild.max-per-meld", "meld.no-opponent", "wild.add-to-canasta"),
    "canasta.natural-to-mixed": ("wild.no-swap", "meld.no-opponent", "meld.stays-on-table", "wild.majority"),
    "initial.several-melds": (*_STEPS, "initial.per-side", "turn.keep-a-card"),
    "initial.wild-allowed": ("wild.max-per-meld", "initial.per-side", "turn.keep-a-card", "wild.no-swap"),
    "initial.top-card-counts": ("pickup.before-initial", "freeze.take-natural-pair-only", *_PICKUP),
    "initial.per-side": (*_STEPS, "turn.only-in-turn", "wild.only-with-naturals"),
    **{
        step: (*(other for other in _STEPS if other != step), "initial.wild-allowed", "turn.keep-a-card")
        for step in (*_STEPS, "samba.initial-7000")
    },
    "pickup.top-must-be-melded": ("meld.one-per-rank", "turn.discard-one", "pickup.whole-pile", *_PICKUP),
    "pickup.whole-pile": ("pickup.natural-plus-wild", "turn.draw-count", "meld.min-size", *_PICKUP[2:]),
    "pickup.natural-pair": ("pickup.before-initial", "freeze.take-natural-pair-only", *_PICKUP),
    "pickup.natural-plus-wild": ("pickup.before-initial", "freeze.take-natural-pair-only", *_PICKUP),
    "pickup.add-to-meld": (
        "pickup.natural-pair",
        "meld.one-per-rank",
        "meld.no-opponent",
        "pickup.before-initial",
    ),
    "pickup.add-to-canasta": (
        "freeze.take-natural-pair-only",
        "wild.add-to-canasta",
        "meld.one-per-rank",
        "canasta.size",
    ),
    "pickup.before-initial": (
        "pickup.top-wild",
        "pickup.whole-pile",
        "pickup.one-card-rule",
        "meld.one-per-rank",
    ),
    "pickup.top-wild": (
        "pickup.natural-plus-wild",
        "pickup.natural-pair",
        "wild.max-per-meld",
        "meld.min-natural",
    ),
    "pickup.top-black-three": (
        "pickup.natural-pair",
        "freeze.take-natural-pair-only",
        "pickup.one-card-rule",
        "pickup.top-wild",
    ),
    "pickup.top-red-three": (
        "pickup.natural-pair",
        "pickup.one-card-rule",
        "meld.min-size",
        "pickup.top-wild",
    ),
    "pickup.one-card-rule": (
        "pickup.add-to-meld",
        "pickup.whole-pile",
        "turn.keep-a-card",
        "freeze.take-natural-pair-only",
    ),
    "freeze.wild-discard": ("black3.stop-card", "wild.no-swap", "pickup.top-wild", "turn.keep-a-card"),
    "freeze.take-natural-pair-only": (
        "pickup.before-initial",
        "pickup.natural-plus-wild",
        "pickup.whole-pile",
        *_PICKUP,
    ),
    "out.canastas-needed": (*_OUT, "out.ask-optional", "meld.no-opponent"),
    "out.canasta-same-turn": ("turn.keep-a-card", *_OUT, "pickup.one-card-rule", "meld.no-opponent"),
    "out.final-discard-optional": (
        "turn.keep-a-card",
        "meld.one-per-rank",
        "meld.min-size",
        "out.ask-timing",
    ),
    "out.ask-timing": _ASK,
    "out.ask-binding": (*_ASK, "out.ask-optional"),
    "out.ask-optional": ("out.ask-binding", "turn.keep-a-card", "turn.only-in-turn", "meld.no-opponent"),
    "stock.play-on": ("turn.draw-or-take", "turn.keep-a-card", "turn.only-in-turn", "pickup.add-to-meld"),
    "stock.forced-take": (
        "turn.discard-one",
        "turn.only-in-turn",
        "pickup.top-black-three",
        "turn.keep-a-card",
    ),
    "stock.last-red-three": ("red3.not-a-meld", "stock.forced-take", "turn.keep-a-card", "turn.draw-count"),
    "concealed.minimum": (
        "initial.card-values-only",
        "turn.keep-a-card",
        "meld.one-per-rank",
        "initial.per-side",
    ),
    "concealed.definition": ("out.ask-timing", "turn.keep-a-card", "meld.one-per-rank", "wild.max-per-meld"),
    **{
        rule: tuple(other for other in _SAMBA if other != rule and {rule, other} - _CASES)
        for rule in _SAMBA
        if rule.startswith("samba.")
    },
    "samba.sequence-pickup": (
        "pickup.natural-pair",
        "samba.sequence-max-seven",
        "samba.sequence-shape",
        "pickup.whole-pile",
    ),
    "sambaopt.wild-melds": (
        "wild.only-with-naturals",
        "wild.max-per-meld",
        "meld.same-rank",
        "meld.min-natural",
    ),
    "house.joker-canasta-1000": ("wild.majority", "meld.same-rank", "meld.min-natural", "wild.no-swap"),
    "house.sperr-canasta-1500": (
        "black3.no-wild",
        "black3.meld-size",
        "black3.meld-only-going-out",
        "wild.only-with-naturals",
    ),
}
"""For each rule that decides, the rules to take for it by mistake; those in front are offered first."""


def may_be_offered(rule: str, position: Position) -> bool:
    """Whether the game of this position has such a rule: no sequences outside Samba, no partner for who plays alone."""
    return (
        rule in RULES
        and (position.rules.sequences or not rule.startswith("samba"))
        and (position.has_partner or rule not in OF_PARTNERS)
    )


def offered_reasons(
    deciding: str, fitting: Collection[str], position: Position, rng: Random
) -> tuple[str, ...] | None:
    """The deciding rule and near misses, none of which fits, in any order; None where there are too few."""
    near = [rule for rule in NEAR.get(deciding, ()) if rule not in fitting and may_be_offered(rule, position)]
    near = list(dict.fromkeys(near))
    if len(near) < OFFERED - 1:
        return None
    first = near[:2]
    chosen = [deciding, *first, *rng.sample(near[2:], OFFERED - 1 - len(first))]
    rng.shuffle(chosen)
    return tuple(chosen)


REASONS_OF_ROWS: Final[dict[str, tuple[RuleId, ...]]] = {
    "melded-cards": ("score.hand-minus", "red3.value-each", "canasta.size", "out.bonus", "game.target"),
    "natural-canasta": ("canasta.size", "score.hand-minus", "out.bonus", "red3.all-bonus"),
    "mixed-canasta": ("canasta.size", "score.hand-minus", "out.bonus", "red3.all-bonus"),
    "samba": ("canasta.size", "out.bonus", "score.hand-minus", "red3.all-bonus"),
    "wild-canasta": ("canasta.size", "out.bonus", "canasta.mixed-bonus", "score.hand-minus"),
    "blocking-canasta": ("canasta.mixed-bonus", "black3.in-hand", "out.bonus", "canasta.natural-bonus"),
    "red-threes": ("red3.value-each", "red3.all-bonus", "red3.sign-condition", "red3.forgotten-penalty"),
    "going-out": ("concealed.bonus", "out.bonus", "canasta.natural-bonus", "stock.end-no-bonus"),
    "hand-cards": ("canasta.card-values-extra", "red3.forgotten-penalty", "score.formula", "out.bonus"),
}
"""For each row of a score sheet, rules that have nothing to do with its mistake but could seem to."""
