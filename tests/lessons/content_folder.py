"""The small content of these tests: one exercise of each kind, and copies of it with a fault."""

from __future__ import annotations

import shutil
from pathlib import Path

SMALL = Path(__file__).parent / "content"


def copied(folder: Path) -> Path:
    """A copy of the small content that a test may change."""
    return Path(shutil.copytree(SMALL, folder / "seeds"))


def changed(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy in which ``old`` is replaced by ``new`` in one file, once."""
    root = copied(folder)
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{old!r} does not stand in {file}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return root
