"""The makers of themes that are answered with cards of one's own choice, with turns, or with numbers."""

from __future__ import annotations

from typing import Final

from lessons.mining.ask_build import cards, find, melds, turn
from lessons.mining.ask_numbers import (
    both_sheets,
    compare_sides,
    count_cards,
    count_laid,
    count_meld,
    sheet,
    sheet_mistake,
    total,
)
from lessons.mining.spec import Maker
from lessons.mining.themes_rules import SAMBAS, STEPS

_FIND: Final = (
    ("wild", "wild.identity"),
    ("points:20", "value.ace-two"),
    ("points:10", "value.eight-to-king"),
    ("points:5", "value.four-to-seven"),
    ("worth-more-than:10", "value.joker"),
    ("worth-more-than:5", "value.eight-to-king"),
    ("natural", "meld.natural-ranks"),
    ("black-three", "black3.stop-card"),
)

BUILD: Final = (
    Maker(
        slug="cards-for-the-pile",
        ask=cards,
        rule_sets=("classic", "wiener", "classic-2p", "samba"),
        phase="draw",
        topics=("any", "frozen"),
        options={"do": "take", "temper": "freezing"},
        allowing=(
            "freeze.take-natural-pair-only",
            "pickup.add-to-meld",
            "pickup.natural-plus-wild",
            "pickup.natural-pair",
        ),
    ),
    Maker(
        slug="add-as-many-as-fit",
        ask=cards,
        rule_sets=("classic", "wiener", "global-trade", "samba"),
        options={"do": "add", "most": True},
        topics=("wild", "any"),
        allowing=(
            "wild.add-to-canasta",
            "canasta.extend",
            "wild.max-per-meld",
            "samba.sequence-shape",
            "meld.add-own-partner",
        ),
    ),
    Maker(
        slug="pick-the-cards",
        ask=find,
        rule_sets=("classic", "samba"),
        options={"find": _FIND},
    ),
    Maker(
        slug="open-with-your-hand",
        ask=melds,
        rule_sets=("classic", "classic", "wiener", "classic-2p", "global-trade"),
        topics=("opening",),
        options={"aim": "any"},
        allowing=STEPS,
    ),
    Maker(
        slug="the-dearest-first-meld",
        ask=melds,
        rule_sets=("classic", "wiener", "classic-2p"),
        topics=("opening",),
        options={"aim": "highest"},
        allowing=("initial.several-melds", "initial.wild-allowed"),
    ),
    Maker(
        slug="open-with-few-cards",
        ask=melds,
        rule_sets=("classic", "wiener", "classic-2p"),
        topics=("opening",),
        options={"aim": "fewest"},
        allowing=("meld.min-natural", "meld.min-size"),
    ),
    Maker(
        slug="the-cheapest-first-meld",
        ask=melds,
        rule_sets=("classic", "wiener", "classic-2p", "global-trade"),
        topics=("opening",),
        options={"aim": "cheapest"},
        allowing=("wild.max-per-meld", "meld.same-rank"),
    ),
    Maker(
        slug="complete-the-canasta",
        ask=melds,
        rule_sets=("classic", "wiener", "spielregeln", "global-trade"),
        topics=("wild", "any"),
        options={"aim": "canasta"},
        allowing=("canasta.mixed-bonus", "canasta.natural-bonus"),
    ),
    Maker(
        slug="take-the-pile",
        ask=turn,
        rule_sets=("classic", "wiener", "classic-2p"),
        phase="draw",
        topics=("any", "frozen", "opening"),
        options={"aim": "pile", "temper": "freezing"},
        allowing=(
            "freeze.take-natural-pair-only",
            "initial.top-card-counts",
            "pickup.add-to-meld",
            "pickup.natural-plus-wild",
            "pickup.natural-pair",
        ),
    ),
    Maker(
        slug="go-out-now",
        ask=turn,
        rule_sets=("classic", "wiener", "classic-2p", "global-trade"),
        topics=("out", "concealed"),
        options={"aim": "out"},
        allowing=(
            "concealed.definition",
            "black3.meld-size",
            "out.canasta-same-turn",
            "out.final-discard-optional",
        ),
    ),
)

_ROWS: Final = (
    "score.hand-minus",
    "canasta.mixed-bonus",
    "canasta.natural-bonus",
    "out.bonus",
    "black3.in-hand",
    "value.ace-two",
)
_REDS: Final = ("red3.value-each", "red3.all-bonus", "red3.sign-condition")

