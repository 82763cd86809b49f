"""Long words: divided between syllables, and addresses between their parts."""

from __future__ import annotations

import pytest

from tutor.site.breaking import NARROW, SOFT_HYPHEN, divided, parts_of_address
from tutor.site.templatetags.canasta import divided_address


@pytest.mark.parametrize(
    ("word", "syllables"),
    [
        ("Kartenspielgemeinschaft", "Kar-ten-spiel-gemein-schaft"),
        ("Donaudampfschifffahrtsgesellschaft", "Donau-dampf-schiff-fahrts-gesell-schaft"),
        ("Rechtschreibung", "Recht-schrei-bung"),
        ("Meisterschaften", "Meis-ter-schaf-ten"),
        ("Counterrevolutionaries", "Coun-ter-revo-lutio-naries"),
        ("Kluger Dachs", "Kluger Dachs"),
        ("x" * 60, "x" * 60),
    ],
)
def test_long_word_is_divided_between_its_syllables(word: str, syllables: str) -> None:
    assert divided(word).replace(SOFT_HYPHEN, "-") == syllables


@pytest.mark.parametrize(
    ("names", "syllables"),
    [
        ("Friederike und Dieter", "Frie-derike und Dieter"),
        ("Christiane", "Chris-tiane"),
        ("Konstantin", "Kon-stan-tin"),
        ("Sebastian und Kaspar", "Sebas-tian und Kaspar"),
        ("Katharina", "Katha-rina"),
        ("Gabriele", "Ga-brie-le"),
        ("Maximilian", "Maxi-milian"),
        ("Bartholomäus", "Bar-tholo-mäus"),
        ("Featherstonehaugh", "Fea-ther-stone-haugh"),
    ],
)
def test_names_are_divided_sooner_where_columns_are_narrow(names: str, syllables: str) -> None:
    assert divided(names, letters=NARROW).replace(SOFT_HYPHEN, "-") == syllables


def test_division_changes_nothing_that_is_read() -> None:
    text = "Wilhelmina-Alexandrina Featherstonehaugh, 7b & Co."
    assert divided(text).replace(SOFT_HYPHEN, "") == text


def test_address_is_divided_between_its_parts_and_nothing_else() -> None:
    assert parts_of_address("lernen.gesamt-schule.example:8000/j/") == [
        "lernen.", "gesamt-", "schule.", "example:8000/", "j/",
    ]  # fmt: skip
    assert divided_address("a.b<i>/j/") == "a.<wbr>b&lt;i&gt;/<wbr>j/"
