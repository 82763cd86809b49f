"""Words as a reader uses them: what counts as the same word for searching and for finding terms in a text.

A word is folded (small letters, no accents, ß as ss, ae as a) and brought to its stem by the Snowball stemmer of its
language; what that leaves apart and matters for card talk (aufnimmt, aufgenommen) is joined here.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

WORD: Final = re.compile(r"\d{1,3}(?:[.,]\d{3})+(?!\d)|\d+(?:\.\d+)*|[^\W\d_]+")

_STEMMERS: Final = {"de": "german", "en": "english"}
_GROUPED: Final = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_SPELLED_OUT: Final = re.compile(r"([aou])e")
_PLURAL_S: Final = re.compile(r"(?<=[aeiou])s$")
_PREFIX: Final = r"(?:herunter|heraus|hinaus|auf|aus|ein|weg|ab|an|zu)"
_PARTICIPLE: Final = re.compile(rf"^(?:ge|({_PREFIX})(?:ge)?)(.{{3,}}?)e?t$")
_STRONG_PARTICIPLE: Final = re.compile(rf"^({_PREFIX})ge(?=.{{3}})")
_STRONG_FORMS: Final = (
    (re.compile(r"(?:nomm|nimm|nahm)$"), "nehm"),
    (re.compile(r"(?:worf|wirf|warf)$"), "werf"),
    (re.compile(r"(?:gang|ging)$"), "geh"),
    (re.compile(r"(?:ge)?zog$"), "zieh"),
    (re.compile(r"fror$"), "fri"),
    (re.compile(r"^gemeld$"), "meld"),
    (re.compile(r"legt$"), "leg"),
    (re.compile(r"^boni$"), "bonu"),
)
_IRREGULAR: Final = {
    "goes": "go", "going": "go", "gone": "go", "went": "go", "froze": "freeze", "frozen": "freeze", "took": "take",
    "taken": "take", "laid": "lay", "drew": "draw", "drawn": "draw", "won": "win", "dealt": "deal", "kept": "keep",
    "held": "hold",
}  # fmt: skip
"""English forms that no ending tells; of verbs of the game only."""

_LITTLE_GERMAN: Final = """
    aber als am an auch auf aus bei beim bin bis brauche brauchen braucht da damit darf das dass dem den der des die
    doch du dürfen ein eine einem einen einer eines er es für hat habe haben ich ihr im in ist ja kann können man
    mein mich mir mit muss müssen nach nicht noch nur ob oder schon sein sich sie sind so und uns viel viele vielen
    vom von vor wann warum was wenn wer werden wie wieviel wieviele wir wird wo zu zum zur
"""
_LITTLE_ENGLISH: Final = """
    a am an and are as at be been but by can could do does for from had has have how i if in into is it its many may me
    much my no not of on or our should so than that the their them then there they this to up was we what when where
    which who why will with would you your
"""
LITTLE_WORDS: Final = {"de": frozenset(_LITTLE_GERMAN.split()), "en": frozenset(_LITTLE_ENGLISH.split())}
"""Words that say nothing about what is looked for."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text: its key, where it stands, and whether it begins with a capital letter."""

    key: str
    start: int
    end: int
    is_capital: bool


@lru_cache(maxsize=20_000)
def folded(word: str) -> str:
    """Small letters without accents; ß is ss, and ä, ae and a are one. For sorting and comparing, not for showing."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return _SPELLED_OUT.sub(r"\1", "".join(letter for letter in plain if not unicodedata.combining(letter)))


class _Stemmers(threading.local):
    """One of each language for each thread: a stemmer keeps the word on which it works in itself."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def of(self, language: str) -> Any:
        import snowballstemmer  # it brings the stemmers of thirty languages, and most commands need none

        if language not in self._made:
            self._made[language] = snowballstemmer.stemmer(_STEMMERS[language])
        return self._made[language]


_stemmers: Final = _Stemmers()


@lru_cache(maxsize=20_000)
def key(word: str, language: str) -> str:
    """The form under which all forms of a word meet. ``5.000`` and ``5,000`` are 5000, ``11.4`` stays."""
    if word[:1].isdigit():
        return re.sub(r"[.,]", "", word) if _GROUPED.fullmatch(word) else word
    word = unicodedata.normalize("NFC", word).casefold()
    stemmer = _stemmers.of(language)
    if language == "en":
        return folded(stemmer.stemWord(_IRREGULAR.get(word, word)))
    stem = folded(stemmer.stemWord(word))
    if len(stem) > 4:
        stem = _PLURAL_S.sub("", stem)
    stem = _PARTICIPLE.sub(r"\1\2", stem)
    stem = _STRONG_PARTICIPLE.sub(r"\1", stem)
    for pattern, regular in _STRONG_FORMS:
        stem = pattern.sub(regular, stem)
    return stem


@lru_cache(maxsize=10_000)
def tokens(text: str, language: str) -> tuple[Token, ...]:
    """The words of a text in order."""
    return tuple(
        Token(key(match[0], language), match.start(), match.end(), match[0][0].isupper())
        for match in WORD.finditer(text)
    )


def keys(text: str, language: str) -> tuple[str, ...]:
    return tuple(token.key for token in tokens(text, language))
