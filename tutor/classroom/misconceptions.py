"""What was not understood: what wrong answers of a class show, of whom, what helped, and what came back."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from django.utils import timezone

from lessons.content.providers import read_ahead
from lessons.fresh.sisters import base_slug, find_item
from lessons.kinds.asking.answer_words import answer_in_words
from lessons.kinds.asking.diagnosing import diagnosis
from lessons.kinds.asking.hints import HINT_COUNT
from lessons.kinds.common import diagnoses
from tutor.classroom.given import Given, Where, answers_of, answers_to_assignments, url_of
from tutor.classroom.models import Assignment, Classroom, TeacherNote
from tutor.classroom.results import sentence_for
from tutor.classroom.telling import Entry, entries_of
from tutor.learning.models import Attempt

MOST_COMMON: Final = 3
"""How many misconceptions are shown with everything that is known of them."""
MOST_WEEKS: Final = 8
A_LESSON: Final = 3
"""On the day of a lesson one in so many works at least; homework of some is none."""
SEVERAL: Final = 2
"""What fewer pupils show says little about the class, however few have answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Helped:
    """What a pupil read under the wrong answer, and how many of those who read such had it right at the next try.

    ``note`` is what a teacher had added, empty without.
    """

    sentence: str
    note: str
    right: int
    tries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Misconception:
    """What wrong answers show: of whom, how often, and the question where it showed most.

    ``answered`` counts the pupils who answered a question where it showed; ``rule`` is the one to practise, empty where
    none is known. ``example`` is an answer there in words. ``weeks`` counts the pupils by the Monday of the week;
    ``back`` names those who showed it in one week and again in a later one. ``helped`` and ``example`` are worked out
    for the most common ones.
    """

    id: str
    rule: str
    title: str
    pupils: int
    numbers: frozenset[int]
    aliases: tuple[str, ...]
    answered: int
    misses: int
    where: Where
    url: str
    slug: str
    entry: Entry
    example: str
    helped: Helped | None
    weeks: Mapping[date, int]
    back: tuple[str, ...]

    @property
    def number(self) -> int:
        return self.where.number

    @property
    def is_of_several(self) -> bool:
        return self.pupils >= SEVERAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was not understood. ``lesson`` is the day of the last lesson, None where the class has had only one."""

    found: list[Misconception]
    lesson: date | None


def report_of(classroom: Classroom, *, assignment: Assignment | None = None, is_last: bool = False) -> Report:
    """What wrong answers show, that of the largest part of those who answered first; and the day of the last lesson.

    A few queries, however many pupils and answers there are. In one assignment, or in all that the class does;
    ``is_last`` is for what was answered since the morning of that lesson. What came back, and the weeks, are of all
    that the class did before too.
    """
    every = list(answers_to_assignments(classroom, only=assignment)) if assignment else answers_of(classroom)
    days = _Days()
    lesson = None if assignment else days.last_lesson(every)
    is_last = is_last and lesson is not None
    given = [one for one in every if lesson is None or days.of(one) >= lesson] if is_last else every
    seen = _seen(given, days)
    return Report(found=_told(classroom, given, seen, _seen(every, days) if is_last else seen), lesson=lesson)


def _told(classroom: Classroom, given: Sequence[Given], seen: _Seen, ever: _Seen) -> list[Misconception]:
    aliases = dict(classroom.pupils.values_list("pk", "alias"))
    ordered = seen.ordered()
    worst = {one: seen.worst(one) for one in ordered}
    helped = _followed(given, set(ordered[:MOST_COMMON]))
    examples = {one: _example(seen, one, worst[one], helped.get(one)) for one in ordered}
    attempts = _attempts(examples.values())
    slugs = [attempts[examples[one]].item.slug if examples[one] in attempts else "" for one in ordered]
    with read_ahead(map(base_slug, slugs)):
        entries = entries_of(map(find_item, slugs), always=True)
    notes = list(classroom.notes.filter(pupil=None))
    common = set(ordered[:MOST_COMMON])
    return [
        _misconception(
            classroom, one, seen, ever, aliases, worst[one], entry,
            attempts.get(examples[one]) if one in common else None, helped.get(one), notes,
        )
        for one, entry in zip(ordered, entries, strict=True)
    ]  # fmt: skip


def weeks_of(found: Iterable[Misconception]) -> list[date]:
    """The last weeks in which any of them showed, by their Mondays."""
    return sorted({week for one in found for week in one.weeks})[-MOST_WEEKS:]


@dataclass(frozen=True, slots=True)
class _Days:
    """The days of answers where the class is; asked of the calendar once for each hour."""

    hours: dict[tuple[date, int], date] = field(default_factory=dict)

    def of(self, one: Given) -> date:
        hour = one.at.date(), one.at.hour
        if hour not in self.hours:
            self.hours[hour] = timezone.localdate(one.at)
        return self.hours[hour]

    def last_lesson(self, given: Iterable[Given]) -> date | None:
        """The last day on which a good part of those worked who ever did; None where nothing was before it."""
        pupils: dict[date, set[int]] = defaultdict(set)
        for one in given:
            pupils[self.of(one)].add(one.pupil)
        everybody = len(set().union(*pupils.values()))
        lessons = [day for day, there in pupils.items() if len(there) * A_LESSON >= everybody]
        last = max(lessons, default=None)
        return last if last is not None and min(pupils) < last else None


def _seen(given: Iterable[Given], days: _Days) -> _Seen:
    seen = _Seen()
    for one in given:
        seen.answered[one.where].add(one.pupil)
        if one.outcome == Attempt.Outcome.WRONG:
            seen.note(one, days.of(one))
    return seen


@dataclass(frozen=True, slots=True)
class _Seen:
    """What answers showed, by diagnosis: of which pupils, how often, where and when; and who answered what."""

    pupils: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    misses: Counter[str] = field(default_factory=Counter)
    places: dict[str, dict[Where, set[int]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    answered: dict[Where, set[int]] = field(default_factory=lambda: defaultdict(set))
    weeks: dict[str, dict[date, set[int]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    attempts: dict[tuple[str, Where], Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    def note(self, one: Given, day: date) -> None:
        week = day - timedelta(days=day.weekday())
        for shown in one.shown:
            self.pupils[shown].add(one.pupil)
            self.misses[shown] += 1
            self.places[shown][one.where].add(one.pupil)
            self.weeks[shown][week].add(one.pupil)
            if one.attempt:
                self.attempts[shown, one.where][one.attempt] += 1

    def answered_where(self, shown: str) -> int:
        """How many pupils answered a question where it showed."""
        return len(set().union(*(self.answered[place] for place in self.places[shown])))

    def worst(self, shown: str) -> Where:
        return max(self.places[shown], key=lambda at: (len(self.places[shown][at]), at))

    def ordered(self) -> list[str]:
        """By the part of those who answered; what few show, and what is not known, comes last."""
        return sorted(
            self.pupils,
            key=lambda one: (
                one in diagnoses.UNEXPLAINED,
                len(self.pupils[one]) < SEVERAL,
                -len(self.pupils[one]) / self.answered_where(one),
                -len(self.pupils[one]),
                -self.misses[one],
                one,
            ),
        )

    def back(self, shown: str) -> set[int]:
        """Who showed it in more than one week."""
        weeks = Counter(pupil for pupils in self.weeks[shown].values() for pupil in pupils)
        return {pupil for pupil, count in weeks.items() if count > 1}


@dataclass(frozen=True, slots=True)
class _Followed:
    """How wrong answers were followed at the same question: how many by a right one, and the attempts before those."""

    tries: int
    before_right: tuple[int, ...]


def _followed(given: Iterable[Given], wanted: set[str]) -> dict[str, _Followed]:
    """By what the wrong answers show. A right answer that was copied from the worked one does not count."""
    last: dict[tuple[int, Where], Given] = {}
    tries: Counter[str] = Counter()
    right: dict[str, list[int]] = defaultdict(list)
    for one in given:
        before = last.get((one.pupil, one.where))
        last[one.pupil, one.where] = one
        if before is None or before.outcome != Attempt.Outcome.WRONG or not before.attempt:
            continue
        for shown in wanted.intersection(before.shown):
            tries[shown] += 1
            if one.outcome == Attempt.Outcome.RIGHT and one.hints < HINT_COUNT:
                right[shown].append(before.attempt)
    return {shown: _Followed(count, tuple(right[shown])) for shown, count in tries.items()}


def _example(seen: _Seen, shown: str, where: Where, followed: _Followed | None) -> int:
    """An attempt to show: one that was mended at the next try if there is one at the place, else the first there."""
    there = seen.attempts.get((shown, where), Counter())
    mended = followed.before_right if followed else ()
    return next((one for one in mended if one in there), next(iter(there), 0))


def _attempts(numbers: Iterable[int]) -> dict[int, Attempt]:
    return Attempt.objects.select_related("item").in_bulk([one for one in numbers if one])


def _misconception(
    classroom: Classroom,
    one: str,
    seen: _Seen,
    ever: _Seen,
    aliases: Mapping[int, str],
    where: Where,
    entry: Entry,
    attempt: Attempt | None,
    followed: _Followed | None,
    notes: Sequence[TeacherNote],
) -> Misconception:
    item = entry.item
    told = diagnosis(one, item.rules) if item else diagnosis(one)
    return Misconception(
        id=one,
        rule=told.rule or (item.task.rules[0] if item and one != diagnoses.MISCOUNTED else ""),
        title=told.text,
        pupils=len(seen.pupils[one]),
        numbers=frozenset(seen.pupils[one]),
        aliases=_names(aliases, seen.pupils[one]),
        answered=seen.answered_where(one),
        misses=seen.misses[one],
        where=where,
        url=url_of(classroom, where),
        slug=item.slug if item else "",
        entry=entry,
        example=answer_in_words(item, attempt.answer) if item and attempt else "",
        helped=_helped(attempt, followed, notes),
        weeks={week: len(pupils) for week, pupils in ever.weeks[one].items()},
        back=_names(aliases, ever.back(one) & seen.pupils[one]),
    )


def _names(aliases: Mapping[int, str], numbers: set[int]) -> tuple[str, ...]:
    return tuple(alias for pk, alias in aliases.items() if pk in numbers)


def _helped(
    attempt: Attempt | None, followed: _Followed | None, notes: Iterable[TeacherNote]
) -> Helped | None:
    if attempt is None or followed is None or attempt.pk not in followed.before_right:
        return None
    sentence = sentence_for(attempt)
    if not sentence:
        return None
    note = next((one.text for one in notes if _was_read(one, attempt)), "")
    return Helped(sentence=sentence, note=note, right=len(followed.before_right), tries=followed.tries)


def _was_read(note: TeacherNote, attempt: Attempt) -> bool:
    """Whether the note stood under this answer."""
    slug = attempt.item.slug
    is_meant = (
        note.item in (slug, base_slug(slug))
        if note.rule
        else (note.item == slug and note.answer == attempt.answer)
    )
    return is_meant and note.created <= attempt.created
