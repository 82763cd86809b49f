"""The golden cases of ``tests/cases``, read once for all tests that go through them; what they are: `test_cases`."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.law.position import Position
from engine.notation.as_json import position_from_json
from engine.notation.position_line import parse_position

Case = dict[str, Any]
_FILES: Final = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted((Path(__file__).parent / "cases").glob("*.toml"))
}


def entries(kind: str) -> dict[str, list[Case]]:
    """The cases of a kind by the file in which they stand."""
    return {name: file[kind] for name, file in _FILES.items() if kind in file}


BY_FILE: Final = entries("case")
CASES, SCORES, ERRORS, SCORE_ERRORS = (
    [case for cases in entries(kind).values() for case in cases]
    for kind in ("case", "score", "error", "score_error")
)


def position_of(case: Case) -> Position:
    if "position" in case:
        return _parsed(case["position"])
    return position_from_json(json.loads(case["position_json"]))


_parsed = cache(parse_position)
"""A position never changes, so that one is enough for all tests."""
