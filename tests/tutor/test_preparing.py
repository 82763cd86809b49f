"""What is done again at the next start, and what is not."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core import checks
from django.core.management import CommandError, call_command

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


@pytest.fixture
def called(monkeypatch, settings, tmp_path: Path) -> list[str]:
    """The commands that are called; each does what it does, in a folder of the test."""
    settings.VAR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    commands: list[str] = []

    def call(name: str, **options: Any) -> None:
        commands.append(name)
        call_command(name, **options)

    monkeypatch.setattr(preparing, "call_command", call)
    return commands


def test_what_is_sent_is_collected_once_until_it_changes(called: list[str], settings, tmp_path: Path) -> None:
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "tutor.site.styles.JoinedStyles"}}
    source = tmp_path / "sources"
    source.mkdir()
    (source / "one.css").write_text("a {}", encoding="utf-8")
    settings.STATICFILES_DIRS = [source]
    preparing.collect_static()
    preparing.collect_static()
    assert called == ["collectstatic"]
    (source / "one.css").write_text("b {}", encoding="utf-8")
    os.utime(source / "one.css", (time.time() + 2,) * 2)  # what is as old is not copied, by the second
    preparing.collect_static()
    assert called == ["collectstatic"] * 2
    assert (settings.STATIC_ROOT / "one.css").read_text(encoding="utf-8") == "b {}"
    shutil.rmtree(settings.STATIC_ROOT)
    preparing.collect_static()
    assert (settings.STATIC_ROOT / "one.css").is_file()


def test_collecting_that_was_interrupted_begins_again(called: list[str], monkeypatch, tmp_path: Path) -> None:
    (tmp_path / "static_collected").write_text(preparing.static_digest(), encoding="ascii")
    monkeypatch.setattr(preparing, "static_digest", lambda: "of other files")
    monkeypatch.setattr(preparing, "call_command", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        preparing.collect_static()
    assert not (tmp_path / "static_collected").exists(), "what it says is no longer true of what lies there"


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
