"""The page that describes the notation says what the parser reads."""

from __future__ import annotations

import json
import re
from pathlib import Path

from engine.law.rulebook import RULES
from engine.law.ruleset import ABOUT
from engine.notation.as_json import position_from_json
from engine.notation.position_line import format_position, parse_position
from engine.notation.text import format_action, parse_action

PAGE = (Path(__file__).parents[2] / "engine" / "NOTATION.md").read_text(encoding="utf-8")


def test_the_line_on_the_page_is_canonical():
    (line,) = re.findall(r"^    (classic \|.*)$", PAGE, re.MULTILINE)
    assert format_position(parse_position(line)) == line


def test_the_json_on_the_page_is_a_position():
    (text,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert position_from_json(json.loads(text)).upcard is not None


def test_every_action_on_the_page_is_read_and_printed_the_same():
    listed = re.search(r"in which they are done:\n\n(.*?)\n\n", PAGE, re.DOTALL)
    actions = re.findall(r"`([^`]+)`", listed[1])
    assert len(actions) == 22
    assert [format_action(parse_action(action)) for action in actions] == actions


def test_the_page_says_of_every_parameter_what_it_is_its_unit_and_its_rule():
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.*) \| (\d+\.\d+) \|$", PAGE, re.MULTILINE)
    about = [(name, one.says, one.unit, RULES[one.rule].number) for name, one in ABOUT.items()]
    assert rows == about
    assert all(one.unit or one.is_switch or one.choices for one in ABOUT.values())
