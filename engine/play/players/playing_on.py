"""Which policy plays the simulated deals of a rule set on."""

from __future__ import annotations

from functools import lru_cache

from engine.law.ruleset import RuleSet
from engine.play.players.playout import Playout
from engine.play.players.playout_suited import SuitedPlayout
from engine.play.players.style import CAREFUL, Style


@lru_cache(maxsize=16)
def playout_of(rules: RuleSet, style: Style = CAREFUL) -> Playout:
    """The policy of a rule set and a style, made once: it keeps what it has worked out, and nothing of any deal."""
    return SuitedPlayout(rules, style) if rules.sequences else Playout(rules, style)
