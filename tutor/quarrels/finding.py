"""The quarrel that somebody means who says it in their own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.utils.translation import get_language, override

from lessons.content.quarrels import QuarrelEntry
from lessons.content.reading import Library, load, seeds_folder
from lessons.words.forms import keys
from tutor.reference.answering import ASKED, TITLE, Index, Phrase, Words, answers, words_of

LEAST: Final = 2.4
"""What is less like the words is not shown as the quarrel that is meant."""
NEAR: Final = 0.55
"""What share of the likest one's score another needs to be offered beside it."""
MOST: Final = 4
BY_RULE: Final = 0.35
"""What it is worth beside being like the words that the rules of a quarrel answer them."""
LESS: Final = 0.9
"""What a rule is worth that the quarrel is not about most of all; and what share of the likest rule's score a quarrel
needs to be the answer although that rule has nothing to do with it."""


@dataclass(frozen=True, slots=True)
class Meant:
    """The quarrel that the words mean, if they mean one, and others that are near, the likest first."""

    quarrel: QuarrelEntry | None = None
    others: tuple[QuarrelEntry, ...] = ()


def quarrels_for(query: str, *, language: str | None = None) -> Meant:
    """What the words may mean. Words that a rule answers which no quarrel is about mean that rule, and no quarrel."""
    language = "de" if (language or get_language() or "en").startswith("de") else "en"
    query = " ".join(query.split())
    if not query:
        return Meant()
    content, index = load(seeds_folder()), _index(seeds_folder(), language)
    read = index.words.mended(query)
    like = {one.rule: one.score for one in index.ranked(read) if one.score >= LEAST}
    rules = {one.rule: one.score for one in answers(read, language=language, mend=False).found}
    likest = next(iter(rules), "")
    said = _said(seeds_folder(), language).get(keys(query, language), "")

    def is_meant(slug: str) -> bool:
        if said or not likest:
            return said in ("", slug)
        return likest in content.quarrels[slug].rules or like[slug] >= LESS * rules[likest]

    scores = {
        slug: score + BY_RULE * _answered(content.quarrels[slug], rules) for slug, score in like.items()
    }
    ranked = sorted(scores, key=lambda slug: (slug != said, -scores[slug], slug))
    likely = [slug for slug in ranked if scores[slug] >= NEAR * scores[ranked[0]]][:MOST]
    quarrel = next(filter(is_meant, likely), None)
    return Meant(
        content.quarrels[quarrel] if quarrel else None,
        tuple(content.quarrels[slug] for slug in likely if slug != quarrel),
    )


def _answered(entry: QuarrelEntry, rules: Mapping[str, float]) -> float:
    """How well the rules of a quarrel answer the words: the one it is about most of all, or a little less another."""
    most, *others = entry.rules
    return max([rules.get(most, 0.0), *(LESS * rules.get(one, 0.0) for one in others)])


@lru_cache(maxsize=8)
def _index(root: Path, language: str) -> Index:
    content, words = load(root), words_of(root, language)
    with override(language):
        texts = {slug: list(_texts(content, entry)) for slug, entry in content.quarrels.items()}
        return Index(words, _phrases(content, words), texts)


@lru_cache(maxsize=8)
def _said(root: Path, language: str) -> dict[tuple[str, ...], str]:
    """The quarrel that is said in just these words, whatever else is like them."""
    return {
        keys(asked, language): slug
        for slug, entry in load(root).quarrels.items()
        for asked in (*entry.asked.in_language(language), entry.title.in_language(language))
    }


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
