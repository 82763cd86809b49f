"""The same skill once more with other cards: a sister that was not seen, else an item of the bank that is alike.

Making a sister costs a few milliseconds, so this can be asked for on demand.
"""

from __future__ import annotations

from collections.abc import Set
from random import Random
from typing import Final

from lessons.content import bank
from lessons.content.reading import Item
from lessons.fresh.sisters import MARK, MOST_SISTERS, TURNED, base_item, base_slug, sister_of
from lessons.kinds.registry import kind_of

FIRST_SISTER: Final = 2
"""The sister before it is the worked parallel, whose answer is shown."""


def fresh_variant(item: Item, seen: Set[str], *, rng: Random | None = None) -> Item | None:
    """An exercise of the same skill and difficulty with cards that were not seen; None where there is none.

    ``seen`` are the slugs of items and sisters that the learner knows. With ``rng`` any unseen sister is taken instead
    of the first. Where other cards make no other exercise, the nearest item of the bank about the same rule is taken.
    """
    slug = base_slug(item.slug)
    base = base_item(slug) or item
    sister = _unseen_sister(base, seen | {item.slug}, rng)
    if sister is not None:
        return sister
    for entry in bank.alike(slug):
        if entry.slug not in seen:
            return bank.item(entry.slug)
    return None


def _unseen_sister(base: Item, seen: Set[str], rng: Random | None) -> Item | None:
    numbers = range(FIRST_SISTER, MOST_SISTERS + 1)
    unseen = [n for n in numbers if seen.isdisjoint(f"{base.slug}{MARK}{one}" for one in (n, TURNED + n))]
    if not unseen:
        return None
    return either_sister(base, rng.choice(unseen) if rng else unseen[0])


def either_sister(base: Item, number: int) -> Item | None:
    """The sister with this number, or by lot the one beside it where something else is right."""
    if Random(f"{base.slug} {number} turned").random() < kind_of(base).turned_share:
        turned = sister_of(base, TURNED + number)
        if turned is not None:
            return turned
    return sister_of(base, number)
