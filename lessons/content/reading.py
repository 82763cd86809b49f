"""The content: stages, puzzles, rulebook, glossary and sources, read once from the seeds folder into memory.

Nothing here changes after loading. Numbers in file names only order; the rest is the permanent slug.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Protocol, runtime_checkable

from django.conf import settings

from engine.law.position import SINGLE_PLAYERS, Position
from engine.law.rulebook import RULES
from engine.law.ruleset import RuleSet
from engine.notation.position_line import parse_rules
from lessons.content import quarrels, questions, rulebook, schema
from lessons.content.base import Task, Text
from lessons.content.files import Files, Problem
from lessons.content.tasks import KindName, TaskError, model_of

PUZZLE_PREFIX: Final = "puzzle/"
RESERVED: Final = frozenset({"card", "placement", "readiness", "rules"})
"""Names that addresses below the course have for other pages."""


class ContentError(Exception):
    """The content cannot be used; ``problems`` holds all that is wrong with its shape."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@runtime_checkable
class _WithPosition(Protocol):
    """A task that may be set at a laid position."""

    @property
    def position(self) -> Position | None: ...


@runtime_checkable
class _WithRuleSet(Protocol):
    """A task that names its rule set, for where no position does."""

    @property
    def rule_set(self) -> str: ...


@dataclass(frozen=True, kw_only=True)
class Item:
    """One answerable thing: a step of a stage or a puzzle of a theme.

    ``slug`` is permanent and unique among all items: ``stage/step`` or ``puzzle/theme/slug``. ``number``
    counts from one within the group. ``source`` says where it was read: file and key.
    """

    slug: str
    task: Task
    content_hash: str
    group: str
    number: int
    is_puzzle: bool
    source: tuple[str, str]

    @property
    def kind(self) -> KindName:
        return KindName(self.task.kind)

    @property
    def goal(self) -> Text:
        return self.task.goal

    @property
    def intro(self) -> Text | None:
        return self.task.intro

    @property
    def name(self) -> str:
        """The last part of the slug, as it stands in the file and in the address."""
        return self.task.slug

    @property
    def position(self) -> Position | None:
        return self.task.position if isinstance(self.task, _WithPosition) else None

    @cached_property
    def rules(self) -> RuleSet:
        """The rule set by which answers are judged."""
        if self.position is not None:
            return self.position.rules
        return parse_rules(self.task.rule_set if isinstance(self.task, _WithRuleSet) else "classic")

    @property
    def plays_alone(self) -> bool:
        """Whether there are no partnerships, so that nothing is said of a side."""
        if self.position is not None:
            return not self.position.has_partner
        return self.rules.default_players <= SINGLE_PLAYERS


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A stage of the course with its steps in order; ``scenes`` are looked at before, ``deal`` is played after.

    ``more`` are further exercises about the same rules: a stage is finished without them.
    """

    slug: str
    number: int
    title: Text
    summary: Text
    rules: tuple[str, ...]
    can_do: tuple[Text, ...]
    branch: schema.Branch = "main"
    scenes: tuple[schema.Scene, ...] = ()
    deal: str | None = None
    steps: tuple[Item, ...]
    more: tuple[Item, ...] = ()

    @property
    def exercises(self) -> tuple[Item, ...]:
        """The steps, then what there is besides."""
        return self.steps + self.more


@dataclass(frozen=True, kw_only=True)
class Theme:
    """Puzzles about one thing, in order."""

    slug: str
    number: int
    title: Text
    summary: Text
    puzzles: tuple[Item, ...]
    lesson: str | None = None


@dataclass(frozen=True, kw_only=True)
class RulePage:
    """A rule of the rulebook."""

    id: str
    title: Text
    short: Text
    text: Text
    asked: rulebook.Asked | None
    tables: Text | None
    sources: tuple[rulebook.RuleSource, ...]
    example: rulebook.RuleExample | None
    probes: tuple[rulebook.Probe, ...] = ()
    score_probes: tuple[rulebook.ScoreQuestion, ...] = ()
    subject: Text | None = None
    alone: Text | None = None
    holds: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    otherwise: tuple[rulebook.Otherwise, ...] = ()

    @property
    def all_probes(self) -> tuple[rulebook.Probe | rulebook.ScoreQuestion, ...]:
        """The questions that may part two rule sets: those to a position, then those to a score sheet."""
        return (*self.probes, *self.score_probes)

    @property
    def about(self) -> Text:
        """What the rule is about, whatever a rule set says of it."""
        return self.subject or self.title

    @property
    def number(self) -> str:
        return RULES[self.id].number

    @property
    def section(self) -> int:
        return RULES[self.id].section


@dataclass(frozen=True, kw_only=True)
class Library:
    """All content. Look things up by slug; what is not there is None."""

    stages: tuple[Stage, ...] = ()
    themes: tuple[Theme, ...] = ()
    rules: Mapping[str, RulePage] = field(default_factory=dict)
    glossary: tuple[rulebook.TermEntry, ...] = ()
    alike: tuple[rulebook.AlikeEntry, ...] = ()
    sources: tuple[rulebook.SourceEntry, ...] = ()
    rule_sets: Mapping[str, rulebook.RuleSetEntry] = field(default_factory=dict)
    questions: Mapping[str, questions.QuestionEntry] = field(default_factory=dict)
    quarrels: Mapping[str, quarrels.QuarrelEntry] = field(default_factory=dict)

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """Every item by slug, steps first, in order."""
        return MappingProxyType({item.slug: item for group in self.groups for item in group})

    @cached_property
    def asking(self) -> Mapping[str, tuple[Item, ...]]:
        """By rule, the items that ask it, in order."""
        found: dict[str, list[Item]] = defaultdict(list)
        for item in self.items.values():
            for rule in item.task.rules:
                found[rule].append(item)
        return MappingProxyType({rule: tuple(items) for rule, items in found.items()})

    @property
    def groups(self) -> tuple[tuple[Item, ...], ...]:
        """The items of every stage, then of every theme."""
        return (*(stage.exercises for stage in self.stages), *(theme.puzzles for theme in self.themes))

    def item(self, slug: str) -> Item | None:
        return self.items.get(slug)

    def stage(self, slug: str) -> Stage | None:
        return next((stage for stage in self.stages if stage.slug == slug), None)

    def branch(self, name: schema.Branch) -> tuple[Stage, ...]:
        """The stages of a branch of the course, in order."""
        return tuple(stage for stage in self.stages if stage.branch == name)

    def stage_after(self, stage: Stage) -> Stage | None:
        """The next stage of its branch; None after the last."""
        return next((one for one in self.branch(stage.branch) if one.number > stage.number), None)

    def theme(self, slug: str) -> Theme | None:
        return next((theme for theme in self.themes if theme.slug == slug), None)

    def source(self, key: str) -> rulebook.SourceEntry | None:
        return next((source for source in self.sources if source.key == key), None)

    def group_of(self, item: Item) -> Stage | Theme:
        """The stage or theme an item belongs to."""
        found = self.theme(item.group) if item.is_puzzle else self.stage(item.group)
        if found is None:
            raise LookupError(f"{item.slug} belongs to no group of this library")
        return found

    def siblings(self, item: Item) -> tuple[Item, ...]:
        """The steps of the same stage, its further exercises, or the puzzles of the theme, this one included."""
        group = self.group_of(item)
        if isinstance(group, Theme):
            return group.puzzles
        return group.more if self.is_further(item) else group.steps

    def is_further(self, item: Item) -> bool:
        """Whether it is an exercise of a stage that is not on its way."""
        group = None if item.is_puzzle else self.stage(item.group)
        return group is not None and any(one.slug == item.slug for one in group.more)

    def place_of(self, stage: Stage) -> tuple[int, int]:
        """Which stage of its branch this is, from one, and of how many."""
        branch = self.branch(stage.branch)
        return branch.index(stage) + 1, len(branch)

    def after(self, item: Item) -> Item | None:
        """The next item of the same group, None after the last."""
        return next((other for other in self.siblings(item) if other.number == item.number + 1), None)


def library() -> Library:
    """The content of the project, read at the first call. Raises ContentError naming all faults."""
    return load(seeds_folder())


def rule_set_titles() -> Mapping[str, Text]:
    """How the rule sets are called that the content presents, by name."""
    return _titles_below(seeds_folder())


@lru_cache(maxsize=8)
def _titles_below(root: Path) -> Mapping[str, Text]:
    return MappingProxyType({name: entry.title for name, entry in _Reader(root).rule_sets().items()})


def seeds_folder() -> Path:
    return _folder(getattr(settings, "SEEDS_DIR", None))


@lru_cache(maxsize=8)
def _folder(chosen: str | Path | None) -> Path:
    """One object for each folder: it is asked for hundreds of times a page, and a new path is dear to compare."""
    return Path(chosen) if chosen else settings.BASE_DIR / "seeds"


@lru_cache(maxsize=8)
def load(root: Path) -> Library:
    """The content below this folder. Raises ContentError."""
    found, problems = read(root)
    if problems:
        raise ContentError(problems)
    return found


def read(root: Path) -> tuple[Library, tuple[Problem, ...]]:
    """What can be read below this folder, and all that is wrong with its shape."""
    reader = _Reader(root)
    content = Library(
        stages=tuple(reader.stages()),
        themes=tuple(reader.themes()),
        rules=MappingProxyType(reader.rules()),
        glossary=reader.list_file("glossary.toml", rulebook.GlossaryFile, "term"),
        alike=reader.list_file("alike.toml", rulebook.AlikeFile, "alike"),
        sources=reader.list_file("sources.toml", rulebook.SourcesFile, "source"),
        rule_sets=MappingProxyType(reader.rule_sets()),
        questions=MappingProxyType(reader.questions()),
        quarrels=MappingProxyType(reader.quarrels()),
    )
    return content, tuple(reader.problems)


class _Reader(Files):
    """Reads the files of a folder of seeds."""

    def stages(self) -> list[Stage]:
        """Numbered from one: a branch after the other, and in each by the numbers of the folders."""
        found = sorted(self._stages(), key=lambda stage: schema.BRANCHES.index(stage.branch))
        return [replace(stage, number=number) for number, stage in enumerate(found, start=1)]

    def _stages(self) -> Iterator[Stage]:
        for path, slug in self.numbered("lessons/*/stage.toml", reserved=RESERVED | {"puzzle"}):
            raw, file = self.validated(path, schema.StageFile)
            steps = self._items(path, raw, key="step", group=slug, is_puzzle=False)
            more = (
                self._items(path, raw, key="more", group=slug, is_puzzle=False) if file and file.more else ()
            )
            if file is None or steps is None or more is None:
                continue
            for one in more:
                if any(step.slug == one.slug for step in steps):
                    self.report(path, f"{one.source[1]}.slug", f"“{one.name}” stands twice in this file")
            yield Stage(
                slug=slug, number=0, title=file.title, summary=file.summary, rules=file.rules, can_do=file.can_do,
                branch=file.branch, scenes=file.scene, deal=file.deal, steps=steps, more=more,
            )  # fmt: skip

    def themes(self) -> Iterator[Theme]:
        for number, (path, slug) in enumerate(self.numbered("puzzles/*.toml"), start=1):
            raw, file = self.validated(path, schema.ThemeFile)
            puzzles = self._items(path, raw, key="puzzle", group=slug, is_puzzle=True)
            if file is None or puzzles is None:
                continue
            for place, item in enumerate(puzzles):
                if item.task.difficulty is None:
                    self.report(
                        path, f"puzzle[{place}].difficulty", "a puzzle needs a difficulty from 1 to 5"
                    )
            yield Theme(
                slug=slug, number=number, title=file.title, summary=file.summary, puzzles=puzzles, lesson=file.lesson,
            )  # fmt: skip

    def rules(self) -> dict[str, RulePage]:
        pages: dict[str, RulePage] = {}
        paths = [self.root / "rules.toml", *sorted((self.root / "rules").glob("*.toml"))]
        for path in filter(Path.is_file, paths):
            for rule_id, raw in (self.parsed(path) or {}).items():
                if rule_id not in RULES:
                    self.report(path, rule_id, "there is no rule of this name")
                elif rule_id in pages:
                    self.report(path, rule_id, "this rule stands in two files")
                else:
                    entry = self.checked(path, raw, rulebook.RuleEntry, prefix=rule_id)
                    if entry is not None:
                        pages[rule_id] = RulePage(
                            id=rule_id, title=entry.title, short=entry.short, text=entry.text, asked=entry.asked,
                            tables=entry.tables, sources=entry.sources, example=entry.example,
                            probes=entry.probe, score_probes=entry.score_probe, subject=entry.subject,
                            alone=entry.alone, holds=entry.holds, otherwise=entry.otherwise,
                        )  # fmt: skip
        return {rule_id: pages[rule_id] for rule_id in RULES if rule_id in pages}

    def rule_sets(self) -> dict[str, rulebook.RuleSetEntry]:
        """By name, in the order of the file: variants follow what they vary."""
        entries = self.list_file("rule_sets.toml", rulebook.RuleSetsFile, "rule_set")
        by_name = {entry.name: entry for entry in entries}
        if len(by_name) < len(entries):
            self.report(self.root / "rule_sets.toml", "rule_set", "a rule set stands twice in this file")
        return by_name

    def questions(self) -> dict[str, questions.QuestionEntry]:
        """By slug, in the order of the file."""
        entries = self.list_file("questions.toml", questions.QuestionsFile, "question")
        by_slug = {entry.slug: entry for entry in entries}
        if len(by_slug) < len(entries):
            self.report(self.root / "questions.toml", "question", "a question stands twice in this file")
        return by_slug

    def quarrels(self) -> dict[str, quarrels.QuarrelEntry]:
        """By slug, in the order of the file."""
        entries = self.list_file("quarrels.toml", quarrels.QuarrelsFile, "quarrel")
        by_slug = {entry.slug: entry for entry in entries}
        if len(by_slug) < len(entries):
            self.report(self.root / "quarrels.toml", "quarrel", "a quarrel stands twice in this file")
        return by_slug

    def _items(
        self, path: Path, file: dict[str, Any] | None, *, key: str, group: str, is_puzzle: bool
    ) -> tuple[Item, ...] | None:
        """The items of a file; None where one of them cannot be read, or there are none."""
        raw = (file or {}).get(key)
        if not isinstance(raw, list):
            return None
        tasks = [self._task(path, one, prefix=f"{key}[{place}]") for place, one in enumerate(raw)]
        items = []
        seen: set[str] = set()
        for place, task in enumerate(tasks):
            if task is None:
                return None
            if task.slug in seen:
                self.report(path, f"{key}[{place}].slug", f"“{task.slug}” stands twice in this file")
            seen.add(task.slug)
            slug = f"{PUZZLE_PREFIX if is_puzzle else ''}{group}/{task.slug}"
            items.append(
                Item(
                    slug=slug,
                    task=task,
                    content_hash=hash_of(raw[place]),
                    group=group,
                    number=place + 1,
                    is_puzzle=is_puzzle,
                    source=(self.name_of(path), f"{key}[{place}]"),
                )
            )
        return tuple(items)

    def _task(self, path: Path, raw: Any, *, prefix: str) -> Task | None:
        try:
            model = model_of(raw)
        except TaskError as error:
            self.report(path, prefix, str(error))
            return None
        return self.checked(path, raw, model, prefix=prefix)


def hash_of(raw: Any) -> str:
    """Hexadecimal SHA-256 of one item as it stands in its file; order of keys does not matter."""
    text = json.dumps(raw, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
