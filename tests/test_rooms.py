"""The house has rooms in one order, and a room imports only rooms that stand above it.

Seen are imports at the top of a module, inside functions, relative ones, and modules that are named in a text, as
``import_module`` and Django's settings do; of templates what they load, include and extend, and who shows them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import Source, read, source_of

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
        "deals",
        "coaching",
        "proving",
        "mining",
    ),
    "tutor": (
        "site",
        "learning",
        "tables",
        "reference",
        "puzzles",
        "editor",
        "quarrels",
        "play",
        "reviewing",
        "evenings",
        "offline",
        "elsewhere",
        "accounts",
        "classroom",
        "live",
        "basket",
        "cockpit",
        "plans",
        "lti",
        "privacy",
        "api",
        "setup",
        "urls",
        "wsgi",
        "settings",
    ),
}
STARTED_WITH = "tutor.settings"
"""Whoever starts Django names the settings for it to read; that imports nothing from them."""
FOLDERS = {"": "site", "lessons": "learning", "practice": "puzzles"}
"""Folders of templates whose area has another name; the pages of the rulebook stand with those of the course."""
NOT_OURS = {"django_htmx", "i18n", "l10n", "partials", "static"}
"""Template libraries of Django and of packages."""
DOTTED = re.compile(rf"(?:{'|'.join(ROOMS)})(?:\.\w+)+")


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for package in ROOMS for path in sorted((ROOT / package).rglob("*.py"))}


def named_in(source: Source, *, package: str) -> Iterator[str]:
    """Every dotted name that this source imports, also by name; ``package`` is where it stands."""
    for node in source.imports:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)
    yield from filter(names_a_module, source.texts)


def names_a_module(text: str) -> bool:
    """Whether a text is the name of a module, or of something in one; a salt that is written like one is not."""
    if not DOTTED.fullmatch(text) or text == STARTED_WITH:
        return False
    found = module_of(text)
    return bool(found) and (found == text or MODULES[found].name != "__init__.py")


def module_of(name: str) -> str:
    """The module that a dotted name names, or that holds what it names; empty for another project's."""
    parts = name.split(".")
    return next((found for n in range(len(parts), 0, -1) if (found := ".".join(parts[:n])) in MODULES), "")


@cache
def imports_of(module: str) -> frozenset[str]:
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found = {module_of(name) for name in named_in(source_of(path), package=package)}
    return frozenset(found - {"", module})


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
        if room_of(module)[0] == package and "__all__" in source_of(path).names
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
    assert set(named_in(read(source), package="engine.rules")) == {
        "engine.law.cards",
        "engine.rules.registry.judges",
        "engine.api",
        "engine.play.deal",
        "engine.judging.judge",
    }
    assert module_of("engine.rules.registry.judges") == "engine.rules.registry"
    assert module_of("django.db.models") == ""


def test_a_salt_is_no_module() -> None:
    """Cookies and codes keep the salts that they were made with, also where a module of that name has gone."""
    assert not names_a_module("tutor.classroom.devices")
    assert not names_a_module("tutor.carrying")
    assert names_a_module("tutor.site.errors.bad_request")
    assert names_a_module("tutor.classroom")


def is_view(module: str) -> bool:
    return any(part == "views" or part.endswith("_views") for part in module.split("."))


def test_only_views_and_addresses_import_views() -> None:
    found = {
        f"{module} imports {other}"
        for module in MODULES
        if not is_view(module) and not module.endswith("urls")
        for other in imports_of(module)
        if is_view(other)
    }
    assert not found


def test_teaching_knows_no_request_and_no_storage() -> None:
    """Of what comes with a request only the fields of a form."""
    of_the_site = (
        "django.db",
        "django.http",
        "django.shortcuts",
        "django.template",
        "django.urls",
        "django.views",
    )
    found = {
        f"{module} imports {name}"
        for module, path in MODULES.items()
        if room_of(module)[0] == "lessons"
        for name in named_in(source_of(path), package=module)
        if name.startswith(of_the_site) and name != "django.http.QueryDict"
    }
    assert not found


def room_of_template(name: str) -> str:
    folder = name.partition("/")[0] if "/" in name else ""
    return FOLDERS.get(folder, folder)


def libraries() -> dict[str, str]:
    """The room of each of our template libraries."""
    return {module.rpartition(".")[2]: room_of(module)[1] for module in MODULES if ".templatetags." in module}


def needs_of_template(text: str) -> Iterator[tuple[str, str]]:
    """What a template loads, includes and extends, each with the room where that stands."""
    for tag, words in re.findall(r"\{% (load|include|extends) ([^%]*)%\}", text):
        if tag == "load":
            names = words.partition(" from ")[2].split() or words.split()
            yield from ((name, libraries()[name]) for name in names if name not in NOT_OURS)
        elif named := re.match(r'"([^"#]+)', words):
            yield named[1], room_of_template(named[1])


TEMPLATES = ROOT / "templates"


def is_below(room: str, other: str) -> bool:
    """Whether the other room of the site stands below this one."""
    return ROOMS["tutor"].index(other) > ROOMS["tutor"].index(room)


def test_a_template_needs_only_what_stands_above_it() -> None:
    found = {
        f"{name} needs {needed}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for name in [path.relative_to(TEMPLATES).as_posix()]
        for needed, room in needs_of_template(path.read_text(encoding="utf-8"))
        if is_below(room_of_template(name), room)
    }
    assert not found


def test_a_room_shows_only_templates_that_stand_above_it() -> None:
    shown = {
        (module, text)
        for module, path in MODULES.items()
        if room_of(module)[0] == "tutor"
        for text in source_of(path).texts
        if text.partition("#")[0].endswith(".html") and (TEMPLATES / text.partition("#")[0]).is_file()
    }
    assert len(shown) > 50
    assert not {
        (module, name) for module, name in shown if is_below(room_of(module)[1], room_of_template(name))
    }


def test_what_a_template_needs_is_seen() -> None:
    text = '{% load i18n canasta %}{% extends "base.html" %}{% include "live/control.html#count" with a=b %}'
    text += "{% include one.template %}"
    assert list(needs_of_template(text)) == [
        ("canasta", "site"),
        ("base.html", "site"),
        ("live/control.html", "live"),
    ]
    assert is_below("classroom", "live")


DEEPEST, LONGEST = 4, 50


def test_no_function_is_long_or_deep() -> None:
    found = {
        f"{module}.{one.name}: {one.lines} lines, {one.depth} deep"
        for module, path in MODULES.items()
        for one in source_of(path).functions
        if one.lines > LONGEST or one.depth > DEEPEST
    }
    assert not found
