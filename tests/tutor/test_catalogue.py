"""The German catalogue: complete, compiled, and true to its placeholders."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUE = ROOT / "tutor" / "locale" / "de" / "LC_MESSAGES" / "django.po"
# %(name)s, %s, {name}, {} and %%: what a sentence is filled in with.
ACTOR = re.compile(r"%\((?:who|sides?)\)s", re.IGNORECASE)
"""Who acts is filled in by its name, so each language may say it where its grammar wants it."""
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z%]|\{\w*\}")

Message = tuple[str | None, str, str]  # context, singular, plural


def entries(path: Path) -> list[polib.POEntry]:
    return [entry for entry in polib.pofile(str(path)) if not entry.obsolete]


def messages(path: Path) -> set[Message]:
    return {(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in entries(path)}


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_compiled_catalogue_is_what_its_source_compiles_to() -> None:
    """If not: `python3 manage.py compile_messages`."""
    assert CATALOGUE.with_suffix(".mo").read_bytes() == polib.pofile(str(CATALOGUE)).to_binary()


def test_no_message_is_empty_or_unsure() -> None:
    found = entries(CATALOGUE)
    assert found
    assert [entry.msgid for entry in found if entry.fuzzy] == []
    assert [entry.msgid for entry in found if not all(translations(entry))] == []
    assert [entry.msgid for entry in found if entry.msgid_plural and len(translations(entry)) != 2] == []


def test_placeholders_agree() -> None:
    """A wrong one would fail when the sentence is shown. A singular may say its number in a word."""
    wrong = []
    for entry in entries(CATALOGUE):
        allowed = sorted(PLACEHOLDER.findall(ACTOR.sub("", entry.msgid_plural or entry.msgid)))
        for number, text in enumerate(translations(entry)):
            found = sorted(PLACEHOLDER.findall(ACTOR.sub("", text)))
            is_singular = bool(entry.msgid_plural) and number == 0
            if not (set(found) <= set(allowed) if is_singular else found == allowed):
                wrong.append((entry.msgid, text))
    assert not wrong


def test_every_message_of_code_and_templates_is_in_the_catalogue(tmp_path: Path) -> None:
    """And no other. If not: `python3 manage.py makemessages -l de --no-location --no-wrap -i tests`."""
    if shutil.which("xgettext") is None:
        reason = "xgettext is not installed (Debian: apt-get install gettext)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    for folder in ("engine", "lessons", "tutor", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("static", "*.mo"))
    subprocess.run(
        [sys.executable, "-m", "django", "makemessages", "--locale", "de", "--no-location", "--no-wrap"],
        cwd=tmp_path,
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith("TUTOR_")},
            "DJANGO_SETTINGS_MODULE": "tutor.settings",
            "PYTHONPATH": str(tmp_path),
        },
        check=True,
        capture_output=True,
    )
    fresh = messages(tmp_path / CATALOGUE.relative_to(ROOT))
    assert sorted(map(str, fresh - messages(CATALOGUE))) == []
    assert sorted(map(str, messages(CATALOGUE) - fresh)) == []
