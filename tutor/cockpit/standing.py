"""How a class stands at this moment: who is in, where each pupil is and who is stuck; a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.utils import timezone
from django.utils.translation import get_language, gettext

from lessons.content.providers import read_ahead
from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug, find_item
from tutor.classroom.asked import numbers_asked
from tutor.classroom.dealing.giving import DEAL
from tutor.classroom.dealing.models import DealTry
from tutor.classroom.given import ASSIGNMENT, Given, Where, answers_of, sources, url_of
from tutor.classroom.models import AssignmentAnswer, Classroom, Presence, Pupil
from tutor.cockpit.sticking import Stuck, idle_since, missed_too_often
from tutor.learning.models import Draft
from tutor.learning.models import Item as ItemRow
from tutor.live.giving import LIVE
from tutor.live.models import LiveRound
from tutor.live.selectors import running

IN: Final = timedelta(seconds=75)
"""That a page asks is noted twice a minute; one that has not asked for so long is closed, or asleep."""
LESSON: Final = timedelta(minutes=90)
"""What is older than this is not of this lesson."""
MOST_AWAY: Final = timedelta(minutes=15)
"""Whoever has done nothing for longer is away, and not stuck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A pupil: ``done`` of ``total`` questions are answered, ``tries`` and ``hints`` are those at the present one.

    ``item`` is the slug of the exercise to act on: where the pupil is stuck, else the present one. ``ago`` is how many
    minutes ago the last page was asked for, where no page asks by itself: who has no scripts may well sit there still.
    """

    pupil: Pupil
    is_in: bool
    ago: int | None
    where: str
    number: int
    minutes: int
    tries: int
    hints: int
    done: int
    total: int
    stuck: Stuck | None
    item: str
    answers_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Several:
    """Pupils who are spoken of, or to, together. ``answers_url`` shows what they have answered there."""

    lines: tuple[Line, ...]
    answers_url: str

    @property
    def aliases(self) -> list[str]:
        return [line.pupil.alias for line in self.lines]

    @property
    def numbers(self) -> list[int]:
        return [line.pupil.pk for line in self.lines]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(Several):
    """Pupils who are stuck on the same."""

    text: str
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """``groups`` are several who miss the same, the most first. ``seen`` tells what is shown from what was before."""

    lines: tuple[Line, ...]
    groups: tuple[Group, ...]
    present: int
    live: LiveRound | None
    seen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What was read of the whole class."""

    now: datetime
    titles: Mapping[str, Mapping[int, str]]
    totals: Mapping[int, int]
    given: Mapping[int, Sequence[Given]]
    slugs: Mapping[int, str]
    about: Mapping[int, frozenset[str]]
    hints: Mapping[tuple[object, str], int]
    played: Mapping[int, datetime]
    live: LiveRound | None
    tries: Mapping[tuple[int, int], Mapping[int, list[str]]] = field(default_factory=dict)


def standing_of(classroom: Classroom, *, now: datetime | None = None) -> Standing:
    """How the class stands."""
    now = now or timezone.now()
    pupils = list(classroom.pupils.select_related("presence"))
    known = _read(classroom, pupils, now)
    lines = [_line(classroom, pupil, known) for pupil in pupils]
    lines.sort(key=lambda line: (line.stuck is None, not line.is_in))
    return Standing(
        lines=tuple(lines),
        groups=tuple(_groups(lines)),
        present=sum(line.is_in for line in lines),
        live=known.live,
        seen=_seen(lines, known.live),
    )


def _read(classroom: Classroom, pupils: Sequence[Pupil], now: datetime) -> _Known:
    given: dict[int, list[Given]] = defaultdict(list)
    for one in answers_of(classroom, since=now - LESSON):
        given[one.pupil].append(one)
    items = {one.item for some in given.values() for one in some}
    slugs = dict(ItemRow.objects.filter(pk__in=items).values_list("pk", "slug"))
    found = _items(slugs.values())
    places = [place for place in map(_presence, pupils) if place is not None]
    of = {place.of for place in places if place.where == ASSIGNMENT}
    of_class = dict(classroom.assignments.filter(pk__in=of).values_list("pk", "questions"))
    asked = numbers_asked(of_class)
    return _Known(
        now=now,
        titles={source.name: source.titles(classroom) for source in sources()},
        totals={pk: len(numbers) for pk, numbers in asked.items()},
        given=given,
        slugs=slugs,
        about=_about(slugs, found, given),
        hints=_hints(pupils, {place.item for place in places if place.item}),
        played=_played(classroom, now - LESSON),
        live=running(classroom),
        tries=_tries(asked),
    )


def _about(
    slugs: Mapping[int, str], items: Mapping[str, Item], given: Mapping[int, Sequence[Given]]
) -> dict[int, frozenset[str]]:
    """The rules that matter in each exercise, whatever its cards: its own, and those that anybody missed there."""
    missed: dict[str, set[str]] = defaultdict(set)
    for some in given.values():
        for one in some:
            missed[base_slug(slugs.get(one.item, ""))].update(one.rules)
    return {
        pk: frozenset({*missed[base_slug(slug)], *(items[slug].task.rules if slug in items else ())})
        for pk, slug in slugs.items()
    }


def _items(slugs: Iterable[str]) -> dict[str, Item]:
    bases = {slug: base_slug(slug) for slug in slugs}
    with read_ahead(set(bases.values())):  # the rules of an exercise do not change with its cards
        found = {slug: find_item(base) for slug, base in bases.items()}
    return {slug: item for slug, item in found.items() if item is not None}


