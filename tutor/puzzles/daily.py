"""The position of the day: the same for everybody, found from the date and the slugs alone.

Each day of the week has its own puzzles, easier on Monday, hardest on Sunday. Half a year makes a cycle. Within it each
week has a slot, and a hash puts every puzzle into one slot; of those in a slot, the one with the least hash is asked.
So nothing comes twice within a cycle, and a puzzle that is added or withheld changes no day but that of its slot (or of
a slot that is empty, which takes what is left).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.timezone import localdate

from lessons.content.reading import Item, seeds_folder
from lessons.fresh.sisters import base_item, find_item
from lessons.kinds.asking.feedback import MISSES_BEFORE_SOLUTION
from lessons.kinds.registry import KINDS
from tutor.learning.models import Attempt, Learner
from tutor.learning.review import note_told
from tutor.puzzles.by_date import lot, row_until, with_cards
from tutor.puzzles.choosing import Candidate, candidates
from tutor.puzzles.circulation import withheld_slugs
from tutor.puzzles.models import Round

FIRST_DAY: Final = date(2026, 11, 1)
WEEKS: Final = 26
"""How many weeks make a cycle."""
FAMILY: Final = "classic"
MOST_TRIES: Final = MISSES_BEFORE_SOLUTION
"""After so many misses, or when it is asked for, the answer is told, and the day is not solved."""
_SHARES: Final[dict[int, tuple[int, ...]]] = {1: (0,), 2: (1, 2), 3: (3, 4), 4: (5, 6), 5: (6,)}
"""Which days of the week, from Monday as 0, take the puzzles of a difficulty."""
_MONDAY: Final = date(2026, 10, 26)
"""A Monday on which a cycle begins."""


def is_day(day: date) -> bool:
    """Whether there is a position of this day by now."""
    return FIRST_DAY <= day <= localdate()


def base_slug_of(day: date) -> str | None:
    """The exercise of a day; None where there are no puzzles."""
    cycle, week = divmod((day - _MONDAY).days // 7, WEEKS)
    plan = _plan(seeds_folder(), day.weekday(), cycle, withheld_slugs())
    return plan[week] if plan else None


def item_of_day(day: date) -> Item | None:
    """The question of a day, with cards that its date decides; None where there are no puzzles."""
    slug = base_slug_of(day)
    base = base_item(slug) if slug else None
    return None if base is None else with_cards(base, day)


def round_of(learner: Learner | None, day: date) -> Round | None:
    """What the learner has done on a day's position."""
    if learner is None:
        return None
    return Round.objects.filter(learner=learner, mode=Round.Mode.DAILY, day=day).first()


def item_for(played: Round | None, day: date) -> Item | None:
    """The question that the learner has begun, else that of the day."""
    begun = find_item(played.questions[0]["slug"]) if played else None
    return begun or item_of_day(day)


@transaction.atomic
def answer(*, learner: Learner, day: date, item: Item, attempt: Attempt) -> Round:
    """Note one more try at a day's position: once per attempt, until it is solved or told."""
    question: dict[str, Any] = {"slug": item.slug, "outcome": None, "tries": [], "hints": 0}
    Round.objects.get_or_create(
        learner=learner, mode=Round.Mode.DAILY, day=day, defaults={"questions": [question]}
    )
    row = Round.objects.select_for_update().get(learner=learner, mode=Round.Mode.DAILY, day=day)
    noted = row.questions[0]
    known = [one["attempt"] for one in noted["tries"]]
    if noted["slug"] != item.slug or noted["outcome"] is not None or attempt.pk in known:
        return row
    if attempt.outcome != Attempt.Outcome.UNDECIDED:
        noted["tries"].append({"attempt": attempt.pk, "outcome": str(attempt.outcome)})
        noted["hints"] = attempt.hints
    if attempt.outcome == Attempt.Outcome.RIGHT or len(noted["tries"]) >= MOST_TRIES:
        noted["outcome"] = str(attempt.outcome)
        row.right = int(attempt.outcome == Attempt.Outcome.RIGHT)
        row.finished = timezone.now()
    row.save()
    return row


@transaction.atomic
def give_up(*, played: Round, item: Item) -> None:
    """End the tries at a day's position, so that it is explained; nothing happens before a miss or once it is over."""
    row = Round.objects.select_for_update().filter(pk=played.pk, finished=None).first()
    if row is None or not row.questions[0]["tries"]:
        return
    row.questions[0]["outcome"] = str(Attempt.Outcome.WRONG)
    row.finished = timezone.now()
    row.save()
    note_told(learner=row.learner, item=item)


@dataclass(frozen=True, slots=True)
class Standing:
    """What the learner has done by now: ``right``, ``wrong`` or ``open`` by day, and the days solved in a row.

    ``longest`` is the most that were ever in a row.
    """

    states: Mapping[date, str]
    in_a_row: int = 0
    longest: int = 0

    def of(self, day: date) -> str:
        return self.states.get(day, "open")


def standing(learner: Learner | None, today: date | None = None) -> Standing:
    """How a learner stands: one query, none without a learner.

    In a row are days that were solved on their own day, up to today, or to yesterday while today is open.
    """
    if learner is None:
        return Standing({})
    rows = Round.objects.filter(learner=learner, mode=Round.Mode.DAILY, finished__isnull=False)
    states: dict[date, str] = {}
    on_their_day: set[date] = set()
    for day, right, finished in rows.values_list("day", "right", "finished"):
        if day is None:  # no day's position is without one; the column is shared with other rounds
            continue
        states[day] = "right" if right else "wrong"
        if right and localdate(finished) == day:
            on_their_day.add(day)
    last = today or localdate()
    if last not in on_their_day:
        last -= timedelta(days=1)
    longest = max((row_until(one, on_their_day) for one in on_their_day), default=0)
    return Standing(states, row_until(last, on_their_day), longest)


def days_until(day: date, most: int) -> list[date]:
    """The days up to this one that have a position, the latest first."""
    wanted = [day - timedelta(days=back) for back in range(most)]
    return [one for one in wanted if one >= FIRST_DAY]


@lru_cache(maxsize=64)
def _plan(root: Path, weekday: int, cycle: int, withheld: frozenset[str]) -> tuple[str, ...]:
    """The exercises of one day of the week in each week of a cycle; empty where there are no puzzles."""
    pool = [one.slug for one in _pool(weekday) if one.slug not in withheld]
    slots: dict[int, list[str]] = {}
    for slug in pool:
        slots.setdefault(lot(f"slot {cycle}", slug) % WEEKS, []).append(slug)
    chosen = {week: min(slugs, key=lambda slug: lot(f"{cycle}", slug)) for week, slugs in slots.items()}
    for week in range(WEEKS):
        if pool and week not in chosen:  # an empty slot takes what no other week does
            left = set(pool) - set(chosen.values()) or set(pool)
            chosen[week] = min(left, key=lambda slug: lot(f"{cycle} {week}", slug))
    return tuple(chosen[week] for week in range(WEEKS)) if pool else ()


def _pool(weekday: int) -> list[Candidate]:
    """The positions that may come on a day of the week; all there are where there are too few."""
    positions = [
        one
        for one in candidates()
        if one.family == FAMILY and one.has_position and not one.is_drill and KINDS[one.kind].is_play
    ]
    return [one for one in positions if _weekday_of(one) == weekday] or positions or list(candidates())


def _weekday_of(one: Candidate) -> int:
    share = _SHARES[one.difficulty]
    return share[lot("weekday", one.slug) % len(share)]
