"""The set of the week: ten puzzles that get harder, the same for everybody, found from the week and the slugs alone.

A place of the set has a difficulty and rule sets: about half of them classic, the others what parts them from it. Half
a year makes a cycle, in which a hash puts every puzzle into one week; of those of a week that fit a place, the one with
the least hash is asked, and no topic comes twice in a set. So nothing comes twice within a cycle, except where a week
has too few, and a puzzle that is added or withheld changes little but its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.timezone import localdate

from lessons.content.reading import seeds_folder
from lessons.fresh.sisters import base_item, base_slug, find_item
from lessons.parting.families import FAMILIES, OTHER
from tutor.learning.models import Attempt, Draft, Learner
from tutor.learning.review import note_told
from tutor.puzzles.by_date import lot, row_until, with_cards
from tutor.puzzles.choosing import Candidate, candidates
from tutor.puzzles.circulation import withheld_slugs
from tutor.puzzles.models import Round
from tutor.puzzles.rounds import is_told, item_of

FIRST_WEEK: Final = date(2026, 11, 2)
"""The Monday of the first week that has a set."""
DAYS: Final = 7
WEEKS: Final = 26
"""How many weeks make a cycle."""
_CLASSIC: Final = ("classic",)
_TWO: Final = ("classic-2p",)
_SAMBA: Final = FAMILIES["samba"]
_REST: Final = FAMILIES["wiener"] + FAMILIES[OTHER]
_ANY: Final = tuple(name for names in FAMILIES.values() for name in names)
PLACES: Final[tuple[tuple[int, tuple[str, ...]], ...]] = (
    (1, _CLASSIC), (2, _CLASSIC), (2, _SAMBA), (3, _TWO), (3, _CLASSIC),
    (3, _REST), (4, _CLASSIC), (4, (*_SAMBA, *_TWO)), (4, _CLASSIC), (5, _ANY),
)  # fmt: skip
"""The difficulty and the rule sets of each puzzle of a set, in order."""
WITH_IDEA: Final = frozenset({6, 8, 9})
"""The places, counted from nought, at which something tempts."""
FEWEST_TO_COMPARE: Final = 5
"""With fewer who have finished, what others reached is not told: it would be the result of somebody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """What everybody who finished a set within its week has reached: how many they are, and the middle result."""

    count: int
    middle: float


# The set


def week_of(day: date) -> date:
    """The Monday of the ISO week of a day."""
    return day - timedelta(days=day.weekday())


def this_week() -> date:
    """The Monday of the week that is on."""
    return week_of(localdate())


def last_day(week: date) -> date:
    """The Sunday with which a week closes."""
    return week + timedelta(days=DAYS - 1)


def is_week(week: date) -> bool:
    """Whether there is a set of this week by now."""
    return week.weekday() == 0 and FIRST_WEEK <= week <= this_week()


def weeks_until(week: date, most: int) -> list[date]:
    """The weeks up to this one that have a set, the latest first."""
    wanted = [week - timedelta(days=DAYS * back) for back in range(most)]
    return [one for one in wanted if one >= FIRST_WEEK]


def slugs_of(week: date) -> tuple[str, ...]:
    """The exercises of a week, the easiest first, with cards that the week decides."""
    bases = _plan(seeds_folder(), week, withheld_slugs())
    return tuple(with_cards(base, week).slug if (base := base_item(slug)) else slug for slug in bases)


@lru_cache(maxsize=64)
def _plan(root: Path, week: date, withheld: frozenset[str]) -> tuple[str, ...]:
    # The drills of a stage stay with the course.
    pool = [one for one in candidates() if not one.is_drill and one.slug not in withheld]
    chosen: list[Candidate] = []
    for place, (difficulty, rule_sets) in enumerate(PLACES):
        fitting = [one for one in pool if one.difficulty == difficulty and one.rule_set in rule_sets]
        best = [one for one in fitting if one.has_idea or place not in WITH_IDEA]
        themes = {one.theme for one in chosen}
        found = _least(best, week, themes) or _least(fitting, week, themes) or _least(pool, week, themes)
        if found is not None:
            chosen.append(found)
    return tuple(one.slug for one in sorted(chosen, key=lambda one: one.difficulty))


