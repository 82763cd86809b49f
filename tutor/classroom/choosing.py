"""Which exercises an assignment has: chosen once, when it is made, and then the same for all or with cards for each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from django.urls import Resolver404, resolve
from django.utils.timezone import localdate
from django.utils.translation import get_language, get_language_from_path, gettext, override

from lessons.content import bank
from lessons.content.reading import PUZZLE_PREFIX, Item, library, load, seeds_folder
from lessons.content.tasks import KindName
from lessons.fresh.sisters import MARK, MOST_SISTERS, base_item, base_slug, find_item, sister_of
from lessons.fresh.variants import FIRST_SISTER
from lessons.kinds.registry import KINDS
from lessons.parting.families import family_of
from tutor.classroom.models import Assignment, Classroom, Pupil
from tutor.classroom.services import ClassError, played_by
from tutor.editor.items import PREFIX as OWN_PREFIX
from tutor.learning.sittings import readiness_items
from tutor.puzzles.circulation import withheld_slugs
from tutor.puzzles.daily import item_of_day
from tutor.puzzles.printing import item_of_code

MOST_QUESTIONS: Final = 200
REMEDIAL_QUESTIONS: Final = 8
FOR_TWO: Final = "classic-2p"
"""What is drawn for two players; whoever draws classic Canasta means the table for four."""
_Kind = Assignment.Kind


@dataclass(frozen=True, slots=True)
class Choice:
    """A lesson or theme to choose from: its slug, what it is called, and how many exercises it has."""

    slug: str
    title: str
    count: int


@dataclass(frozen=True, slots=True)
class _Candidate:
    """``family`` is that of its rule set; classic Canasta for two is one of its own here, for it is another table."""

    slug: str
    difficulty: int
    kind: KindName
    rules: tuple[str, ...]
    family: str


def stage_choices() -> list[Choice]:
    """The lessons of the course, in order."""
    return [Choice(stage.slug, str(stage.title), len(stage.steps)) for stage in library().stages]


def theme_choices() -> list[Choice]:
    """The themes of the puzzles, those of the bank and those written by hand, as one where they have one name."""
    titles = {theme.slug: str(theme.title) for theme in library().themes}
    titles |= {theme.slug: str(theme.title) for theme in bank.themes()}
    found = [Choice(slug, title, count) for slug, title in titles.items() if (count := len(_of_theme(slug)))]
    return sorted(found, key=lambda one: one.title)


def theme_title(slug: str) -> str:
    """What a theme is called; empty for one that is no longer there."""
    by_hand = (theme for theme in library().themes if theme.slug == slug)
    made = (theme for theme in bank.themes() if theme.slug == slug)
    found = next(made, None) or next(by_hand, None)
    return str(found.title) if found else ""


def questions_for(
    kind: str, source: Mapping[str, Any], *, rng: Random, met: Set[str] = frozenset()
) -> list[str]:
    """The slugs of an assignment. Raises ClassError where there is nothing of the kind.

    A remedial one asks what was ``met`` before only where there is nothing else.
    """
    found = _CHOOSERS[kind]({**source, "met": met}, rng)
    if not found:
        raise ClassError(
            gettext("There are no exercises of that kind, difficulty and rule set. Choose a wider range.")
        )
    return found[:MOST_QUESTIONS]


def slugs_in(text: str) -> list[str]:
    """The exercises named in a text, one a line, by slug or by the address of their page. Raises ClassError."""
    found: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        slug = _slug_of(line)
        if slug is None or find_item(slug) is None:
            message = gettext(
                "“%(line)s” is not an exercise. Copy the address of each exercise from the browser, one per line."
            )
            raise ClassError(message % {"line": line[:80]})
        if slug not in found:
            found.append(slug)
    return found


def item_for(assignment: Assignment, number: int, pupil: Pupil | None) -> Item | None:
    """The exercise of a question, counted from one; with the pupil's own cards where the assignment says so.

    None where there is no such question, or the content has it no more.
    """
    if not 1 <= number <= len(assignment.questions):
        return None
    item = find_item(assignment.questions[number - 1])
    base = base_item(base_slug(item.slug)) if item else None
    if base is None or pupil is None or assignment.variant == Assignment.Variant.SAME:
        return item
    first = (pupil.pk * 37 + number * 11) % (MOST_SISTERS - FIRST_SISTER + 1)
    return sister_of(base, FIRST_SISTER + first) or item


def remedial_source(rule: str, *, missed_at: Item | None = None) -> dict[str, Any]:
    """What a remedial assignment is chosen by: the rule, and what the exercise was like where it was missed."""
    source: dict[str, Any] = {"rules": [rule], "count": REMEDIAL_QUESTIONS}
    return source | ({"kind": missed_at.kind, "family": _family(missed_at)} if missed_at else {})


def title_for(kind: str, source: Mapping[str, Any]) -> str:
    """What an assignment is called if the teacher does not say."""
    if kind == _Kind.STAGE:
        stage = library().stage(source["stage"])
        return str(stage.title) if stage else ""
    if kind == _Kind.THEME:
        return theme_title(source["theme"])
    if kind == _Kind.SHEET:
        return gettext("Score sheet")
    if kind == _Kind.READINESS:
        return gettext("Readiness test")
    if kind == _Kind.REMEDIAL:
        return _once_more(source["rules"][0])
    return gettext("Exercises")


def _once_more(rule: str) -> str:
    """What practising a rule again is called: by its stage, for its own title would answer the questions."""
    stages = (*library().branch("main"), *library().stages)
    stage = next((one for one in stages if rule in one.rules), None)
    return gettext("Once more: %(stage)s") % {"stage": stage.title} if stage else gettext("Once more")


def _stage(source: Mapping[str, Any], rng: Random) -> list[str]:
    stage = library().stage(source["stage"])
    return [step.slug for step in stage.steps] if stage else []


def _theme(source: Mapping[str, Any], rng: Random) -> list[str]:
    return _picked(_fitting(_Kind.THEME, source), source["count"], rng)


def _items(source: Mapping[str, Any], rng: Random) -> list[str]:
    return list(source["items"])


def _sheet(source: Mapping[str, Any], rng: Random) -> list[str]:
    return _picked(_fitting(_Kind.SHEET, source), source["count"], rng)


def _fitting(kind: str, source: Mapping[str, Any]) -> list[_Candidate]:
    """All that could be drawn: of the topic or for a sheet, of the difficulty and the family of rule sets asked for."""
    found: Sequence[_Candidate]
    if kind == _Kind.SHEET:
        found = [one for one in _all_puzzles() if KINDS[one.kind].fills_sheet]
    else:
        found = _of_theme(source["theme"])
    easiest, hardest, family = source.get("easiest", 1), source.get("hardest", 5), source.get("family", "")
    if family == family_of(FOR_TWO) and {one.family for one in found} == {FOR_TWO}:
        family = FOR_TWO  # a theme about it has been chosen
    return [
        one for one in found if easiest <= one.difficulty <= hardest and (not family or one.family == family)
    ]


def another_for(
    kind: str, source: Mapping[str, Any], *, instead_of: str, taken: Set[str], rng: Random
) -> str | None:
    """One that could have been drawn instead, as near in difficulty as there is; None where all are taken."""
    fitting = _fitting(kind, source)
    level = next((one.difficulty for one in fitting if one.slug == instead_of), 1)
    free = [one for one in fitting if one.slug not in taken and one.slug not in withheld_slugs()]
    nearest = min((abs(one.difficulty - level) for one in free), default=0)
    near = [one.slug for one in free if abs(one.difficulty - level) == nearest]
    return rng.choice(near) if near else None


def samples(family: str) -> list[tuple[Choice, Item]]:
    """Each theme with an easy exercise of it, of this family of rule sets where it has one."""
    withheld = withheld_slugs()
    found = []
    for choice in theme_choices():
        some = [one for one in _of_theme(choice.slug) if one.slug not in withheld]
        easy = min(some, key=lambda one: (one.family != family, one.difficulty, one.slug), default=None)
        item = find_item(easy.slug) if easy is not None else None
        if item is not None:
            found.append((choice, item))
    return found


def _readiness(source: Mapping[str, Any], rng: Random) -> list[str]:
    return [item.slug for item in readiness_items(library(), seen=set(), rng=rng)]


def _remedial(source: Mapping[str, Any], rng: Random) -> list[str]:
    """Exercises whose first rule is the one that was missed; then those that also teach it, then steps of the course.

    Of each those first that ask in the way in which it was missed. Those of other rule sets than were played come only
    where there is nothing else.
    """
    wanted, count = set(source["rules"]), source["count"]
    family, kind = source.get("family"), source.get("kind")
    steps = [_candidate(step) for stage in library().stages for step in stage.exercises]
    ranked: dict[tuple[bool, bool, bool, bool], list[_Candidate]] = defaultdict(list)
    fitting = [
        (one, is_step)
        for some, is_step in ((_all_puzzles(), False), (steps, True))
        for one in some
        if wanted & set(one.rules)
    ]
    at_home = [(one, is_step) for one, is_step in fitting if one.family == family]
    for one, is_step in at_home or fitting:
        ranked[one.slug in source["met"], is_step, one.rules[0] not in wanted, one.kind != kind].append(one)
    found: list[str] = []
    for _, some in sorted(ranked.items()):
        found += _picked(some, count - len(found), rng)
    return found


_CHOOSERS: Final[Mapping[str, Callable[[Mapping[str, Any], Random], list[str]]]] = {
    _Kind.STAGE: _stage,
    _Kind.THEME: _theme,
    _Kind.ITEMS: _items,
    _Kind.SHEET: _sheet,
    _Kind.READINESS: _readiness,
    _Kind.REMEDIAL: _remedial,
}


def _picked(candidates: Sequence[_Candidate], count: int, rng: Random) -> list[str]:
    """So many of them at most, easy ones first; none that is kept out of circulation."""
    withheld = withheld_slugs()
    free = [one for one in candidates if one.slug not in withheld]
    chosen = rng.sample(free, max(0, min(count, len(free))))
    return [one.slug for one in sorted(chosen, key=lambda one: (one.difficulty, one.slug))]


def _of_theme(theme: str) -> Sequence[_Candidate]:
    return _by_theme(seeds_folder()).get(theme, ())


def _all_puzzles() -> Sequence[_Candidate]:
    return _puzzles_below(seeds_folder())


@lru_cache(maxsize=8)
def _by_theme(root: Path) -> Mapping[str, Sequence[_Candidate]]:
    found: dict[str, list[_Candidate]] = defaultdict(list)
    for one in _puzzles_below(root):
        found[one.slug.split("/")[1]].append(one)
    return MappingProxyType({theme: tuple(some) for theme, some in found.items()})


@lru_cache(maxsize=8)
def _puzzles_below(root: Path) -> tuple[_Candidate, ...]:
    """Put together once for each folder of seeds: there are thousands, and a form asks for them several times."""
    by_hand = [_candidate(puzzle) for theme in load(root).themes for puzzle in theme.puzzles]
    made = [
        _Candidate(entry.slug, entry.difficulty, entry.kind, entry.rules, _table_of(entry.rule_set))
        for entry in bank.load(root).offered
    ]
    return (*by_hand, *made)


def _candidate(item: Item) -> _Candidate:
    task = item.task
    return _Candidate(item.slug, task.difficulty or 1, item.kind, tuple(task.rules), _family(item))


def _family(item: Item) -> str:
    return _table_of(item.rules.base or item.rules.name)


def _table_of(rule_set: str) -> str:
    name = rule_set.partition(" ")[0].partition("{")[0]
    return FOR_TWO if name == FOR_TWO else family_of(rule_set)


def drawn_for(classroom: Classroom) -> str:
    """What a class draws as long as nobody says otherwise."""
    played = played_by(classroom)
    return _table_of(played.base or played.name) if played is not None else classroom.rules


def _slug_of(line: str) -> str | None:
    """A slug as it is, or from the address of an exercise's page."""
    if find_item(line) is not None:
        return line
    path = unquote(urlsplit(line).path)
    try:
        with override(get_language_from_path(path) or get_language() or "en"):
            match = resolve(path)
    except Resolver404:
        return None
    named = _NAMED_BY.get(match.view_name)
    return named(*match.kwargs.values()) if named else None


