"""Verdicts as JSON data, written only: nobody sends one in."""

from __future__ import annotations

from typing import Any

from engine.law.verdict import Finding, Verdict
from engine.notation.position_json import position_to_json


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict as the command line writes it."""
    remedy = verdict.remedy
    limit = {"remedy_limit": True} if verdict.remedy_limit else {}
    return {
        "legal": verdict.legal,
        "findings": [finding_to_json(finding) for finding in verdict.findings],
        "undecided": list(verdict.undecided),
        "fallback": list(verdict.fallback),
        "remedy": None if remedy is None else {"actions": [str(action) for action in remedy]},
        **limit,
        "went_out": verdict.went_out,
        "after": position_to_json(verdict.after),
    }


def finding_to_json(finding: Finding) -> dict[str, Any]:
    """A finding: the rule, whether it holds, the index of the action or null, and the facts."""
    return {
        "rule": finding.rule,
        "holds": finding.holds,
        "action": finding.action,
        "facts": dict(finding.facts),
    }
