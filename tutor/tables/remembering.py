"""Which tables a device knows, which of them is its table now, and the keys it holds: in a signed cookie of a year.

Nothing of it is stored on the server, so nobody can tell from the database who plays at which table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE: Final = "tables"
SALT: Final = "tables.remembering"
ONE_YEAR: Final = 365 * 24 * 60 * 60  # seconds
MOST: Final = 12
"""Tables that a device knows; of more the one that was added first goes."""
_ENTRY: Final = re.compile(r"([a-z0-9]{1,12})(?:~([\w-]{1,60}))?")


@dataclass(frozen=True, slots=True)
class Known:
    """A table that the device knows, with the key that changes it where the device has that."""

    public_id: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """``chosen`` is the public id of the table that everything speaks for; empty to go by the official rules."""

    tables: tuple[Known, ...] = ()
    chosen: str = ""

    def key_of(self, public_id: str) -> str:
        """The key of this table, empty where the device has none."""
        return next((one.key for one in self.tables if one.public_id == public_id), "")

    def knows(self, public_id: str) -> bool:
        """Whether this is one of the device's tables."""
        return any(one.public_id == public_id for one in self.tables)

    def with_table(self, public_id: str, *, key: str = "") -> Memory:
        """With this table among the others, and chosen. A key that the device has stays."""
        others = tuple(one for one in self.tables if one.public_id != public_id)
        known = Known(public_id, key or self.key_of(public_id))
        return Memory((*others, known)[-MOST:], public_id)

    def choosing(self, public_id: str) -> Memory:
        """With another of its tables chosen; an id that it does not know chooses none."""
        return replace(self, chosen=public_id if self.knows(public_id) else "")

    def without(self, public_id: str) -> Memory:
        """With this table forgotten."""
        others = tuple(one for one in self.tables if one.public_id != public_id)
        return Memory(others, "" if self.chosen == public_id else self.chosen)


def memory_of(request: HttpRequest) -> Memory:
    """What the device remembers; nothing for a cookie that is forged or too old."""
    value = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=ONE_YEAR) or ""
    chosen, _, rest = value.partition("|")
    entries = [match for text in rest.split(".") if (match := _ENTRY.fullmatch(text))]
    memory = Memory(tuple(Known(match[1], match[2] or "") for match in entries))
    return memory.choosing(chosen)


def remember(response: HttpResponse, memory: Memory) -> None:
    """Send the cookie; without any table it goes."""
    if not memory.tables:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    entries = (f"{one.public_id}~{one.key}" if one.key else one.public_id for one in memory.tables)
    response.set_signed_cookie(
        COOKIE,
        f"{memory.chosen}|{'.'.join(entries)}",
        salt=SALT,
        max_age=ONE_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
