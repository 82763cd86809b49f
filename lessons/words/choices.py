"""The words for what puzzles are looked for by: families of rule sets."""

from __future__ import annotations

from typing import Final

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy

from lessons.parting.families import FAMILIES, OTHER
from lessons.words.naming import named_rule_set

FAMILY_NAMES: Final = {
    **{family: lazy(named_rule_set, str)(family) for family in FAMILIES if family != OTHER},
    OTHER: gettext_lazy("House rules and other versions"),
}
