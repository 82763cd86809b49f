"""Pauses after wrong codes, for a class and for a slip, kept in the database so that all server processes agree."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, TypeVar

from django.db import transaction
from django.utils import timezone

from tutor.classroom.codes import Typed
from tutor.classroom.models import WrongCodes

FREE: Final = 5
"""Wrong tries with one slip before there is a pause."""
FIRST_PAUSE: Final = 60  # seconds; each further wrong try doubles it
LONGEST_PAUSE: Final = 30 * 60  # seconds
DAY: Final = 24 * 60 * 60  # seconds; after that the count of a slip begins anew
CLASS_TRIES: Final = 20
"""Wrong tries with all slips of a class within a minute."""
CLASS_SECONDS: Final = 60

_Found = TypeVar("_Found")


class WaitError(Exception):
    """The try came too early and was not looked at. ``seconds`` from now the next may come."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"{seconds} seconds")
        self.seconds = seconds


@transaction.atomic
def try_code(
    code: Typed, check: Callable[[], _Found | None], *, device: str = "", now: datetime | None = None
) -> _Found | None:
    """What ``check`` finds, None for a wrong code. Raises WaitError without asking it during a pause.

    ``device`` is the number of a device on which this slip was used before: it has tries of its own. Tries with one
    slip wait for each other, so many at once are no way round the pause.
    """
    now = now or timezone.now()
    slip = _locked(f"slip:{code.class_letters}-{code.pupil_letters}:{device}", seconds=DAY, now=now)
    of_class = None if device else _locked(f"class:{code.class_letters}", seconds=CLASS_SECONDS, now=now)
    waits = [row.wait_until - now for row in (slip, of_class) if row and row.wait_until]
    longest = max(waits, default=timedelta())
    if longest > timedelta():
        raise WaitError(int(longest.total_seconds()) + 1)
    found = check()
    if found is None:
        slip.count += 1
        if slip.count >= FREE:
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(slip.count - FREE, 10))
            slip.wait_until = now + timedelta(seconds=pause)
        slip.save()
        if of_class is not None:
            of_class.count += 1
            if of_class.count >= CLASS_TRIES:
                of_class.wait_until = of_class.since + timedelta(seconds=CLASS_SECONDS)
            of_class.save()
    return found


def forget_old(*, now: datetime | None = None) -> int:
    """Delete counts that mean nothing any more."""
    before = (now or timezone.now()) - timedelta(seconds=DAY)
    return WrongCodes.objects.filter(since__lt=before).delete()[0]


def _locked(key: str, *, seconds: int, now: datetime) -> WrongCodes:
    """The row of a key, as new where its time is over, with nobody else at it."""
    WrongCodes.objects.get_or_create(key=key, defaults={"since": now})
    row = WrongCodes.objects.select_for_update().get(key=key)
    if row.since <= now - timedelta(seconds=seconds):
        row.count, row.since, row.wait_until = 0, now, None
    return row
