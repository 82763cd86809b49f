"""The one throttle: how often names, codes and passwords may be tried in vain, and that nobody locks others out.

Two things hold up a stranger who guesses. Both are kept in the database, so that all processes of the server count
together, as digests: what was typed is not kept, nor the address.

**The limit of a name** (or code) counts its wrong tries together with the address that they come from, or, on a device
where this very name was used before, with that device. Five are free, then there is a pause that doubles from one
minute to thirty. So a day lets 56 tries through for one name from one address, 56,000 from a thousand addresses, and
for a class of 30 slips whose letters are all known 30 times as many. What is tried at other addresses, or with other
names, never closes a name: a right code or password within its own limit gets in.

**The lines** hold up who tries ever new names. Each wrong try of an unknown device takes a place in the line of its
address, and where that has none free, or the line of the whole server is long, it waits for its turn: a minute at most,
told in seconds. The turn is kept for this name at this address and comes whatever others do, so a line slows but never
shuts anybody out. From one address 180 random names may be tried at once (a school has one address, and thirty pupils
mistype a few times each) and then one in two seconds; from all together 600 and then five in a second. Who sends more
has each name wait for a minute and asks twice for each.

Right tries give their places back. A known device stands in no line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import Final, TypeVar

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from tutor.site.models import WrongTries

SALT: Final = "tutor.throttling"
FREE: Final = 5
"""Wrong tries with one name, from one address or on one known device, before there is a pause."""
FIRST_PAUSE: Final = timedelta(minutes=1)  # each further wrong try doubles it
LONGEST_PAUSE: Final = timedelta(minutes=30)
DAY: Final = timedelta(days=1)  # after that the count of a name begins anew
LONGEST_WAIT: Final = timedelta(seconds=60)
TURN_KEPT: Final = timedelta(minutes=10)
"""How long a turn waits for who was told to come back."""
MOST_FORGOTTEN: Final = 100
"""Old counts that a try deletes in passing; the rest goes with the daily job."""
IPV6_HOST: Final = 64
"""As many bits of an address of IPv6 are one household's or school's; the rest each device chooses for itself."""

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """``at_once`` tries go through at once, then one in each ``interval``."""

    kind: str
    at_once: int
    interval: timedelta


ADDRESS: Final = Line(kind="address", at_once=180, interval=timedelta(seconds=2))
SERVER: Final = Line(kind="server", at_once=600, interval=timedelta(milliseconds=200))


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a try comes from. ``device`` is the number of a device where this very name was used before, or empty."""

    address: str
    device: str = ""


