"""Checks of the content: every fault with its file and key, every stated answer proved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from engine.judging.judge import judge
from engine.law.errors import EngineError
from engine.law.rulebook import RULES
from engine.law.variants import RULE_SETS
from lessons.content import reading
from lessons.content.base import Text
from lessons.content.files import Problem
from lessons.content.reading import Item, Library
from lessons.content.rulebook import Probe, ScoreQuestion
from lessons.fresh.shapes import shape_of
from lessons.kinds.common.reasons import fitting_reasons
from lessons.kinds.registry import Fault, kind_of
from lessons.parting.probing import Judged, under
from lessons.proving.checks_deals import deal_problems
from lessons.proving.checks_numbers import unknown_points
from lessons.proving.checks_plans import plan_problems
from lessons.proving.checks_quarrels import quarrel_problems, quarrel_texts
from lessons.proving.checks_texts import text_problems

RULE_SETS_FILE: Final = "rule_sets.toml"
QUESTIONS_FILE: Final = "questions.toml"


def problems(root: Path) -> list[Problem]:
    """Every fault of the content below this folder: its shape first, then what only the engine can tell."""
    library, found = reading.read(root)
    checks = (
        _items,
        _kinds,
        _theme_lessons,
        _equal_up_to_a_shift,
        _equal_items,
        _texts,
        _rulebook,
        _rule_sets,
        _questions,
        quarrel_problems,
    )
    told = [problem for check in checks for problem in check(library)]
    return [*found, *told, *deal_problems(root, library), *plan_problems(root, library)]


def _items(library: Library) -> Iterator[Problem]:
    for item in library.items.values():
        for key, message in item_faults(item):
            yield Problem(item.source[0], f"{item.source[1]}.{key}", message)
        for place, rule in enumerate(item.task.rules):
            if library.rules and rule not in library.rules:
                yield Problem(
                    item.source[0], f"{item.source[1]}.rules[{place}]", f"the rulebook has no page “{rule}”"
                )


def item_faults(item: Item) -> Iterator[Fault]:
    """What the engine finds wrong with one item: pairs of key and message."""
    try:
        yield from kind_of(item).faults(item)
    except EngineError as error:
        yield _key_of(error, item), error.args[0]
    except (ValueError, AssertionError) as error:
        yield "compute", str(error)


def _key_of(error: EngineError, item: Item) -> str:
    if error.where.startswith(("actions", "side", "score")) or error.where in type(item.task).model_fields:
        return error.where
    return "position" if item.position else error.where or "actions"


def _kinds(library: Library) -> Iterator[Problem]:
    """Never the same kind of step three times in a row, over the whole course."""
    steps = [step for stage in library.stages for step in stage.steps]
    for first, second, third in zip(steps, steps[1:], steps[2:], strict=False):
        if first.kind == second.kind == third.kind:
            yield Problem(third.source[0], f"{third.source[1]}.kind", f"“{third.kind}” three times in a row")


def _equal_up_to_a_shift(library: Library) -> Iterator[Problem]:
    """No two exercises of a stage ask the same of positions that differ only in suits or by a shift of ranks."""
    for stage in library.stages:
        seen: dict[object, Item] = {}
        for item in stage.exercises:
            key = shape_of(item)
            if key is not None and key in seen and _question(item) != _question(seen[key]):
                message = f"is “{seen[key].name}” with other ranks or suits"
                yield Problem(item.source[0], f"{item.source[1]}.slug", message)
            seen.setdefault(key, item)


def _theme_lessons(library: Library) -> Iterator[Problem]:
    """Every theme that names a lesson names a stage of the course."""
    for theme in library.themes:
        if theme.lesson is not None and library.stage(theme.lesson) is None:
            message = f"there is no stage “{theme.lesson}”"
            yield Problem(theme.puzzles[0].source[0], "lesson", message)


def _equal_items(library: Library) -> Iterator[Problem]:
    """No two items of a stage or theme ask the same question of the same position."""
    for items in library.groups:
        seen: dict[object, Item] = {}
        for item in items:
            key = _question(item)
            if key in seen:
                message = f"asks the same as “{seen[key].name}”"
                yield Problem(item.source[0], f"{item.source[1]}.slug", message)
            seen.setdefault(key, item)


def _question(item: Item) -> str:
    """All that is asked, without the texts."""
    question = item.task.model_dump(
        exclude={"slug", "goal", "intro", "look", "right", "tells", "difficulty", "accept_text"}
    )
    return repr(sorted(question.items(), key=lambda pair: pair[0]))


def _texts(library: Library) -> Iterator[Problem]:
    for item in library.items.values():
        for key, message in unknown_points(item):
            yield Problem(item.source[0], f"{item.source[1]}.{key}", message)
    for file, key, text in _all_texts(library):
        yield from text_problems(file, key, text)


def _all_texts(library: Library) -> Iterator[tuple[str, str, Text]]:
    for item in library.items.values():
        file, key = item.source
        yield from _texts_of(file, key, item.task, ("goal", "intro", "look", "right", "accept_text"))
    firsts = [(group, group.steps[0]) for group in library.stages]
    for group, first in (*firsts, *((group, group.puzzles[0]) for group in library.themes)):
        yield from _texts_of(first.source[0], "", group, ("title", "summary"))
        for place, text in enumerate(getattr(group, "can_do", ())):
            yield first.source[0], f"can_do[{place}]", text
    for page in library.rules.values():
        yield from _texts_of("rulebook", page.id, page, ("title", "subject", "short", "text", "tables"))
    for entry in library.rule_sets.values():
        yield from _texts_of(RULE_SETS_FILE, entry.name, entry, ("title", "summary", "players", "text"))
    for term in library.glossary:
        yield "glossary.toml", term.key, term.text
    for asked in library.questions.values():
        yield from _texts_of(QUESTIONS_FILE, asked.slug, asked, ("title", "asked", "answer"))
        for place, case in enumerate(asked.case):
            yield QUESTIONS_FILE, f"{asked.slug}.case[{place}].text", case.text
    yield from quarrel_texts(library)


def _texts_of(file: str, key: str, thing: object, names: Iterable[str]) -> Iterator[tuple[str, str, Text]]:
    for name in names:
        text = getattr(thing, name, None)
        if text is not None:
            yield file, f"{key}.{name}" if key else name, text


def _rulebook(library: Library) -> Iterator[Problem]:
    """The rulebook's examples are what they say, its sources exist, and every rule of a verdict has a page."""
    for page in library.rules.values():
        keys = {source.key for source in library.sources}
        for place, source in enumerate(page.sources):
            if keys and source.source not in keys:
                yield Problem(
                    "rulebook", f"{page.id}.sources[{place}].source", f"there is no source “{source.source}”"
                )
        if page.example is not None:
            yield from _example_faults(page)
        yield from _probe_faults(page)
    if library.rules:
        for rule in RULES.values():
            if rule.id not in library.rules:
                yield Problem("rulebook", rule.id, "this rule has no page")


