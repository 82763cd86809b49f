"""Finding tables, keeping and changing them, and letting go of those that nobody uses any more."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet
from engine.notation.position_line import format_rules
from tutor.site.throttling import Allowance
from tutor.tables.models import MOST_NAME, Table
from tutor.tables.remembering import memory_of

KEPT_UNUSED: Final = timedelta(days=400)
"""A year and a month: who plays only at Christmas finds the table again."""
NEW_TABLES: Final = Allowance(kind="table", most=40, within=timedelta(days=1))
"""Tables that may be made from one address within a day; a school or an inn has one address."""
KEY_BYTES: Final = 16
_FOUND: Final = "_tables_table"  # where a request keeps it, so that the database is asked once


class TableError(Exception):
    """What was asked cannot be done; the text says why, in the reader's language. ``field`` is where."""

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


def table_of(request: HttpRequest) -> Table | None:
    """The table that this device has chosen as its own; None without one, or where it is gone or cannot be read."""
    if not hasattr(request, _FOUND):
        chosen = memory_of(request).chosen
        setattr(request, _FOUND, table_by_id(chosen) if chosen else None)
    found: Table | None = getattr(request, _FOUND)
    return found


def table_by_id(public_id: str) -> Table | None:
    """The table with this public id, in any case, if there is one whose rules can be read. It counts as used now."""
    table = Table.objects.filter(public_id=public_id.casefold()[:12]).first()
    if table is None or not is_readable(table):
        return None
    _note_use(table)
    return table


def is_readable(table: Table) -> bool:
    """Whether its rules mean something to this engine."""
    try:
        return bool(table.rule_set)
    except EngineError:
        return False


def keep_table(*, name: str, rules: RuleSet, address: str) -> tuple[Table, str]:
    """A new table with the key that changes it, which is told only now. Raises TableError."""
    name = _checked_name(name)
    if not NEW_TABLES.take(address):
        raise TableError(
            gettext(
                "A great many tables were made from your connection today. Try again tomorrow; nothing "
                "was kept."
            )
        )
    key = secrets.token_urlsafe(KEY_BYTES)
    table = Table.objects.create(name=name, rules=format_rules(rules), key_digest=_digest(key))
    return table, key


@transaction.atomic
def change_table(*, table: Table, key: str, name: str, rules: RuleSet) -> Table:
    """The table with another name or other rules. Raises TableError, also for a wrong key."""
    name = _checked_name(name)
    _check_key(key, table)
    held = Table.objects.select_for_update().get(pk=table.pk)
    held.name, held.rules, held.changed = name, format_rules(rules), timezone.now()
    held.save(update_fields=["name", "rules", "changed"])
    return held


def fits(key: str, table: Table) -> bool:
    """Whether this is the key that changes the table."""
    return bool(key) and hmac.compare_digest(_digest(key), table.key_digest)


def delete_table(*, table: Table, key: str) -> None:
    """Delete the table for everybody. Raises TableError for a wrong key."""
    _check_key(key, table)
    table.delete()


def forget_unused(*, now: datetime | None = None) -> int:
    """Delete tables that nobody has used for longer than they are kept; how many that were."""
    before = (now or timezone.now()) - KEPT_UNUSED
    return Table.objects.filter(used__lt=before).delete()[0]


def _note_use(table: Table) -> None:
    """Write down that it was used, once a day. Where nothing can be written just now, it is still read."""
    now = timezone.now()
    if now - table.used < timedelta(days=1):
        return
    try:
        with transaction.atomic():
            Table.objects.filter(pk=table.pk).update(used=now)
    except DatabaseError:
        return
    table.used = now


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise TableError(gettext("Give your table a name, so that you can find it again."), field="name")
    if len(name) > MOST_NAME:
        text = gettext("The name is too long: it has %(length)s characters, and there is room for %(most)s.")
        raise TableError(text % {"length": len(name), "most": MOST_NAME}, field="name")
    return name


def _check_key(key: str, table: Table) -> None:
    if not fits(key, table):
        raise TableError(
            gettext(
                "This device does not hold the key to the table. First open the link that changes the table."
            )
        )


def _digest(key: str) -> str:
    """Enough for a key that is drawn at random: nobody tries out 128 bits."""
    return hashlib.sha256(key.encode()).hexdigest()
