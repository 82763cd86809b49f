"""Where the pupils of a class are now: noted in passing, whenever a page of theirs asks for something."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db import DatabaseError, transaction
from django.utils import timezone

from tutor.classroom.models import Presence, Pupil

FRESH: Final = timedelta(seconds=15)
"""What was noted so lately is not written again: a page asks every few seconds."""


def note_seen(pupil: Pupil, *, acts: bool) -> None:
    """A page of the pupil has asked for something, or with ``acts`` the pupil. No query where that is known."""
    known = _known(pupil)
    now = timezone.now()
    if known is None:
        _write(pupil, seen=now, acted=now)
    elif now - known.seen > FRESH or (acts and now - known.acted > FRESH):
        _write(pupil, seen=now, acted=now if acts else known.acted)


def note_place(pupil: Pupil, where: str, *, of: int = 0, number: int = 0, item: str = "") -> None:
    """The pupil works on this now; no query where that is known."""
    known, now = _known(pupil), timezone.now()
    place = {"where": where, "of": of, "number": number, "item": item}
    if known is None or any(getattr(known, name) != value for name, value in place.items()):
        _write(pupil, seen=now, acted=now, since=now, **place)


def forget_presence(pupil: Pupil) -> None:
    """The pupil has gone."""
    Presence.objects.filter(pupil=pupil).delete()


def _known(pupil: Pupil) -> Presence | None:
    return getattr(pupil, "presence", None)


def _write(pupil: Pupil, **values: Any) -> None:
    """A page is shown even where nothing can be written: this is news for the teacher, and no answer of the pupil."""
    try:
        with transaction.atomic():
            pupil.presence, _ = Presence.objects.update_or_create(pupil=pupil, defaults=values)
    except DatabaseError:
        return
