"""Rule sets in families, and kinds of questions in words: by what puzzles are looked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext_lazy

from lessons.words.vocabulary import RULE_SET_NAMES

OTHER: Final = "other"
FAMILIES: Final[dict[str, tuple[str, ...]]] = {
    "classic": ("classic", "classic-2p"),
    "wiener": ("wiener",),
    "samba": ("samba", "samba-wild", "samba-aces", "samba-15000"),
    OTHER: ("overview", "spielregeln", "global-trade", "house-joker-1000", "house-sperr-1500"),
}
"""The rule sets that somebody plays who plays one of them. A rule set that is not named is one of the others."""
FAMILY_NAMES: Final = {
    **{family: RULE_SET_NAMES[family] for family in FAMILIES if family != OTHER},
    OTHER: gettext_lazy("House rules and other versions"),
}
KIND_NAMES: Final = {
    "legal": gettext_lazy("Legal or not, and why"),
    "cards": gettext_lazy("Pick cards"),
    "find-all": gettext_lazy("Find everything that is allowed"),
    "predict": gettext_lazy("What may your partner do?"),
    "melds": gettext_lazy("Lay melds"),
    "turn": gettext_lazy("Play a whole turn"),
    "number": gettext_lazy("Work out a number"),
    "sheet": gettext_lazy("Score a deal"),
    "mistake": gettext_lazy("Find the mistake in a turn"),
    "sheet-mistake": gettext_lazy("Find the mistake in a score"),
    "order": gettext_lazy("Put a turn in order"),
    "compare": gettext_lazy("Compare two tables"),
}


def family_of(rule_set: str) -> str:
    """The family of a rule set in notation; house rules belong to the one they change."""
    name = rule_set.partition(" ")[0]
    return next((family for family, names in FAMILIES.items() if name in names), OTHER)


def families_among(rule_sets: Iterable[str]) -> tuple[str, ...]:
    """The families of these rule sets, each once, in the usual order."""
    found = {family_of(name) for name in rule_sets}
    return tuple(family for family in FAMILIES if family in found)