class WaitError(Exception):
    """The try came too early and was not looked at. ``seconds`` from now it may come again.

    ``is_queue`` says that it stands in a line; otherwise there were too many wrong tries with this very name.
    """

    def __init__(self, seconds: int, *, is_queue: bool) -> None:
        super().__init__(f"{seconds} seconds")
        self.seconds = seconds
        self.is_queue = is_queue


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What visitors who are not known may do ``most`` times within so long from one address, counted from the first."""

    kind: str
    most: int
    within: timedelta

    def is_used_up(self, address: str) -> bool:
        """Whether nothing is left for this address."""
        rows = WrongTries.objects.filter(key=_digest(self.kind, address), until__gt=timezone.now())
        return rows.filter(count__gte=self.most).exists()

    @transaction.atomic
    def take(self, address: str) -> bool:
        """Count one; False where none was left. Two at the same moment count twice."""
        now = timezone.now()
        row = _locked(_digest(self.kind, address), now=now)
        if row.count >= self.most:
            return False
        if not row.count:
            row.until = now + self.within
        row.count += 1
        row.save()
        return True


def address_of(request: HttpRequest) -> str:
    """The address of the client as the server knows it, behind a trusted proxy the one that this names.

    Of IPv6 the part that stands for the whole connection; empty where the server knows none.
    """
    text = str(request.META.get("REMOTE_ADDR", "")).strip().partition("%")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if address.version == 4:
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped) if mapped else str(ip_network((address, IPV6_HOST), strict=False))


def queue_words(seconds: int) -> str:
    """What somebody reads whose try stands in a line."""
    text = ngettext(
        "A great many people are trying to sign in right now. Wait %(count)s second, then send the form "
        "again: your place is kept, and so is what you typed.",
        "A great many people are trying to sign in right now. Wait %(count)s seconds, then send the form "
        "again: your place is kept, and so is what you typed.",
        seconds,
    )
    return text % {"count": seconds}


def attempt(
    check: Callable[[], _Found | None], *, kind: str, name: str, source: Source, now: datetime | None = None
) -> _Found | None:
    """What ``check`` finds, None for a wrong try. Raises WaitError without asking it where the try must wait.

    The try counts before it is looked at, so many at once are no way round the limit, and nothing is locked while
    ``check`` works; a right one is taken off again, and the wrong ones before it are forgotten. ``name`` is as it is
    compared, such as in small letters; ``kind`` keeps names apart that mean different things.
    """
    now = now or timezone.now()
    who = f"device:{source.device}" if source.device else f"address:{source.address}"
    own = _digest(kind, name, who)
    lines = () if source.device else ((ADDRESS, _digest(ADDRESS.kind, source.address)), (SERVER, SERVER.kind))
    # Not in the transaction of what follows, where it might hold a row of a line that another try waits for.
    forget_old(now=now, most=MOST_FORGOTTEN)
    begun = _begin(own, lines, now=now)
    if isinstance(begun, WaitError):
        raise begun
    found = check()
    if found is not None:
        _take_off(own, begun)
    return found


@transaction.atomic
def forget_old(*, now: datetime | None = None, most: int | None = None) -> int:
    """Delete counts that mean nothing any more, ``most`` at once if said. Leaves those out that somebody is at."""
    over = WrongTries.objects.filter(until__lte=now or timezone.now()).order_by("until")
    rows = over.select_for_update(skip_locked=True).values_list("pk", flat=True)[:most]
    return WrongTries.objects.filter(pk__in=list(rows)).delete()[0]


_Lines = tuple[tuple[Line, str], ...]


@transaction.atomic
def _begin(own: str, lines: _Lines, *, now: datetime) -> _Lines | WaitError:
    """Count a try. The lines in which it has taken a place, or how long it has to wait.

    Rows are always locked in this order: the name's, the address's, the server's.
    """
    row = _locked(own, now=now)
    if row.wait_until is not None and row.wait_until > now:
        return _wait(row.wait_until - now, is_queue=row.is_queue)
    has_turn = row.is_queue and row.wait_until is not None and row.wait_until + TURN_KEPT > now
    taken = () if has_turn else lines
    wait = _stand_in(taken, now=now)
    row.is_queue = bool(wait)
    if wait:
        row.wait_until = now + wait
        row.until = max(row.until, row.wait_until + TURN_KEPT)
        row.save()
        return _wait(wait, is_queue=True)
    if not row.count:
        row.until = now + DAY
    row.count += 1
    pause = pause_after(row.count)
    row.wait_until = now + pause if pause else None
    row.save()
    return taken


def pause_after(count: int) -> timedelta:
    """How long after so many wrong tries with a name the next one must wait."""
    if count < FREE:
        return timedelta()
    times: int = 2 ** min(count - FREE, 10)
    return min(LONGEST_PAUSE, FIRST_PAUSE * times)


def _stand_in(lines: _Lines, *, now: datetime) -> timedelta:
    """Take a place in each line up to the first that makes one wait; how long it does.

    So one address that sends many tries makes only itself wait, not the whole server.
    """
    for line, key in lines:
        row = _locked(key, now=now)
        at_once = line.interval * line.at_once
        clear = max(row.wait_until or now, now) + line.interval
        # No longer than that: who comes last in a line that somebody floods shares the last place, and gets in.
        row.wait_until = row.until = min(clear, now + at_once + LONGEST_WAIT)
        row.save()
        wait = row.wait_until - now - at_once
        if wait > timedelta():
            return wait
    return timedelta()


@transaction.atomic
def _take_off(own: str, taken: _Lines) -> None:
    WrongTries.objects.filter(key=own).delete()
    for line, key in taken:
        row = WrongTries.objects.select_for_update().filter(key=key).first()
        if row is not None and row.wait_until is not None:
            row.wait_until = row.until = row.wait_until - line.interval
            row.save()


def _locked(key: str, *, now: datetime) -> WrongTries:
    """The row of a key, as new where its time is over, with nobody else at it."""
    while (row := WrongTries.objects.select_for_update().filter(key=key).first()) is None:
        # Somebody else may make it at the same moment, or delete it again.
        WrongTries.objects.bulk_create([WrongTries(key=key, until=now)], ignore_conflicts=True)
    if row.until <= now:
        row.count, row.wait_until, row.is_queue = 0, None, False
    return row


def _wait(long: timedelta, *, is_queue: bool) -> WaitError:
    return WaitError(int(long.total_seconds()) + 1, is_queue=is_queue)


def _digest(*parts: str) -> str:
    """With the site's key, or the few addresses that there are could be tried out."""
    return salted_hmac(SALT, "\0".join(parts), algorithm="sha256").hexdigest()
