"""What a rule is said to be under a rule set, where the words of the classic law would not be so, or not be known."""

from __future__ import annotations

from typing import Final

import pytest
from django.utils.translation import override

from engine.law.variants import RULE_SETS
from lessons.saying.wording import rule_on_card

SAMBAS: Final = "samba samba-wild samba-15000 samba-aces"
PAGE: Final = "spielregeln house-joker-1000"
"""The page with readers' questions, and what is derived from it."""

TOLD: Final = (
    # rule sets, rule, German and English words that must stand, and that must not
    ("global-trade", "freeze.until-taken", "bleibt offen", "left open", "bleibt eingefroren, bis", "stays frozen until"),
    ("classic samba", "freeze.until-taken", "bleibt eingefroren, bis", "stays frozen until", "offen", "left open"),
    ("global-trade", "red3.forgotten-penalty", "im ersten Zug", "in your first turn", "am Ende", "when the deal ends"),
    (f"classic classic-2p wiener overview {PAGE} {SAMBAS}", "red3.forgotten-penalty",
     "nur aus zweiter Hand", "only second-hand", "kostet", "costs"),
    (PAGE, "initial.threshold-high", "bei genau 3.000 Punkten 90 oder 120", "at exactly 3,000", "oder mehr", "or more"),
    (PAGE, "initial.top-card-counts", "nichts vom Ablagestapel", "Nothing from the discard pile",
     "zählt seine oberste Karte", "its top card counts"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "rule", "language", "stands", "never"),
    [
        (name, rule, language, stands, never)
        for names, rule, german, english, not_german, not_english in TOLD
        for name in names.split()
        for language, stands, never in (("de", german, not_german), ("en", english, not_english))
    ],
)
def test_rule_is_told_as_the_text_of_the_rule_set_has_it(
    name: str, rule: str, language: str, stands: str, never: str
) -> None:
    with override(language):
        told = rule_on_card(rule, RULE_SETS[name])
    assert stands in told
    assert never not in told
