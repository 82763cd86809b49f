"""Where a long word may be divided: browsers without a dictionary of the language divide it anywhere."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

SOFT_HYPHEN: Final = "\N{SOFT HYPHEN}"
NARROW: Final = 8
"""So many letters may be too long a word for a column of a table on a phone."""
_LONG: Final = 13
"""So many letters may be too long a word for a slip or a column on paper."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_VOWEL: Final = "aeiouyäöüáàâéèêëîïôùûæœ"
_BETWEEN: Final = re.compile(rf"(?<=[{_VOWEL}])([^{_VOWEL}]+)(?=[{_VOWEL}])", re.IGNORECASE)
"""Consonants between two vowels: a syllable ends among them."""
_TOGETHER: Final = (
    *("schl", "schm", "schn", "schr", "schw", "spl", "spr", "str", "sch", "ch", "ph", "th", "sp", "st", "pf"),
    *(f"{one}{two}" for one in "bfgkpt" for two in "lr"),
)
"""Consonants with which a syllable begins; else it begins with one."""
_APART: Final = ("st", "sp")
"""Of these the first ends a syllable where no other consonant does: Sebas-tian, but Kon-stan-tin."""
_KEPT: Final = (3, 2)
"""So many letters stay together; fewer where a word could not be divided else: Ga-brie-le."""


def divided(text: str, *, letters: int = _LONG) -> str:
    """The text with soft hyphens at the syllables of its words of so many letters.

    Of syllables only what German and English share is known, so a few stand a letter off.
    """
    return _WORD.sub(lambda found: _in_syllables(found[0]) if len(found[0]) >= letters else found[0], text)


def _in_syllables(word: str) -> str:
    """The word with a soft hyphen wherever a line may end."""
    ends = [at for found in _BETWEEN.finditer(word) for at in [found.end() - _onset(found[1].lower())]]
    syllables = [word[start:end] for start, end in pairwise((0, *ends, len(word)))]
    ways = (_in_parts(syllables, kept) for kept in _KEPT)
    return SOFT_HYPHEN.join(next((parts for parts in ways if len(parts) > 1), [word]))


def _in_parts(syllables: list[str], kept: int) -> list[str]:
    """The syllables, those with fewer letters together with a neighbour."""
    parts = list(syllables)
    while len(parts) > 1 and (short := [at for at, part in enumerate(parts) if len(part) < kept]):
        first = _shorter_pair(parts, short[0])
        parts[first : first + 2] = [parts[first] + parts[first + 1]]
    return parts


def _shorter_pair(parts: list[str], at: int) -> int:
    """Where the pair begins that this part makes with the shorter of its neighbours."""
    pairs = [first for first in (at, at - 1) if 0 <= first < len(parts) - 1]
    return min(pairs, key=lambda first: len(parts[first] + parts[first + 1]))


def _onset(consonants: str) -> int:
    """With how many of these consonants the next syllable begins."""
    if consonants in _APART:
        return 1
    return next((len(one) for one in _TOGETHER if consonants.endswith(one)), 1)


def parts_of_address(address: str) -> list[str]:
    """The address in the parts between which a line may end: after each dot, hyphen and slash."""
    return re.findall(r"[^./-]*[./-]+|[^./-]+", address)
