"""The quarrel that somebody means who says it in their own words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.utils.translation import get_language, override

from lessons.content.quarrels import QuarrelEntry
from lessons.content.reading import Library, load, seeds_folder
from tutor.reference.answering import ASKED, TITLE, Index, Phrase, Words

LEAST: Final = 2.4
"""What is less like the words is not shown as the quarrel that is meant."""
NEAR: Final = 0.55
"""What share of the likest one's score another needs to be offered beside it."""
MOST: Final = 4


@dataclass(frozen=True, slots=True)
class Meant:
    """A quarrel, and how like the words it is."""

    entry: QuarrelEntry
    score: float


def quarrels_for(query: str, *, language: str | None = None) -> list[Meant]:
    """The quarrels that the words may mean, the likest first; none where nothing is like them."""
    language = "de" if (language or get_language() or "en").startswith("de") else "en"
    query = " ".join(query.split())
    if not query:
        return []
    content, index = load(seeds_folder()), _index(seeds_folder(), language)
    found = index.ranked(index.words.mended(query))
    if not found or found[0].score < LEAST:
        return []
    likely = [one for one in found[:MOST] if one.score >= NEAR * found[0].score]
    return [Meant(content.quarrels[one.rule], one.score) for one in likely]


@lru_cache(maxsize=8)
def _index(root: Path, language: str) -> Index:
    content = load(root)
    with override(language):
        words = Words(content, language)
        texts = {slug: list(_texts(content, entry)) for slug, entry in content.quarrels.items()}
        return Index(words, _phrases(content, words), texts)


def _phrases(content: Library, words: Words) -> Iterator[Phrase]:
    for slug, entry in content.quarrels.items():
        for asked in entry.asked.in_language(words.language):
            yield Phrase(slug, ASKED, words.weights(asked))
        yield Phrase(slug, TITLE, words.weights(str(entry.title)))


def _texts(content: Library, entry: QuarrelEntry) -> Iterator[str]:
    yield str(entry.title)
    for one in entry.decide:
        yield str(one.ask)
        yield from (str(choice.words) for choice in one.choice)
