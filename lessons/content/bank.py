"""The bank of puzzles that were made and proved: an index that loads at once, items that are read when asked for.

``seeds/puzzles/bank/themes.toml`` holds the themes with their texts, ``<theme>.jsonl`` beside it one item a line,
without texts. Nothing here changes after loading.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from lessons.content.base import Text
from lessons.content.reading import PUZZLE_PREFIX, Item, hash_of, seeds_folder
from lessons.content.tasks import KindName, model_of, read_task

FOLDER: Final = "puzzles/bank"
THEMES_FILE: Final = "puzzles/bank/themes.toml"
NOT_ASKED: Final = ("from", "seed", "hash", "withdrawn")
"""Keys of a line that say how the item was made, or that nobody is offered it any more; no part of the question.

``hash`` is the one under which the item was answered until numbers of its table were mended on which no answer
depends: what was answered then is still its answer.
"""

_GOALS: list[Callable[[Item], Text]] = []


def say_goals_with(goal_of: Callable[[Item], Text]) -> None:
    """Let the kinds say what an item asks for where its theme says it for none: the rooms below know the words."""
    _GOALS[:] = [goal_of]


_MADE: list[Callable[[str], Item | None]] = []


def read_made_with(made: Callable[[str], Item | None]) -> None:
    """Let what makes new items read those again that no file has: the rooms below know how, from the slug alone."""
    _MADE[:] = [made]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One item in the index: what lists and choices need. ``slug`` is ``puzzle/<theme>/<name>``.

    One that is ``withdrawn`` stands at the end of its file: nobody is offered it any more, but whoever has met it, in a
    round, an assignment or a review, finds it again.
    """

    slug: str
    theme: str
    number: int
    kind: KindName
    rules: tuple[str, ...]
    rule_set: str
    difficulty: int
    played: bool
    withdrawn: bool = False

    @property
    def name(self) -> str:
        return self.slug.rpartition("/")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankTheme:
    """A theme of the bank. ``lesson`` is the slug of the stage of the course that teaches it.

    ``goal``, ``look`` and ``accept_text`` are the texts of each of its items; ``count`` is how many there are and
    ``by_difficulty`` how many of each difficulty from 1 to 5. A ``drill`` is about one rule and belongs to its stage;
    the other themes are for solvers.
    """

    slug: str
    number: int
    title: Text
    summary: Text
    lesson: str
    goal: Text
    look: Text
    accept_text: Text | None = None
    drill: bool = False
    count: int = 0
    by_difficulty: tuple[int, ...] = (0, 0, 0, 0, 0)
    kinds: tuple[KindName, ...] = ()
    rule_sets: tuple[str, ...] = ()


