"""Small changes to a module's source: what a mistake in a rule could look like.

Conditions become always true or false, operands of ``and`` and ``or`` are dropped, comparisons move by one step,
numbers by one, words and names of functions change, statements and verbs of a rule are left out. Docstrings,
annotations and choices of types are no code and stay.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
SKIPPED_FIELDS = {"annotation", "returns", "type_comment", "bases", "keywords"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the line, the text before and after, and the whole module changed."""

    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.before}  ->  {self.after}"


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of this module, in the order of its lines."""
    tree = ast.parse(source)
    original = ast.unparse(tree)
    for path in _places(tree):
        for number in range(len(list(_changes(_node(tree, path), path)))):
            changed = deepcopy(tree)
            node = _node(changed, path)
            new = list(_changes(node, path))[number]
            before, after = _short(node), _short(new)
            if _is_judges(node):
                before, after = f"rule for {_dropped(node, new)}", "not for it"
            _put(changed, path, new)
            text = ast.unparse(ast.fix_missing_locations(changed))
            if text != original:
                yield Mutant(getattr(node, "lineno", 0), before, after, text)


Path = tuple[tuple[str, int | None], ...]


def _places(tree: ast.AST) -> list[Path]:
    """Where changes are possible: the way to each node from the top."""
    found: list[Path] = []

    def walk(node: ast.AST, path: Path) -> None:
        found.append(path)
        for name, value in ast.iter_fields(node):
            if (
                isinstance(node, ast.ClassDef | ast.AnnAssign | ast.arg | ast.FunctionDef)
                and name in SKIPPED_FIELDS
            ):
                continue
            if name == "decorator_list":
                found.extend((*path, (name, i)) for i, part in enumerate(value) if _is_judges(part))
                continue
            for place, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(child, ast.AST) and not _is_no_code(child):
                    walk(child, (*path, (name, place)))

    walk(tree, ())
    return found


def _is_judges(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "judges"


def _is_no_code(node: ast.AST) -> bool:
    """Docstrings, imports, lists of what is exported, and choices of types."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return node.value.id in ("Literal", "dict", "Callable")
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id == "__all__"
    return isinstance(node, ast.Import | ast.ImportFrom)


def _node(tree: ast.AST, path: Path) -> Any:
    node: Any = tree
    for name, place in path:
        node = getattr(node, name) if place is None else getattr(node, name)[place]
    return node


def _put(tree: ast.AST, path: Path, new: ast.AST) -> None:
    parent = _node(tree, path[:-1])
    name, place = path[-1]
    if place is None:
        setattr(parent, name, new)
    else:
        getattr(parent, name)[place] = new


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else text[:87] + "..."


def _changes(node: Any, path: Path) -> Iterator[ast.AST]:
    """Every node that could stand in the place of this one."""
    field = path[-1][0] if path else ""
    if field == "decorator_list":
        yield from _fewer_verbs(node)
    elif field in ("test", "ifs"):
        yield ast.Constant(True)
        yield ast.Constant(False)
    yield from _other_expressions(node)
    match node:
        case (
            ast.Expr()
            | ast.Assign(targets=[ast.Attribute() | ast.Subscript()])
            | ast.Continue()
            | ast.Break()
        ):
            yield ast.Pass()
        case ast.AugAssign():
            yield ast.Pass()
        case ast.Return(value=value) if value is not None and not _is_nothing(value):
            yield ast.Return(ast.Constant(None))
        case ast.Yield() | ast.YieldFrom():
            yield ast.Constant(None)


def _other_expressions(node: Any) -> Iterator[ast.AST]:
    match node:
        case ast.BoolOp(op=op, values=values):
            for place in range(len(values)):
                rest = [value for other, value in enumerate(values) if other != place]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Compare(left=left, ops=ops, comparators=right):
            for place, op in enumerate(ops):
                other = [*ops[:place], COMPARISONS[type(op)](), *ops[place + 1 :]]
                yield ast.Compare(left, other, right)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(op)](), right)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str(value)) if value:
            yield ast.Constant(f"{value}X")
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in OTHER_NAMES:
            yield ast.Call(ast.Name(OTHER_NAMES[name]), args, keywords)


def _fewer_verbs(node: ast.Call) -> Iterator[ast.AST]:
    """A rule that forgets to look at one kind of action."""
    rule, *verbs = node.args
    for place in range(len(verbs)):
        yield ast.Call(node.func, [rule, *verbs[:place], *verbs[place + 1 :]], node.keywords)


def _dropped(before: ast.Call, after: ast.Call) -> str:
    return next(ast.unparse(verb) for verb in before.args if verb not in after.args)


def _is_nothing(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)
