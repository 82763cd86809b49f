"""What practising keeps of a learner goes along with signing in, stands in the export, and goes with deletion."""

from __future__ import annotations

import json
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from lessons.fresh.sisters import find_item
from tests.factories import LearnerFactory, UserFactory
from tests.tutor.puzzles.test_ratings import SLUG, answer
from tutor.accounts.services import delete_all, export_of, take_along
from tutor.learning.attempts import item_row
from tutor.learning.learner import merge_learners
from tutor.learning.models import Attempt, Learner
from tutor.puzzles import ratings, services
from tutor.puzzles.models import LearnerRating, RatedAnswer, Report, Round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


def owned() -> list[type[Model]]:
    """Every model of the practice app that belongs to a learner."""
    return [
        model
        for model in apps.get_app_config("practice").get_models()
        if any(field.related_model is Learner for field in model._meta.concrete_fields)
    ]


def rows_of(learner: Learner) -> None:
    """One row of every such model; a new model needs one here."""
    item = find_item(SLUG)
    assert item is not None
    answer(learner, right=False)
    Round.objects.create(learner=learner, mode="daily", day=date(2026, 11, 2), questions=[{"slug": SLUG}])
    Report.objects.create(
        learner=learner, item=item_row(item), reason="text", text="odd words", language="de", token=uuid4()
    )


def test_every_model_of_a_learner_is_exported_and_merged_with_every_field() -> None:
    other, user = LearnerFactory(), UserFactory()
    keep = LearnerFactory(user=user)
    rows_of(other)
    assert set(owned()) == set(services.EXPORTED.values())
    for model in owned():
        assert model._default_manager.filter(learner=other).count() == 1, model
    before = export_of(other, None)["practice"]
    assert set(before) == set(services.EXPORTED)
    json.dumps(before)
    for name, model in services.EXPORTED.items():
        fields = {field.name for field in model._meta.concrete_fields} - {"id", "learner"}
        assert set(before[name][0]) == fields
    assert before["reports"][0]["text"] == "odd words"
    assert before["rated_answers"][0]["attempt"]["exercise"] == SLUG
    take_along(user=user, learner=other)
    assert Learner.objects.get() == keep
    assert export_of(keep, user)["practice"] == before


def test_merging_joins_ratings_and_keeps_the_history_of_both() -> None:
    keep, other = LearnerFactory(user=UserFactory()), LearnerFactory()
    answer(keep)
    answer(other, right=False)
    answer(other, "puzzle/late/a-deal", right=False)
    one, two = (ratings.strength_of(learner) for learner in (keep, other))
    merge_learners(keep, other)
    row = LearnerRating.objects.get()
    assert two.rating < row.rating < one.rating
    assert row.deviation < min(one.deviation, two.deviation)
    assert row.count == RatedAnswer.objects.filter(learner=keep).count() == Attempt.objects.count() == 3


@pytest.mark.parametrize("finished_first", [True, False])
def test_of_two_rounds_of_one_day_the_finished_one_stays(finished_first: bool) -> None:
    keep, other = LearnerFactory(user=UserFactory()), LearnerFactory()
    day, now = date(2026, 11, 3), timezone.now()
    for learner, finished in ((keep, not finished_first), (other, finished_first)):
        Round.objects.create(learner=learner, mode="daily", day=day, finished=now if finished else None)
    Round.objects.create(learner=other, mode="mixed")
    take_along(user=keep.user, learner=other)
    assert Round.objects.filter(learner=keep).count() == 2
    assert Round.objects.get(day=day).finished is not None


def test_learner_who_was_not_rated_changes_nothing_by_signing_in() -> None:
    keep, other = LearnerFactory(user=UserFactory()), LearnerFactory()
    answer(keep)
    before = LearnerRating.objects.get()
    ratings.switch(learner=other, on=False)
    take_along(user=keep.user, learner=other)
    after = LearnerRating.objects.get()
    assert (after.rating, after.deviation) == pytest.approx((before.rating, before.deviation))
    assert (after.count, after.is_on, after.updated) == (1, True, before.updated)


def test_deletion_leaves_no_word_of_the_learner() -> None:
    learner = LearnerFactory(user=UserFactory())
    rows_of(learner)
    delete_all(learner=learner, user=learner.user)
    assert [model for model in owned() if model._default_manager.exists()] == []


def test_export_without_a_learner_is_empty() -> None:
    data: dict[str, Any] = json.loads(Client().get("/en/account/export/").content)
    assert data["practice"] == {"rating": [], "rated_answers": [], "rounds": [], "reports": []}
