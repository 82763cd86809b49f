"""The named rule sets, each a difference from its parent."""

from __future__ import annotations

from typing import Final

from engine.errors import EngineError
from engine.ruleset import RuleSet

CLASSIC: Final = RuleSet(name="classic")
"""The official laws of 1949/51 for four players in two partnerships, as widely published."""

RULE_SETS: Final[dict[str, RuleSet]] = {CLASSIC.name: CLASSIC}
"""All named rule sets in the ledger's order."""


def rule_set(name: str, *, where: str = "rules") -> RuleSet:
    """The rule set of this name; raises EngineError naming ``where`` if there is none."""
    try:
        return RULE_SETS[name]
    except KeyError:
        raise EngineError("position", where, "unknown-rule-set", name=name) from None
