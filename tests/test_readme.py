"""What the README and the pages of docs/ tell people to type is true, and what they lead to is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = (README, *sorted((ROOT / "docs").glob("*.md")))
WITH_EXAMPLES = (README, ROOT / "docs" / "engine.md")
TWO_SCREENS = 100
"""Lines; what takes more of the README is a page of its own."""
LINK = re.compile(r"\]\(([^)\s]+)\)")
VARIABLE = r"(?:TUTOR_[A-Z_]+|DATABASE_URL)"


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose(page: Path) -> str:
    """The page without what stands in blocks of code."""
    return re.sub(r"^```.*?^```$", "", read(page), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The names that links may give the headings of a page, as the usual renderers make them."""
    titles = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def links(page: Path) -> set[tuple[str, str]]:
    """Page or file, and heading, of every link that does not lead away from the project."""
    parts = (address.partition("#") for address in LINK.findall(prose(page)) if "://" not in address)
    return {(file, heading) for file, _, heading in parts}


@pytest.mark.parametrize("document", WITH_EXAMPLES, ids=name_of)
def test_engine_examples_print_what_they_say(document: Path) -> None:
    outcome = doctest.testfile(str(document), module_relative=False)
    assert outcome.attempted
    assert not outcome.failed


def test_every_page_with_examples_is_tried() -> None:
    assert {page for page in PAGES if ">>>" in read(page)} == set(WITH_EXAMPLES)


def test_readme_is_two_screens_long() -> None:
    assert len(read(README).splitlines()) <= TWO_SCREENS


@pytest.mark.parametrize("document", PAGES, ids=name_of)
def test_links_lead_somewhere(document: Path) -> None:
    lost = set()
    for file, heading in links(document):
        target = (document.parent / file).resolve() if file else document
        if not target.is_file() or (heading and heading not in anchors(target)):
            lost.add(f"{file}#{heading}")
    assert not lost


def test_readme_leads_to_every_page() -> None:
    assert {ROOT / file for file, _ in links(README)} >= set(PAGES) - {README}


def test_lost_links_are_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One, two: `three`\n[a](#one-two-three) [b](other.md#x)\n", encoding="utf-8")
    assert anchors(page) == {"one-two-three"}
    assert links(page) == {("", "one-two-three"), ("other.md", "x")}
    with pytest.raises(AssertionError, match=r"other\.md#x"):
        test_links_lead_somewhere(page)


def test_named_commands_exist() -> None:
    named = {name for page in PAGES for name in re.findall(r"manage\.py ([a-z_]+)", read(page))}
    assert {"up", "test", "prepare", "backup", "restore"} <= named <= set(get_commands()) | {"db_worker"}


def test_named_programs_exist() -> None:
    """Modules of the tests that are run by hand, and scripts."""
    modules = {name for page in PAGES for name in re.findall(r"\btests(?:\.[a-z_]+)+", read(page))}
    scripts = {name for page in PAGES for name in re.findall(r"\.ci/[\w-]+", read(page))}
    assert {
        "tests.agree",
        "tests.mine",
        "tests.prove",
        "tests.selfplay",
        "tests.benchmarks.mutation",
    } <= modules
    assert scripts
    paths = [*(f"{name.replace('.', '/')}.py" for name in modules), *scripts]
    assert [path for path in sorted(paths) if not (ROOT / path).is_file()] == []


def test_every_benchmark_is_named() -> None:
    text = read(ROOT / "docs" / "benchmarks.md")
    programs = {
        path.stem for path in (ROOT / "tests" / "benchmarks").glob("*.py") if "__main__" in read(path)
    } - {"peer_worker"}  # engine_speed starts it
    assert programs == set(re.findall(r"tests\.benchmarks\.([a-z_]+)", text))


@pytest.mark.parametrize("document", PAGES, ids=name_of)
def test_named_paths_exist(document: Path) -> None:
    folders = "engine|lessons|tutor|templates|seeds|tests|requirements|docs"
    named = re.findall(rf"`((?:{folders})/[\w./*-]*)`", read(document))
    assert [path for path in sorted(named) if not list(ROOT.glob(path))] == []


def test_paths_are_named() -> None:
    assert all(
        f"`{package}/`" in read(README) for package in ("engine", "lessons", "tutor", "seeds", "tests")
    )


def test_every_variable_of_an_operator_is_told() -> None:
    table = re.findall(rf"^\| `({VARIABLE})", read(ROOT / "docs" / "deploying.md"), re.MULTILINE)
    asked = {
        name for path in (ROOT / "tutor").rglob("*.py") for name in re.findall(rf'"({VARIABLE})"', read(path))
    }
    assert len(table) == len(set(table))
    assert set(table) == asked
