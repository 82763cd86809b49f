"""What the README tells people to type is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from django.core.management import get_commands

README = Path(__file__).resolve().parent.parent / "README.md"


def test_engine_example_prints_what_it_says() -> None:
    outcome = doctest.testfile(str(README), module_relative=False)
    assert outcome.attempted
    assert not outcome.failed


def test_named_commands_exist() -> None:
    named = set(re.findall(r"manage\.py ([a-z_]+)", README.read_text(encoding="utf-8")))
    assert {"up", "test", "prepare"} <= named <= set(get_commands())


def test_named_paths_exist() -> None:
    text = README.read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:engine|lessons|tutor|templates|seeds|tests|requirements)/[\w./-]*)`", text))
    assert named
    assert [path for path in sorted(named) if not (README.parent / path).exists()] == []
