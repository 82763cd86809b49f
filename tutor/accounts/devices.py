"""What a device remembers of who signed in on it, in a signed cookie of a year.

Its number, the slips and accounts used on it, so that wrong tries elsewhere never keep them from it, and who it was
before somebody of a class came in.
"""

from __future__ import annotations

import secrets
import uuid
from dataclasses import dataclass, replace
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tutor.learning.learner import ONE_YEAR
from tutor.learning.models import Learner, User

COOKIE: Final = "slips"
SALT: Final = "tutor.classroom.devices"  # its text is in cookies that are out
MOST_KNOWN: Final = 60
_NUMBER_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Device:
    """``known`` are the letters of slips, and accounts as ``account_mark`` writes them, the latest first.

    ``before`` is the id of the learner that the browser was before somebody of a class came in, or empty.
    """

    number: str = ""
    known: tuple[str, ...] = ()
    before: str = ""

    def number_for(self, mark: str) -> str:
        """The device's number if this slip or account was used on it before, else nothing."""
        return self.number if mark in self.known else ""

    def with_account(self, user: User) -> Device:
        """The device once this account has been signed in to on it."""
        return self._with(account_mark(user), before=self.before)

    def with_slip(self, letters: str, *, before: Learner | None) -> Device:
        """The device once this slip has been used on it."""
        own = before if before is not None and before.is_visitor else None
        return self._with(letters, before=str(own.pk) if own is not None else self.before)

    def _with(self, mark: str, *, before: str) -> Device:
        return Device(
            number=self.number or secrets.token_hex(_NUMBER_BYTES),
            known=(mark, *(one for one in self.known if one != mark))[:MOST_KNOWN],
            before=before,
        )


def account_mark(user: User) -> str:
    """How an account stands among what a device knows; no slip is written like that."""
    return f"@{user.pk}"


def device_of(request: HttpRequest) -> Device:
    """What the browser's cookie says; an unknown device for one without it or with a forged one."""
    value = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=ONE_YEAR) or ""
    number, _, rest = value.partition("|")
    known, _, before = rest.partition("|")
    return Device(number, tuple(filter(None, known.split("."))), before)


def remember_device(response: HttpResponse, device: Device) -> None:
    """Send the cookie."""
    response.set_signed_cookie(
        COOKIE,
        f"{device.number}|{'.'.join(device.known)}|{device.before}",
        salt=SALT,
        max_age=ONE_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def learner_before(device: Device) -> Learner | None:
    """Who the browser was before, if that is nobody's account and no pupil."""
    try:
        key = uuid.UUID(device.before)
    except ValueError:
        return None
    return Learner.objects.filter(pk=key, user=None, pass_number=None).first()


def without_before(device: Device) -> Device:
    """The device once it is again who it was."""
    return replace(device, before="")
