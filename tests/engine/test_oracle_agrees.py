"""The engine and the oracle, two readings of the same rules, give the same answers on random questions.

`python -m tests.agree` does the same for as many cases as one likes.
"""

import json
from functools import cache

import pytest

from engine.notation.as_json import position_to_json
from tests import oracle
from tests.agree import (
    NEXT_EVERY,
    compare_next,
    compare_remedy,
    compare_score,
    compare_verdict,
    differing_sheets,
)
from tests.golden import CASES, SCORES, position_of
from tests.oracle_rules import CLASSIC, RULE_SETS
from tests.samples import sample

BLOCKS = 10
CASES_IN_A_BLOCK = sample(20, 40)


def _seeds(block):
    return range(1 + block * CASES_IN_A_BLOCK, 1 + (block + 1) * CASES_IN_A_BLOCK)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_verdicts_of_random_action_lists_agree(block):
    assert [each for seed in _seeds(block) for each in compare_verdict(seed)] == []


@pytest.mark.parametrize("block", range(BLOCKS))
def test_remedies_are_legal_for_the_oracle(block):
    assert [each for seed in _seeds(block) for each in compare_remedy(seed)] == []


@pytest.mark.parametrize("block", range(BLOCKS))
def test_lists_of_legal_next_actions_agree(block):
    assert [each for seed in _seeds(block)[:: 2 * NEXT_EVERY] for each in compare_next(seed)] == []


def of_the_oracle(case):
    """Whether the oracle knows the rule set of this case."""
    rules = position_of(case).rules
    return (rules.base or rules.name) in RULE_SETS and {name for name, _ in rules.changes} <= set(CLASSIC)


@cache
def known():
    """The golden cases of rule sets that the oracle knows, by the name of the rule set."""
    found = {}
    for case in CASES:
        if of_the_oracle(case):
            found.setdefault(position_of(case).rules.name, []).append(case)
    return found


@pytest.mark.parametrize("name", RULE_SETS)
def test_golden_cases_hold_for_the_oracle(name):
    assert [each for case in known()[name] for each in differences(case)] == []


def test_the_oracle_knows_rule_sets_by_the_names_that_cases_give():
    assert set(known()) == set(RULE_SETS)


def differences(case):
    """Where the oracle says something else of a golden case."""
    position = json.loads(case["position_json"]) if "position_json" in case else None
    position = position or position_to_json(position_of(case))
    verdict = oracle.judge(position, case["actions"], case.get("unfinished", False))
    expected = {
        "broken": sorted(case["broken"]),
        "legal": case.get("legal"),
        "undecided": sorted(case.get("undecided", [])),
        "went_out": case.get("went_out", verdict["went_out"]),
    }
    return [
        f"{case['name']}: {key}: {verdict[key]}, not {value}: {case['because']}"
        for key, value in expected.items()
        if verdict[key] != value
    ]


def test_score_sheets_of_random_sides_agree():
    assert [each for seed in range(1, 401) for each in compare_score(seed)] == []


@pytest.mark.parametrize("score", SCORES, ids=lambda score: score["name"])
def test_golden_sheets_hold_for_the_oracle(score):
    assert differing_sheets(json.loads(score["request"])) == []