def _example_faults(page: reading.RulePage) -> Iterator[Problem]:
    example = page.example
    assert example is not None
    for name, actions, legal in (("legal", example.legal, True), ("illegal", example.illegal, False)):
        if actions is None:
            continue
        key = f"{page.id}.example.{name}"
        try:
            verdict = judge(example.position, actions, unfinished=True, remedy=False)
        except EngineError as error:
            yield Problem("rulebook", key, error.args[0])
            continue
        if verdict.legal is not legal:
            yield Problem("rulebook", key, f"the engine says {'legal' if verdict.legal else 'illegal'}")
        elif not legal and page.id not in fitting_reasons(verdict) and RULES[page.id].sort == "judged":
            cited = ", ".join(sorted(fitting_reasons(verdict)))
            yield Problem("rulebook", key, f"the verdict does not cite this rule, but {cited}")


def _probe_faults(page: reading.RulePage) -> Iterator[Problem]:
    """Each probe can be put to two rule sets at least and parts them."""
    named: dict[str, Sequence[Probe | ScoreQuestion]] = {
        "probe": page.probes, "score_probe": page.score_probes,
    }  # fmt: skip
    for key, probes in named.items():
        for place, probe in enumerate(probes):
            answers = [found.outcome for rules in RULE_SETS.values() if (found := under(probe, rules))]
            if len(set(answers)) < 2:
                yield Problem("rulebook", f"{page.id}.{key}[{place}]", "no two rule sets part on this")


def _rule_sets(library: Library) -> Iterator[Problem]:
    """Every rule set of the engine is presented, with sources and examples that exist."""
    if not library.rule_sets:
        return
    for name in RULE_SETS:
        if name not in library.rule_sets:
            yield Problem(RULE_SETS_FILE, name, "this rule set is not presented")
    keys = {source.key for source in library.sources}
    for entry in library.rule_sets.values():
        for place, source in enumerate(entry.sources):
            if source not in keys:
                yield Problem(
                    RULE_SETS_FILE, f"{entry.name}.sources[{place}]", f"there is no source “{source}”"
                )
        if entry.parent == entry.name:
            yield Problem(RULE_SETS_FILE, f"{entry.name}.parent", "a rule set is not its own parent")
        for place, rule in enumerate(entry.examples):
            if not _has_example(library, rule, entry.name):
                message = "the rule has neither an example nor a probe for this rule set"
                yield Problem(RULE_SETS_FILE, f"{entry.name}.examples[{place}]", message)


def _questions(library: Library) -> Iterator[Problem]:
    """Every question is decided somewhere, by a rule that it names, and can be tried."""
    for place, entry in enumerate(library.questions.values()):
        where = f"question[{place}]"
        item = library.item(entry.try_it)
        if item is None:
            yield Problem(QUESTIONS_FILE, f"{where}.try_it", f"there is no exercise “{entry.try_it}”")
        elif not set(item.task.rules) & set(entry.rules):
            yield Problem(QUESTIONS_FILE, f"{where}.try_it", "the exercise is about none of these rules")
        deciding: set[str] = set()
        for number, case in enumerate(entry.case):
            outcomes = [found for rules in RULE_SETS.values() if (found := under(case.probe, rules))]
            if not outcomes:
                yield Problem(QUESTIONS_FILE, f"{where}.case[{number}]", "no rule set can hold this position")
            for found in outcomes:
                deciding |= (
                    fitting_reasons(found.verdict) | set(found.verdict.undecided)
                    if isinstance(found, Judged)
                    else {line.rule for line in found.sheet.lines}
                )
        if not deciding & set(entry.rules):
            yield Problem(QUESTIONS_FILE, f"{where}.rules", "none of these rules decides any of the cases")


def _has_example(library: Library, rule: str, rule_set: str) -> bool:
    page = library.rules.get(rule)
    if page is None:
        return False
    if page.example is not None and page.example.position.rules.name == rule_set:
        return True
    return any(under(probe, RULE_SETS[rule_set]) for probe in page.all_probes)
