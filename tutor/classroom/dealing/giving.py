"""What a class hears of its assigned deals: what tries in them show, and that one was opened."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db.models import Max, Q
from django.urls import reverse
from django.utils import timezone

from tutor.classroom.dealing.models import DealTry
from tutor.classroom.dealing.selectors import deals_for
from tutor.classroom.given import Given, Source, Where
from tutor.classroom.models import Classroom, Pupil
from tutor.learning.models import Attempt

DEAL: Final = "deal"


def latest_deal(classroom: Classroom, pupil: Pupil | None = None) -> datetime | None:
    """When a deal was last opened for the class, or for this pupil; one query."""
    rows = (classroom.deals.all() if pupil is None else deals_for(pupil)).filter(opens__lte=timezone.now())
    latest: datetime | None = rows.aggregate(latest=Max("opens"))["latest"]
    return latest


def _answers(classroom: Classroom, since: datetime | None) -> Iterable[Given]:
    """An answer for the game, which is neither right nor wrong, and one for each try that is not allowed in it."""
    lately = Q(begun__gte=since) | Q(game__updated__gte=since) if since else Q()
    rows = DealTry.objects.filter(lately, assigned__classroom=classroom).values_list(
        "pk", "pupil_id", "assigned_id", "misconceptions", "begun", "ended", "game__updated"
    )
    for pk, pupil, of, tries, begun, ended, updated in rows.iterator():
        where, at = Where(DEAL, of, 0), ended or updated or begun
        yield Given(pupil, begun, where, Attempt.Outcome.UNDECIDED, (), (), 0, 0, pk, True, 0)
        for shown in tries:
            rules = [one.partition(":")[2] for one in shown if ":" in one]
            yield Given(pupil, at, where, Attempt.Outcome.WRONG, rules, shown, 0, 0, pk, False, 0)


def _titles(classroom: Classroom) -> dict[int, str]:
    return {one.pk: one.name for one in classroom.deals.all()}


def _url(classroom: Classroom, where: Where) -> str:
    return reverse("dealing:table", args=[classroom.token, where.of])


SOURCE: Final = Source(name=DEAL, answers=_answers, titles=_titles, url=_url)
