"""A secret on its way from one page to the next, in a short-lived signed cookie instead of an address.

So an older link with its secret in the path leads to a page that has the secret in its form, without scripts too, and
neither the address bar nor the history nor a log holds it after that.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, unquote

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE: Final = "carried"
SALT: Final = "tutor.carrying"
MOST_CARRIED: Final = 200  # characters
SHORTLY: Final = 2 * 60  # seconds, for a page that comes at once
ONE_HOUR: Final = 60 * 60  # seconds, where somebody signs in first


def carry(response: HttpResponse, kind: str, text: str, *, seconds: int = SHORTLY) -> None:
    """Send the text along, for the page that asks for this ``kind``; what was carried before is gone."""
    response.set_signed_cookie(
        COOKIE,
        f"{kind}:{quote(text[:MOST_CARRIED], safe='')}",
        salt=SALT,
        max_age=seconds,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def carried(request: HttpRequest, kind: str) -> str:
    """What came along of this kind; empty if nothing did, or it is older than an hour."""
    value = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=ONE_HOUR) or ""
    found, _, text = value.partition(":")
    return unquote(text) if found == kind else ""


def put_down(response: HttpResponse) -> None:
    """Carry nothing any more."""
    response.delete_cookie(COOKIE, samesite="Lax")


def secret_of(link: str) -> str:
    """What stands behind the ``#`` of a link, or at the end of an older one; a secret alone is itself.

    Empty for what cannot be a secret of ours.
    """
    found = link.strip().rstrip("/").replace("#", "/").rpartition("/")[2]
    return found if re.fullmatch(r"[\w-]+", found, re.ASCII) else ""
