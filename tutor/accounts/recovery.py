"""The recovery code: with the account's name it sets a new password, where no e-mail address could.

It is not stored but made from the site's secret key, so whoever reads the database alone learns none. It is shown until
its owner has said that it is kept, and never again; using it makes the next one. Sixteen of 27 signs are 76 bits.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from typing import Final

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from tutor.accounts.devices import account_mark, device_of
from tutor.accounts.services import plain_name, user_named
from tutor.learning.models import User
from tutor.site.code_signs import ALPHABET
from tutor.site.throttling import Source, address_of, attempt

SALT: Final = "tutor.accounts.recovery"
GROUPS: Final = 4
GROUP: Final = 4  # signs


def code_of(user: User) -> str:
    """The account's code, such as ``kwm7-4xtp-9bcd-fghj``; it has one from version 1 on."""
    message = f"{SALT}:{user.pk}:{user.date_joined.isoformat()}:{user.recovery_version}"
    digest = hmac.digest(settings.SECRET_KEY.encode(), message.encode(), hashlib.sha256)
    number, signs = int.from_bytes(digest, "big"), ""
    for _ in range(GROUPS * GROUP):
        number, place = divmod(number, len(ALPHABET))
        signs += ALPHABET[place]
    return "-".join(signs[start : start + GROUP] for start in range(0, len(signs), GROUP))


def is_shown(user: User) -> bool:
    """Whether there is a code that its owner has not yet said to have kept."""
    return user.recovery_version > 0 and not user.recovery_kept


def renew(user: User) -> None:
    """Another code; the old one stops working."""
    user.recovery_version += 1
    user.recovery_kept = False
    user.save(update_fields=["recovery_version", "recovery_kept"])


def keep(user: User) -> None:
    """Show the code no more: its owner has it."""
    user.recovery_kept = True
    user.save(update_fields=["recovery_kept"])


def user_by_code(*, name: str, code: str, request: HttpRequest) -> User | None:
    """Whose name and recovery code these are; None for wrong ones. Raises WaitError where the try has to wait."""
    known = user_named(name)
    device = device_of(request).number_for(account_mark(known)) if known is not None else ""

    def check() -> User | None:
        if known is None or not known.is_active or not known.recovery_version:
            return None
        return known if hmac.compare_digest(_plain(code).encode(), _plain(code_of(known)).encode()) else None

    return attempt(
        check,
        kind="recovery",
        name=plain_name(name).casefold(),
        source=Source(address=address_of(request), device=device),
    )


@transaction.atomic
def recover(user: User, *, password: str) -> None:
    """A new password; every browser is signed out, and the code is used up: the next one is made."""
    user.set_password(password)
    user.save(update_fields=["password"])
    renew(user)


def _plain(code: str) -> str:
    """The signs of a code, however they are typed."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", code).casefold()))
