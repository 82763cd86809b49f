"""Which puzzles are out of circulation: who is offered puzzles is not offered these; their links go on working.

A puzzle leaves circulation together with its sisters, which are the same question with other cards. It leaves on its
own for one of two reasons, or by hand, and comes back only when an administrator lets it.
"""

from __future__ import annotations

from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from lessons.content import reading
from lessons.fresh.sisters import base_slug, find_item
from tutor.learning.attempts import item_row
from tutor.learning.models import User
from tutor.puzzles.models import Decision, ItemRating
from tutor.puzzles.statistics import measure, statistics_of

CACHE_KEY: Final = "practice.withheld"
CACHE_SECONDS: Final = 30
"""Another process of the server hears of a change after so many seconds at the latest."""


def withheld_slugs() -> frozenset[str]:
    """The slugs of all exercises that are out of circulation. Their sisters are too: ask with the base's slug.

    One query, and none for half a minute after it.
    """
    found: frozenset[str] | None = cache.get(CACHE_KEY)
    if found is None:
        rows = ItemRating.objects.exclude(withheld="").values_list("item__slug", flat=True)
        found = frozenset(rows)
        cache.set(CACHE_KEY, found, CACHE_SECONDS)
    return found


def is_withheld(slug: str) -> bool:
    """Whether an exercise, or the one whose sister it is, is out of circulation."""
    return base_slug(slug) in withheld_slugs()


@transaction.atomic
def withhold(*, item: reading.Item, why: str, user: User | None = None, note: str = "") -> bool:
    """Take an exercise out of circulation. False, and nothing changes, where it is out already."""
    row = rating_row(item)
    if row.withheld:
        return False
    row.withheld, row.withheld_since = why, timezone.now()
    row.save(update_fields=["withheld", "withheld_since"])
    _note(row, Decision.What.WITHHELD, why=why, user=user, note=note)
    return True


@transaction.atomic
def release(*, item: reading.Item, user: User, note: str = "") -> bool:
    """Let an exercise in again. False, and nothing changes, where it is in circulation.

    What was answered and reported before counts no more for taking it out.
    """
    row = rating_row(item)
    if not row.withheld:
        return False
    why, row.withheld, row.withheld_since, row.released = row.withheld, "", None, timezone.now()
    row.save(update_fields=["withheld", "withheld_since", "released"])
    _note(row, Decision.What.RELEASED, why=why, user=user, note=note)
    return True


def look_at(item: reading.Item) -> None:
    """Withhold the exercise if its answers say that something is wrong with it; after each rated answer to it."""
    base = find_item(base_slug(item.slug)) or item
    row = ItemRating.objects.filter(item__slug=base.slug).first()
    if row is not None and row.withheld:
        return
    found = statistics_of(base, row)
    if found.fault:
        note = f"{found.fault}: {found.right}/{found.answers}, expected {found.expected:.1f}"
        withhold(item=base, why=ItemRating.Withheld.STATISTICS, note=note)


def rating_row(item: reading.Item) -> ItemRating:
    """The row that says whether an exercise is withheld: its base's, locked until the transaction ends."""
    base = find_item(base_slug(item.slug)) or item
    first = {"rating": measure(base, None)}
    row, _ = ItemRating.objects.select_for_update().get_or_create(item=item_row(base), defaults=first)
    return row


def _note(row: ItemRating, what: str, *, why: str, user: User | None, note: str) -> None:
    """Keep what was decided, and let everybody know."""
    Decision.objects.create(item=row.item, what=what, why=why, user=user, note=note)
    cache.delete(CACHE_KEY)
    transaction.on_commit(forget)


def forget() -> None:
    """Ask the database again at the next question."""
    cache.delete(CACHE_KEY)
