"""Jobs that come round every day by themselves, however many computers look after the queue.

Days are those of the site's time zone by the clock of the database, because several computers may share it.
"""

from __future__ import annotations

from typing import Final

from django.db import IntegrityError, transaction
from django.db.models.functions import Now, TruncDate

from tutor.site.queue import jobs
from tutor.site.queue.models import DailyJob

TODAY: Final = TruncDate(Now())


def enqueue_due() -> list[str]:
    """Put every daily job into the queue that was not yet put there today. Returns their names."""
    return [name for name in jobs.daily_jobs() if _enqueue_if_due(name)]


@transaction.atomic
def _enqueue_if_due(name: str) -> bool:
    known = DailyJob.objects.filter(name=name)
    if known.filter(day__gte=TODAY).exists():  # the common case writes nothing
        return False
    # One statement asks and writes: of several computers that look at the same moment only one changes the row.
    if not known.filter(day__lt=TODAY).update(day=TODAY) and not _begin(name):
        return False
    jobs.enqueue(name)
    return True


def _begin(name: str) -> bool:
    """Whether this is the first day of all, and nobody else has seen it."""
    try:
        with transaction.atomic():
            DailyJob.objects.create(name=name, day=TODAY)
    except IntegrityError:
        return False
    return True
