"""The mistake notebook: what a learner got wrong and has not been clean at since, the easiest first.

It is read from the answers, and from what other areas bring: positions of one's own deals in which something cost
points. An exercise stands in it together with its sisters: the question counts, not the
cards. It comes in with a wrong answer, wherever that was given, as soon as its verdict is told, and goes out with the
first clean one after it:

* with other cards: right on the first try, without hints;
* with the same cards: right without hints on a later day than the last miss, and as the first answer of that day.

Where other cards make no other exercise, a puzzle of the same theme about the same rule stands for other cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.timezone import localdate

from lessons.content import bank
from lessons.content.providers import provider_of, read_ahead
from lessons.content.reading import Item
from lessons.fresh.sisters import base_item, base_slug, find_item, sister_number, sister_of
from lessons.fresh.variants import FIRST_SISTER, fresh_variant
from tutor.learning.models import Attempt, Learner
from tutor.learning.untold import untold
from tutor.puzzles.circulation import withheld_slugs
from tutor.puzzles.models import ItemRating
from tutor.puzzles.ratings import WORKED_SISTER, item_strength

Source = Callable[[Learner], Iterable[tuple[str, date]]]
"""Exercises that stand in the notebook of a learner from a day on, without having been answered."""
_SOURCES: Final[list[Source]] = []

MOST_SHOWN: Final = 60
"""More are not listed at once; they move up as others leave."""


class Row(NamedTuple):
    """One decided answer."""

    pk: int
    slug: str
    outcome: str
    hints: int
    try_number: int
    created: datetime


@dataclass(slots=True)
class _Open:
    missed: int = 0
    answer: int | None = None
    last_missed: date = date.min
    last_answered: date = date.min


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An exercise in it. ``missed`` counts wrong answers since it came in; ``last`` is the day of the last.

    ``answer`` is the key of that attempt, None where nothing was answered.
    """

    slug: str
    missed: int
    last: date
    strength: float
    answer: int | None = None

    @property
    def item(self) -> Item:
        """The exercise, read now: of many entries only a few are shown."""
        item = base_item(self.slug)
        assert item is not None
        return item

    @property
    def place(self) -> tuple[float, str]:
        """By which the notebook is ordered."""
        return self.strength, self.slug


@dataclass(frozen=True, slots=True, kw_only=True)
class Notebook:
    """The entries, the easiest first, and the slugs of everything that the learner has answered."""

    entries: tuple[Entry, ...] = ()
    seen: frozenset[str] = field(default_factory=frozenset)

    def has(self, slug: str) -> bool:
        return any(entry.slug == slug for entry in self.entries)

    def after(self, item: Item) -> Entry | None:
        """The entry to go on with after an exercise, whether that is still in the notebook or not."""
        strengths = _strengths([item.slug])
        place = strengths.get(item.slug, item_strength(item)), item.slug
        return next((entry for entry in self.entries if entry.place > place), None)

    def cards_for(self, item: Item) -> Item:
        """The exercise with cards that the learner has not seen, or as it is where there are none."""
        return fresh_variant(item, self.seen | withheld_slugs()) or item


def bring_also(source: Source) -> None:
    """Let a lower area bring exercises; each leaves with a clean answer, as those do that were missed."""
    _SOURCES.append(source)


def notebook_of(learner: Learner | None) -> Notebook:
    """The notebook as it stands; two queries, those of `untold` and one for each source, none without a learner."""
    if learner is None:
        return Notebook()
    answers = Attempt.objects.filter(learner=learner).exclude(outcome=Attempt.Outcome.UNDECIDED)
    fields = ("pk", "item__slug", "outcome", "hints", "try_number", "created")
    given = [Row(*values) for values in answers.order_by("created", "id").values_list(*fields)]
    seen, kept_back = frozenset(row.slug for row in given), untold(learner)
    rows = [row for row in given if row.pk not in kept_back]
    still_open, withheld = _still_open(rows), withheld_slugs()
    brought = {slug: day for source in _SOURCES for slug, day in source(learner)}
    clean = {base_slug(row.slug) for row in rows if row.outcome == Attempt.Outcome.RIGHT and not row.hints}
    for slug, day in brought.items():
        if slug not in still_open and slug not in clean:
            still_open[slug] = _Open(last_missed=day)
    with read_ahead(brought):
        slugs = [slug for slug in still_open if slug not in withheld and _is_there(slug, brought)]
    strengths = _strengths(slugs)
    found = [
        Entry(
            slug=slug,
            missed=still_open[slug].missed,
            last=still_open[slug].last_missed,
            answer=still_open[slug].answer,
            strength=strengths.get(slug) or item_strength(slug),
        )
        for slug in slugs
    ]
    return Notebook(entries=tuple(sorted(found, key=lambda entry: entry.place)), seen=seen)


def cards_of(base: Item, slug: str) -> Item | None:
    """The exercise ``slug`` if it can stand for ``base``: itself, a sister, or a puzzle that is alike."""
    known = base_slug(slug)
    if known != base.slug and known not in _alike(base.slug):
        return None
    return find_item(slug)


def _still_open(rows: Iterable[Row]) -> dict[str, _Open]:
    """What the answers, the oldest first, leave in the notebook: by the slug of the exercise."""
    found: dict[str, _Open] = {}
    of_group: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        slug = base_slug(row.slug)
        group = of_group[slug.rpartition("/")[0]]
        if row.outcome == Attempt.Outcome.WRONG:
            one, today = found.setdefault(slug, _Open()), localdate(row.created)
            one.missed, one.last_missed, one.last_answered = one.missed + 1, today, today
            one.answer = row.pk
            group.add(slug)
            continue
        is_new = row.try_number == 1 and sister_number(row.slug) != WORKED_SISTER
        gone: set[str] = set()
        if slug in found:
            one, today = found[slug], localdate(row.created)
            is_later = one.last_answered < today and one.last_missed < today
            one.last_answered = today
            if not row.hints and (is_new or is_later):
                gone = {slug}
        elif is_new and not row.hints:
            gone = {other for other in group if _stands_for(slug, other)}
        group -= gone
        for other in gone:
            del found[other]
    return found


def _is_there(slug: str, brought: Mapping[str, date]) -> bool:
    """Whether content or bank have such an exercise; of those of others only what is brought is kept here."""
    if provider_of(slug) is not None and slug not in brought:
        return False
    return slug in bank.bank().index or base_item(slug) is not None


def _strengths(slugs: Sequence[str]) -> Mapping[str, float]:
    """What answers have shown about these exercises."""
    rows = ItemRating.objects.filter(item__slug__in=slugs, count__gt=0)
    return dict(rows.values_list("item__slug", "rating"))


def _stands_for(slug: str, other: str) -> bool:
    """Whether a puzzle stands for another one, of which other cards make no other exercise."""
    return (
        slug.rpartition("/")[0] == other.rpartition("/")[0]
        and slug in _alike(other)
        and not _has_sister(other)
    )


@lru_cache(maxsize=1024)
def _alike(slug: str) -> frozenset[str]:
    return frozenset(entry.slug for entry in bank.alike(slug))


@lru_cache(maxsize=1024)
def _has_sister(slug: str) -> bool:
    item = base_item(slug)
    return item is not None and sister_of(item, FIRST_SISTER) is not None
