"""What tests look at in the modules of the project: each is parsed once in a run, and only this is kept of it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Function:
    """``lines`` from its ``def`` to its last one; ``depth`` is how many blocks stand one inside the other."""

    name: str
    lines: int
    depth: int


@dataclass(frozen=True, slots=True)
class Source:
    """What a module imports anywhere in it, its texts and functions, and the names that it sets at the top."""

    imports: tuple[ast.Import | ast.ImportFrom, ...]
    texts: tuple[str, ...]
    functions: tuple[Function, ...]
    names: frozenset[str]


@cache
def source_of(path: Path) -> Source:
    return read(path.read_text(encoding="utf-8"))


def read(text: str) -> Source:
    tree = ast.parse(text)
    imports: list[ast.Import | ast.ImportFrom] = []
    texts: list[str] = []
    functions: list[Function] = []
    for node in ast.walk(tree):
        match node:
            case ast.Import() | ast.ImportFrom():
                imports.append(node)
            case ast.Constant(value=str(value)):
                texts.append(value)
            case ast.FunctionDef(name=name, lineno=first, end_lineno=int(last)):
                functions.append(Function(name, last - first + 1, depth(node)))
    set_at_the_top = (one.targets[0] for one in tree.body if isinstance(one, ast.Assign))
    names = frozenset(one.id for one in set_at_the_top if isinstance(one, ast.Name))
    return Source(tuple(imports), tuple(texts), tuple(functions), names)


def depth(node: ast.AST, level: int = 0) -> int:
    """How many blocks stand one inside the other; an ``elif`` is no deeper than its ``if``."""
    deepest = level
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue  # an expression holds no block
        chained = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        block = isinstance(child, ast.If | ast.For | ast.While | ast.With | ast.Try | ast.Match)
        deepest = max(deepest, depth(child, level + (block and not chained)))
    return deepest
