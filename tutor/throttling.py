"""Limits on guessing: after so many tries in vain, nothing more is tried for a while.

Kept in the database, so that all processes of the server count together. Never counted by address: a school has
only one.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tutor.models import Tries


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """So many tries within so long, counted from the first; ``kind`` keeps different limits apart."""

    kind: str
    most: int
    within: timedelta

    def is_reached(self, name: str) -> bool:
        """Whether there were too many tries for this name; one query."""
        lately = Tries.objects.filter(key=self._key(name), until__gt=timezone.now())
        return lately.filter(count__gte=self.most).exists()

    @transaction.atomic
    def note(self, name: str) -> None:
        """One more try in vain for this name. Two at the same moment count twice."""
        now = timezone.now()
        forget_old(now=now)
        row, _ = Tries.objects.select_for_update().get_or_create(
            key=self._key(name), defaults={"until": now + self.within}
        )
        row.count += 1
        row.save(update_fields=["count"])

    def forget(self, name: str) -> None:
        """Begin anew, after a try that was right."""
        Tries.objects.filter(key=self._key(name)).delete()

    def _key(self, name: str) -> str:
        return hashlib.sha256(f"{self.kind}\0{name.strip().casefold()}".encode()).hexdigest()


def forget_old(*, now: datetime | None = None) -> int:
    """Delete counts that mean nothing any more."""
    return Tries.objects.filter(until__lte=now or timezone.now()).delete()[0]
