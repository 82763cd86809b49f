"""The map of topics: what a learner has reached at each of them, as one number that can be compared.

The performance at a topic is the rating of which the first answers given there would be what one expects: the mean
rating of the puzzles, moved by the share that was right. It is set against the learner's performance at all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import Final, Literal

from lessons.content import bank
from lessons.content.reading import PUZZLE_PREFIX
from lessons.fresh.sisters import base_slug
from tutor.learning.progress import Progress
from tutor.puzzles.models import ItemRating
from tutor.puzzles.ratings import item_strength

FEWEST: Final = 5
"""With fewer answers a performance has a question mark."""
ENOUGH_TO_CHOOSE: Final = 3
"""With fewer a topic is not called the weakest: one slip would make it so."""
FURTHEST: Final = 400.0
"""Who has everything right, or nothing, is so far from the puzzles: more was not shown."""
APART: Final = 75.0
"""So far from the performance at all topics one is stronger, or weaker, at one of them."""
HALF: Final = 0.5

Level = Literal["new", "weaker", "level", "stronger"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """What was reached in ``answers`` first answers, ``right`` of them right; ``level`` beside all topics together."""

    rating: float
    answers: int
    right: int
    level: Level = "level"

    @property
    def is_sure(self) -> bool:
        return self.answers >= FEWEST


def performances_of(progress: Progress) -> Mapping[str, Performance]:
    """The performance at each topic that was tried, by its slug; one query."""
    answers: defaultdict[str, list[tuple[str, bool]]] = defaultdict(list)
    for slug, one in progress.items.items():
        if slug.startswith(PUZZLE_PREFIX):
            base = base_slug(slug)
            answers[base.split("/")[1]].append((base, one.first))
    strengths = _strengths({base for found in answers.values() for base, _ in found})
    games = {theme: [(strengths[base], right) for base, right in found] for theme, found in answers.items()}
    total = performance(game for found in games.values() for game in found)
    found = {}
    for theme, played in games.items():
        its = performance(played)
        right = sum(one for _, one in played)
        found[theme] = Performance(
            rating=its, answers=len(played), right=right, level=_level(its - total, len(played))
        )
    return found


def performance(games: Iterable[tuple[float, bool]]) -> float:
    """The rating that answers to puzzles of these ratings show: half a win and half a loss are added to each side."""
    played = list(games)
    if not played:
        return 0.0
    mean = sum(rating for rating, _ in played) / len(played)
    right = sum(one for _, one in played)
    shift = 400 * log10((right + HALF) / (len(played) - right + HALF))
    return mean + max(-FURTHEST, min(FURTHEST, shift))


def weakest_of(found: Mapping[str, Performance], *, among: Sequence[str]) -> str | None:
    """The topic with the lowest performance of these, where enough was answered and one is weaker there; else None."""
    tried = [
        theme
        for theme in among
        if theme in found and found[theme].answers >= ENOUGH_TO_CHOOSE and found[theme].level == "weaker"
    ]
    return min(tried, key=lambda theme: found[theme].rating, default=None)


def _level(apart: float, answers: int) -> Level:
    if answers < ENOUGH_TO_CHOOSE or abs(apart) < APART:
        return "level"
    return "stronger" if apart > 0 else "weaker"


def _strengths(slugs: set[str]) -> dict[str, float]:
    """What puzzles are rated: what answers have shown, else what their difficulty stands for."""
    rows = ItemRating.objects.filter(item__slug__in=slugs, count__gt=0)
    shown = dict(rows.values_list("item__slug", "rating"))
    return {
        slug: shown[slug] if slug in shown else item_strength(bank.bank().index.get(slug) or slug)
        for slug in slugs
    }
