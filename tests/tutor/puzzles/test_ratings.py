"""Ratings: the paper's example, what an answer weighs, and that only the first answer counts, once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from lessons.content.reading import Item
from lessons.fresh.sisters import find_item
from lessons.kinds.legal import LegalTask
from tests.factories import LearnerFactory
from tutor.learning.attempts import item_row
from tutor.learning.companions import tell_checked
from tutor.learning.models import Attempt, Learner, User
from tutor.puzzles import circulation, ratings
from tutor.puzzles.models import ItemRating, LearnerRating, RatedAnswer
from tutor.puzzles.ratings import PaperPlayer, Standing, moved

SLUG = "puzzle/early/take-it"
Find = Callable[[str], Item]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


def answer(
    learner: Learner, slug: str = SLUG, *, right: bool = True, in_test: bool = False, **changed: object
) -> Attempt:
    """A checked answer, told of as the exercise's page does."""
    item = find_item(slug)
    assert item is not None
    row = item_row(item)
    tries = Attempt.objects.filter(learner=learner, item=row).exclude(outcome="undecided").count()
    values = {
        "outcome": "right" if right else "wrong", "try_number": tries + 1, "content_hash": item.content_hash,
        "answer": {}, "rule_set": "classic", "rule_set_version": 1, "language": "de", "token": uuid4(),
    } | changed  # fmt: skip
    attempt = Attempt.objects.create(learner=learner, item=row, **values)
    tell_checked(learner=learner, item=item, attempt=attempt, in_test=in_test)
    return attempt


# The arithmetic


def test_paper_s_example() -> None:
    player = PaperPlayer(rating=1500, rd=200, vol=0.06)
    player.update_player([1400, 1550, 1700], [30, 100, 300], [1, 0, 0])
    assert (round(player.rating, 2), round(player.rd, 2), round(player.vol, 5)) == (1464.05, 151.52, 0.06)
    assert player.vol == pytest.approx(0.05999, abs=1e-5)


@pytest.mark.parametrize("right", [True, False])
def test_where_zero_lies_makes_no_difference(right: bool) -> None:
    here, there = (
        moved(Standing(rating=base, deviation=90), Standing(rating=base + 250, deviation=60), right=right)
        for base in (700.0, 1500.0)
    )
    assert there.rating - here.rating == pytest.approx(800)
    assert (there.deviation, there.volatility) == pytest.approx((here.deviation, here.volatility), rel=1e-6)


def test_weight_moves_that_share_of_the_way() -> None:
    own, other = Standing(), Standing(rating=1700, deviation=200)
    whole = moved(own, other, right=True)
    for weight in (0.0, 0.25, 1.0):
        part = moved(own, other, right=True, weight=weight)
        assert part.rating - own.rating == pytest.approx(weight * (whole.rating - own.rating))
        assert own.deviation - part.deviation == pytest.approx(weight * (own.deviation - whole.deviation))


def test_deviation_stays_within_bounds_and_grows_with_time() -> None:
    sure = Standing(deviation=31, volatility=0.0001)
    for _ in range(200):
        sure = moved(sure, Standing(rating=sure.rating, deviation=30), right=True)
    assert sure.deviation == ratings.SMALLEST_DEVIATION
    own = Standing(rating=1600, deviation=60, count=40)
    year = ratings.after_pause(own, timedelta(days=365))
    assert (year.rating, year.count) == (1600, 40)
    assert ratings.after_pause(own, timedelta(days=300)).is_provisional is False
    assert year.deviation == pytest.approx(107, abs=3)
    assert ratings.after_pause(own, timedelta(days=365_000)).deviation == ratings.LARGEST_DEVIATION


def test_newcomer_is_provisional_for_about_a_dozen_answers() -> None:
    own, answers = Standing(), 0
    while own.is_provisional:
        own, answers = (
            moved(own, Standing(rating=own.rating, deviation=80), right=answers % 2 == 0),
            answers + 1,
        )
    assert 8 <= answers <= 15


def test_two_learners_who_are_one_have_the_evidence_of_both() -> None:
    known, other = (
        Standing(rating=1620, deviation=80, count=20),
        Standing(rating=1500, deviation=120, count=9),
    )
    assert ratings.combined(known, Standing()) == ratings.combined(Standing(), known) == known
    unsure = ratings.combined(known, Standing(rating=1500, deviation=349.9, count=1))
    assert (unsure.rating, unsure.deviation) == pytest.approx((1620, 80), rel=1e-4)
    both = ratings.combined(known, other)
    assert other.rating < both.rating < known.rating
    assert both.deviation < known.deviation
    assert both.count == 29
    assert ratings.combined(other, known) == both


