"""What the judge answers: findings, each a rule with its facts, and what they add up to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.law.actions import Action
from engine.law.position import Position
from engine.law.rule_ids import RuleId

WentOut = Literal["no", "yes", "concealed"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that was broken (``holds`` false) or that decided in favour.

    ``action`` is the index of the action, None for the list as a whole. ``facts`` are numbers, card texts and
    words for programs, never sentences; ``facts["because"]`` may name rules that explain why this one
    applies.
    """

    rule: RuleId
    holds: bool
    action: int | None
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The answer to "is that allowed, and why?".

    ``legal`` is None where the rule set's own text does not decide. ``findings`` holds every broken rule, or
    the rules that allow it. ``remedy`` is the smallest change that makes the actions legal, where there is
    one; ``remedy_limit`` says that the search for it stopped at its limit of steps, so that it is None or may not be
    the smallest. ``after`` is the position after the legal part.
    """

    legal: bool | None
    findings: tuple[Finding, ...]
    undecided: tuple[RuleId, ...] = ()
    fallback: tuple[RuleId, ...] = ()
    remedy: tuple[Action, ...] | None = None
    remedy_limit: bool = False
    went_out: WentOut = "no"
    after: Position

    @property
    def broken(self) -> tuple[Finding, ...]:
        """The findings of broken rules."""
        return tuple(finding for finding in self.findings if not finding.holds)
