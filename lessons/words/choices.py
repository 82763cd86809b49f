"""The words for what puzzles are looked for by: families of rule sets, kinds of questions."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from lessons.parting.families import FAMILIES, OTHER
from lessons.words.vocabulary import RULE_SET_NAMES

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