# What counts


def test_first_answer_moves_both_and_later_ones_nothing() -> None:
    learner = LearnerFactory()
    answer(learner, right=False)
    mine, its, rated = LearnerRating.objects.get(), ItemRating.objects.get(), RatedAnswer.objects.get()
    assert mine.rating < 1500 == rated.before
    assert rated.after == mine.rating
    assert its.rating > 1500  # its stated difficulty is 3 of 5
    assert (mine.count, its.count, its.right) == (1, 1, 0)
    answer(learner)
    answer(learner)
    assert LearnerRating.objects.get().rating == mine.rating
    assert ItemRating.objects.get().count == RatedAnswer.objects.count() == 1


def test_sister_is_new_for_the_learner_and_counts_once_for_the_puzzle() -> None:
    learner = LearnerFactory()
    for slug in (f"{SLUG}~2", SLUG, f"{SLUG}~3"):
        answer(learner, slug)
    assert RatedAnswer.objects.count() == LearnerRating.objects.get().count == 3
    its = ItemRating.objects.get()
    assert (its.item.slug, its.count, its.right) == (SLUG, 1, 1)
    answer(LearnerFactory(), f"{SLUG}~3")
    assert ItemRating.objects.get().count == 2


@pytest.mark.parametrize(("hints", "weight"), [(0, 1.0), (1, 0.75), (2, 0.5), (3, 0.25)])
def test_hints_weigh_less(hints: int, weight: float) -> None:
    answer(LearnerFactory(), hints=hints)
    whole = moved(Standing(), Standing(rating=1500, deviation=ratings.ITEM_DEVIATION), right=True)
    rated = RatedAnswer.objects.get()
    assert rated.weight == weight
    assert rated.after - rated.before == pytest.approx(weight * (whole.rating - 1500))


def test_what_does_not_count(item: Find) -> None:
    learner = LearnerFactory()
    answer(learner, "first/is-it-legal")  # a step of the course
    answer(learner, hints=4)
    answer(learner, f"{SLUG}~1")  # can be shown worked out
    answer(learner, f"{SLUG}~4", outcome="undecided")
    answer(learner, f"{SLUG}~5", in_test=True)
    answer(learner, f"{SLUG}~6", created=timezone.now() - timedelta(hours=1))  # its form was sent again
    ratings.switch(learner=learner, on=False)
    answer(learner, f"{SLUG}~7")
    ratings.switch(learner=learner, on=True)
    circulation.withhold(item=item(SLUG), why=ItemRating.Withheld.BY_HAND, user=User.objects.create())
    answer(learner, f"{SLUG}~8")
    assert RatedAnswer.objects.count() == LearnerRating.objects.get().count == 0
    answer(learner, "puzzle/late/a-deal")
    assert RatedAnswer.objects.count() == 1


def test_undecided_answer_leaves_the_next_one_the_first() -> None:
    learner = LearnerFactory()
    answer(learner, outcome="undecided")
    answer(learner)
    assert RatedAnswer.objects.count() == 1


def test_same_form_twice_and_two_tabs_count_once(item: Find) -> None:
    learner = LearnerFactory()
    attempt = answer(learner)
    after = LearnerRating.objects.get().rating
    for _ in range(2):
        tell_checked(learner=learner, item=item(SLUG), attempt=attempt, in_test=False)
    answer(learner, try_number=1)  # the other tab had not seen the first answer either
    assert LearnerRating.objects.get().rating == after
    assert RatedAnswer.objects.count() == 1


def test_strength_of_items_is_what_answers_showed_else_the_stated_difficulty(item: Find) -> None:
    puzzle = item(SLUG)
    easy = replace(puzzle, task=puzzle.task.model_copy(update={"difficulty": 1}))
    assert [ratings.item_strength(one) for one in (SLUG, f"{SLUG}~2", puzzle, easy)] == [
        1500,
        1500,
        1500,
        1100,
    ]
    assert ratings.item_strength(SLUG, ItemRating(rating=1720, count=0)) == 1500
    assert ratings.item_strength(SLUG, ItemRating(rating=1720, count=5)) == 1720
    assert ratings.item_strength(item("first/is-it-legal")) == 1100
    assert isinstance(item("first/is-it-legal").task, LegalTask)
    assert ratings.expected(1500, 1500) == 0.5
    assert ratings.expected(1700, 1500) > 0.75
    assert ratings.strength_of(None) == Standing()
