"""What leaves circulation, and when: by hand, by reports, by statistics."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lessons.content import Item
from lessons.models import User
from lessons.sisters import MARK
from tutor.practice import circulation
from tutor.practice.models import Decision, ItemRating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]

SLUG = "puzzle/early/take-it"


@pytest.fixture
def boss() -> User:
    return User.objects.create_user("Berta", is_staff=True)


def test_withheld_slugs_ask_once_and_hear_of_changes(item: Callable[[str], Item], boss: User) -> None:
    assert circulation.withheld_slugs() == frozenset()
    with CaptureQueriesContext(connection) as queries:
        assert circulation.withheld_slugs() == frozenset()
    assert len(queries) == 0
    assert circulation.withhold(item=item(SLUG), why=ItemRating.Withheld.BY_HAND, user=boss)
    assert circulation.withheld_slugs() == {SLUG}
    assert circulation.release(item=item(SLUG), user=boss)
    assert circulation.withheld_slugs() == frozenset()


def test_sisters_go_and_come_with_their_exercise(item: Callable[[str], Item], boss: User) -> None:
    circulation.withhold(item=item(SLUG), why=ItemRating.Withheld.BY_HAND, user=boss)
    assert circulation.is_withheld(f"{SLUG}{MARK}2")
    assert not circulation.is_withheld("puzzle/late/a-deal")


def test_decisions_are_kept_and_the_same_twice_is_one(item: Callable[[str], Item], boss: User) -> None:
    for _ in range(2):
        circulation.withhold(item=item(SLUG), why=ItemRating.Withheld.BY_HAND, user=boss, note="two answers")
    for _ in range(2):
        circulation.release(item=item(SLUG), user=boss)
    trail = Decision.objects.values_list("what", "why", "user__username", "note")
    assert list(trail) == [
        ("released", "by-hand", "Berta", ""),
        ("withheld", "by-hand", "Berta", "two answers"),
    ]
