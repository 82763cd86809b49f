"""Fixtures of the basket: the small content in place of the project's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lessons.content_folder import SMALL


@pytest.fixture
def small_content(settings: Any) -> None:
    """The site shows the small content."""
    settings.SEEDS_DIR = SMALL
