"""What puzzles are rated before anybody has answered, and what stays of answers when puzzles change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.notation.position_line import parse_position
from lessons.content import bank
from lessons.content.reading import library
from tests.factories import LearnerFactory
from tests.tutor.puzzles.test_ratings import answer
from tutor.learning.loading import sync_items
from tutor.learning.models import Attempt, Item
from tutor.learning.progress import progress_of
from tutor.puzzles import dashboard, ratings
from tutor.puzzles.choosing import candidates
from tutor.puzzles.models import ItemRating, LearnerRating, RatedAnswer
from tutor.puzzles.starting import (
    FOR_A_HIDDEN_FREEZE,
    FOR_A_MELD,
    start_of,
    start_of_record,
)
from tutor.puzzles.statistics import START
from tutor.puzzles.theme_map import performances_of

SLUG = bank.entries_of("partner-lays-down")[0].slug
PLAIN = "classic | draw | hand Kc Kd 9s | own 620: Q=Qc Qd Qs | opp 600 | pile 5h 8d Kh | stock 42"
HIDDEN = PLAIN.replace("8d", "2d")
ON_TOP = PLAIN.replace("Kh", "2h")
FULL = PLAIN.replace("Q=Qc Qd Qs", "Q=Qc Qd Qs J=Jc Jd Js T=Tc Td Ts 9=9c 9d 9h 8=8c 8h 8s 7=7c 7d 7s")


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (PLAIN, 0),
        (HIDDEN, FOR_A_HIDDEN_FREEZE),
        (ON_TOP, 0),  # everybody sees it
        (HIDDEN.replace("draw", "play"), 0),  # the pile is not to be taken any more
        (FULL, 2 * FOR_A_MELD),
        ("", 0),
    ],
)
def test_start_counts_melds_and_a_freeze_that_does_not_show(text: str, more: float) -> None:
    assert start_of_record(3, text) == START[3] + more
    item = bank.item(SLUG)
    assert item is not None
    position = parse_position(text) if text else None
    shown = replace(item, task=item.task.model_copy(update={"position": position}))
    level = item.task.difficulty or 3
    assert start_of(shown) == START[level] + more


def test_puzzles_start_where_choosing_takes_them_to_stand() -> None:
    index = bank.bank().index
    for one in candidates()[::97]:
        if one.slug in index:
            assert one.start == start_of(index[one.slug]) == ratings.item_strength(one.slug)
    starts = {one.start for one in candidates()}
    assert len(starts) > len(START)


@pytest.mark.django_db
def test_start_gives_way_to_what_answers_show() -> None:
    first = ratings.item_strength(SLUG)
    for _ in range(12):
        learner = LearnerFactory()
        LearnerRating.objects.create(learner=learner, rating=1500, deviation=50, count=50)
        answer(learner, SLUG, right=False)
    row = ItemRating.objects.get(item__slug=SLUG)
    assert ratings.item_strength(SLUG, row) > first + 150


@pytest.mark.django_db
def test_ratings_of_old_answers_stay_when_a_question_changes_its_form() -> None:
    puzzle = library().themes[0].puzzles[0]
    slug = puzzle.slug
    learner = LearnerFactory()
    answer(learner, slug, right=False)
    before, history = LearnerRating.objects.get().rating, dashboard.history_of(learner).latest
    kept, its = RatedAnswer.objects.values().get(), ItemRating.objects.values().get()
    Item.objects.filter(slug=slug).update(kind="melds", content_hash="as it was")
    sync_items()  # the content has another form of the question now
    row = Item.objects.get(slug=slug)
    assert (row.kind, row.content_hash) != ("melds", "as it was")
    attempt = Attempt.objects.get()
    assert ratings.rate(learner=learner, item=puzzle, attempt=attempt) == RatedAnswer.objects.get()
    answer(learner, slug, right=True, try_number=2)
    assert LearnerRating.objects.get().rating == before
    assert RatedAnswer.objects.values().get() == kept
    assert ItemRating.objects.values().get() == its
    assert dashboard.history_of(learner).latest == history
    assert performances_of(progress_of(learner))[puzzle.group].right == 0
