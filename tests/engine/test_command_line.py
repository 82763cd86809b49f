"""The command line: one line in, one line out, in order; a bad line is answered and the rest go on."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import source_of

ROOT = Path(__file__).parents[2]
POSITION = {
    "rules": "classic",
    "phase": "draw",
    "hand": "5s 9c 9h Kh 2c",
    "own": {"score": 1480, "melds": [{"cards": "Qc Qd Qh", "by": "partner"}]},
    "pile": "5h 2d 9d",
}


def run(command: str, *lines: object) -> list[dict]:
    text = b"\n".join(
        line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode()
        for line in lines
    )
    done = subprocess.run(
        [sys.executable, "-m", "engine", command],
        input=text,
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    assert not done.stderr
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def test_judge_answers_with_all_parts_of_the_verdict():
    (answer,) = run("judge", {"position": POSITION, "actions": ["take 9c 2c", "discard 5s"]})
    assert set(answer) == {
        "legal", "findings", "undecided", "fallback", "remedy", "went_out", "after",
    }  # fmt: skip
    assert answer["legal"] is False
    assert [(f["rule"], f["holds"], f["action"]) for f in answer["findings"]] == [
        ("freeze.take-natural-pair-only", False, 0)
    ]
    assert answer["remedy"] == {"actions": ["take 9c 9h", "discard 5s"]}
    assert answer["after"]["pile"] == "5h 2d 9d"


def test_judge_shows_the_position_after_legal_actions():
    (answer,) = run("judge", {"position": POSITION, "actions": ["take 9c 9h", "discard 5s"]})
    assert answer["legal"] is True
    after = answer["after"]
    assert (after["hand"], after["pile"], after["my_turn"]) == ("5h Kh 2c 2d", "5s", False)
    assert {"cards": "9c 9d 9h", "by": "self"} in after["own"]["melds"]


def test_a_card_drawn_without_its_name_is_counted():
    (answer,) = run("judge", {"position": POSITION, "actions": ["draw"], "unfinished": True})
    assert answer["after"]["unknown_cards"] == 1


def test_a_bad_line_is_answered_and_the_rest_go_on():
    good = {"position": POSITION, "actions": ["draw"]}
    answers = run(
        "judge", good, "no json", {"actions": []}, good | {"actions": ["discard Ah"]}, good | {"actions": ["fly"]},
        good | {"position": POSITION | {"hand": "Kh Kh Kh"}}, good,
    )  # fmt: skip
    errors = [answer.get("error", {}) for answer in answers]
    assert [(e.get("kind"), e.get("where")) for e in errors] == [
        (None, None), ("request", "line"), ("request", "position"), ("request", "actions[0]"),
        ("notation", "actions[0]"), ("position", "hand"), (None, None),
    ]  # fmt: skip
    assert all(e["message"] for e in errors if e)


def nested(depth: int) -> str:
    return '{"position": {"rules": {"base": "classic", "changes": {"max_wilds": %s}}}}' % (
        "[" * depth + "]" * depth
    )


def test_a_line_that_no_sane_program_writes_is_answered_and_the_rest_go_on():
    good = {"position": POSITION}
    in_text = "classic{max_wilds=" + "[" * 990 + "]" * 990 + "} | play"
    bad = [
        '{"position": "classic | play | hand \\ud800"}', '{"\\udfff": 1}', b'{"position": "\xff"}', b"\x00", "\ufeff{}",
        '{"position": NaN}', '{"position": ' + "9" * 5000 + "}", "[" * 100_000, *map(nested, range(900, 1000)),
        {"position": "classic | play | hand K\u017f"}, {"position": "classic | play | hand \u212ah"},
        {"position": 'classic{wild_only_melds="\\ud800"} | play'}, {"position": in_text},
        {"position": {"rules": "classic", "own": False}}, {"position": {"rules": "classic", "version": True}},
        {"position": {"rules": {"base": "classic", "changes": {"hand_size": {"4": 11, "04": 5}}}}},
    ]  # fmt: skip
    answers = run("actions", *bad, good)
    assert all(answer["error"]["message"] for answer in answers[:-1])
    assert len(answers) == len(bad) + 1
    assert answers[-1]["actions"][0] == "draw"


def test_one_question_is_not_two():
    (answer,) = run("score", {"rules": "classic", "side": {}, "sides": [{}, {}]})
    assert answer["error"]["where"] == "side"


def test_actions_lists_the_next_steps():
    (answer,) = run("actions", {"position": POSITION})
    assert answer == {"actions": ["draw", "take 9c 9h", "take 9c 9h 2c"]}


def test_score_adds_up_the_sheet():
    side = {
        "melds": ["Kc Kd Kh Ks Kc Kd Kh", "5c 5d 5h 5s 2c 2h JK", "Ac Ad As"], "red_threes": "3h",
        "hands": ["8h 4c 2d", ""], "went_out": "yes", "score_before": 1480,
    }  # fmt: skip
    (answer,) = run("score", {"rules": "classic", "players": 4, "side": side})
    assert sum(line["points"] for line in answer["lines"]) == answer["total"] == 1205
    assert (answer["score_after"], answer["next_minimum"], answer["game_over"]) == (2685, 90, False)


def test_score_of_both_sides_names_the_winner_and_leaves_a_tie_open():
    rich = {"melds": ["Kc Kd Kh"], "score_before": 4990}
    richer = {"melds": ["Ac Ad Ah"], "score_before": 4990}
    won, tied, going = run(
        "score",
        {"rules": "classic", "sides": [rich, richer]},
        {"rules": "classic", "sides": [rich, {"melds": ["Qc Qd Qh"], "score_before": 4990}]},
        {"rules": "classic", "sides": [{"melds": ["Kc Kd Kh"]}, {}]},
    )
    assert (won["game_over"], won["winner"]) == (True, 1)
    assert (tied["game_over"], tied["winner"]) == (True, None)
    assert (going["game_over"], going["winner"]) == (False, None)


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        ({"side": {}}, "rules"),
        ({"rules": "classic"}, "side"),
        ({"rules": "classic", "side": {"melds": ["Kc Kd"]}}, "side.melds[0]"),
        ({"rules": "classic", "side": {"melds": ["Kc Kd Kh", "Ks 2c Kc"]}}, "side.melds[1]"),
        ({"rules": "classic", "side": {"hands": ["Kc Kc Kc"]}}, "side.hands"),
        ({"rules": "classic", "side": {"went_out": "yes"}}, "side.went_out"),
        ({"rules": "classic", "side": {"red_threes": "3c"}}, "side.red_threes"),
        (
            {"rules": "classic", "sides": [{"melds": ["Kc Kc Kd"]}, {"melds": ["Kc Kh Ks"]}]},
            "sides[1].melds[0]",
        ),
        ({"rules": "classic", "players": 6, "side": {}}, "players"),
    ],
)
def test_an_impossible_sheet_is_refused_naming_the_key(request_, where):
    (answer,) = run("score", request_)
    assert answer["error"]["where"] == where


def test_rules_gives_parameters_and_every_rule_id():
    (answer,) = run("rules", {"rules": "classic"})
    assert answer["parameters"]["initial_steps"][2] == {"from": 1500, "minimum": 90}
    assert answer["ids"]["out.bonus"] == {"value": 100, "status": "text", "sources": ["official"]}
    assert answer["ids"]["wild.majority"]["value"] is False
    assert answer["ids"]["game.tie"]["status"] == "contradiction"
    assert len(answer["ids"]) == 140


def test_an_unknown_command_ends_with_a_hint():
    done = subprocess.run(
        [sys.executable, "-m", "engine", "play"], capture_output=True, cwd=ROOT, check=False
    )
    assert done.returncode == 2
    assert b"judge|score|actions|rules" in done.stderr


def test_the_engine_imports_nothing_outside_the_standard_library():
    for path in (ROOT / "engine").rglob("*.py"):
        for node in source_of(path).imports:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] in {"engine", *sys.stdlib_module_names}, (path, name)
