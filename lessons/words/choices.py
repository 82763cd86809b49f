"""The words for what puzzles are looked for by: families of rule sets."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from lessons.parting.families import FAMILIES, OTHER
from lessons.words.vocabulary import RULE_SET_NAMES

FAMILY_NAMES: Final = {
    **{family: RULE_SET_NAMES[family] for family in FAMILIES if family != OTHER},
    OTHER: gettext_lazy("House rules and other versions"),
}
