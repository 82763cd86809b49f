"""The same skill with other cards: a sister, or where there is none a puzzle of the bank that is alike."""

from __future__ import annotations

from random import Random

from lessons.content import bank
from lessons.fresh.sisters import base_slug, sister_of
from lessons.fresh.variants import FIRST_SISTER, fresh_variant


def test_first_sister_that_was_not_seen_comes_next() -> None:
    item = bank.items_of("frozen-pile")[0]
    seen: set[str] = set()
    for number in range(FIRST_SISTER, FIRST_SISTER + 3):
        found = fresh_variant(item, seen)
        assert found is not None
        assert found.slug == f"{item.slug}~{number}"
        seen.add(found.slug)
        assert fresh_variant(found, seen) == fresh_variant(item, seen)


def test_item_without_a_sister_gets_the_nearest_one_of_its_theme_until_all_are_seen() -> None:
    item = next(one for one in bank.items_of("the-next-minimum") if sister_of(one, 2) is None)
    nearest = bank.alike(item.slug)
    assert fresh_variant(item, set()) == bank.item(nearest[0].slug)
    assert fresh_variant(item, {nearest[0].slug}) == bank.item(nearest[1].slug)
    assert fresh_variant(item, {entry.slug for entry in nearest}) is None


def test_chance_takes_any_unseen_sister() -> None:
    item = bank.items_of("frozen-pile")[0]
    found = {fresh_variant(item, set(), rng=Random(seed)) for seed in range(8)}
    assert len({one.slug for one in found if one}) > 3
    assert {base_slug(one.slug) for one in found if one} == {item.slug}
