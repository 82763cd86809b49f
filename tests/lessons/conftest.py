"""Fixtures of the lessons: the small content in place of the project's, and pages as text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils.translation import override

from lessons.content.reading import Item, Library, load
from tests.lessons.content_folder import SMALL


@pytest.fixture
def small_content(settings: object) -> Library:
    """The site shows the small content."""
    settings.SEEDS_DIR = SMALL  # type: ignore[attr-defined]
    return load(SMALL)


@pytest.fixture
def item(small_content: Library) -> object:
    """Look up an item of the small content by its slug."""

    def find(slug: str) -> Item:
        found = small_content.item(slug)
        assert found is not None, slug
        return found

    return find


@pytest.fixture
def in_english() -> Iterator[None]:
    with override("en"):
        yield


@pytest.fixture
def in_german() -> Iterator[None]:
    with override("de"):
        yield
