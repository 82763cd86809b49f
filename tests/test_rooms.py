"""The house has rooms in one order, and a room imports only rooms that stand above it.

Seen are imports at the top of a module, inside functions, relative ones, and modules that are named in a text, as
``import_module`` and Django's settings do. A package is added by naming its rooms.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {
    "engine": (
        "law",
        "notation",
        "turn",
        "reach",
        "rules",
        "judging",
        "score",
        "play",
        "api",
        "__main__",
    ),
    "lessons": (
        "content",
        "parting",
        "words",
        "table",
        "counting",
        "miscounts",
        "saying",
        "kinds",
        "fresh",
        "proving",
        "mining",
    ),
}
DOTTED = re.compile(rf"(?:{'|'.join(ROOMS)})(?:\.\w+)+")


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for package in ROOMS for path in sorted((ROOT / package).rglob("*.py"))}


def named_in(source: str, *, package: str) -> Iterator[str]:
    """Every dotted name that this source imports, also by name; ``package`` is where it stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and DOTTED.fullmatch(node.value):
            yield node.value


def module_of(name: str) -> str:
    """The module that a dotted name names, or that holds what it names; empty for another project's."""
    parts = name.split(".")
    return next((found for n in range(len(parts), 0, -1) if (found := ".".join(parts[:n])) in MODULES), "")


def imports_of(module: str) -> set[str]:
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found = {module_of(name) for name in named_in(path.read_text(encoding="utf-8"), package=package)}
    return found - {"", module}


def room_of(module: str) -> tuple[str, str]:
    package, _, rest = module.partition(".")
    return package, rest.partition(".")[0]


@pytest.mark.parametrize("package", ROOMS)
def test_every_module_stands_in_a_room(package: str) -> None:
    homeless = {module for module in MODULES if module.startswith(f"{package}.")} - {
        module for module in MODULES if room_of(module)[1] in ROOMS[package]
    }
    assert not homeless
    assert {room_of(module)[1] for module in MODULES if room_of(module)[0] == package} == {
        "",
        *ROOMS[package],
    }


@pytest.mark.parametrize("package", ROOMS)
def test_a_room_imports_only_rooms_above_it(package: str) -> None:
    floors = {room: floor for floor, room in enumerate(("", *ROOMS[package]))}
    lowest = len(floors)
    back = {
        f"{module} imports {other}"
        for module in MODULES
        if room_of(module)[0] == package and room_of(module)[1] in floors
        for other in imports_of(module)
        if room_of(other)[0] == package and floors.get(room_of(other)[1], lowest) > floors[room_of(module)[1]]
    }
    assert not back


@pytest.mark.parametrize("package", ROOMS)
def test_no_modules_import_one_another_in_a_ring(package: str) -> None:
    waiting = {module: imports_of(module) for module in MODULES if room_of(module)[0] == package}
    while free := {module for module, needs in waiting.items() if not needs & waiting.keys()}:
        waiting = {module: needs for module, needs in waiting.items() if module not in free}
    assert not waiting


@pytest.mark.parametrize("package", ROOMS)
def test_no_module_merely_hands_names_on(package: str) -> None:
    """What another module has is imported from there; a package may bring its modules in so that they register."""
    handing_on = {
        module
        for module, path in MODULES.items()
        if room_of(module)[0] == package
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    }
    assert not handing_on


def test_imports_inside_functions_relative_ones_and_by_name_are_seen() -> None:
    source = """
from engine.law import cards
from .registry import judges
from .. import api
def later():
    import engine.play.deal
    import_module("engine.judging.judge")
    return "engine.rules and other prose"
"""
    assert set(named_in(source, package="engine.rules")) == {
        "engine.law.cards",
        "engine.rules.registry.judges",
        "engine.api",
        "engine.play.deal",
        "engine.judging.judge",
    }
    assert module_of("engine.rules.registry.judges") == "engine.rules.registry"
    assert module_of("django.db.models") == ""


DEEPEST, LONGEST = 4, 50


def depth(node: ast.AST, level: int = 0) -> int:
    """How many blocks stand one inside the other; an ``elif`` is no deeper than its ``if``."""
    deepest = level
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        chained = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        block = isinstance(child, ast.If | ast.For | ast.While | ast.With | ast.Try | ast.Match)
        deepest = max(deepest, depth(child, level + (block and not chained)))
    return deepest


def test_no_function_of_the_engine_is_long_or_deep() -> None:
    found = {
        f"{module}.{node.name}: {node.end_lineno - node.lineno + 1} lines, {depth(node)} deep"
        for module, path in MODULES.items()
        if room_of(module)[0] == "engine"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and (node.end_lineno - node.lineno >= LONGEST or depth(node) > DEEPEST)
    }
    assert not found
