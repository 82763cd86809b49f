"""What the position of the day and the set of the week share: lots that need no memory, and dates in a row."""

from __future__ import annotations

from collections.abc import Set
from datetime import date, timedelta
from hashlib import sha256
from itertools import count

from lessons.content.reading import Item
from lessons.fresh.sisters import MOST_SISTERS, sister_of
from lessons.fresh.variants import FIRST_SISTER

DAY = timedelta(days=1)


def lot(salt: str, slug: str) -> int:
    """A number that looks drawn, always the same for the same words."""
    return int.from_bytes(sha256(f"{salt} {slug}".encode()).digest()[:8])


def with_cards(item: Item, day: date) -> Item:
    """The exercise with cards that the date decides; as it is where it has no others."""
    span = MOST_SISTERS - FIRST_SISTER + 1
    return sister_of(item, FIRST_SISTER + lot(day.isoformat(), item.slug) % span) or item


def row_until(last: date, days: Set[date], step: timedelta = DAY) -> int:
    """How many of these dates, a step apart, follow one another without a gap up to this one."""
    return next(n for n in count() if last - n * step not in days)
