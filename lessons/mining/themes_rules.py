"""Groups of rules and of rule sets that several themes are about."""

from __future__ import annotations

from typing import Final

STEPS: Final = (
    "initial.threshold-low",
    "initial.threshold-mid",
    "initial.threshold-high",
    "initial.threshold-negative",
    "samba.initial-7000",
)
CLASSIC: Final = ("classic", "classic", "wiener", "classic-2p")
SAMBAS: Final = ("samba", "samba", "samba-wild", "samba-aces")
SAMBA_RULES: Final = (
    "samba.sequence-shape",
    "samba.sequence-ace-high",
    "samba.sequence-max-seven",
    "samba.sequence-no-wild-no-three",
)
TAKING: Final = (
    "pickup.natural-plus-wild",
    "pickup.natural-pair",
    "pickup.top-wild",
    "pickup.top-black-three",
    "pickup.top-must-be-melded",
    "pickup.whole-pile",
    "pickup.one-card-rule",
    "pickup.top-red-three",
)
SHAPES: Final = ("meld.min-size", "meld.same-rank", "meld.no-sequence")
LYING: Final = ("meld.no-opponent", "wild.no-swap", "meld.stays-on-table")