def _hints(pupils: Sequence[Pupil], slugs: set[str]) -> dict[tuple[object, str], int]:
    rows = Draft.objects.filter(learner__in=[one.learner_id for one in pupils], item__slug__in=slugs)
    return {
        (learner, slug): count
        for learner, slug, count in rows.values_list("learner_id", "item__slug", "hints_shown")
    }


def _played(classroom: Classroom, since: datetime) -> dict[int, datetime]:
    """When somebody last did something in a game of an assigned deal."""
    rows = DealTry.objects.filter(assigned__classroom=classroom, game__updated__gte=since)
    return dict(rows.order_by("game__updated").values_list("pupil_id", "game__updated"))


def _tries(asked: Mapping[int, Sequence[int]]) -> dict[tuple[int, int], dict[int, list[str]]]:
    """The outcomes of the tries, by assignment and pupil, then by question that is still there."""
    found: dict[tuple[int, int], dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    rows = AssignmentAnswer.objects.filter(assignment__in=list(asked)).order_by("id")
    for of, pupil, number, outcome in rows.values_list("assignment_id", "pupil_id", "number", "outcome"):
        if number in asked[of]:
            found[of, pupil][number].append(outcome)
    return found


def _line(classroom: Classroom, pupil: Pupil, known: _Known) -> Line:
    at = _presence(pupil) or Presence(pupil=pupil, seen=datetime.min.replace(tzinfo=known.now.tzinfo))
    played = known.played.get(pupil.pk) if at.where == DEAL else None
    seen = max(filter(None, (at.seen, played)))
    acted = max(filter(None, (at.acted, played)))
    given = known.given.get(pupil.pk, ())
    tries = known.tries.get((at.of, pupil.pk), {}) if at.where == ASSIGNMENT else {}
    of_round = [one for one in given if one.where[:2] == (LIVE, at.of)] if at.where == LIVE else []
    total = _total(at, known)
    done = len(tries) or len({one.where.number for one in of_round})
    is_busy = known.now - seen < LESSON and _has_work(at, known, done=done, total=total)
    stuck = missed_too_often(given, known.about)
    if stuck is None and is_busy and known.now - acted < MOST_AWAY:
        stuck = idle_since(acted, now=known.now)
    last = stuck.last if stuck else None
    place = last.where if last else Where(at.where, at.of, at.number)
    return Line(
        pupil=pupil,
        is_in=known.now - seen < IN,
        ago=_minutes(known.now - seen) if at.where and acted >= seen else None,
        where=_where(at, known) if known.now - seen < LESSON else "",
        number=at.number,
        minutes=_minutes(known.now - at.since),
        tries=len(tries.get(at.number, ())) if at.where == ASSIGNMENT else 0,
        hints=known.hints.get((pupil.learner_id, at.item), 0),
        done=done,
        total=total,
        stuck=stuck,
        item=(known.slugs.get(last.item, "") if last else "") or _item(at, known),
        answers_url=url_of(classroom, place) if place.source and (place.number or last) else "",
    )


def _minutes(time: timedelta) -> int:
    return max(0, int(time.total_seconds() // 60))


def _item(at: Presence, known: _Known) -> str:
    """The slug of the exercise at which somebody is, in a round also while waiting for the next."""
    live = known.live
    if at.where == LIVE and live is not None and live.pk == at.of and live.place <= len(live.questions):
        return str(live.questions[live.place - 1])
    return at.item


def _presence(pupil: Pupil) -> Presence | None:
    return getattr(pupil, "presence", None)


def _total(at: Presence, known: _Known) -> int:
    if at.where == ASSIGNMENT:
        return known.totals.get(at.of, 0)
    if at.where == LIVE and known.live is not None and known.live.pk == at.of:
        return len(known.live.questions)
    return 0


def _has_work(at: Presence, known: _Known, *, done: int, total: int) -> bool:
    """Whether the pupil has begun something and is not through with it."""
    if at.where == LIVE:
        live = known.live
        is_asked = live is not None and live.pk == at.of and live.state == LiveRound.State.ASKING
        return is_asked and bool(at.item)
    return at.where == DEAL or (at.where == ASSIGNMENT and bool(at.number) and done < total)


def _where(at: Presence, known: _Known) -> str:
    if not at.where:
        return gettext("class page")
    return known.titles.get(at.where, {}).get(at.of, "")


def _groups(lines: Iterable[Line]) -> list[Group]:
    """Those who miss the same together, the most first; whoever is alone with it has buttons in the own line."""
    same: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        if line.stuck is not None and line.stuck.last is not None:
            same[line.stuck.id].append(line)
    found = [
        Group(
            text=some[0].stuck.text if some[0].stuck else "",
            lines=tuple(some),
            item=next((line.item for line in some if line.item), ""),
            answers_url=next((line.answers_url for line in some if line.answers_url), ""),
        )
        for some in same.values()
        if len(some) > 1
    ]
    return sorted(found, key=lambda group: -len(group.lines))


def _seen(lines: Iterable[Line], live: LiveRound | None) -> str:
    shown = [
        (line.pupil.alias, line.is_in, line.ago, line.where, line.number, line.minutes, line.tries, line.hints,
         line.done, line.total, line.stuck and (line.stuck.text, line.stuck.misses), line.item)
        for line in lines
    ]  # fmt: skip
    what = f"{get_language()} {shown} {live and (live.pk, live.place, live.state)}"
    return sha256(what.encode()).hexdigest()[:16]
