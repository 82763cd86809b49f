"""Terms of the glossary in running text: where they stand, whatever form they have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from lessons.content.reading import load
from lessons.content.rulebook import EnglishTerm, GermanTerm, TermEntry
from lessons.words.forms import Token, tokens

ARTICLES: Final = frozenset({"a", "an", "the", "den"})
_NUMERALS: Final = frozenset({"two", "zwei"})
"""Names of ranks that are numbers as well: "two packs" are no twos."""
_BEFORE_A_RANK: Final = frozenset({"a", "each", "everi", "ani", "anoth", "ein", "jed", "kein"})
"""Keys of words after which such a word is the rank: "every two", but not "the two packs"."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A term as a row of keys of words. In German a noun is told from a verb by its capital letter."""

    term: str
    keys: tuple[str, ...]
    capitals: tuple[bool, ...]

    def stands_at(self, words: Sequence[Token], place: int) -> bool:
        found = words[place : place + len(self.keys)]
        return tuple(word.key for word in found) == self.keys and all(
            word.is_capital or not capital for word, capital in zip(found, self.capitals, strict=True)
        )


Phrases = Mapping[str, tuple[Phrase, ...]]
"""Phrases by the key of their first word, the longest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explainable:
    """Terms by key, the phrases of all of them and of those that are no everyday words."""

    entries: Mapping[str, TermEntry]
    all: Phrases
    telling: Phrases


def in_language(term: TermEntry, language: str) -> GermanTerm | EnglishTerm:
    return term.de if language == "de" else term.en


def names_of(term: TermEntry, language: str) -> tuple[str, ...]:
    """The term, its plural and its other names."""
    one = in_language(term, language)
    return (one.term, *((one.plural,) if one.plural else ()), *one.also)


def phrases_of(glossary: Iterable[TermEntry], language: str) -> Phrases:
    """Terms and their plurals, without other names."""
    found: dict[str, dict[Phrase, None]] = defaultdict(dict)
    for entry in glossary:
        one = in_language(entry, language)
        for name in filter(None, (one.term, one.plural)):
            phrase = _phrase(entry.key, name, language)
            found[phrase.keys[0]][phrase] = None
    return _longest_first(found)


def phrases_of_names(glossary: Iterable[TermEntry], language: str) -> Phrases:
    """All names of the terms in both languages, as somebody types them in this one: capital letters do not matter."""
    found: dict[str, dict[Phrase, None]] = defaultdict(dict)
    for entry in glossary:
        for name in (*names_of(entry, "de"), *names_of(entry, "en")):
            phrase = _phrase(entry.key, name, language)
            phrase = replace(phrase, capitals=(False,) * len(phrase.keys))
            found[phrase.keys[0]][phrase] = None
    return _longest_first(found)


def _phrase(term: str, name: str, language: str) -> Phrase:
    words = [word for word in tokens(name, language) if word.key not in ARTICLES | {"to"}]
    capitals = tuple(word.is_capital and language == "de" for word in words)
    return Phrase(term, tuple(word.key for word in words), capitals)


def _longest_first(found: Mapping[str, Iterable[Phrase]]) -> Phrases:
    return {
        first: tuple(sorted(group, key=lambda phrase: -len(phrase.keys))) for first, group in found.items()
    }


def phrase_places(words: Sequence[Token], phrases: Phrases) -> Iterator[tuple[int, int, Phrase]]:
    """First and last word of each phrase in a text, in order; where several fit, the longest.

    An article does not part a phrase.
    """
    if not phrases:
        return
    places = [place for place, word in enumerate(words) if word.key not in ARTICLES]
    telling = [words[place] for place in places]
    at = 0
    while at < len(telling):
        fits = next((one for one in phrases.get(telling[at].key, ()) if one.stands_at(telling, at)), None)
        if fits is None or (fits.keys[0] in _NUMERALS and not _is_rank(words, places[at])):
            at += 1
            continue
        yield places[at], places[at + len(fits.keys) - 1], fits
        at += len(fits.keys)


def _is_rank(words: Sequence[Token], place: int) -> bool:
    """Whether a word that may be a number names a rank here: after "a", "every" and the like."""
    return place > 0 and words[place - 1].key in _BEFORE_A_RANK


@lru_cache(maxsize=8)
def explainable(root: Path, language: str) -> Explainable:
    """The terms to explain where they stand in a text."""
    glossary = load(root).glossary
    telling = [entry for entry in glossary if not in_language(entry, language).everyday]
    return Explainable(
        entries={entry.key: entry for entry in glossary},
        all=phrases_of(glossary, language),
        telling=phrases_of(telling, language),
    )
