"""docs/architecture.md is true: its picture of the rooms, and the way of an answer that it tells."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.test import Client

from tests.lessons.pages import Learner
from tests.test_rooms import ROOMS

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGES = ("engine", "lessons", "tutor")


def picture() -> dict[str, list[str]]:
    """The rooms of each package, as the picture shows them from above."""
    rooms: dict[str, list[str]] = {}
    block = re.search(r"^```text\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert block is not None
    for line in block[1].splitlines():
        if package := re.match(r"\w+", line):
            rooms[package[0]] = []
        elif room := re.match(r"  (\w+)  ", line):
            rooms[list(rooms)[-1]].append(room[1])
    return rooms


def section(title: str) -> str:
    _, _, rest = TEXT.partition(f"\n## {title}\n")
    return rest.partition("\n## ")[0]


def walk() -> list[tuple[str, str]]:
    """Every function that the walk names, with the file, or the folder, that was named before it."""
    steps, place = [], ""
    for named in re.findall(r"`([^`]+)`", section("An answer on its way")):
        if "/" in named and (ROOT / named).exists():
            place = named
        elif named.endswith("()"):
            steps.append((place, named.removesuffix("()")))
    return steps


@contextmanager
def calls_noted() -> Iterator[list[tuple[str, str]]]:
    """Files and names of the project's functions that are called meanwhile, in this order, each once."""
    noted: dict[tuple[str, str], None] = {}

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            noted.setdefault((frame.f_code.co_filename, frame.f_code.co_qualname))

    called: list[tuple[str, str]] = []
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(before)
        called.extend(
            (path.relative_to(ROOT).as_posix(), name)
            for file, name in noted
            if (path := Path(file)).is_relative_to(ROOT)
        )


def place_of(step: tuple[str, str], called: list[tuple[str, str]]) -> int:
    """Where among the calls this one comes first; -1 if it is not among them."""
    place, name = step
    return next(
        (
            at
            for at, (path, called_name) in enumerate(called)
            if called_name == name and (path == place or (place.endswith("/") and path.startswith(place)))
        ),
        -1,
    )


def test_picture_shows_the_rooms_in_the_order_that_holds() -> None:
    shown = picture()
    assert tuple(shown) == PACKAGES
    for package, rooms in ROOMS.items():
        assert tuple(shown[package][: len(rooms)]) == rooms


@pytest.mark.parametrize("package", PACKAGES)
def test_picture_shows_every_folder_and_nothing_else(package: str) -> None:
    shown = picture()[package]
    # What a folder that has moved leaves behind are compiled modules.
    folders = {
        path.name
        for path in (ROOT / package).iterdir()
        if any(one.is_file() and "__pycache__" not in one.parts for one in path.rglob("*"))
    }
    modules = {path.stem for path in (ROOT / package).glob("*.py")}
    assert len(shown) == len(set(shown))
    assert folders <= set(shown) <= folders | modules


def test_walk_names_files_that_exist() -> None:
    tokens = re.findall(r"`([^`\s]+)`", section("An answer on its way"))
    named = [token for token in tokens if token.endswith((".py", ".html"))]
    assert named
    assert [one for one in named if not (ROOT / one).is_file()] == []


def functions(steps: list[tuple[str, str]]) -> list[ast.FunctionDef]:
    """The source of each function of the walk."""
    found = []
    for place, name in steps:
        tree = ast.parse((ROOT / place).read_text(encoding="utf-8"))
        named = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        found.append(next(node for node in named if node.name == name.split(".")[-1]))
    return found


def handed_on(function: ast.FunctionDef) -> set[str]:
    """The names under which a function is given something."""
    given = function.args
    return {one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)} - {"self", "cls"}


def test_walk_says_how_long_it_is() -> None:
    steps = walk()
    told = f"{len(steps)} functions in {len({place for place, _ in steps})} modules."
    assert told in section("An answer on its way")


def test_walk_says_how_many_names_there_are_for_what_it_hands_on() -> None:
    names = set().union(*map(handed_on, functions(walk())))
    assert f"has {len(names)} names" in section("An answer on its way")
    assert len(names) < 50


@pytest.mark.anywhere
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
def test_an_answer_goes_the_way_that_is_told(language: str) -> None:
    steps = walk()
    address = re.search(r"`/en(/course/\S+)`", TEXT)
    assert address is not None
    learner = Learner(htmx=True)
    learner.open(f"/{language}{address[1]}")
    with calls_noted() as called:
        page = learner.press("check", legal="yes", reason="pickup.whole-pile")
    places = [place_of(step, called) for step in steps]
    assert len(steps) > 15
    assert [step for step, place in zip(steps, places, strict=True) if place < 0] == []
    assert places == sorted(places)
    verdict = {
        "en": "A frozen pile can be taken only with two natural nines from your hand.",
        "de": "brauchst du zwei natürliche Neunen aus deinem Blatt",
    }
    assert verdict[language] in page.text
    assert verdict["en"] in " ".join(re.sub(r"^> ", "", TEXT, flags=re.MULTILINE).split())


@pytest.mark.django_db
def test_without_scripts_the_browser_is_sent_to_the_page(client: Client) -> None:
    address = "/en/course/frozen-pile/a-two-in-the-pile/"
    answer = client.post(address, {"do": "check", "legal": "yes", "reason": "pickup.whole-pile"})
    assert answer.status_code == 303
    assert answer["Location"] == f"{address}#feedback-title"
    assert "Not right: it is not allowed." in client.get(address).content.decode()


def test_a_call_that_does_not_come_is_noticed() -> None:
    called = [("lessons/kinds/asking/grading.py", "grade"), ("engine/judging/judge.py", "judge")]
    assert place_of(("lessons/kinds/", "grade"), called) == 0
    assert place_of(("engine/judging/judge.py", "judge"), called) == 1
    assert place_of(("engine/judging/", "explain"), called) == -1
    assert place_of(("engine/api.py", "judge"), called) == -1
