"""What the database holds about answers, and what it refuses."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from tests.factories import AttemptFactory, DraftFactory, ItemFactory, LearnerFactory
from tutor.learning.models import AppendOnlyError, Attempt, Draft

pytestmark = pytest.mark.django_db


def test_attempt_cannot_be_changed() -> None:
    attempt = AttemptFactory(outcome=Attempt.Outcome.WRONG)
    attempt.outcome = Attempt.Outcome.RIGHT
    with pytest.raises(AppendOnlyError):
        attempt.save()
    with pytest.raises(AppendOnlyError):
        Attempt.objects.get().save()
    with pytest.raises(AppendOnlyError):
        Attempt.objects.update(outcome=Attempt.Outcome.RIGHT)
    with pytest.raises(AppendOnlyError):
        Attempt.objects.bulk_update([attempt], ["outcome"])
    assert Attempt.objects.get().outcome == "wrong"


def test_attempt_cannot_be_deleted() -> None:
    attempt = AttemptFactory()
    with pytest.raises(AppendOnlyError):
        attempt.delete()
    with pytest.raises(AppendOnlyError):
        attempt.learner.attempts.all().delete()
    with pytest.raises(ProtectedError):
        attempt.item.delete()
    assert Attempt.objects.get() == attempt


def test_attempts_go_with_their_learner() -> None:
    attempt, other = AttemptFactory(), AttemptFactory()
    DraftFactory(learner=attempt.learner, item=attempt.item, last_result=attempt)
    attempt.learner.delete()
    assert list(Attempt.objects.all()) == [other]
    assert not Draft.objects.exists()


def test_token_counts_once() -> None:
    attempt = AttemptFactory()
    with pytest.raises(IntegrityError), transaction.atomic():
        AttemptFactory(token=attempt.token)
    assert Attempt.objects.count() == 1


def test_learner_has_one_draft_for_an_item() -> None:
    draft = DraftFactory()
    with pytest.raises(IntegrityError), transaction.atomic():
        DraftFactory(learner=draft.learner, item=draft.item)
    DraftFactory(learner=draft.learner, item=ItemFactory())
    DraftFactory(learner=LearnerFactory(), item=draft.item)
    assert Draft.objects.count() == 3
