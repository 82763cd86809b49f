"""Which puzzle comes next: near a wished strength, not met lately, never one that is out of circulation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from heapq import nsmallest
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final

from lessons.content import bank, reading
from lessons.content.reading import PUZZLE_PREFIX, Item, seeds_folder
from lessons.content.tasks import KindName
from lessons.fresh.sisters import base_item, base_slug
from lessons.fresh.variants import fresh_variant
from lessons.kinds.registry import KINDS, Pace
from lessons.mining import endless
from lessons.parting.families import FAMILIES, family_of
from tutor.learning.models import Attempt, Draft, Learner
from tutor.puzzles.circulation import withheld_slugs
from tutor.puzzles.models import ItemRating, Round
from tutor.puzzles.ratings import strength_of
from tutor.puzzles.starting import start_of, start_of_record
from tutor.puzzles.statistics import START

NOT_LONG: Final[tuple[Pace, ...]] = ("seconds", "minute", "minutes")
"""What does not take long: where one miss ends the round."""
LEVELS: Final[Mapping[str, float]] = MappingProxyType({"easier": -250.0, "same": -50.0, "harder": 150.0})
"""How far from the learner's own rating: about four of five right, more than half, less than a third."""
CAUTION: Final = 0.5
"""Of who is little known, so much of the deviation is taken off: rather too easy than too hard."""
RECENT_ROUNDS: Final = 12
RECENT_THEMES: Final = 5
REACH: Final = 150.0
"""What is so much farther from the target than the nearest is as good: themes, and the puzzles of one."""
WITH_IDEA: Final = 6
TO_DECIDE: Final = 2
"""So much oftener than a theme of counting alone comes one with ideas, and one in which something is decided."""
NEAREST: Final = 8
"""Chance takes one of so many at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A puzzle as choosing sees it. ``slug`` is that of the exercise itself, never of a sister.

    ``is_drill`` is one whose theme is about a single rule: its name tells the answer, so it stays with its stage.
    One that ``has_idea`` tempts to a turn that one rule or one number forbids.
    """

    slug: str
    theme: str
    kind: KindName
    rule_set: str
    difficulty: int
    has_position: bool
    is_drill: bool = False
    has_idea: bool = False
    stated: float | None = None

    @property
    def start(self) -> float:
        """The rating before anybody has answered; that of its difficulty alone where no other is ``stated``."""
        return START[self.difficulty] if self.stated is None else self.stated

    @property
    def family(self) -> str:
        return family_of(self.rule_set)


def candidates() -> tuple[Candidate, ...]:
    """All puzzles: the chosen ones and those of the bank, always in the same order."""
    return _candidates(seeds_folder())


def of_theme(theme: str) -> tuple[Candidate, ...]:
    """The puzzles of a theme; none for one that does not exist."""
    return _by_theme(seeds_folder()).get(theme, ())


@lru_cache(maxsize=8)
def _candidates(root: Path) -> tuple[Candidate, ...]:
    found = [
        Candidate(
            slug=puzzle.slug, theme=theme.slug, kind=puzzle.kind, rule_set=puzzle.rules.base or puzzle.rules.name,
            difficulty=puzzle.task.difficulty or 2, has_position=puzzle.position is not None,
            stated=start_of(puzzle),
        )
        for theme in reading.load(root).themes
        for puzzle in theme.puzzles
    ]  # fmt: skip
    made = bank.load(root)
    drills = {theme.slug for theme in made.themes if theme.drill}
    found += [
        Candidate(
            slug=entry.slug, theme=entry.theme, kind=entry.kind, rule_set=entry.rule_set,
            difficulty=entry.difficulty, has_position="position" in made.records[entry.slug],
            is_drill=entry.theme in drills, has_idea="tempting" in made.records[entry.slug],
            stated=start_of_record(entry.difficulty, str(made.records[entry.slug].get("position", ""))),
        )
        for entry in made.offered
    ]  # fmt: skip
    return tuple(found)


@lru_cache(maxsize=8)
def _by_theme(root: Path) -> Mapping[str, tuple[Candidate, ...]]:
    found: dict[str, list[Candidate]] = {}
    for one in _candidates(root):
        found.setdefault(one.theme, []).append(one)
    return MappingProxyType({theme: tuple(members) for theme, members in found.items()})


def pool_of(
    *,
    theme: str = "",
    families: Sequence[str] = tuple(FAMILIES),
    paces: Sequence[Pace] = (),
    one_step: bool = False,
    drills: bool = True,
) -> tuple[Candidate, ...]:
    """The puzzles of a theme, or of all themes in these families; where paces are given, those that take so long.

    With ``one_step`` those that one tap or one number answers within seconds: the questions of a storm. Without
    ``drills`` the themes for solvers alone.
    """
    if theme:
        return of_theme(theme)
    paces = ("seconds",) if one_step else tuple(paces)
    found = _pool(seeds_folder(), tuple(families), paces, one_step)
    return found if drills else _without_drills(found)