def _least(fitting: Sequence[Candidate], week: date, themes: Set[str]) -> Candidate | None:
    """The one of this week with the least hash, of a topic that the set has not yet; of any week where none is left."""
    cycle, number = divmod((week - FIRST_WEEK).days // DAYS, WEEKS)
    fresh = [one for one in fitting if one.theme not in themes]
    own = [one for one in fresh if lot(f"week {cycle}", one.slug) % WEEKS == number]
    return min(own or fresh, key=lambda one: lot(week.isoformat(), one.slug), default=None)


# What a learner has done


def round_of(learner: Learner | None, week: date) -> Round | None:
    """What the learner has done of a week's set."""
    if learner is None:
        return None
    rows = Round.objects.filter(learner=learner, mode=Round.Mode.WEEKLY, day=week)
    return rows.select_related("learner").first()


def rounds_of(learner: Learner | None) -> dict[date, Round]:
    """What a learner has done of all sets, by week: one query, none without a learner."""
    if learner is None:
        return {}
    rows = Round.objects.filter(learner=learner, mode=Round.Mode.WEEKLY)
    return {one.day: one for one in rows if one.day is not None}


def next_number(played: Round, *, after: int = 0) -> int | None:
    """The first open question, if possible after this one; None where none is open or the set is finished."""
    if played.finished is not None:
        return None
    numbers = [number for number, one in enumerate(played.questions, start=1) if one["outcome"] is None]
    return next((number for number in numbers if number > after), numbers[0] if numbers else None)


def marks_of(played: Round) -> list[str]:
    """What came of each question in order: right, later, wrong or open."""
    return [
        "later" if question.get("later") else str(question["outcome"] or "open")
        for question in played.questions
    ]


def in_a_row(learner: Learner | None, today: date | None = None) -> tuple[int, int]:
    """The weeks in a row in which the learner has answered the whole set in its week: now, and the most ever.

    Up to this week, or to the last one while this one is open. One query, none without a learner.
    """
    if learner is None:
        return 0, 0
    rows = Round.objects.filter(learner=learner, mode=Round.Mode.WEEKLY, finished__isnull=False)
    in_time = {
        week
        for week, finished, questions in rows.values_list("day", "finished", "questions")
        if week is not None
        and week_of(localdate(finished)) == week
        and all(question["outcome"] is not None for question in questions)
    }
    week, step = week_of(today or localdate()), timedelta(days=DAYS)
    now = week if week in in_time else week - step
    return row_until(now, in_time, step), max((row_until(one, in_time, step) for one in in_time), default=0)


def best(learner: Learner | None) -> int:
    """The most puzzles of a set that the learner got right on the first try."""
    if learner is None:
        return 0
    rows = Round.objects.filter(learner=learner, mode=Round.Mode.WEEKLY, finished__isnull=False)
    return max(rows.values_list("right", flat=True), default=0)


def others_of(week: date) -> Others | None:
    """What everybody has reached within a week that is over; None before, and where too few have finished."""
    if last_day(week) >= localdate():
        return None
    rows = Round.objects.filter(mode=Round.Mode.WEEKLY, day=week, finished__isnull=False)
    found = [
        right
        for right, finished in rows.values_list("right", "finished")
        if week_of(localdate(finished)) == week
    ]
    return Others(count=len(found), middle=median(found)) if len(found) >= FEWEST_TO_COMPARE else None


# Writing


@transaction.atomic
def begin(*, learner: Learner, week: date) -> Round:
    """The learner's round of a week's set, begun now or before."""
    slugs = slugs_of(week)
    questions = [{"slug": slug, "outcome": None} for slug in slugs]
    row, is_new = Round.objects.get_or_create(
        learner=learner, mode=Round.Mode.WEEKLY, day=week, defaults={"questions": questions}
    )
    if is_new:
        Draft.objects.filter(learner=learner, item__slug__in=slugs).delete()
    return row


@transaction.atomic
def answer(*, played: Round, number: int, attempt: Attempt) -> None:
    """Note an answer: the first one counts; that a later one was right is kept, until the answer was told."""
    row, question = _locked(played, number)
    is_right, is_decided = (
        attempt.outcome == Attempt.Outcome.RIGHT,
        attempt.outcome != Attempt.Outcome.UNDECIDED,
    )
    if row.finished is None and is_decided:
        misses = question.get("misses", 0)
        if question["outcome"] is None:
            question["outcome"] = str(attempt.outcome)
            row.right += is_right
        elif (
            question["outcome"] == Attempt.Outcome.WRONG
            and is_right
            and not is_told(row, number, misses=misses)
        ):
            question["later"] = True
        if not is_right and question.get("attempt") != attempt.pk:
            question["misses"] = misses + 1
        question["attempt"] = attempt.pk
        _finish_if_done(row, number)
    _keep(row, played)


@transaction.atomic
def show(*, played: Round, number: int) -> None:
    """Keep that the explanation of a missed question was asked for. Before a miss there is none."""
    row, question = _locked(played, number)
    item = item_of(row, number)
    if row.finished is None and question["outcome"] == Attempt.Outcome.WRONG and item is not None:
        question["shown"] = True
        note_told(learner=row.learner, item=item)
        _finish_if_done(row, number)
    _keep(row, played)


@transaction.atomic
def finish(*, played: Round) -> None:
    """End the set as it stands; what is open counts as not solved. Ending it once more changes nothing."""
    row = Round.objects.select_for_update().get(pk=played.pk)
    if row.finished is None:
        row.finished = timezone.now()
    _keep(row, played)


def replace_gone(*, played: Round) -> None:
    """Give open questions that are out of circulation, or gone from the content, the puzzles that stand there now.

    Nothing is locked or written where there is none, as nearly always: every look at a question asks.
    """
    withheld = withheld_slugs()
    if any(_is_open_and_gone(question, withheld) for question in played.questions):
        _replace_gone(played, withheld)


def _is_open_and_gone(question: Mapping[str, Any], withheld: Set[str]) -> bool:
    slug = question["slug"]
    return question["outcome"] is None and (find_item(slug) is None or base_slug(slug) in withheld)


@transaction.atomic
def _replace_gone(played: Round, withheld: Set[str]) -> None:
    row = Round.objects.select_for_update().get(pk=played.pk)
    known = {question["slug"] for question in row.questions}
    spare = [slug for slug in slugs_of(row.day or this_week()) if slug not in known]
    for question in row.questions:
        if spare and _is_open_and_gone(question, withheld):
            question["slug"] = spare.pop(0)
    row.questions = [one for one in row.questions if one["outcome"] is not None or find_item(one["slug"])]
    _keep(row, played)


def _locked(played: Round, number: int) -> tuple[Round, dict[str, Any]]:
    row = Round.objects.select_for_update().select_related("learner").get(pk=played.pk)
    return row, row.questions[number - 1]


def _finish_if_done(row: Round, number: int) -> None:
    """The set is finished once every question is answered and the last of them can be mended no more."""
    question = row.questions[number - 1]
    is_done = all(one["outcome"] is not None for one in row.questions)
    may_mend = (
        question["outcome"] == Attempt.Outcome.WRONG
        and not question.get("later")
        and not is_told(row, number, misses=question.get("misses", 0))
    )
    if is_done and not may_mend:
        row.finished = timezone.now()


def _keep(row: Round, played: Round) -> None:
    """Write the round, and let the one that the caller holds be as it is now."""
    row.save()
    played.questions, played.right, played.finished = row.questions, row.right, row.finished
