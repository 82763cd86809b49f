"""The makers of themes for solvers: whole turns with one idea, and in each theme many things that may decide."""

from __future__ import annotations

from typing import Any, Final

from engine.law.rule_ids import RuleId
from engine.law.variants import RuleSetName
from lessons.mining.ask_costs import BONUSES, FORBIDDING, costs
from lessons.mining.ask_decide import ANY_COUNT, decide
from lessons.mining.ask_pair import keep_pair
from lessons.mining.spec import Maker

SETS: Final[tuple[RuleSetName, ...]] = (
    "classic", "classic", "classic", "classic", "classic", "classic",
    "classic-2p", "classic-2p", "samba", "samba", "spielregeln", "global-trade",
)  # fmt: skip
"""Half of them classic, a sixth for two players and Samba each, the rest what parts other tables from it."""
MINIMUMS: Final[tuple[RuleId, ...]] = (
    "initial.threshold-low",
    "initial.threshold-mid",
    "initial.threshold-high",
    "samba.initial-7000",
)
DECIDING: Final[tuple[RuleId, ...]] = (
    *MINIMUMS,
    "initial.top-card-counts",
    "freeze.take-natural-pair-only",
    "pickup.before-initial",
    "pickup.natural-plus-wild",
    "pickup.add-to-meld",
    "pickup.add-to-canasta",
    "wild.max-per-meld",
    "wild.majority",
    "wild.add-to-canasta",
    "out.canastas-needed",
    "turn.keep-a-card",
)
COUNTING: Final[tuple[RuleId, ...]] = (*FORBIDDING, *BONUSES.values())
"""Where the most points on the sheet are asked for: a rule, or the line in which two ways to end the turn differ."""


def _theme(slug: str, *accept: dict[str, Any], drawn: float = 0.4, opened: bool | None = None) -> Maker:
    options: dict[str, Any] = {"accept": accept, "drawn": drawn, "players": True}
    if opened is not None:
        options["opened"] = opened
    return Maker(
        slug=slug,
        ask=decide,
        rule_sets=SETS,
        phase="draw",
        forbidding=DECIDING,
        options=options,
        played_only=True,
    )


MAKERS: Final = (
    _theme("not-a-card-too-many", {"cards_left": 1}, {"cards_left_max": ANY_COUNT}, opened=True),
    _theme(
        "the-first-step",
        {"opens": True, "canasta": "any"},
        {"opens": True, "melds_min": 3},
        {"opens": True, "cards_left_max": ANY_COUNT},
        {"opens": True, "cards_left_min": ANY_COUNT},
        {"opens": True, "melds_min": 2},
        {"took_pile": True, "cards_left_max": ANY_COUNT},
        {"took_pile": True, "opens": True},
        opened=False,
    ),
    _theme(
        "what-the-pile-is-good-for",
        {"took_pile": True, "cards_left": 0},
        {"took_pile": True, "canasta": "any"},
        {"took_pile": True, "melds_min": 3},
        {"took_pile": True, "cards_left_max": ANY_COUNT},
        {"took_pile": True, "melds_min": 2},
        drawn=0.0,
        opened=True,
    ),
    Maker(
        slug="and-the-pair-stays",
        ask=keep_pair,
        rule_sets=SETS,
        forbidding=DECIDING,
        played_only=True,
    ),
    Maker(
        slug="what-going-out-costs",
        ask=costs,
        rule_sets=SETS,
        forbidding=COUNTING,
        played_only=True,
    ),
)