@lru_cache(maxsize=64)
def _without_drills(pool: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    return tuple(one for one in pool if not one.is_drill) or pool


@lru_cache(maxsize=64)
def _pool(
    root: Path, families: tuple[str, ...], paces: tuple[Pace, ...], one_step: bool
) -> tuple[Candidate, ...]:
    return tuple(
        one
        for one in _candidates(root)
        if one.family in families
        and (not paces or KINDS[one.kind].pace in paces)
        and (bool(KINDS[one.kind].one_step) or not one_step)
    )


def own_target(learner: Learner, level: str) -> float:
    """The rating of puzzles that suit a learner; one query."""
    own = strength_of(learner)
    return own.rating + LEVELS.get(level, LEVELS["same"]) - CAUTION * own.deviation


def recent_bases(learner: Learner) -> tuple[str, ...]:
    """The exercises of the learner's last rounds, the latest first."""
    rounds = Round.objects.filter(learner=learner).values_list("questions", flat=True)[:RECENT_ROUNDS]
    found = [base_slug(question["slug"]) for questions in rounds for question in reversed(questions)]
    return tuple(dict.fromkeys(found))


def choose(
    pool: Sequence[Candidate],
    *,
    learner: Learner,
    target: float,
    asked: Sequence[str] = (),
    rng: Random,
) -> Item | None:
    """The next puzzle from a pool, with cards that the learner has not seen; None from an empty pool.

    Where all of the theme at hand were met, a new one is made by the second; where none can be made, one that was met
    comes with other cards.

    ``target`` is the wished rating. ``asked`` are the exercises of this round, in order: where the pool has several
    themes, none comes twice in a row.
    """
    withheld = withheld_slugs()
    pool = [one for one in pool if one.slug not in withheld]
    recent = tuple(dict.fromkeys((*reversed(asked), *recent_bases(learner))))
    pool = _of_one_theme(_not_lately(_other_theme(pool, asked), recent), asked, target=target, rng=rng)
    if not pool:
        return None
    seen = _seen(learner, pool[0].theme)
    unseen = [one for one in pool if one.slug not in seen]
    made = None if unseen else _made(pool, seen, rng=rng)
    if made is not None and made.slug not in withheld:
        return made
    chosen = _near(unseen or pool, target=target, rng=rng)
    item = base_item(chosen.slug)
    if item is None or item.slug not in seen:
        return item
    return fresh_variant(item, seen | withheld | set(recent), rng=rng) or item


def _near(pool: Sequence[Candidate], *, target: float, rng: Random) -> Candidate:
    """One of those nearest to the target."""
    ratings = _ratings(pool)
    gaps = {one.slug: abs(ratings.get(one.slug, one.start) - target) for one in pool}
    near = nsmallest(NEAREST, pool, key=lambda one: gaps[one.slug])
    return rng.choice([one for one in near if gaps[one.slug] <= gaps[near[0].slug] + REACH])


def _made(pool: Sequence[Candidate], seen: Set[str], *, rng: Random) -> Item | None:
    """A new puzzle of a theme of which all were met, by one of its rule sets; None where none can be made."""
    theme = pool[0].theme
    if not endless.is_endless(theme):
        return None
    met = [item for slug in {base_slug(one) for one in seen} if (item := base_item(slug)) is not None]
    return endless.new_puzzle(theme, rule_sets=[one.rule_set for one in pool], met=met, rng=rng)


def _other_theme(pool: Sequence[Candidate], asked: Sequence[str]) -> Sequence[Candidate]:
    """The pool without the theme that was asked about last, if others are left."""
    last = asked[-1].split("/")[1] if asked else ""
    return [one for one in pool if one.theme != last] or pool


def _not_lately(pool: Sequence[Candidate], recent: Sequence[str]) -> Sequence[Candidate]:
    """Those that the last rounds did not ask; where they asked all of them, the half that is longest ago."""
    met = {slug: place for place, slug in enumerate(recent)}
    fresh = [one for one in pool if one.slug not in met]
    return fresh or sorted(pool, key=lambda one: -met[one.slug])[: (len(pool) + 1) // 2]


def _of_one_theme(
    pool: Sequence[Candidate], asked: Sequence[str], *, target: float, rng: Random
) -> Sequence[Candidate]:
    """The members of one theme that has puzzles near the target, if possible one that was not asked about lately."""
    gaps: dict[str, float] = {}
    for one in pool:
        gap = abs(one.start - target)
        gaps[one.theme] = min(gap, gaps.get(one.theme, gap))
    if len(gaps) < 2:
        return pool
    best = min(gaps.values())
    themes = [theme for theme, gap in gaps.items() if gap <= best + REACH]
    lately = {slug.split("/")[1] for slug in asked[-RECENT_THEMES:]}
    fresh = [theme for theme in themes if theme not in lately] or themes
    weights = _weights(pool)
    (theme,) = rng.choices(fresh, [weights[theme] for theme in fresh])
    return [one for one in pool if one.theme == theme]


def _weights(pool: Sequence[Candidate]) -> dict[str, int]:
    """How often each theme comes: oftenest where there is an idea to find, least where there is only counting.

    Where nothing in the pool has an idea, as against the clock, all come alike.
    """
    ideas = {one.theme for one in pool if one.has_idea}
    decides = {one.theme for one in pool if one.has_position}
    if not ideas:
        return {one.theme: 1 for one in pool}
    return {
        one.theme: WITH_IDEA if one.theme in ideas else TO_DECIDE if one.theme in decides else 1
        for one in pool
    }


def _ratings(pool: Sequence[Candidate]) -> dict[str, float]:
    """What answers have shown about these puzzles."""
    rows = ItemRating.objects.filter(item__slug__in=[one.slug for one in pool], count__gt=0)
    return dict(rows.values_list("item__slug", "rating"))


def _seen(learner: Learner, theme: str) -> Set[str]:
    """What the learner has answered or begun in a theme: exercises and sisters."""
    prefix = f"{PUZZLE_PREFIX}{theme}/"
    answered = Attempt.objects.filter(learner=learner, item__slug__startswith=prefix)
    begun = Draft.objects.filter(learner=learner, item__slug__startswith=prefix)
    slugs = answered.order_by().values_list("item__slug", flat=True)
    return frozenset(slugs.union(begun.order_by().values_list("item__slug", flat=True)))
