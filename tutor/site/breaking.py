"""Where a long word may be divided on paper: browsers without a dictionary of the language divide it anywhere."""

from __future__ import annotations

import re
from typing import Final

SOFT_HYPHEN: Final = "\N{SOFT HYPHEN}"
_LONG: Final = re.compile(r"[^\W\d_]{13,}")
"""A word that a narrow column may not hold, as letters."""
_VOWEL: Final = "aeiouyäöüáàâéèêëîïôùûæœ"
_BETWEEN: Final = re.compile(rf"(?<=[{_VOWEL}])([^{_VOWEL}]+)(?=[{_VOWEL}])", re.IGNORECASE)
"""Consonants between two vowels: a syllable ends among them."""
_TOGETHER: Final = (
    *("schl", "schm", "schn", "schr", "schw", "spl", "spr", "str", "sch", "ch", "ph", "th", "sp", "st", "pf"),
    *(f"{one}{two}" for one in "bfgkpt" for two in "lr"),
)
"""Consonants with which a syllable begins; else it begins with one."""
_KEPT: Final = 3
"""So many letters stay together at both ends of a word."""


def divided(text: str) -> str:
    """The text with soft hyphens at the syllables of its long words.

    Of syllables only what German and English share is known, so a few stand a letter off.
    """
    return _LONG.sub(lambda found: _in_syllables(found[0]), text)


def _in_syllables(word: str) -> str:
    """The word with a soft hyphen wherever a line may end."""
    ends = [at for found in _BETWEEN.finditer(word) for at in [found.end() - _onset(found[1].lower())]]
    parts, start = [], 0
    for end in ends:
        if end - start >= _KEPT and len(word) - end >= _KEPT:
            parts.append(word[start:end])
            start = end
    return SOFT_HYPHEN.join([*parts, word[start:]])


def _onset(consonants: str) -> int:
    """With how many of these consonants the next syllable begins."""
    return next((len(one) for one in _TOGETHER if consonants.endswith(one)), 1)


def parts_of_address(address: str) -> list[str]:
    """The address in the parts between which a line may end: after each dot, hyphen and slash."""
    return re.findall(r"[^./-]*[./-]+|[^./-]+", address)
