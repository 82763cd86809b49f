"""What stands drawn on a page, to be looked at before it counts."""

from __future__ import annotations

import re

from tests.lessons.pages import Page


def drawn_in(page: Page, level: int = 1) -> list[str]:
    """The slugs of the drawn exercises, as the form sends them back."""
    return re.findall(rf'name="drawn-{level}"\s+value="([^"]+)"', page.source)


def drawn_of(page: Page, level: int = 1) -> str:
    """By what they were drawn, as the form sends it back."""
    return re.findall(rf'name="drawn-of-{level}"\s+value="([^"]+)"', page.source)[0]