class Bank:
    """All items of one folder of seeds."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def texts(self) -> Mapping[str, dict[str, Any]]:
        """The entries of the file of themes, by slug, in its order."""
        path = self.root / THEMES_FILE
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}

    @cached_property
    def records(self) -> Mapping[str, dict[str, Any]]:
        """Every line of every theme, by the slug of its item, in order."""
        found = {}
        for theme in self.texts:
            path = self.path(theme)
            lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else ()
            for line in lines:
                record = json.loads(line)
                found[f"{PUZZLE_PREFIX}{theme}/{record['slug']}"] = record
        return found

    def path(self, theme: str) -> Path:
        return self.root / FOLDER / f"{theme}.jsonl"

    @cached_property
    def index(self) -> Mapping[str, Entry]:
        """Every item by slug, in the order of themes and lines."""
        numbers: Counter[str] = Counter()
        found = {}
        for slug, record in self.records.items():
            theme = slug.split("/")[1]
            numbers[theme] += 1
            found[slug] = Entry(
                slug=slug, theme=theme, number=numbers[theme], kind=KindName(record["kind"]),
                rules=tuple(record["rules"]), rule_set=rule_set_of(record), difficulty=record["difficulty"],
                played=record["from"] == "deal", withdrawn=record.get("withdrawn", False),
            )  # fmt: skip
        return MappingProxyType(found)

    @cached_property
    def offered(self) -> tuple[Entry, ...]:
        """The items that are offered: all but those that were withdrawn."""
        return tuple(entry for entry in self.index.values() if not entry.withdrawn)

    @cached_property
    def by_theme(self) -> Mapping[str, tuple[Entry, ...]]:
        """The items of each theme that are offered, in order."""
        found: dict[str, list[Entry]] = {theme: [] for theme in self.texts}
        for entry in self.offered:
            found[entry.theme].append(entry)
        return MappingProxyType({theme: tuple(entries) for theme, entries in found.items()})

    @cached_property
    def themes(self) -> tuple[BankTheme, ...]:
        """The themes in the order of their file, with what they hold."""
        return tuple(
            self._theme(number, slug, raw) for number, (slug, raw) in enumerate(self.texts.items(), start=1)
        )

    def _theme(self, number: int, slug: str, raw: dict[str, Any]) -> BankTheme:
        entries = self.by_theme[slug]
        levels = Counter(entry.difficulty for entry in entries)
        texts = {key: Text(**value) for key, value in raw.items() if isinstance(value, dict)}
        return BankTheme(
            slug=slug, number=number, lesson=raw["lesson"], drill=raw.get("drill", False), count=len(entries),
            by_difficulty=tuple(levels[level] for level in range(1, 6)),
            kinds=tuple(sorted({entry.kind for entry in entries})),
            rule_sets=tuple(sorted({entry.rule_set for entry in entries})), **texts,
        )  # fmt: skip

    def item(self, slug: str) -> Item | None:
        """The item with this slug, read now; None if there is none."""
        entry = self.index.get(slug)
        return None if entry is None else self._item(entry)

    def _item(self, entry: Entry) -> Item:
        raw = self.texts[entry.theme]
        file = f"{self.root.name}/{FOLDER}/{entry.theme}.jsonl"
        return item_of(
            self.records[entry.slug],
            raw,
            theme=entry.theme,
            number=entry.number,
            source=(file, f"line {entry.number}"),
        )


def item_of(
    record: Mapping[str, Any], texts: Mapping[str, Any], *, theme: str, number: int, source: tuple[str, str]
) -> Item:
    """The item of one line with the texts of its theme. Raises pydantic's ValidationError for a line of wrong shape."""
    question = {key: value for key, value in record.items() if key not in NOT_ASKED}
    said = {name: texts[name] for name in model_of(question).texts_from_theme(question)}
    found = Item(
        slug=f"{PUZZLE_PREFIX}{theme}/{record['slug']}",
        task=read_task({**question, **said}),
        content_hash=record.get("hash") or hash_of(question),
        group=theme,
        number=number,
        is_puzzle=True,
        source=source,
    )
    if found.task.has_its_own_goal:
        if not _GOALS:
            raise LookupError("items of the bank can be read once lessons.kinds.asking.goals is imported")
        return replace(found, task=found.task.model_copy(update={"goal": _GOALS[0](found)}))
    return found


def rule_set_of(record: Mapping[str, Any]) -> str:
    """The rule set by which a line is judged, in notation."""
    if "position" in record:
        return str(record["position"]).partition(" | ")[0]
    return str(record.get("rule_set", "classic"))


@lru_cache(maxsize=8)
def load(root: Path) -> Bank:
    """The bank below this folder of seeds."""
    return Bank(root)


def bank() -> Bank:
    """The bank of the project."""
    return load(seeds_folder())


def themes() -> tuple[BankTheme, ...]:
    """All themes with their counts, in order."""
    return bank().themes


def entries_of(theme: str) -> tuple[Entry, ...]:
    """The index entries of a theme, in order; none for a theme that does not exist."""
    return bank().by_theme.get(theme, ())


def alike(slug: str) -> tuple[Entry, ...]:
    """Other items of the same theme and main rule, those of the nearest difficulty and the same rule set first.

    For items that have no sister: where only suits can change places a number stays what it was.
    """
    one = bank().index.get(slug)
    if one is None:
        return ()
    others = [entry for entry in entries_of(one.theme) if entry.rules[0] == one.rules[0] and entry != one]

    def distance(entry: Entry) -> tuple[int, bool, int]:
        away = (entry.number - one.number) % len(bank().index)
        return abs(entry.difficulty - one.difficulty), entry.rule_set != one.rule_set, away

    return tuple(sorted(others, key=distance))


def items_of(theme: str) -> tuple[Item, ...]:
    """The items of a theme, each read now: a whole theme costs some tens of milliseconds."""
    return tuple(found for entry in entries_of(theme) if (found := item(entry.slug)) is not None)


@lru_cache(maxsize=512)
def _item_below(root: Path, slug: str) -> Item | None:
    return load(root).item(slug)


def item(slug: str) -> Item | None:
    """The item ``puzzle/<theme>/<name>``, of a file or made new; None if there is none."""
    found = _item_below(seeds_folder(), slug)
    return found if found is not None or not _MADE else _MADE[0](slug)
