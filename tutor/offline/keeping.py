"""What a device keeps for the time without a network: which pages, and of which state of the content."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import override

from lessons.content.reading import load, seeds_folder
from tutor.tables.models import Table
from tutor.tables.services import table_of

ABOUT_MEGABYTES: Final = 1.5
"""What all of it takes on a device, as it is told before; a test measures it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The addresses that are kept besides those of evenings, as JSON, and a word that changes with their content."""

    pages: str
    version: str
    megabytes: float = ABOUT_MEGABYTES


def kept_by(request: HttpRequest) -> Kept:
    """What this visitor's device would keep: the rulebook as their table plays, in both languages."""
    table = table_of(request)
    pages = [address for code, _ in settings.LANGUAGES for address in _pages(code, table)]
    return Kept(pages=json.dumps(pages), version=_version(table))


def _pages(language: str, table: Table | None) -> list[str]:
    with override(language):
        card = [reverse("lessons:table-card", args=[table.public_id])] if table else []
        names = ("offline:offline", "offline:book", "offline:index", "evenings:evenings")
        return [*map(reverse, names), *card]


def _version(table: Table | None) -> str:
    rules = f"{table.public_id} {table.name} {table.rules}" if table else ""
    files = getattr(staticfiles_storage, "manifest_hash", "")
    return hashlib.sha256(f"{_content(seeds_folder())} {files} {rules}".encode()).hexdigest()[:16]


@lru_cache(maxsize=4)
def _content(root: Path) -> str:
    """A word for the texts that the rulebook and the readers' questions have."""
    content = load(root)
    texts = f"{list(content.rules.values())!r} {list(content.questions.values())!r}"
    return hashlib.sha256(texts.encode()).hexdigest()
