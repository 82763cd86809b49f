"""Questions about a score that cannot be answered: golden ``[[score_error]]`` cases of ``tests/cases``.

Each names the kind of the error, the key at fault, the code, and one sentence why; ``facts`` where they are compared.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.law.errors import EngineError
from engine.score.questions import score_request
from tests.golden import SCORE_ERRORS


@pytest.mark.parametrize("case", SCORE_ERRORS, ids=lambda case: case["name"])
def test_a_score_that_cannot_be_counted_names_what_is_wrong(case: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as caught:
        score_request(json.loads(case["request"]))
    found = (caught.value.kind, caught.value.where, caught.value.code)
    assert found == (case["kind"], case["where"], case["code"]), case["because"]
    for key, value in case.get("facts", {}).items():
        assert caught.value.facts[key] == value


def test_there_are_cases_and_each_has_its_own_name() -> None:
    names = [case["name"] for case in SCORE_ERRORS]
    assert len(names) >= 15
    assert len(set(names)) == len(names)
