"""What pages of assigned deals read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from lessons.kinds.asking.diagnosing import diagnosis
from tutor.classroom.dealing.models import AssignedDeal, DealTry
from tutor.classroom.models import Classroom, Pupil
from tutor.play.models import PlayedGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What tries that the rules do not allow show: how many of them, of how many pupils, and the rule to practise."""

    text: str
    rule: str
    tries: int
    pupils: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What came of a deal for one pupil: the best game's outcome and points, and all tries that were not allowed.

    ``outcome`` is empty where none was played to its end; ``games`` is how many were begun.
    """

    pupil: Pupil
    games: int
    outcome: str
    points: tuple[int, ...]
    refused: int
    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A row for each pupil, and what the tries of all of them show, that of most pupils first."""

    rows: tuple[Row, ...]
    reached: int
    begun: int
    shown: tuple[Shown, ...]

    @property
    def has_points(self) -> bool:
        """Whether any row says points: a mini-deal that ends when its goal is reached has none."""
        return any(row.points for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLine:
    """An assigned deal in the list of a pupil: how many games were begun, and what came of the best one."""

    assigned: AssignedDeal
    games: int
    outcome: str


def asked_pupils(assigned: AssignedDeal) -> list[Pupil]:
    """Whom a deal is for: the whole class, or those who were chosen; two queries."""
    only = {pupil.pk for pupil in assigned.only.all()}
    return [one for one in assigned.classroom.pupils.all() if not only or one.pk in only]


def table_of(assigned: AssignedDeal) -> Table:
    """What came of an assigned deal; three queries."""
    tried: dict[int, list[DealTry]] = defaultdict(list)
    for one in assigned.games.all():
        tried[one.pupil_id].append(one)
    asked = asked_pupils(assigned)
    rows = tuple(_row(pupil, tried.get(pupil.pk, [])) for pupil in asked)
    return Table(
        rows=rows,
        reached=sum(row.outcome == PlayedGame.Outcome.REACHED for row in rows),
        begun=sum(row.games > 0 for row in rows),
        shown=_shown(one for pupil in asked for one in tried.get(pupil.pk, ())),
    )


def best_of(games: Sequence[DealTry]) -> DealTry | None:
    """The game that counts: one in which the goal was reached, then the one with the largest lead."""
    ended = [one for one in games if one.outcome]
    return max(ended, key=_rank, default=None)


def _rank(one: DealTry) -> tuple[bool, int]:
    lead = one.points[0] - one.points[1] if one.points else 0
    return one.outcome == PlayedGame.Outcome.REACHED, lead


def _row(pupil: Pupil, games: Sequence[DealTry]) -> Row:
    best = best_of(games)
    return Row(
        pupil=pupil,
        games=len(games),
        outcome=best.outcome if best else "",
        points=tuple(best.points) if best else (),
        refused=sum(len(one.misconceptions) for one in games),
        shown=_shown(games),
    )


def _shown(games: Iterable[DealTry]) -> tuple[Shown, ...]:
    tries: Counter[str] = Counter()
    pupils: dict[str, set[int]] = defaultdict(set)
    for game in games:
        for found in game.misconceptions:
            tries.update(found)
            for one in found:
                pupils[one].add(game.pupil_id)
    ordered = sorted(tries, key=lambda one: (-len(pupils[one]), -tries[one], one))
    told = [(diagnosis(one), one) for one in ordered]
    return tuple(
        Shown(text=found.text, rule=found.rule, tries=tries[one], pupils=len(pupils[one]))
        for found, one in told
    )


def lines_of(classroom: Classroom) -> list[tuple[AssignedDeal, int]]:
    """The assigned deals of a class, the newest first, each with how many have begun it of those whom it is for; three
    queries."""
    begun: dict[int, set[int]] = defaultdict(set)
    for of, pupil in DealTry.objects.filter(assigned__classroom=classroom).values_list(
        "assigned_id", "pupil_id"
    ):
        begun[of].add(pupil)
    found = []
    for row in classroom.deals.order_by("-created", "-id").prefetch_related("only"):
        only = {pupil.pk for pupil in row.only.all()}
        found.append((row, len(begun[row.pk] & only if only else begun[row.pk])))
    return found


def deals_for(pupil: Pupil) -> QuerySet[AssignedDeal]:
    """The deals of the class that are for this pupil too."""
    return pupil.classroom.deals.filter(Q(only=None) | Q(only=pupil))


def may_begin(assigned: AssignedDeal, pupil: Pupil) -> bool:
    """Whether the pupil may begin another game that counts; one query at most."""
    if assigned.is_over or not assigned.is_open:
        return False
    return not assigned.tries or assigned.games.filter(pupil=pupil).count() < assigned.tries


def own_lines(pupil: Pupil) -> list[OwnLine]:
    """The assigned deals that a pupil may see, those that are left to do first; two queries."""
    tried: dict[int, list[DealTry]] = defaultdict(list)
    for one in DealTry.objects.filter(pupil=pupil):
        tried[one.assigned_id].append(one)
    found = []
    for row in deals_for(pupil):
        row.classroom = pupil.classroom
        best = best_of(tried[row.pk])
        if row.is_open:
            found.append(
                OwnLine(assigned=row, games=len(tried[row.pk]), outcome=best.outcome if best else "")
            )
    return sorted(
        found, key=lambda line: (line.assigned.is_over, line.outcome == "reached", line.assigned.pk)
    )
