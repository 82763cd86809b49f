"""A line for each thing that was done with the data of a class."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext_lazy

from tutor.classroom.models import AuditLine, Classroom
from tutor.learning.models import User

KEPT: Final = timedelta(days=365)
"""How long the lines of a class stay after the last of them, once the class is gone; the privacy page says a year."""

NEWS: Final = timedelta(days=30)

_What = AuditLine.What
WORDS: Final = {
    _What.CREATED: gettext_lazy("Class made"),
    _What.TEACHER_ADDED: gettext_lazy("Teacher added"),
    _What.TEACHER_REMOVED: gettext_lazy("Teacher removed"),
    _What.OWNER_ADDED: gettext_lazy("Another teacher owns the class too"),
    _What.OWNER_PASSED: gettext_lazy("The owner’s account was deleted; the class now belongs to"),
    _What.CODES_RENEWED: ngettext_lazy("%(counter)s code renewed", "%(counter)s codes renewed", "counter"),
    _What.SIGNED_OUT: ngettext_lazy(
        "%(counter)s pupil signed out", "%(counter)s pupils signed out", "counter"
    ),
    _What.PUPILS_ADDED: ngettext_lazy("%(counter)s pupil added", "%(counter)s pupils added", "counter"),
    _What.PUPIL_DELETED: gettext_lazy("Pupil deleted"),
    _What.TAKEN_ALONG: gettext_lazy("A pupil took their own answers with them"),
    _What.PUPIL_LEFT: gettext_lazy("A pupil with an account of their own deleted it, with the answers"),
    _What.EXPORTED: gettext_lazy("Everything exported"),
    _What.RETENTION: gettext_lazy("Day of deletion changed"),
}
"""What a line says. Those of a class that is gone are on no page."""


def note(classroom: Classroom, what: AuditLine.What, *, user: User | None, count: int = 0) -> None:
    """Write a line. ``user`` is None where a pupil did it, or the site by itself; ``count`` is how many pupils it
    concerned."""
    AuditLine.objects.create(classroom=classroom.token, what=what, user=user, count=count)


def words_of(line: AuditLine) -> str:
    """What was done, for a class that is still there."""
    return str(WORDS[_What(line.what)] % {"counter": line.count})


def passed_on_to(classroom: Classroom, *, now: datetime | None = None) -> str:
    """Who owns the class since its owner deleted the account, for as long as that is news; else empty."""
    since = (now or timezone.now()) - NEWS
    lines = AuditLine.objects.filter(
        classroom=classroom.token, what=AuditLine.What.OWNER_PASSED, at__gt=since
    )
    line = lines.select_related("user").last()
    return line.user.username if line is not None and line.user is not None else ""


def forget_old(*, now: datetime | None = None) -> int:
    """Delete the lines of classes that have been gone for long. Returns how many lines."""
    before = (now or timezone.now()) - KEPT
    gone = AuditLine.objects.exclude(classroom__in=Classroom.objects.values("token"))
    old = gone.values("classroom").annotate(last=Max("at")).order_by().filter(last__lt=before)
    return AuditLine.objects.filter(classroom__in=list(old.values_list("classroom", flat=True))).delete()[0]