COUNT: Final = (
    Maker(
        slug="what-cards-are-worth",
        ask=count_cards,
        rule_sets=("classic", "samba"),
        allowing=(
            "value.joker",
            "value.black-three",
            "value.ace-two",
            "value.eight-to-king",
            "value.four-to-seven",
        ),
    ),
    Maker(
        slug="points-of-a-first-meld",
        ask=count_laid,
        rule_sets=("classic", "wiener", "samba"),
        topics=("opening",),
        options={"compute": "points-laid"},
        allowing=("initial.top-card-counts", "initial.several-melds", "initial.wild-allowed"),
    ),
    Maker(
        slug="how-many-points-short",
        ask=count_laid,
        rule_sets=("classic", "wiener", "samba"),
        topics=("opening",),
        options={"compute": "missing-points"},
        allowing=STEPS,
    ),
    Maker(
        slug="enough-up-to-which-score",
        ask=count_laid,
        rule_sets=("classic", "wiener", "samba", "samba"),
        topics=("opening",),
        options={"compute": "last-score"},
        allowing=("initial.card-values-only", "initial.boundaries"),
    ),
    Maker(
        slug="what-a-canasta-brings",
        ask=count_meld,
        rule_sets=("classic", "wiener", "global-trade"),
        topics=("side",),
        options={"compute": "meld-points"},
        allowing=("canasta.natural-bonus", "canasta.mixed-bonus", "canasta.size"),
    ),
    Maker(
        slug="what-a-samba-brings",
        ask=count_meld,
        rule_sets=("samba", "samba-wild", "samba-aces"),
        topics=("side",),
        options={"compute": "meld-points"},
        allowing=("samba.bonus", "sambaopt.wild-canasta-bonus", "sambaopt.ace-canasta"),
    ),
    Maker(
        slug="what-the-deal-brings",
        ask=total,
        rule_sets=("classic", "classic-2p", "global-trade"),
        topics=("side",),
        options={"compute": "side-total"},
        allowing=("score.hand-minus", "black3.in-hand", "out.bonus", "concealed.bonus"),
    ),
    Maker(
        slug="red-threes-in-the-total",
        ask=total,
        rule_sets=("classic", "wiener", "samba"),
        topics=("side",),
        options={"compute": "score-after"},
        allowing=_REDS,
    ),
    Maker(
        slug="the-next-minimum",
        ask=total,
        rule_sets=("classic", "samba", "samba-15000", "wiener"),
        topics=("side",),
        options={"compute": "next-minimum"},
        allowing=("initial.boundaries", "initial.score-before-deal"),
    ),
    Maker(
        slug="score-the-deal",
        ask=sheet,
        rule_sets=("classic", "classic", "classic-2p", "global-trade"),
        topics=("side",),
        allowing=_ROWS,
    ),
    Maker(
        slug="score-both-sides",
        ask=both_sheets,
        rule_sets=("classic", "classic", "classic-2p", "wiener", "samba"),
        topics=("side",),
        options={"both": True},
        allowing=("score.formula", "initial.score-before-deal"),
    ),
    Maker(
        slug="score-with-red-threes",
        ask=sheet,
        rule_sets=("wiener", "wiener", "classic"),
        topics=("side",),
        allowing=_REDS,
    ),
    Maker(
        slug="score-a-samba-deal",
        ask=sheet,
        rule_sets=SAMBAS,
        topics=("side",),
        allowing=(
            "samba.bonus",
            "sambaopt.wild-canasta-bonus",
            "sambaopt.ace-canasta",
            "value.joker",
            "value.eight-to-king",
        ),
    ),
    Maker(
        slug="score-house-rules",
        ask=sheet,
        rule_sets=("house-sperr-1500", "house-joker-1000", "wiener"),
        topics=("side",),
        options={"parting": True},
        allowing=(
            "house.sperr-canasta-1500",
            "house.joker-canasta-1000",
            "red3.sign-condition",
            "concealed.bonus",
            "value.black-three",
            "value.four-to-seven",
        ),
    ),
    Maker(
        slug="wrong-row",
        ask=sheet_mistake,
        rule_sets=("classic", "classic", "classic-2p", "global-trade"),
        topics=("side",),
        options={"rows": ("melded-cards", "natural-canasta", "mixed-canasta", "going-out", "hand-cards")},
        forbidding=(
            "canasta.card-values-extra",
            "canasta.natural-bonus",
            "canasta.mixed-bonus",
            "concealed.bonus",
            "out.bonus",
            "black3.in-hand",
            "score.hand-minus",
        ),
    ),
    Maker(
        slug="wrong-red-threes",
        ask=sheet_mistake,
        rule_sets=("classic", "wiener", "samba"),
        topics=("side",),
        options={"rows": ("red-threes",)},
        forbidding=_REDS,
    ),
    Maker(
        slug="wrong-row-in-samba",
        ask=sheet_mistake,
        rule_sets=SAMBAS,
        topics=("side",),
        options={"rows": ("samba", "wild-canasta", "melded-cards")},
        forbidding=("samba.bonus", "sambaopt.wild-canasta-bonus", "score.formula"),
    ),
    Maker(
        slug="red-threes-at-two-tables",
        ask=compare_sides,
        rule_sets=("classic",),
        topics=("side",),
        options={
            "against": ("wiener", "classic{red_three_plus_if=two_canastas}", "classic{red_three_value=200}")
        },
        allowing=_REDS,
    ),
    Maker(
        slug="samba-at-two-tables",
        ask=compare_sides,
        rule_sets=("samba",),
        topics=("side",),
        options={"against": ("samba-aces", "samba{bonus_samba=2000}")},
        allowing=("sambaopt.ace-canasta", "samba.bonus", "sambaopt.wild-canasta-bonus"),
    ),
    Maker(
        slug="house-rules-at-two-tables",
        ask=compare_sides,
        rule_sets=("classic",),
        topics=("side",),
        options={
            "against": (
                "house-sperr-1500",
                "classic{concealed_total=300}",
                "classic{going_out_bonus=200}",
                "classic{bonus_mixed=200}",
                "classic{bonus_natural=600}",
            )
        },
        allowing=(
            "house.sperr-canasta-1500",
            "concealed.bonus",
            "out.bonus",
            "canasta.mixed-bonus",
            "canasta.natural-bonus",
        ),
    ),
)

MAKERS: Final = (*BUILD, *COUNT)
