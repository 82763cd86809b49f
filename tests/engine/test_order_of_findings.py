"""What is broken is told in a fixed order: action by action, then the list as a whole, each in the ledger's order."""

from __future__ import annotations

import pytest

from engine.judging.judge import judge
from engine.law.rulebook import ORDER
from engine.notation.position_line import parse_position
from tests.golden import CASES, position_of


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


@pytest.mark.parametrize(
    ("position", "actions", "rule", "facts"),
    [
        ("samba | draw | hand 4c 9d | own 300: K=Kc Kd Kh | stock 1", ["draw 5h"], "stock.short-draw", (2, 1)),
        ("samba | draw | hand 4c 9d | own 300: K=Kc Kd Kh | stock 1", ["draw"], "stock.short-draw", (2, 1)),
        ("classic-2p | draw | hand 4c 9d | own 300: K=Kc Kd Kh | stock 2", ["draw 3d 5h"], "stock.short-draw", (2, 1)),
        ("samba | draw | hand 4c 9d | own 300: K=Kc Kd Kh | stock 2", ["draw 5h 6d"], "turn.draw-count", (2, None)),
        ("samba | draw | hand 4c 9d | own 300: K=Kc Kd Kh | stock 9", ["draw 3d 5h 6d"], "turn.draw-count", (2, None)),
        ("classic | draw | hand 4c 9d | own 300: K=Kc Kd Kh | stock 1", ["draw"], "turn.draw-count", (1, None)),
    ],
)  # fmt: skip
def test_draw_cites_how_many_cards_came(
    position: str, actions: list[str], rule: str, facts: tuple[int, int | None]
) -> None:
    findings = {f.rule: f.facts for f in judge(parse_position(position), actions, unfinished=True).findings}
    assert {"turn.draw-count", "stock.short-draw"} & set(findings) == {rule}
    assert (findings[rule]["needed"], findings[rule].get("have")) == facts


def test_each_fault_is_told_once():
    never = parse_position("overview | play | hand 3c 3c 3s 4d 5c 6d | own 300: Q=Qc Qd Qh | stock 40")
    found = judge(never, ["meld 3c 3c 3s", "discard 4d"]).findings
    assert [(f.rule, f.facts) for f in found] == [("black3.meld-only-going-out", {"reason": "never"})]
    run = parse_position("samba | play | hand 2c 8h 4d 5c 9d | own 300: 5h-7h=5h 6h 7h | stock 40")
    found = judge(run, ["add 2c to 5h-7h", "add 8h to 5h-7h", "discard 4d"]).findings
    assert [(f.rule, f.action, f.facts) for f in found] == [
        ("samba.sequence-no-wild-no-three", 0, {"cards": "2c"})
    ]
