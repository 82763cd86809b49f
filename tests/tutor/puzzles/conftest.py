"""Fixtures of the practice pages: the small content, and its items."""

from tests.lessons.conftest import in_english, in_german, item, small_content

__all__ = ["in_english", "in_german", "item", "small_content"]
