"""From nothing to a class at work without paper, by the pages as they are and a model of what each step takes."""

from __future__ import annotations

import pytest

from tests.first_minutes import LANGUAGES, first_minutes
from tests.samples import share

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", share(LANGUAGES, 0, of=2))
def test_class_is_in_within_two_minutes_and_at_work_within_five(language: str) -> None:
    took = first_minutes(language, count=3)
    assert took.are_few, took
    assert 10 <= took.acts_of_teacher <= 16
    assert took.acts_of_pupil <= 6
