"""Whether there is anything new for a pupil: the latest moment at which something was opened that the pupil may see,
or said to the pupil.

Thirty pages ask every few seconds, so most questions are answered from memory: who asks with the same cookie as a
moment ago is looked up once in half a minute, and what is new in a class once in three seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.db.models import Max, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from tutor.classroom.models import Classroom, Pupil
from tutor.classroom.selectors import assignments_for
from tutor.learning.learner import COOKIE
from tutor.site.numbers import number_in

ASKED_EVERY: Final = 5
"""Seconds between two questions of a page."""
KNOWN_FOR: Final = 30
"""Seconds for which a cookie is that of a pupil of the class without being looked up again."""
CLASS_KNOWN_FOR: Final = 3
_ALSO: Final[list[Callable[[Classroom, Pupil | None], datetime | None]]] = []


def news_also(latest: Callable[[Classroom, Pupil | None], datetime | None]) -> None:
    """Let another area say when it last opened something for a class, or for one pupil of it; one query at most."""
    _ALSO.append(latest)


def latest_in(classroom: Classroom) -> int:
    """When something was last opened for anybody in the class, or said to somebody, in milliseconds; 0 for never.

    A query for each area.
    """
    opened = classroom.assignments.order_by().filter(opens__lte=timezone.now()).values_list("opens")
    said = classroom.notes.order_by().exclude(pupil=None).values_list("created")
    return _latest(classroom, next((latest for (latest,) in opened.union(said).order_by("-opens")[:1]), None))


def is_new(pupil: Pupil, seen: str) -> bool:
    """Whether there is more for this pupil than a page showed that sends this."""
    return _latest(pupil.classroom, _latest_of(assignments_for(pupil)), pupil) > (number_in(seen) or 0)


def said_since(pupil: Pupil, seen: str) -> list[str]:
    """What was said to this pupil after a page was shown that sends this; one query."""
    since = number_in(seen) or 0
    rows = pupil.notes.values_list("text", "created")
    return [text for text, created in rows if _milliseconds(created) > since]


def news_url(classroom: Classroom, *, at: str = "", since: str = "") -> str:
    """What a page asks that shows what there is at present; ``at`` is another page than that of the class.

    ``since`` is what the page was shown with, where it has been told of something since: that it goes on saying.
    """
    asked = {"seen": latest_in(classroom), "at": at, "since": since}
    url = reverse("classroom:news", args=[classroom.token])
    return f"{url}?{urlencode({name: value for name, value in asked.items() if value != ''})}"


def is_known_to_be_quiet(request: HttpRequest, token: str) -> bool:
    """Whether this browser is known as a pupil's, and nothing is new in the class for anybody; no query.

    What it says tells nothing that the page which asks does not know.
    """
    if settings.SESSION_COOKIE_NAME in request.COOKIES or COOKIE not in request.COOKIES:
        return False
    known = cache.get_many([_key(request, token), _class_key(token)])
    latest = known.get(_class_key(token))
    seen = number_in(request.GET.get("seen", ""))
    return len(known) == 2 and seen is not None and latest is not None and latest <= seen


def remember_who_asks(request: HttpRequest, classroom: Classroom) -> int:
    """This browser is a pupil's of the class. Returns when something was last opened there for anybody."""
    latest = cache.get(_class_key(classroom.token))
    if latest is None:
        latest = latest_in(classroom)
        cache.set(_class_key(classroom.token), latest, CLASS_KNOWN_FOR)
    if COOKIE in request.COOKIES:
        cache.add(_key(request, classroom.token), True, KNOWN_FOR)
    return int(latest)


def _key(request: HttpRequest, token: str) -> str:
    return f"classroom.asks.{token}.{request.COOKIES[COOKIE]}"


def _class_key(token: str) -> str:
    return f"classroom.latest.{token}"


def _latest(classroom: Classroom, of_assignments: datetime | None, pupil: Pupil | None = None) -> int:
    found = [of_assignments, *(latest(classroom, pupil) for latest in _ALSO)]
    return max(map(_milliseconds, found))


def _milliseconds(moment: datetime | None) -> int:
    return round(moment.timestamp() * 1000) if moment is not None else 0


def _latest_of(rows: QuerySet[Any]) -> datetime | None:
    latest: datetime | None = rows.filter(opens__lte=timezone.now()).aggregate(latest=Max("opens"))["latest"]
    return latest
