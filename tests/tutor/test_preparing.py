"""When the content is checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core import checks
from django.core.management import CommandError

from tutor.setup import preparing


@pytest.fixture
def checked(monkeypatch) -> list[list[str]]:
    """The tags of each run of the checks; there are no problems."""
    runs: list[list[str]] = []
    monkeypatch.setattr(checks, "run_checks", lambda *, tags, **options: runs.append(tags) or [])
    return runs


def test_content_is_checked_once_until_it_changes(tmp_path: Path, monkeypatch, checked) -> None:
    stamp = tmp_path / "stamp"
    preparing.check_content(stamp=stamp)
    preparing.check_content(stamp=stamp)
    assert checked == [["content"]]
    monkeypatch.setattr(preparing, "content_digest", lambda: "changed")
    preparing.check_content(stamp=stamp)
    assert checked == [["content"], ["content"]]


def test_problem_stops_the_set_up_and_is_found_again(tmp_path: Path, monkeypatch) -> None:
    problem = checks.Error("seeds/lessons/01-cards/stage.toml: title.en: missing", id="content.E001")
    monkeypatch.setattr(checks, "run_checks", lambda **options: [problem])
    for _ in range(2):
        with pytest.raises(CommandError, match=r"stage\.toml: title\.en"):
            preparing.check_content(stamp=tmp_path / "stamp")


@pytest.mark.parametrize(
    ("file", "matters"),
    [
        ("seeds/lessons/01-cards/stage.toml", True),
        ("engine/rules/pile.py", True),
        ("lessons/schema.py", True),
        ("seeds/README.md", False),
        ("tutor/site/views.py", False),
    ],
)
def test_digest_changes_with_content_and_its_judges(tmp_path: Path, file: str, matters: bool) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text("a", encoding="utf-8")
    before = preparing.content_digest(root=tmp_path)
    path.write_text("b", encoding="utf-8")
    assert (preparing.content_digest(root=tmp_path) != before) is matters
