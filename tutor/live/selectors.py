"""What the pages of a live round read: how it stands, and the answers to a question by answer and by reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext

from lessons.content.reading import Item
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.answer_words import answer_in_words
from lessons.kinds.asking.diagnosing import diagnosis
from lessons.kinds.asking.solving import solution
from lessons.kinds.registry import kind_of
from lessons.saying.wording import rule_title
from tutor.classroom.given import shown_by
from tutor.classroom.models import Classroom, Pupil
from tutor.classroom.telling import Entry, entries_of
from tutor.learning.models import Attempt
from tutor.live.models import LiveAnswer, LiveRound

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    CountedRound: TypeAlias = WithAnnotations[LiveRound, "Counts"]


class Counts(TypedDict):
    """What a round is asked for with: the answers to its present question, and the pupils who are in."""

    answered: int
    present: int


MOST_BARS: Final = 8
"""More different answers than this are one bar, so that the page can be read from the last row."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a histogram. ``label`` carries the marks of authored text; ``share`` is in percent of all answers."""

    label: str
    count: int
    share: int
    is_right: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The answers to one question. ``reasons`` are those that pupils chose, empty where none is asked for; ``missed``
    is what wrong answers show, by pupils."""

    total: int
    right: int
    answers: tuple[Bar, ...]
    reasons: tuple[Bar, ...]
    missed: tuple[Bar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A question in the summary of a round: how many answered it, and how many rightly."""

    entry: Entry
    answered: int
    right: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLine:
    """A question in a pupil's summary; ``outcome`` is empty where no answer counted."""

    entry: Entry
    outcome: str


def running(classroom: Classroom) -> LiveRound | None:
    """The round that is on in a class."""
    return LiveRound.objects.filter(classroom=classroom, ended=None).first()


def last_round_of(pupil: Pupil) -> LiveRound | None:
    """The last round in which the pupil was."""
    return LiveRound.objects.filter(classroom=pupil.classroom_id, seats__pupil=pupil).first()


def with_counts(classroom: Classroom, number: int) -> CountedRound | None:
    """A round of the class, with ``answered`` to its present question and ``present`` pupils, in one query."""
    return _counted(classroom).filter(pk=number).first()


def rounds_of(classroom: Classroom) -> list[LiveRound]:
    """The rounds of a class, the newest first, each with the number of pupils who were there."""
    return list(_counted(classroom))


def item_at(live: LiveRound, place: int) -> Item | None:
    """The exercise of a question, None where there is none, or the content has it no more."""
    return find_item(live.questions[place - 1]) if 1 <= place <= len(live.questions) else None


def answer_of(live: LiveRound, pupil: Pupil, place: int) -> LiveAnswer | None:
    """The pupil's answer to a question."""
    rows = LiveAnswer.objects.select_related("attempt__item")
    return rows.filter(round=live, pupil=pupil, place=place).first()


def counted(live: LiveRound, place: int, item: Item) -> Counted:
    """The answers to a question, without names; one query. A bar is right if such an answer can be."""
    rows = list(LiveAnswer.objects.filter(round=live, place=place).select_related("attempt"))
    has_reason_in_words = kind_of(item).judges_claim
    in_words = _in_words if has_reason_in_words else _without_reason
    said = Counter(in_words(item, row.attempt.answer) for row in rows)
    chosen = Counter(row.attempt.answer.get("reason", "") for row in rows if not has_reason_in_words)
    known = [row.attempt.answer for row in rows if row.outcome == Attempt.Outcome.RIGHT]
    known += [one for one in [solution(item)] if one]
    missed = Counter(one for row in rows for one in shown_by(row.rules, row.attempt.diagnoses))
    total = len(rows)
    return Counted(
        total=total,
        right=sum(row.outcome == Attempt.Outcome.RIGHT for row in rows),
        answers=_bars(said, total, right={in_words(item, one) for one in known}),
        reasons=_reason_bars(chosen, total, item, right={one.get("reason", "") for one in known}),
        missed=_bars(
            Counter({diagnosis(one, item.rules).text: count for one, count in missed.items()}), total
        ),
    )


def summary(live: LiveRound) -> list[Line]:
    """Every question of a round with how it was answered; one query."""
    rows = live.answers.values("place").annotate(
        answered=Count("pk"), right=Count("pk", filter=Q(outcome=Attempt.Outcome.RIGHT))
    )
    found = {row["place"]: row for row in rows.order_by("place")}
    none = {"answered": 0, "right": 0}
    return [
        Line(
            entry=entry,
            answered=found.get(entry.number, none)["answered"],
            right=found.get(entry.number, none)["right"],
        )
        for entry in _asked(live)
    ]


def by_name(live: LiveRound) -> list[tuple[str, list[str]]]:
    """Every pupil who was there, with what each answer was worth, empty where there is none; two queries."""
    aliases = dict(Pupil.objects.filter(live_seats__round=live).order_by("pk").values_list("pk", "alias"))
    found = {
        (pupil, place): outcome
        for pupil, place, outcome in live.answers.values_list("pupil_id", "place", "outcome")
    }
    places = range(1, live.place + 1)
    return [(alias, [found.get((pk, place), "") for place in places]) for pk, alias in aliases.items()]


def own_summary(live: LiveRound, pupil: Pupil) -> list[OwnLine]:
    """Every question that was asked, with what the pupil's answer was worth; one query."""
    outcomes = dict(live.answers.filter(pupil=pupil).values_list("place", "outcome"))
    return [OwnLine(entry=entry, outcome=outcomes.get(entry.number, "")) for entry in _asked(live)]


def _asked(live: LiveRound) -> tuple[Entry, ...]:
    """The questions so far."""
    return entries_of(item_at(live, place) for place in range(1, live.place + 1))


def _counted(classroom: Classroom) -> QuerySet[CountedRound]:
    return LiveRound.objects.filter(classroom=classroom).annotate(
        answered=Count("answers", filter=Q(answers__place=F("place")), distinct=True),
        present=Count("seats", distinct=True),
    )


def _in_words(item: Item, answer: dict[str, Any]) -> str:
    return answer_in_words(item, answer) or gettext("another answer")


def _without_reason(item: Item, answer: dict[str, Any]) -> str:
    told = dict(kind_of(item).in_essence(answer))
    if "reason" in told:
        told["reason"] = ""
    return answer_in_words(item, told) or gettext("another answer")


def _bars(counts: Counter[str], total: int, *, right: Set[str] = frozenset()) -> tuple[Bar, ...]:
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    most = MOST_BARS if len(ordered) <= MOST_BARS else MOST_BARS - 1
    bars = [Bar(label, count, _share(count, total), label in right) for label, count in ordered[:most]]
    rest = sum(count for _, count in ordered[most:])
    if rest:
        bars.append(Bar(gettext("other answers"), rest, _share(rest, total)))
    return tuple(bars)


def _reason_bars(
    counts: Counter[str], total: int, item: Item, *, right: Set[str] = frozenset()
) -> tuple[Bar, ...]:
    """The reasons given, as they were offered; by the title of a rule where one stood in no sentence."""
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    offered = {one.rule: one.text for one in kind_of(item).reasons(item)}
    return tuple(
        Bar(
            offered.get(rule) or rule_title(rule, item.rules) or rule,
            count,
            _share(count, total),
            rule in right,
        )
        for rule, count in ordered[:MOST_BARS]
        if rule
    )


def _share(count: int, total: int) -> int:
    return round(100 * count / total) if total else 0
