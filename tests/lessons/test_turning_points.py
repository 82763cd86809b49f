"""On what one thing an action turns: shown by changing the number or the condition, and by the engine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content import bank
from lessons.proving.turning_points import turns_on_one
from tests import deciding

THREE_WILDS = (
    "classic | play | hand 4c 2c JK 9h | own 0: 5=5c 5d 2d 2h* K=Kc Kd Kh | opp 0 | pile 9d | stock 40"
)
FROZEN = "classic | draw | hand 9c 4c 5d JK | own 0: K=Kc Kd Kh* | opp 0 | pile 2h 9d | stock 40 | partner 9"
UNOPENED = "classic | draw | hand 9c 4c 5d JK | own 0 | opp 0 | pile 6h 9d | stock 40 | partner 9"
SHORT = "classic | play | hand 4c 4d 4h 9d Kc | own 0 | opp 0 | pile 9h | stock 40 | partner 9"
LAST = "classic | play | hand 4c 9d | own 0: 4=4d 4h 4s* 9=9c 9h 9s | opp 0 | pile Kh | stock 40 | partner 9"
ASKED = (
    "classic | play | hand 4c 9d | own 0: 4=4d 4h 4s* K=Kc Kd Kh Ks Ks Kc Kd | opp 0 | pile Kh | stock 40 "
    "| partner 9 | permission no"
)


@pytest.mark.parametrize(
    ("line", "actions", "rule"),
    [
        (THREE_WILDS, ["add 2c JK to 5", "discard 4c"], "wild.max-per-meld"),
        (FROZEN, ["take 9c JK", "discard 4c"], "freeze.take-natural-pair-only"),
        (UNOPENED, ["take 9c JK", "discard 4c"], "pickup.before-initial"),
        (SHORT, ["meld 4c 4d 4h", "discard 9d"], "initial.threshold-low"),
        (LAST, ["add 4c to 4", "discard 9d"], "out.canastas-needed"),
        (ASKED, ["add 4c to 4", "discard 9d"], "out.ask-binding"),
    ],
)
def test_action_turns_on_the_rule_without_which_it_is_allowed(
    line: str, actions: list[str], rule: str
) -> None:
    assert turns_on_one(parse_position(line), parse_actions(actions)) == rule


@pytest.mark.parametrize(
    ("line", "actions"),
    [
        (THREE_WILDS, ["discard 4c"]),  # allowed
        (FROZEN, ["take JK", "discard 4c"]),  # thawed, a wild card alone takes nothing either
        (SHORT, ["meld 4c 9d Kc", "discard 4d"]),  # ranks do not fit, whatever the minimum
    ],
)
def test_action_that_is_allowed_or_wrong_twice_turns_on_nothing(line: str, actions: list[str]) -> None:
    assert turns_on_one(parse_position(line), parse_actions(actions)) == ""


def test_command_tells_the_share_of_the_commonest_reason(capsys: pytest.CaptureFixture[str]) -> None:
    deciding.main(["--theme", "one-card-must-stay", "--theme", "mistake-in-the-melds", "--sample", "6"])

    told = capsys.readouterr().out
    line = next(one for one in told.splitlines() if one.startswith("one-card-must-stay"))
    assert "100%" in line
    assert line.endswith("turn.keep-a-card")
    first = bank.entries_of("mistake-in-the-melds")
    assert f"{len(first)} " in next(
        one for one in told.splitlines() if one.startswith("mistake-in-the-melds")
    )


def test_command_proves_the_puzzles_with_an_idea_and_names_what_fails() -> None:
    found = deciding.ideas_of(bank.themes(), sample=2)
    assert (found.looked_at, found.failing, found.fall_short) == (10, (), False)
    told = next(deciding.lines_of_ideas(found))
    assert f"{found.count} puzzles (wanted 400)" in told
    assert "10 of 10" in told
    bad = [
        replace(found, count=399),
        replace(found, failing=("one: it breaks two",)),
        replace(found, alike=11),
    ]
    assert [one.fall_short for one in bad] == [True, True, True]
    assert list(deciding.lines_of_ideas(bad[1]))[1:] == ["NOT PROVED: one: it breaks two"]
