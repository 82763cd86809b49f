"""Questions on Samba and the other rule sets beside classic, answered by hand from the rules, for oracle and engine.

`samba_by_hand.jsonl` holds one in each line: a position with actions and the verdict, or a score question with its
total, the next minimum and whether the game is over (or the kind of the error).
"""

import json
from pathlib import Path

import pytest

from engine.judging.judge import judge
from engine.law.errors import EngineError
from engine.notation.as_json import position_to_json
from engine.notation.position_line import parse_position
from engine.score.questions import score_request
from tests import oracle
from tests.oracle_grid import grid
from tests.oracle_position import read_position

LINES = [
    json.loads(line)
    for line in Path(__file__).with_name("samba_by_hand.jsonl").read_text(encoding="utf-8").splitlines()
]
VERDICTS = [line for line in LINES if "position" in line]
SCORES = [line for line in LINES if "score" in line]


def named(line):
    return line["position"].split(" ")[0] + " " + ", ".join(line["actions"])


@pytest.mark.parametrize("line", VERDICTS, ids=named)
def test_verdict_by_hand(line):
    position = parse_position(line["position"])
    expected = {key: line[key] for key in ("legal", "broken", "undecided")}
    by_oracle = oracle.judge(position_to_json(position), line["actions"])
    assert {key: by_oracle[key] for key in expected} == expected
    verdict = judge(position, line["actions"])
    broken = sorted({finding.rule for finding in verdict.findings if not finding.holds})
    assert (verdict.legal, broken, sorted(verdict.undecided)) == tuple(expected.values())
    went_out = line.get("went_out", "no")
    assert (by_oracle["went_out"], verdict.went_out) == (went_out, went_out)


def answer(ask, question):
    try:
        sheet = ask(question)
    except (EngineError, oracle.OracleError) as problem:
        return {"error": problem.kind}
    return {key: sheet[key] for key in ("total", "next_minimum", "game_over")}


@pytest.mark.parametrize("line", SCORES, ids=lambda line: " / ".join(line["score"]["side"]["melds"]))
def test_score_by_hand(line):
    expected = {key: value for key, value in line.items() if key != "score"}
    assert answer(oracle.score, line["score"]) == expected
    assert answer(score_request, line["score"]) == expected


NEXT = [
    (
        "samba | play | hand 5h 6h 6d 7h 7d 7s 9c | own 300: Q=Qc Qd Qh Q=Qs Qc Qd 5c-7c=5c 6c 7c | stock 80",
        ["ask", "meld 7d 7h 7s", "meld 5h 6h 7h", "merge Q and Q#2"],
    ),
    (
        "samba | play | hand 8c 9c 4c 9d Ks | own 300: 5c-7c=5c 6c 7c | stock 80",
        [
            "ask",
            "add 4c to 5c-7c",
            "add 4c 8c to 5c-7c",
            "add 4c 8c 9c to 5c-7c",
            "add 8c to 5c-7c",
            "add 8c 9c to 5c-7c",
        ],
    ),
    (
        "samba | play | hand 9c 9d 9h 9s Ks | own 300: Q=Qc Qd Qh | stock 80",
        ["ask", "meld 9c 9d 9h", "meld 9c 9d 9s", "meld 9c 9h 9s", "meld 9d 9h 9s"],
    ),
    (
        "samba | draw | hand 9c 4d 5d | own 300: Q=Qc Qd Qh 5c-7c=5c 6c 7c | pile 4c 8c | stock 80",
        ["draw", "take onto 5c-7c"],
    ),
    (
        "global-trade | draw | hand Kc Kd 9c 4d 5d | own 300: Q=Qc Qd Qh | pile 4c JK | stock 80",
        ["draw", "take Kc Kd"],
    ),
    (
        "house-sperr-1500 | play | hand JK JK JK 3c 3c 3s 3s 4d | own 300: Q=Qc Qd Qh Qs Qc Qd Qh | stock 80",
        [
            "ask",
            "meld 3c 3c 3s",
            "meld 3c 3c 3s 3s",
            "meld 3c 3c 3s 3s JK JK JK",
            "add JK to Q",
            "add JK JK to Q",
            "add JK JK JK to Q",
        ],
    ),
]


@pytest.mark.parametrize(("position", "expected"), NEXT)
def test_next_actions_by_hand(position, expected):
    listed = oracle.legal_next(position_to_json(parse_position(position)), [])
    assert sorted(words for words in listed if not words.startswith("discard")) == sorted(expected)


def test_grid_names_all_kinds_of_melds():
    table = read_position(
        {"rules": "samba-wild", "hand": "5c 6c 7c Kc Kd Kh 2c 2d JK", "own": {"melds": ["Ac Ad Ah"]}}
    )
    tried = grid(table)
    assert {"meld 5c 6c 7c", "meld Kc Kd Kh", "meld 2c 2d JK", "meld Kc Kd 2c", "add 2c to A"} <= set(tried)
