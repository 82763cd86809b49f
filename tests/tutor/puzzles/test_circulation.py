"""What leaves circulation, and when: by hand, by reports, by statistics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lessons.content.bank import entries_of
from lessons.content.reading import Item, library
from lessons.fresh.sisters import MARK, find_item
from tests.lessons import pages
from tutor.learning.addresses import next_place
from tutor.learning.attempts import item_row
from tutor.learning.models import Attempt, Learner, User
from tutor.puzzles import circulation
from tutor.puzzles.models import Decision, ItemRating, RatedAnswer
from tutor.puzzles.statistics import START, measure, summed

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


def ratings(item: Item, answers: list[tuple[float, bool]]) -> None:
    """So many learners have answered, each with a rating and right or not."""
    row = item_row(item)
    for before, right in answers:
        learner = Learner.objects.create()
        attempt = Attempt.objects.create(
            learner=learner, item=row, content_hash=item.content_hash, answer={}, rule_set="classic",
            rule_set_version=1, outcome="right" if right else "wrong", try_number=1, language="en", token=uuid4(),
        )  # fmt: skip
        RatedAnswer.objects.create(attempt=attempt, learner=learner, weight=1, before=before, after=before)


UPSIDE_DOWN = [(1700.0, False)] * 8 + [(1700.0, True)] * 2 + [(1300.0, True)] * 8 + [(1300.0, False)] * 2
AS_EXPECTED = [(1700.0, True)] * 8 + [(1700.0, False)] * 2 + [(1300.0, True)] * 2 + [(1300.0, False)] * 8
FAR_BELOW = [(1550.0, False)] * 17 + [(1550.0, True)] * 3
HARD = [(1550.0, False)] * 13 + [(1550.0, True)] * 7


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        (UPSIDE_DOWN, "upside-down"),
        (UPSIDE_DOWN[1:], ""),  # one answer too few
        (AS_EXPECTED, ""),
        (FAR_BELOW, "far-below"),
        (HARD, ""),
        ([(1700.0, False)] * 7 + [(1300.0, True)] * 33, ""),  # too few strong players
        ([], ""),
    ],
)
def test_statistics_find_faults_but_not_chance(answers: list[tuple[float, bool]], fault: str) -> None:
    assert summed(answers, against=1500).fault == fault


def test_bad_statistics_take_an_exercise_out_until_it_is_released(
    item: Callable[[str], Item], boss: User
) -> None:
    one = item(SLUG)
    ratings(one, UPSIDE_DOWN[1:])
    circulation.look_at(one)
    assert not circulation.is_withheld(SLUG)
    sister = find_item(f"{SLUG}{MARK}1")
    assert sister is not None
    ratings(sister, UPSIDE_DOWN[:1])
    circulation.look_at(sister)
    assert circulation.withheld_slugs() == {SLUG}
    assert Decision.objects.get().note.startswith("upside-down: 10/20")
    circulation.release(item=one, user=boss)
    circulation.look_at(one)  # what was answered before the release counts no more
    assert not circulation.is_withheld(SLUG)
    ratings(one, UPSIDE_DOWN)
    circulation.look_at(one)
    assert circulation.is_withheld(SLUG)


def test_after_a_release_the_rating_won_is_the_measure(item: Callable[[str], Item], boss: User) -> None:
    one = item(SLUG)
    row = circulation.rating_row(one)
    difficult = 300 + row.rating
    assert measure(one, row) == row.rating == START[one.task.difficulty or 3]
    ItemRating.objects.filter(pk=row.pk).update(rating=difficult, count=30)
    row.refresh_from_db()
    assert measure(one, row) == START[one.task.difficulty]
    circulation.withhold(item=one, why=ItemRating.Withheld.STATISTICS)
    circulation.release(item=one, user=boss)
    row.refresh_from_db()
    assert measure(one, row) == difficult


def test_a_rated_answer_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    monkeypatch.setattr(circulation, "look_at", lambda item: looked.append(item.slug))
    learner = pages.Learner()
    learner.open("/en/puzzles/late/a-deal/")
    for total in ("10", "20"):
        learner.press("check", row_total=total)
    assert looked == ["puzzle/late/a-deal"]


def test_next_puzzle_is_never_one_that_is_withheld(boss: User, settings: Any) -> None:
    settings.SEEDS_DIR = settings.BASE_DIR / "seeds"
    first, second, third = entries_of("which-melds")[:3]
    here = find_item(first.slug)
    assert here is not None
    assert next_place(here, library())[2].endswith(f"/{second.name}/")
    circulation.withhold(item=find_item(second.slug), why=ItemRating.Withheld.BY_HAND, user=boss)
    assert next_place(here, library())[2].endswith(f"/{third.name}/")
