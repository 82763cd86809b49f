"""What differs between kinds of exercises stands in ``lessons/kinds/``: nobody else tells kinds apart.

Seen are, in Python: ``isinstance`` and ``match`` with a class that ends in ``Task``; parts of a task taken by a name
that it may have or not (the registry gives them: ``given``); comparisons of an item's, a task's, a form's or a draft's
``kind``; comparisons of any ``kind`` with the name of a kind; lists and mappings of such names. In templates: the same
comparisons. Makers of puzzles write the names into the records that they make.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from lessons.kinds.registry import KINDS

ROOT = Path(__file__).resolve().parent.parent
NAMES = frozenset(KINDS)
READING = "lessons/content/reading.py"
"""It stands above the kinds and reads two parts by their names: the position, and the rule set where there is none."""
HOLDERS = frozenset({"item", "task", "step", "form", "draft"})
"""What has the kind of an exercise; other things have kinds of their own."""
IF = re.compile(r"{%-?\s*(?:if|elif)\b(.*?)%}", re.DOTALL)
COMPARED = re.compile(r"([\w.]*\bkind)\s*(?:==|!=|in\b|not in\b)\s*(\S+)")


def tells_kinds_apart(source: str) -> list[int]:
    """The lines on which this source does."""
    return [node.lineno for node in ast.walk(ast.parse(source)) if _tells(node)]


def _tells(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="getattr"), args=[holder, ast.Constant(), *_]):
            return ast.unparse(holder).split(".")[-1] == "task"
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, classes]):
            names = {one.id for one in ast.walk(classes) if isinstance(one, ast.Name)}
            return any(name.endswith("Task") and name != "Task" for name in names)
        case ast.MatchClass():
            return ast.unparse(node.cls).endswith("Task")
        case ast.Compare() | ast.Match():
            return _compares(node)
        case ast.Tuple() | ast.List() | ast.Set() | ast.Dict():
            return _only_names(node)
    return False


def _compares(node: ast.Compare | ast.Match) -> bool:
    """Whether a kind of an exercise is compared: its holder says so, or what it is compared with."""
    sides = [node.subject, *_values(node)] if isinstance(node, ast.Match) else [node.left, *node.comparators]
    kinds = [side for side in sides if isinstance(side, ast.Attribute) and side.attr == "kind"]
    texts = {one.value for side in sides for one in ast.walk(side) if isinstance(one, ast.Constant)}
    return any(map(_held, kinds)) or bool(kinds and texts & NAMES and not _of_others(kinds))


def _held(node: ast.Attribute) -> bool:
    return _holder(node) in HOLDERS


def _of_others(kinds: Iterable[ast.Attribute]) -> bool:
    return all(_holder(one) == "block" for one in kinds)


def _holder(node: ast.Attribute) -> str:
    return node.value.attr if isinstance(node.value, ast.Attribute) else ast.unparse(node.value)


def _values(node: ast.Match) -> list[ast.expr]:
    patterns = (one for case in node.cases for one in ast.walk(case.pattern))
    return [one.value for one in patterns if isinstance(one, ast.MatchValue)]


def _only_names(node: ast.Tuple | ast.List | ast.Set | ast.Dict) -> bool:
    """Whether several names of kinds stand here together, and nothing else does."""
    members = node.keys if isinstance(node, ast.Dict) else node.elts
    texts = [one.value if isinstance(one, ast.Constant) else None for one in members]
    return len(texts) > 1 and set(texts) <= NAMES


def template_tells_kinds_apart(source: str) -> bool:
    compared = (match for one in IF.finditer(source) for match in COMPARED.finditer(one[1]))
    return any(
        name.rpartition(".")[0].rpartition(".")[2] in HOLDERS or with_what.strip("\"'") in NAMES
        for name, with_what in (match.groups() for match in compared)
    )


def outside() -> Iterator[str]:
    for package in ("lessons", "tutor"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith("lessons/kinds/") and name != READING:
                yield name


def test_only_the_room_of_kinds_tells_them_apart() -> None:
    found = {name for name in outside() if tells_kinds_apart((ROOT / name).read_text(encoding="utf-8"))}
    assert not found


def test_no_template_tells_kinds_apart() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "templates").rglob("*.html")
        if template_tells_kinds_apart(path.read_text(encoding="utf-8"))
    }
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "isinstance(item.task, NumberTask)",
        "getattr(item.task, 'side', None)",
        "isinstance(task, MeldsTask | TurnTask)",
        "match task:\n    case LegalTask() as one: pass",
        "item.kind == first.item.kind",
        "item.kind == 'sheet'",
        "one.kind == 'sheet'",
        "one.kind in ('cards', 'turn')",
        "match found.kind:\n    case 'legal': pass",
        "SHORT = ('legal', 'cards')",
        "MAKERS = {'legal': one, 'order': other}",
    ],
)
def test_telling_kinds_apart_is_seen(source: str) -> None:
    assert tells_kinds_apart(source)


@pytest.mark.parametrize(
    "source",
    [
        "block.kind == 'cards'",
        "isinstance(node, ast.Call)",
        "getattr(item, 'slug')",
        "getattr(task, name)",
        "card.kind == 3",
        "one.kind != asked.kind",
        "record = {'kind': 'legal', 'actions': actions}",
        "MOST = ('cards', 'rows')",
    ],
)
def test_other_kinds_are_none_of_it(source: str) -> None:
    assert not tells_kinds_apart(source)


def test_templates_are_looked_at_where_they_decide() -> None:
    assert template_tells_kinds_apart("{% if form.kind == wanted %}")
    assert template_tells_kinds_apart("{% if here and one.kind == 'legal' %}")
    assert not template_tells_kinds_apart("{% if next.kind == 'stage' %} kind == 'legal' {{ form.kind }}")
