"""From the content to the database: an Item row for everything that can be answered."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from lessons.content import reading
from tutor.learning.models import Item


def row_values(item: reading.Item) -> dict[str, Any]:
    """What the row of an item says of it."""
    return {
        "content_hash": item.content_hash,
        "kind": item.kind,
        "rule_set": item.rules.name,
        "themes": [item.group, *item.task.rules],
    }


@transaction.atomic
def sync_items() -> int:
    """Bring the Item rows in line with the content; doing it twice changes nothing. Returns how many rows changed.

    Rows of items that the content no longer has are kept: attempts point to them.
    """
    rows = {row.slug: row for row in Item.objects.all()}
    new, changed = [], []
    for item in reading.library().items.values():
        values = row_values(item)
        row = rows.get(item.slug)
        if row is None:
            new.append(Item(slug=item.slug, **values))
        elif any(getattr(row, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(row, name, value)
            changed.append(row)
    Item.objects.bulk_create(new)
    Item.objects.bulk_update(changed, ["content_hash", "kind", "rule_set", "themes"])
    return len(new) + len(changed)
