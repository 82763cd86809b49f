"""Rule sets in families: by what puzzles are looked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.law.variants import RuleSetName

OTHER: Final = "other"
FAMILIES: Final[dict[str, tuple[RuleSetName, ...]]] = {
    "classic": ("classic", "classic-2p"),
    "wiener": ("wiener",),
    "samba": ("samba", "samba-wild", "samba-aces", "samba-15000"),
    OTHER: ("overview", "spielregeln", "global-trade", "house-joker-1000", "house-sperr-1500"),
}
"""The rule sets that somebody plays who plays one of them. A rule set that is not named is one of the others."""


def family_of(rule_set: str) -> str:
    """The family of a rule set in notation; house rules belong to the one they change."""
    name = rule_set.partition(" ")[0]
    return next((family for family, names in FAMILIES.items() if name in names), OTHER)


def families_among(rule_sets: Iterable[str]) -> tuple[str, ...]:
    """The families of these rule sets, each once, in the usual order."""
    found = {family_of(name) for name in rule_sets}
    return tuple(family for family in FAMILIES if family in found)
