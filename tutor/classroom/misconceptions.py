"""What was not understood: what the wrong answers of a class show, and of whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from lessons.content.providers import read_ahead
from lessons.fresh.sisters import base_slug, find_item
from lessons.kinds.asking.diagnosing import diagnosis
from lessons.kinds.common import diagnoses
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom
from tutor.classroom.telling import Entry, entries_of
from tutor.learning.models import Attempt

MOST_COMMON: Final = 3
"""How many misconceptions get a position to project."""
Place = tuple[int, int]
"""An assignment and one of its questions, by numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misconception:
    """What wrong answers show: of whom, how often, and the question where it showed most.

    ``answered`` counts the pupils who answered a question where it showed; ``rule`` is the one to practise, empty where
    none is known.
    """

    id: str
    rule: str
    title: str
    pupils: int
    aliases: tuple[str, ...]
    answered: int
    misses: int
    assignment: Assignment
    number: int
    entry: Entry


def misconceptions(classroom: Classroom, *, assignment: Assignment | None = None) -> list[Misconception]:
    """What wrong answers show, that of the most pupils first; three queries."""
    assignments = {one.pk: one for one in classroom.assignments.all()}
    for one in assignments.values():
        one.classroom = classroom
    aliases = dict(classroom.pupils.values_list("pk", "alias"))
    seen = _Seen()
    rows = AssignmentAnswer.objects.filter(
        assignment__in=[assignment.pk] if assignment else list(assignments)
    ).values_list("pupil_id", "assignment_id", "number", "outcome", "rules", "attempt__diagnoses")
    for pupil, of, number, outcome, rules, shown in rows.iterator():
        seen.answered[of, number].add(pupil)
        if outcome == Attempt.Outcome.WRONG:
            seen.note(pupil, (of, number), map(diagnoses.about, rules) if shown is None else shown)
    ordered = seen.ordered()
    worst = {one: max(seen.places[one], key=lambda at: (len(seen.places[one][at]), at)) for one in ordered}
    slugs = {one: assignments[of].questions[number - 1] for one, (of, number) in worst.items()}
    with read_ahead(map(base_slug, slugs.values())):
        entries = entries_of(map(find_item, slugs.values()), always=True)
    return [
        _misconception(one, seen, aliases, assignments[worst[one][0]], worst[one][1], entry)
        for one, entry in zip(ordered, entries, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Seen:
    """What answers showed, by diagnosis: of which pupils, how often, and at which questions; and who answered what."""

    pupils: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    misses: Counter[str] = field(default_factory=Counter)
    places: dict[str, dict[Place, set[int]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    answered: dict[Place, set[int]] = field(default_factory=lambda: defaultdict(set))

    def note(self, pupil: int, place: Place, shown: Iterable[str]) -> None:
        for one in shown:
            self.pupils[one].add(pupil)
            self.misses[one] += 1
            self.places[one][place].add(pupil)

    def ordered(self) -> list[str]:
        """That of the most pupils first; what is not known comes last, because nothing follows from it."""
        return sorted(
            self.pupils,
            key=lambda one: (one == diagnoses.OTHER, -len(self.pupils[one]), -self.misses[one], one),
        )


def _misconception(
    one: str, seen: _Seen, aliases: dict[int, str], assignment: Assignment, number: int, entry: Entry
) -> Misconception:
    told = diagnosis(one, entry.item.rules) if entry.item else diagnosis(one)
    return Misconception(
        id=one,
        rule=told.rule or (entry.item.task.rules[0] if entry.item else ""),
        title=told.text,
        pupils=len(seen.pupils[one]),
        aliases=tuple(alias for pk, alias in aliases.items() if pk in seen.pupils[one]),
        answered=len(set().union(*(seen.answered[place] for place in seen.places[one]))),
        misses=seen.misses[one],
        assignment=assignment,
        number=number,
        entry=entry,
    )
