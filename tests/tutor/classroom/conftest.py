"""Fixtures of the classes: the small content in place of the project's, and a pupil of a class."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lessons.content_folder import SMALL
from tests.tutor.classroom.makers import make_class
from tutor.classroom.models import Pupil


@pytest.fixture
def small_content(settings: Any) -> None:
    """The site shows the small content."""
    settings.SEEDS_DIR = SMALL


@pytest.fixture
def pupil() -> Pupil:
    return make_class().pupils.first()
