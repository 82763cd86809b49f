"""Titles that the site gives: kept in both languages, and told in that of whoever reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.utils.translation import get_language, override

MOST_TITLE: Final = 80


def in_both(title: Callable[[], str]) -> dict[str, str]:
    """What ``title`` says in each language of the site."""
    said = {}
    for language, _ in settings.LANGUAGES:
        with override(language):
            said[language] = str(title())[:MOST_TITLE]
    return said


def told(title: str, titles: Mapping[str, str]) -> str:
    """The title that somebody gave, else that of the site in the active language."""
    here = (get_language() or "en")[:2]
    return title or titles.get(here) or next(iter(titles.values()), "")
