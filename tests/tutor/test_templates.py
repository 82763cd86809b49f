"""Templates can be read by those who change them, and are sent without what only they need."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LONGEST = 120


def test_no_line_of_a_template_is_longer_than_a_screen() -> None:
    assert TEMPLATES
    assert {
        f"{path.relative_to(ROOT)}:{number} has {len(line)} characters"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST
    } == set()


def test_no_template_is_left_out_by_the_formatter() -> None:
    """Neither by a comment in it nor by a list."""
    assert {str(path) for path in TEMPLATES if "djangofmt:" in path.read_text(encoding="utf-8")} == set()
    chosen = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["djangofmt"]
    assert chosen["line-length"] == LONGEST
    assert not any("exclude" in option for option in chosen)


@pytest.mark.django_db
def test_page_is_sent_without_its_indentation_and_with_its_lines() -> None:
    page = Client().get("/en/").content.decode()
    assert "\n<h1>May I do that? Learn Canasta until you know.</h1>\n" in page
    assert re.findall(r"^[ \t]+<", page, re.MULTILINE) == []
