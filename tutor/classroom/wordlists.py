"""Harmless words: the two words of a code, and aliases made of an adjective and an animal."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

FOLDER: Final = Path(__file__).parent / "words"
LANGUAGES: Final = ("de", "en")
_GERMAN_ENDINGS: Final = {"m": "er", "f": "e", "n": "es"}


@dataclass(frozen=True, slots=True)
class AliasWords:
    """What aliases are made of. Each animal stands with its gender, ``-`` in English."""

    adjectives: tuple[str, ...]
    animals: tuple[tuple[str, str], ...]

    def alias(self, adjective: str, animal: tuple[str, str]) -> str:
        """“Kluger Dachs”, “Kluge Eule”, “Clever Badger”."""
        gender, name = animal
        return f"{adjective.capitalize()}{_GERMAN_ENDINGS.get(gender, '')} {name}"


@lru_cache
def code_words(language: str) -> tuple[str, ...]:
    """The words that codes are made of, in small letters."""
    return tuple((FOLDER / f"code_{language}.txt").read_text(encoding="utf-8").split())


@lru_cache
def alias_words(language: str) -> AliasWords:
    """A file of aliases: the adjectives in its first line, then a line of animals for each gender."""
    first, *others = (FOLDER / f"aliases_{language}.txt").read_text(encoding="utf-8").splitlines()
    animals = [
        (gender, name) for gender, *names in (line.split() for line in others if line) for name in names
    ]
    return AliasWords(adjectives=tuple(first.split()), animals=tuple(animals))


def is_alias(text: str, language: str) -> bool:
    """Whether this is one of the aliases that can be made up."""
    words = alias_words(language)
    name = text.rpartition(" ")[2]
    animal = next((one for one in words.animals if one[1] == name), None)
    return animal is not None and any(words.alias(one, animal) == text for one in words.adjectives)


def is_made_up(text: str) -> bool:
    """Whether this is one of the aliases that can be made up, in any language; else somebody wrote it."""
    return any(is_alias(text, language) for language in LANGUAGES)


def new_aliases(count: int, *, language: str, taken: Set[str], rng: Random) -> list[str]:
    """So many aliases, none of them taken. No animal comes twice before each has come once."""
    words = alias_words(language)
    found: list[str] = []
    deck: list[tuple[str, str]] = []
    used = {alias.casefold() for alias in taken}
    while len(found) < count:
        deck = deck or rng.sample(words.animals, len(words.animals))
        alias = words.alias(rng.choice(words.adjectives), deck.pop())
        if alias.casefold() not in used:
            used.add(alias.casefold())
            found.append(alias)
    return found
