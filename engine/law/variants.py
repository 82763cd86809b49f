"""The named rule sets, each a difference from its parent.

A rule set says of every rule whether its own text has it, is silent on it (``fallbacks``: the official rule serves and
the verdict says so), or contradicts itself or names no value (``contradictions``: the verdict is open).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from engine.law.errors import EngineError
from engine.law.rule_ids import RuleId
from engine.law.ruleset import RuleSet

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

_NOT_IN_OVERVIEW: Final[frozenset[RuleId]] = frozenset(
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
    source="overview",
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

_NOT_IN_SPIELREGELN: Final[frozenset[RuleId]] = frozenset(
    [
        "red3.replace-from-stock",
        "red3.no-replace-from-pile",
        "red3.sign-condition",
        "red3.forgotten-penalty",
        "black3.no-lasting-freeze",
        "black3.meld-only-going-out",
        "black3.meld-size",
        "black3.no-wild",
        "wild.no-swap",
        "meld.one-per-rank",
        "meld.merge",
        "meld.stays-on-table",
        "initial.wild-allowed",
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
        "house.joker-canasta-1000",
        "house.sperr-canasta-1500",
        "house.wiener-red-threes",
    ]
)

SPIELREGELN: Final = replace(
    CLASSIC,
    name="spielregeln",
    source="spielregeln",
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

_NOT_IN_GLOBAL_TRADE: Final[frozenset[RuleId]] = frozenset(
    [
        "seat.draw-suit-tiebreak",
        "seat.first-player",
        "black3.no-wild",
        "meld.natural-ranks",
        "concealed.pile-allowed",
        "stock.short-draw",
        "penalty.short-initial",
        "penalty.illegal-take",
        "penalty.ask-and-fail",
    ]
)

GLOBAL_TRADE: Final = replace(
    CLASSIC,
    name="global-trade",
    source="global-trade",
    jokers=6,
    hand_size=((2, 15), (3, 13), (4, 11), (5, 11), (6, 11)),
    upcard_cover_black_three=False,
    several_melds_per_rank=True,
    merge_melds=True,
    concealed_waives_minimum=False,
    pickup_whole_pile="unclear",
    wild_top_takeable="with_pair",
    one_card_pile="forbidden_while_stock",
    last_stock_red_three="meld_no_discard",
    empty_stock_forced_take="any_possible_meld",
    fallbacks=_NOT_IN_GLOBAL_TRADE,
    contradictions=frozenset({"pickup.whole-pile"}),
)
"""A German description for two to six players, with 110 cards.

Whether the rest of the pile must be taken it says both ways. It names no hand size for five and six players: eleven
cards as in other published forms.
"""

_NOT_IN_SAMBA: Final[frozenset[RuleId]] = frozenset(
    [
        "stock.short-draw",
        "players.two",
        "players.three",
        "players.five",
        "players.six",
        "samba.sequence-ace-high",
        "samba.sequence-no-start-from-pile",
    ]
)

SAMBA: Final = replace(
    CLASSIC,
    name="samba",
    source="samba",
    packs=3,
    jokers=6,
    hand_size=((4, 15),),
    draw_count=2,
    max_wilds=2,
    wilds_on_canasta=False,
    sequences=True,
    sequence_max=7,
    several_melds_per_rank=True,
    merge_melds=True,
    black_three_meld_max=6,
    bonus_samba=1500,
    initial_steps=((None, 15), (0, 50), (1500, 90), (3000, 120), (7000, 150)),
    concealed_waives_minimum=False,
    pickup_natural_plus_wild=False,
    pickup_add_to_canasta=False,
    canastas_to_go_out=2,
    going_out_bonus=200,
    concealed_total=200,
    concealed_needs_own_canasta=False,
    concealed_forbids_partner_add=False,
    red_three_set=(6, 1000),
    red_three_plus_if="two_canastas",
    target=10_000,
    fallbacks=_NOT_IN_SAMBA,
)
"""Three packs, two cards drawn, sequences of a suit beside the sets; else the official laws hold."""

SAMBA_WILD: Final = replace(
    SAMBA, name="samba-wild", jokers=9, wild_only_melds="any", bonus_wild=(4000, 3000, 2000)
)
"""Samba with melds of wild cards only and three jokers in each pack."""

SAMBA_15000: Final = replace(
    SAMBA,
    name="samba-15000",
    initial_steps=((None, 15), (0, 50), (4000, 90), (8000, 120), (12_000, 150)),
    target=15_000,
)
"""The long game of Samba. The steps are a reading of the source's list of scores."""

SAMBA_ACES: Final = replace(SAMBA, name="samba-aces", bonus_aces=(1000, 500))
"""Samba with a bonus of their own for canastas of aces."""

HOUSE_JOKER_1000: Final = replace(
    SPIELREGELN,
    name="house-joker-1000",
    wild_only_melds="canasta_only",
    bonus_wild=(1000, 1000, 1000),
    fallbacks=_NOT_IN_SPIELREGELN - {"house.joker-canasta-1000"},
)
"""A reader's house rule: seven wild cards laid at once bring 1000."""

HOUSE_SPERR_1500: Final = replace(CLASSIC, name="house-sperr-1500", sperr_canasta=True)
"""A reader's house rule: all black threes with three wild cards of one sort are a blocking canasta."""

RuleSetName = Literal[
    "classic", "classic-2p", "overview", "spielregeln", "global-trade", "samba", "samba-wild", "wiener", "samba-15000",
    "samba-aces", "house-joker-1000", "house-sperr-1500",
]  # fmt: skip
"""The name of a rule set in code; what is read from outside is looked up with :func:`rule_set`."""

RULE_SETS: Final[dict[str, RuleSet]] = {
    rules.name: rules
    for rules in (
        CLASSIC,
        CLASSIC_2P,
        OVERVIEW,
        SPIELREGELN,
        GLOBAL_TRADE,
        SAMBA,
        SAMBA_WILD,
        WIENER,
        SAMBA_15000,
        SAMBA_ACES,
        HOUSE_JOKER_1000,
        HOUSE_SPERR_1500,
    )
}
"""All named rule sets in the ledger's order."""


def rule_set(name: str, *, where: str = "rules") -> RuleSet:
    """The rule set of this name; raises EngineError naming ``where`` if there is none."""
    try:
        return RULE_SETS[name]
    except KeyError:
        raise EngineError("position", where, "unknown-rule-set", name=name) from None
