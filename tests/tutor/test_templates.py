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


def test_what_gets_the_focus_is_no_alert_besides() -> None:
    """It would be heard twice."""
    tag = re.compile(r"<[a-z](?:[^<>]|\{%.*?%\})*>")
    said = re.compile(r'role="(alert|status)"')
    assert [
        f"{path.relative_to(ROOT)}: {one[0]}"
        for path in TEMPLATES
        for one in tag.finditer(path.read_text(encoding="utf-8"))
        if said.search(one[0]) and "autofocus" in one[0]
    ] == []


@pytest.mark.django_db
def test_page_is_sent_without_its_indentation_and_with_its_lines() -> None:
    page = Client().get("/en/").content.decode()
    assert "\n<h1>May I do that? Learn Canasta until you know.</h1>\n" in page
    assert re.findall(r"^[ \t]+<", page, re.MULTILINE) == []


KEPT_APART = {
    "privacy/_school_de.html",  # prose as long as a page, once in each language
    "privacy/_school_en.html",
    "privacy/_short_de.html",
    "privacy/_short_en.html",
    "lessons/_column_mark.html",
    "lessons/_finish.html",
    "lessons/_hints.html",
    "lessons/_feedback.html",
    "lessons/_sheet_row.html",
    "lessons/_stage_button.html",
    "play/_coach.html",  # beside a played deal
}


def test_part_that_one_page_uses_stands_in_that_page() -> None:
    """A part that Python names is a page of its own here."""
    users: dict[str, set[str]] = {}
    sources = [
        *TEMPLATES,
        *(path for folder in ("lessons", "tutor") for path in (ROOT / folder).rglob("*.py")),
    ]
    for path in sources:
        for name in re.findall(r'"((?:[\w/]+/)?_\w+\.html)', path.read_text(encoding="utf-8")):
            users.setdefault(name, set()).add(str(path))
    parts = {str(path.relative_to(ROOT / "templates")) for path in TEMPLATES if path.name.startswith("_")}
    assert parts == users.keys()
    alone = {name for name, where in users.items() if len(where) == 1 and not where.pop().endswith(".py")}
    assert alone == KEPT_APART


def test_a_button_outside_its_form_says_that_it_submits_it() -> None:
    """htmx follows such a button only by its type; without it the form is sent and nobody learns which was pressed."""
    for path in TEMPLATES:
        for button in re.findall(r"<button\b(?:[^>\"]|\"[^\"]*\")*>", path.read_text(encoding="utf-8")):
            assert " form=" not in button.replace("\n", " ") or 'type="submit"' in button, f"{path}: {button}"
