"""How the project hangs together: who imports whom, what the engine needs, where pages load things from."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import source_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("tutor", "lessons", "engine")  # each may import itself and those after it
EARLY = ("setup.bootstrap", "setup.pip", "setup.serving", "site.console", "site.files", "site.locking")
"""Modules of ``tutor`` that run before anything is installed."""
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/1999/xhtml"}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, anywhere in it; a relative import as its own package."""
    for node in source_of(path).imports:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            yield path.relative_to(ROOT).parts[0] if node.level else node.module or ""


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_never_go_back(package: str) -> None:
    forbidden = {*PACKAGES[: PACKAGES.index(package)], "tests"}
    back = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules(package)
        for name in imported(path)
        if name.split(".")[0] in forbidden
    }
    assert modules(package)
    assert not back


def test_engine_uses_the_standard_library_only() -> None:
    foreign = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules("engine")
        for name in imported(path)
        if name.split(".")[0] not in {*sys.stdlib_module_names, "engine"}
    }
    assert not foreign


def test_bootstrap_uses_the_standard_library_only() -> None:
    """It runs before anything is installed. What manage.py imports of these comes after it."""
    late = ("django.core.management",)
    packages = ("tutor/__init__.py", "tutor/setup/__init__.py", "tutor/site/__init__.py")
    for name in ("manage.py", *packages, *(f"tutor/{early.replace('.', '/')}.py" for early in EARLY)):
        early = {part for part in imported(ROOT / name) if not part.startswith(late)}
        assert {part.split(".")[0] for part in early} <= {*sys.stdlib_module_names, "tutor"}
        assert {part for part in early if part.startswith("tutor.")} <= {
            "tutor.setup",  # "import bootstrap" from there
            *(f"tutor.{early}" for early in EARLY),
        }


def test_pages_name_no_foreign_host() -> None:
    """Neither for pictures nor for scripts, fonts or links."""
    files = [
        path
        for folder in ("templates", "tutor/static")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".html", ".css", ".js", ".svg", ".txt", ".json"}
    ]
    found = {
        (str(path.relative_to(ROOT)), address)
        for path in files
        for address in re.findall(
            r"(?:https?:)?//[\w-]+(?:\.[\w-]+)+[\w./-]*", path.read_text(encoding="utf-8")
        )
        if address not in NAMESPACES
    }
    assert files
    assert not found


def test_every_drawing_that_is_used_is_in_the_sprite_under_a_name_no_form_has() -> None:
    sprite = (ROOT / "templates" / "_sprite.html").read_text(encoding="utf-8")
    symbols = set(re.findall(r'<symbol id="([^"]+)"', sprite))
    assert symbols
    assert all(name.startswith("i-") for name in symbols)
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
    texts.append((ROOT / "tutor" / "site" / "templatetags" / "canasta.py").read_text(encoding="utf-8"))
    used = {name for text in texts for name in re.findall(r'<use href="#([^"{]*)', text)}
    assert {
        name for name in used if name != "i-"
    } <= symbols  # the rest of "i-" is filled in where it is used