def _of_code(code: str) -> str | None:
    item = item_of_code(code)
    return item.slug if item else None


def _of_day(day: date) -> str | None:
    item = item_of_day(day) if day <= localdate() else None
    return item.slug if item else None


_NAMED_BY: Final[Mapping[str, Callable[..., str | None]]] = {
    "lessons:step": lambda stage, step: f"{stage}/{step}",
    "lessons:step-worked": lambda stage, step: f"{stage}/{step}",
    "lessons:step-sister": lambda stage, step, number: f"{stage}/{step}{MARK}{number}",
    "lessons:step-missed": lambda stage, step, when, number: f"{stage}/{step}{MARK}{number}",
    "lessons:puzzle": lambda theme, slug: f"{PUZZLE_PREFIX}{theme}/{slug}",
    "lessons:puzzle-worked": lambda theme, slug: f"{PUZZLE_PREFIX}{theme}/{slug}",
    "lessons:puzzle-sister": lambda theme, slug, number: f"{PUZZLE_PREFIX}{theme}/{slug}{MARK}{number}",
    "lessons:review-do": lambda entry, slug: slug,
    "lessons:before": lambda stage, number, entries, slug: slug,
    "practice:notebook-do": lambda slug: slug,
    "practice:notebook-cards": lambda slug, cards: slug,
    "practice:day": _of_day,
    "short": _of_code,
    "editor:item": lambda token: f"{OWN_PREFIX}{token}",
    "editor:item-again": lambda token, number: f"{OWN_PREFIX}{token}{MARK}{number}",
    "editor:edit": lambda token: f"{OWN_PREFIX}{token}",
}
"""Every address at which a browser shows an exercise, and the slug of that exercise."""
