"""Limits on guessing: what counts together, and when it ends."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tutor.models import Tries
from tutor.throttling import Limit

pytestmark = pytest.mark.django_db
LIMIT = Limit(kind="guess", most=2, within=timedelta(minutes=5))


def test_names_and_kinds_count_apart_however_they_are_written() -> None:
    LIMIT.note("Ada")
    assert not LIMIT.is_reached("ada")
    LIMIT.note(" ADA ")
    assert LIMIT.is_reached("ada")
    assert not LIMIT.is_reached("Bo")
    assert not Limit(kind="other", most=2, within=timedelta(minutes=5)).is_reached("ada")
    LIMIT.forget("Ada")
    assert not LIMIT.is_reached("ada")


def test_limit_ends_by_itself_and_leaves_nothing_behind() -> None:
    for name in ("Ada", "Ada", "Bo"):
        LIMIT.note(name)
    assert not Tries.objects.filter(key__icontains="ada").exists()
    Tries.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert not LIMIT.is_reached("Ada")
    LIMIT.note("Ada")
    assert not LIMIT.is_reached("Ada")
    assert Tries.objects.get().count == 1
