"""Whether there is anything new for a pupil: the latest moment at which something was opened that the pupil may see."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.db.models import Max
from django.urls import reverse
from django.utils import timezone

from tutor.classroom.models import Pupil
from tutor.classroom.selectors import assignments_for
from tutor.site.numbers import number_in

ASKED_EVERY: Final = 5
"""Seconds between two questions of a page."""
_ALSO: Final[list[Callable[[Pupil], datetime | None]]] = []


def news_also(latest: Callable[[Pupil], datetime | None]) -> None:
    """Let another area say when it last opened something for a pupil; one query at most."""
    _ALSO.append(latest)


def latest_of(pupil: Pupil) -> int:
    """When something was last opened for this pupil, in milliseconds; 0 for never. One query for each area."""
    found = [_latest_assignment(pupil), *(latest(pupil) for latest in _ALSO)]
    return max((round(one.timestamp() * 1000) for one in found if one is not None), default=0)


def news_url(pupil: Pupil, *, at: str = "") -> str:
    """What a page asks that shows what there is at present; ``at`` is another page than that of the class."""
    url = reverse("classroom:news", args=[pupil.classroom.token])
    return f"{url}?{urlencode({'seen': latest_of(pupil), **({'at': at} if at else {})})}"


def is_new(pupil: Pupil, seen: str) -> bool:
    """Whether there is more than a page showed that sends this."""
    return latest_of(pupil) > (number_in(seen) or 0)


def _latest_assignment(pupil: Pupil) -> datetime | None:
    rows = assignments_for(pupil).filter(opens__lte=timezone.now())
    latest: datetime | None = rows.aggregate(latest=Max("opens"))["latest"]
    return latest
