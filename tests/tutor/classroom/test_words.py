"""Words of codes and aliases: enough of them, told apart when typed, and aliases that read well."""

from __future__ import annotations

from random import Random

import pytest

from tutor.classroom.codes import folded
from tutor.classroom.wordlists import alias_words, code_words, new_aliases


@pytest.mark.parametrize("language", ["de", "en"])
def test_words_of_codes_are_enough_and_differ_however_they_are_typed(language: str) -> None:
    words = code_words(language)
    assert len(words) >= 1024
    assert len({folded(word) for word in words}) == len(words)
    assert all(3 <= len(word) <= 11 and word.isalpha() and word == word.lower() for word in words)


@pytest.mark.parametrize("language", ["de", "en"])
def test_aliases_have_sixty_adjectives_and_animals_and_none_comes_twice(language: str) -> None:
    words = alias_words(language)
    assert len(set(words.adjectives)) == len(words.adjectives) >= 60
    assert len(set(words.animals)) == len(words.animals) >= 60
    aliases = new_aliases(200, language=language, taken={"Kluger Dachs"}, rng=Random(1))
    assert len({alias.casefold() for alias in aliases}) == 200
    animals = {alias.split()[1] for alias in aliases[: len(words.animals)]}
    assert len(animals) == len(words.animals)


@pytest.mark.parametrize(
    ("gender", "animal", "alias"),
    [("m", "Dachs", "Kluger Dachs"), ("f", "Eule", "Kluge Eule"), ("n", "Reh", "Kluges Reh")],
)
def test_german_alias_bends_its_adjective(gender: str, animal: str, alias: str) -> None:
    assert alias_words("de").alias("klug", (gender, animal)) == alias
