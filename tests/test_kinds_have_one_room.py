"""What differs between kinds of exercises stands in ``lessons/kinds/``: nobody else tells kinds apart.

Seen are ``isinstance`` and ``match`` with a class that ends in ``Task``, and comparisons of an item's, a task's, a
form's or a draft's ``kind``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HOLDERS = frozenset({"item", "task", "step", "form", "draft"})
"""What has the kind of an exercise; other things have kinds of their own."""

STILL = frozenset(
    {
        "lessons/counting/computing.py",
        "lessons/counting/opposing.py",
        "lessons/miscounts/known.py",
        "lessons/mining/difficulty.py",
        "lessons/mining/mine.py",
        "lessons/saying/numbers.py",
        "tutor/editor/items.py",
        "tutor/editor/items_views.py",
    }
)
"""Modules that still do: those above the kinds read the task of a number or a sheet, and mining and the editor make
exercises of a few kinds only. The list only becomes shorter."""


def tells_kinds_apart(source: str) -> Iterator[int]:
    """The lines on which this source does."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            names = {one.id for one in ast.walk(node.args[1]) if isinstance(one, ast.Name)}
            if any(name.endswith("Task") and name != "Task" for name in names):
                yield node.lineno
        elif isinstance(node, ast.MatchClass) and ast.unparse(node.cls).endswith("Task"):
            yield node.cls.lineno
        elif any(map(_is_kind, _looked_at(node))):
            yield node.lineno  # type: ignore[attr-defined]


def _looked_at(node: ast.AST) -> list[ast.expr]:
    """What a comparison or a match looks at."""
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    return [node.subject] if isinstance(node, ast.Match) else []


def _is_kind(node: ast.expr) -> bool:
    if not isinstance(node, ast.Attribute) or node.attr != "kind":
        return False
    holder = node.value.attr if isinstance(node.value, ast.Attribute) else ast.unparse(node.value)
    return holder in HOLDERS


def outside() -> Iterator[str]:
    for package in ("lessons", "tutor"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith("lessons/kinds/"):
                yield name


def test_only_the_room_of_kinds_tells_them_apart() -> None:
    found = {name for name in outside() if any(tells_kinds_apart((ROOT / name).read_text(encoding="utf-8")))}
    assert found == STILL


@pytest.mark.parametrize(
    "source",
    [
        "isinstance(item.task, NumberTask)",
        "isinstance(task, MeldsTask | TurnTask)",
        "match task:\n    case LegalTask() as one: pass",
        "item.kind == 'sheet'",
        "one.form.kind in ('cards', 'turn')",
        "match item.kind:\n    case 'legal': pass",
    ],
)
def test_telling_kinds_apart_is_seen(source: str) -> None:
    assert list(tells_kinds_apart(source))


@pytest.mark.parametrize("source", ["block.kind == 'lines'", "isinstance(node, ast.Call)", "card.kind == 3"])
def test_other_kinds_are_none_of_it(source: str) -> None:
    assert not list(tells_kinds_apart(source))
