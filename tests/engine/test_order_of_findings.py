"""What is broken is told in a fixed order: action by action, then the list as a whole, each in the ledger's order."""

from __future__ import annotations

from engine.judge import judge
from engine.rule_ids import ORDER
from tests.engine.test_cases import CASES, position_of


def test_findings_of_the_golden_cases_stand_in_order() -> None:
    several = 0
    for case in CASES:
        verdict = judge(
            position_of(case), case["actions"], unfinished=case.get("unfinished", False), remedy=False
        )
        broken = verdict.broken
        places = [(f.action is None, f.action or 0, ORDER[f.rule]) for f in broken]
        assert places == sorted(places), case["name"]
        several += len({place[:2] for place in places}) < len(places)
    assert several > 20, "hardly any action breaks two rules"
