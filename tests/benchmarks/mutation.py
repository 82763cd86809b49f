"""Do the golden cases notice when a rule is wrong?

Run by hand: ``python -m tests.benchmarks.mutation``, on Linux or macOS. The rules and the score sheet are changed in
one small place after another, in memory only, and the golden cases are run against each change. A change that no
case notices survives and is listed with file, line and change. Arguments are files instead of the usual ones.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.abc
import importlib.machinery
import os
import signal
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest

from tests.benchmarks.mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parent.parent.parent
CHANGED = (
    *sorted((ROOT / "engine" / "rules").glob("*.py")),
    ROOT / "engine" / "score" / "sheet.py",
    ROOT / "engine" / "score" / "questions.py",
)
KILLERS = (
    "tests.engine.test_cases",
    "tests.engine.test_parameters",
    "tests.engine.test_score_errors",
    "tests.engine.test_order_of_findings",
    "tests.engine.test_score_lines",
)
PATIENCE = 10  # times as long as the unchanged rules take
SURVIVED, KILLED = 0, 1


class OtherSource(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a text instead of its file."""

    def __init__(self, name: str, source: str) -> None:
        self.name, self.source = name, source

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=name.endswith(".rules"))

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ and module.__spec__.submodule_search_locations is not None:
            module.__path__ = [str(ROOT.joinpath(*self.name.split(".")))]
        exec(compile(self.source, self.name, "exec"), module.__dict__)


def outcome(name: str, source: str, *, seconds: float) -> int:
    """SURVIVED if all golden cases pass, in a process of their own, where the module has this source."""
    child = os.fork()
    if not child:
        _be_the_child(name, source, seconds)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _be_the_child(name: str, source: str, seconds: float) -> NoReturn:
    code = KILLED
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)  # ends a change that never ends
        sys.meta_path.insert(0, OtherSource(name, source))
        if all(passes(killer) for killer in KILLERS):
            code = SURVIVED
    except BaseException:  # the changed module cannot even be imported
        code = KILLED
    finally:
        os._exit(code)


def passes(name: str) -> bool:
    """Whether every test of this module passes. Run plainly: pytest itself takes longer than the cases."""
    for test_name, test in list(vars(importlib.import_module(name)).items()):
        for arguments in _arguments(test) if test_name.startswith("test_") else ():
            try:
                test(**arguments)
            except BaseException:
                return False
    return True


def _arguments(test: Callable[..., None]) -> Iterator[dict[str, object]]:
    """What the test's ``parametrize`` marks give it."""
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    for values in product(*(mark.args[1] for mark in marks)):
        given: dict[str, object] = {}
        for mark, value in zip(marks, values, strict=True):
            names = mark.args[0]
            names = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
            given |= zip(names, value if len(names) > 1 else (value,), strict=True)
        yield given


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def prepare() -> None:
    """Do once what every process would do again: import pytest, read the cases."""
    os.chdir(ROOT)
    assert pytest.__version__
    assert not any(name.partition(".")[0] == "engine" for name in sys.modules)
    tomllib.loads = cache(tomllib.loads)
    for cases in sorted((ROOT / "tests" / "cases").glob("*.toml")):
        tomllib.loads(cases.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.mutation", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="modules to change")
    files = [path.resolve() for path in parser.parse_args(arguments).files] or list(CHANGED)
    prepare()
    start = time.monotonic()
    first = files[0].read_text(encoding="utf-8")
    assert outcome(module_name(files[0]), first, seconds=600) == SURVIVED, "the cases fail without any change"
    seconds = PATIENCE * (time.monotonic() - start)
    survivors: list[tuple[Path, Mutant]] = []
    total = 0
    for path in files:
        every = list(mutants(path.read_text(encoding="utf-8")))
        alive = []
        for number, mutant in enumerate(every):
            print(f"\r{path.name}: {number + 1} of {len(every)}", end="", file=sys.stderr, flush=True)
            if outcome(module_name(path), mutant.source, seconds=seconds) == SURVIVED:
                alive.append((path, mutant))
        print(
            f"\r{path.relative_to(ROOT)}: {len(every) - len(alive)} killed, {len(alive)} survived", flush=True
        )
        survivors += alive
        total += len(every)
    print(f"\n{total - len(survivors)} killed, {len(survivors)} survived, {time.monotonic() - start:.0f} s")
    for path, mutant in survivors:
        print(f"{path.relative_to(ROOT)}:{mutant.line}: {mutant}")


if __name__ == "__main__":
    main(sys.argv[1:])
