"""The named rule sets, each a difference from its parent.

A rule set says of every rule whether its own text has it, is silent on it (``fallbacks``: the official rule serves and
the verdict says so), or contradicts itself or names no value (``contradictions``: the verdict is open).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.errors import EngineError
from engine.ruleset import RuleSet

CLASSIC: Final = RuleSet(name="classic")
"""The official laws of 1949/51 for four players in two partnerships, as widely published."""

CLASSIC_2P: Final = replace(
    CLASSIC,
    name="classic-2p",
    hand_size=((2, 15),),
    draw_count=2,
    canastas_to_go_out=2,
    permission="none",
    fallbacks=frozenset({"red3.forgotten-penalty"}),
)
"""The official form for two: fifteen cards, two drawn in a turn, two canastas to go out, nobody to ask."""

_NOT_IN_OVERVIEW: Final = frozenset(
    [
        "seat.draw-suit-tiebreak",
        "red3.expose-at-once",
        "red3.replace-from-stock",
        "red3.no-replace-from-pile",
        "red3.forgotten-penalty",
        "black3.meld-size",
        "black3.no-wild",
        "wild.no-swap",
        "meld.one-per-rank",
        "meld.merge",
        "meld.stays-on-table",
        "initial.score-before-deal",
        "initial.card-values-only",
        "initial.several-melds",
        "initial.wild-allowed",
        "initial.top-card-counts",
        "pickup.one-card-rule",
        "freeze.opening-card",
        "out.ask-optional",
        "out.ask-timing",
        "out.ask-binding",
        "concealed.no-partner-add",
        "concealed.pile-allowed",
        "concealed.minimum",
        "stock.play-on",
        "stock.forced-take",
        "stock.end-no-bonus",
        "stock.last-red-three",
        "game.checked-after-deal",
        "game.winner",
        "game.settlement",
        "players.two",
        "players.two-canastas",
        "players.three",
        "players.five",
        "players.six",
        "penalty.short-initial",
        "penalty.illegal-take",
        "penalty.ask-and-fail",
    ]
)

OVERVIEW: Final = replace(
    CLASSIC,
    name="overview",
    opening_card_freezes=False,
    black_three_meld="never",
    initial_steps=None,
    pickup_natural_plus_wild=False,
    pickup_add_to_meld=False,
    pickup_add_to_canasta=False,
    wild_discard_effect="block_next",
    fallbacks=_NOT_IN_OVERVIEW,
    contradictions=frozenset(
        [
            "initial.threshold-negative",
            "initial.threshold-low",
            "initial.threshold-mid",
            "initial.threshold-high",
            "initial.boundaries",
        ]
    ),
)
"""A short German outline. It names no minimum for the first meld, so whether one is enough stays open."""

_NOT_IN_SPIELREGELN: Final = frozenset(
    [
        "red3.replace-from-stock",
        "red3.no-replace-from-pile",
        "red3.sign-condition",
        "red3.forgotten-penalty",
        "black3.meld-only-going-out",
        "black3.meld-size",
        "black3.no-wild",
        "wild.no-swap",
        "meld.one-per-rank",
        "meld.merge",
        "meld.stays-on-table",
        "pickup.one-card-rule",
        "freeze.take-natural-pair-only",
        "freeze.opening-card",
        "out.ask-optional",
        "out.ask-timing",
        "out.ask-binding",
        "concealed.pile-allowed",
        "concealed.minimum",
        "stock.play-on",
        "stock.forced-take",
        "stock.end-no-bonus",
        "stock.last-red-three",
        "game.checked-after-deal",
        "game.settlement",
        "players.two",
        "players.two-canastas",
        "players.three",
        "players.five",
        "players.six",
        "penalty.short-initial",
        "penalty.illegal-take",
        "penalty.ask-and-fail",
        "house.joker-canasta-1000",
        "house.sperr-canasta-1500",
        "house.wiener-red-threes",
    ]
)

SPIELREGELN: Final = replace(
    CLASSIC,
    name="spielregeln",
    opening_card_freezes=False,
    max_wilds=None,
    naturals_must_outnumber=True,
    pickup_add_to_meld=False,
    pickup_add_to_canasta=False,
    pickup_before_initial="never",
    wild_discard_effect="block_next",
    concealed_needs_own_canasta=False,
    open_scores=(3000,),
    fallbacks=_NOT_IN_SPIELREGELN,
    contradictions=frozenset({"initial.boundaries"}),
)
"""A German page of rules with readers' questions. At exactly 3000 points it leaves open which minimum applies."""

WIENER: Final = replace(
    CLASSIC,
    name="wiener",
    one_card_pile="allowed",
    red_three_plus_if="one_canasta",
)
"""As in Vienna: red threes count in a side's favour only if it has a canasta. The rest is classic."""

RULE_SETS: Final[dict[str, RuleSet]] = {
    rules.name: rules for rules in (CLASSIC, CLASSIC_2P, OVERVIEW, SPIELREGELN, WIENER)
}
"""All named rule sets in the ledger's order."""


def rule_set(name: str, *, where: str = "rules") -> RuleSet:
    """The rule set of this name; raises EngineError naming ``where`` if there is none."""
    try:
        return RULE_SETS[name]
    except KeyError:
        raise EngineError("position", where, "unknown-rule-set", name=name) from None
