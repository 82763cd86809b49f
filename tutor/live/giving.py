"""What a class hears of its live rounds: the answers to them, and that one has begun."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.urls import reverse

from tutor.classroom.given import Given, Source, Where, shown_by
from tutor.classroom.models import Classroom, Pupil
from tutor.classroom.titles import told
from tutor.live.models import LiveAnswer
from tutor.live.selectors import running

LIVE: Final = "live"


def latest_round(classroom: Classroom, pupil: Pupil | None = None) -> datetime | None:
    """When the round began that is on; one query."""
    live = running(classroom)
    return live.created if live is not None else None


def _answers(classroom: Classroom, since: datetime | None) -> Iterable[Given]:
    rows = LiveAnswer.objects.filter(
        round__classroom=classroom, **({"attempt__created__gte": since} if since else {})
    ).values_list(
        "pk", "pupil_id", "round_id", "place", "outcome", "rules", "attempt_id", "attempt__diagnoses",
        "attempt__created", "attempt__item_id", "attempt__hints",
    )  # fmt: skip
    for pk, pupil, of, number, outcome, rules, attempt, shown, at, item, hints in rows.iterator():
        yield Given(
            pupil, at, Where(LIVE, of, number), outcome, rules, shown_by(rules, shown), item, attempt, pk,
            True, hints,
        )  # fmt: skip


def _titles(classroom: Classroom) -> dict[int, str]:
    rows = classroom.live_rounds.values_list("pk", "title", "titles")
    return {pk: told(title, titles) for pk, title, titles in rows}


def _url(classroom: Classroom, where: Where) -> str:
    return reverse("live:control", args=[classroom.token, where.of])


SOURCE: Final = Source(name=LIVE, answers=_answers, titles=_titles, url=_url)
