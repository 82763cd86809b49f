"""Styles can be read by those who change them, and come to the browser as one file."""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from pathlib import Path

from django.conf import settings
from django.core.files.storage import FileSystemStorage

from tutor.site.styles import JoinedStyles

STATIC = Path(settings.BASE_DIR) / "tutor" / "static"
SHEETS = sorted((STATIC / "css").rglob("*.css"))
LONGEST, WIDEST = 500, 120


def imported() -> list[str]:
    site = (STATIC / "css" / "site.css").read_text(encoding="utf-8")
    return re.findall(r'@import url\("site/(\w+)\.css"\);', site)


def selectors(path: Path) -> list[str]:
    """What the rules of a sheet are for, each alone."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    groups = re.findall(r"(?:^|[{};])\s*([^{};@]+)\{", text)
    return [part.strip() for group in groups for part in group.split(",")]


def test_no_sheet_is_longer_or_wider_than_can_be_read() -> None:
    assert SHEETS
    for path in SHEETS:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= LONGEST, path
        assert max(map(len, lines)) <= WIDEST, path


def test_site_imports_each_of_its_parts_once_and_the_tokens_first() -> None:
    assert sorted(imported()) == sorted(path.stem for path in (STATIC / "css" / "site").glob("*.css"))
    assert imported()[0] == "tokens"


def test_dark_colours_stand_once_beside_the_light_ones() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in SHEETS}
    assert {name for name, text in texts.items() if "light-dark(" in text} == {"tokens"}
    assert not [name for name, text in texts.items() if "prefers-color-scheme" in text]
    pairs = re.findall(r"(--[\w-]+): light-dark\((.+), (\S+)\);", texts["tokens"])
    assert len(pairs) == len({name for name, _, _ in pairs}) == texts["tokens"].count("light-dark(") - 1
    for name, light, _ in pairs:  # what older browsers have is the light one
        assert f"  {name}: {light};\n" in texts["tokens"]


def test_no_style_is_for_whatever_has_a_state() -> None:
    """Steps, puzzles, pupils and rounds have the same states; a style names the part whose state it shows."""
    states = {"now", "ok", "later", "open", "right", "wrong", "at-once"}
    found = []
    for path in SHEETS:
        for one in selectors(path):
            classes = set(re.findall(r"\.([\w-]+)", one))
            if classes and classes <= states and not re.search(r"#|\[|:has\(", one):
                found.append(f"{path.name}: {one}")
    assert found == []


def test_what_is_a_part_on_every_page_is_no_state_of_another_part() -> None:
    """It would lend its look to whatever is in that state; a part may say in its own sheet how its states look."""
    parts, states = defaultdict(set), defaultdict(set)
    for path in SHEETS:
        for one in selectors(path):
            if path.parent.name == "site" and (part := re.fullmatch(r"\.([\w-]+)", one)):
                parts[part[1]].add(path.name)
            for state in re.findall(r"\.[\w-]+(?:\.[\w-]+)*\.([\w-]+)", one):
                states[state].add(path.name)
    assert "spot" in parts.keys() & states.keys()  # cards and melds light up as places do
    assert not {name for name in parts.keys() & states.keys() if parts[name].isdisjoint(states[name])}


def test_parts_are_joined_in_their_order_and_sent_without_comments(tmp_path: Path) -> None:
    source = FileSystemStorage(location=STATIC)
    paths = {str(path.relative_to(STATIC)): (source, str(path.relative_to(STATIC))) for path in SHEETS}
    shutil.copytree(STATIC / "css", tmp_path / "css")
    storage = JoinedStyles(location=tmp_path, base_url="/static/")
    done = {name for name, _, _ in storage.post_process(paths)}
    assert "css/site/tokens.css" not in done
    joined = (tmp_path / storage.stored_name("css/site.css")).read_text(encoding="utf-8")
    assert "@import" not in joined
    assert "/*" not in joined
    parts = [(STATIC / "css" / "site" / f"{name}.css").read_text(encoding="utf-8") for name in imported()]
    assert joined.count("{") == sum(part.count("{") for part in parts)
    assert joined.startswith(":root {\ncolor-scheme: light;")
    assert joined.index("\n.card {") < joined.index("\n.felt {") < joined.index("\n.verdict {")


def test_slips_grow_with_what_stands_on_them() -> None:
    """A long name, host or word must not push the code or the line for the name off the slip."""
    styles = (settings.BASE_DIR / "tutor" / "static" / "css" / "classroom.css").read_text(encoding="utf-8")
    rules = re.findall(r"(\.slip[\w-]*(?: [^{}]+)?) *\{([^}]*)\}", styles)
    assert len(rules) > 5
    assert not [
        name for name, body in rules if re.search(r"(?<![\w-])(max-)?height:|overflow: *hidden|nowrap", body)
    ]
