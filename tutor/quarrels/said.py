"""What somebody names who tells a quarrel in their own words: cards, how many of them, and how many play.

Words that are alike make a quarrel likely. What is named must also be what its table has, or the answer would be about
something else: "three aces" are not red threes, and two kings are judged otherwise than two kings and a joker.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from lessons.words.forms import WORD, folded

WILD: Final = "wild"
JOKER, TWO = "Joker", "2"
"""Both are wild; this is how they are typed."""
THREE: Final = "3"
"""A three of which nobody says whether it is red or black."""
RED_THREE, BLACK_THREE = "3r", "3b"
NATURAL: Final = "natural"
"""Natural cards of a rank that nobody names."""
SPECIAL: Final = frozenset({WILD, THREE, RED_THREE, BLACK_THREE})
"""Cards that are not natural cards of a rank like all others."""

_NUMBERS: Final = {
    "de": "eins zwei drei vier fünf sechs sieben acht neun zehn",
    "en": "one two three four five six seven eight nine ten",
}
_ARTICLES: Final = {"de": "ein eine einen einem einer", "en": "a an one"}
_RANKS: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {
        "K": "König Könige Königen", "Q": "Dame Damen", "J": "Bube Buben Bauer Bauern", "A": "As Ass Asse Assen",
        "T": "Zehner Zehnern Zehnen", "9": "Neuner Neunern Neunen", "8": "Achter Achtern Achten",
        "7": "Siebener Siebenern Siebenen", "6": "Sechser Sechsern Sechsen", "5": "Fünfer Fünfern Fünfen",
        "4": "Vierer Vierern Vieren", THREE: "Dreier Dreiern Dreien",
        JOKER: "Joker Jokern Jokers Jocker", TWO: "Zweier Zweiern Zweien", WILD: "wildcard Wildkarte Wildkarten",
        BLACK_THREE: "Sperrkarte Stoppkarte Stopper Stopperl", NATURAL: "naturals",
    },
    "en": {
        "K": "king kings", "Q": "queen queens", "J": "jack jacks", "A": "ace aces", "T": "tens", "9": "nines",
        "8": "eights", "7": "sevens", "6": "sixes", "5": "fives", "4": "fours", THREE: "threes",
        JOKER: "joker jokers", TWO: "twos deuce deuces", WILD: "wildcard wildcards", BLACK_THREE: "stopper",
        NATURAL: "naturals",
    },
}  # fmt: skip
_IN_DIGITS: Final = {
    "de": ("Zweier", "Dreier", "Vierer", "Fünfer", "Sechser", "Siebener", "Achter", "Neuner", "Zehner"),
    "en": ("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"),
}
_DIGITS_AS_WORDS: Final = {"er": "de", "ern": "de", "s": "en"}
_WRITTEN: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (re.compile(r"\b(?:wilde[nr]? karten?|wild cards?|wilds)\b", re.IGNORECASE), lambda _: "wildcard"),
    (
        re.compile(
            r"\b(?:(?:natürliche|echte)[nr]? karten?|natural cards?|naturals|(?<=one )natural)\b",
            re.IGNORECASE,
        ),
        lambda _: "naturals",
    ),
    (re.compile(r"\bstop cards?\b", re.IGNORECASE), lambda _: "stopper"),
    (
        re.compile(r"\b(10|[2-9])(ern?|s)\b"),
        lambda found: _IN_DIGITS[_DIGITS_AS_WORDS[found[2]]][int(found[1]) - 2],
    ),
)
"""What is written in several words or in digits, and the one word that is read for it."""
_RED: Final = re.compile(r"rot(?:e[nrs]?)?|red")
_BLACK: Final = re.compile(r"schwarze?[nrs]?|black")
_BETWEEN: Final = re.compile(
    rf"(?:naturliche?|echte?|weitere?|andere?|gleiche?)[nrs]?|natural|more|other|same|{_RED.pattern}|{_BLACK.pattern}"
)
"""What may stand between a number and the card that is counted, folded."""
_COUNTED: Final = re.compile(
    r"karten?|cards?|canastas?|meldung(?:en)?|melds?|spielern?|personen|leuten?|players?|people|persons|handed|"
    r"punkten?|points?|paare?n?|pairs?|kartenspiele?n?|packs?|decks?|stapel|piles?|zuge?n?|turns?|seiten|sides|mal|times"
)
"""What else is counted: a number before it is no rank. Folded."""
_PLAYERS: Final = re.compile(r"spielern?|personen|leuten?|players?|people|persons|handed")
_TOGETHER: Final = {"zweit": 2, "dritt": 3, "viert": 4, "funft": 5, "sechst": 6}


@dataclass(frozen=True, slots=True)
class Named:
    """Cards that are named: a rank, ``wild``, or a three by its colour; without ``count`` nobody says how many.

    ``typed`` is how one of them is typed, where that is certain.
    """

    kind: str
    count: int | None = None
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """The cards and the number of players that a text names."""

    cards: tuple[Named, ...] = ()
    players: int | None = None

    @property
    def typed(self) -> str:
        """The cards as one types them; nothing where it is not said which they are, and how many of each."""
        counts = [one.count or 0 for one in self.cards]
        if sum(counts) < 2 or not all(counts) or not all(one.typed for one in self.cards):
            return ""
        same = [
            (" " if one.typed == JOKER else "").join([one.typed] * count)
            for one, count in zip(self.cards, counts, strict=True)
        ]
        return " ".join(same)

    @property
    def special(self) -> frozenset[str]:
        return frozenset(one.kind for one in self.cards if one.kind in SPECIAL)

    @property
    def naturals(self) -> tuple[Named, ...]:
        return tuple(one for one in self.cards if one.kind not in SPECIAL)

    def total(self, kind: str) -> int:
        """How many of these there are, 0 where nobody says; beside others of them, those without a number are one."""
        counts = [one.count for one in self.cards if one.kind == kind]
        return sum(count or 1 for count in counts) if any(counts) else 0


class _Vocabulary(NamedTuple):
    ranks: Mapping[str, str]
    numbers: Mapping[str, int]
    articles: frozenset[str]


@lru_cache(maxsize=2)
def _vocabulary(language: str) -> _Vocabulary:
    ranks = {folded(word): kind for kind, words in _RANKS[language].items() for word in words.split()}
    numbers = {folded(word): number for number, word in enumerate(_NUMBERS[language].split(), start=1)}
    numbers |= {str(number): number for number in range(1, 11)}
    return _Vocabulary(ranks, numbers, frozenset(_ARTICLES[language].split()))


def said_in(text: str, language: str) -> Said:
    """What a text in this language (``de`` or ``en``) names."""
    for pattern, instead in _WRITTEN:
        text = pattern.sub(instead, text)
    words = [folded(word) for word in WORD.findall(text)]
    return Said(cards=tuple(_cards(words, language)), players=_players(words, language))


def _cards(words: Sequence[str], language: str) -> Iterator[Named]:
    ranks, numbers, _ = _vocabulary(language)
    for place, word in enumerate(words):
        if word in ranks:
            yield _named(ranks[word], words, place, language)
        elif word in numbers and numbers[word] > 1 and not _counts(words, place, language):
            yield _named("T" if numbers[word] == 10 else str(numbers[word]), words, place, language)


def _named(rank: str, words: Sequence[str], place: int, language: str) -> Named:
    before = words[place - 1] if place else ""
    if rank == THREE:
        rank = RED_THREE if _RED.fullmatch(before) else BLACK_THREE if _BLACK.fullmatch(before) else THREE
    kind = WILD if rank in (JOKER, TWO) else rank
    typed = "" if rank in (RED_THREE, BLACK_THREE, THREE, WILD, NATURAL) else rank
    return Named(kind, _count(words, place, language), typed)


def _counts(words: Sequence[str], place: int, language: str) -> bool:
    """Whether the number at this place says how many there are of what follows."""
    ranks, numbers, _ = _vocabulary(language)
    following = words[place + 1 :]
    after = next((word for word in following if not _BETWEEN.fullmatch(word)), "")
    of_a_colour = after in numbers and following[0] != after
    return after in ranks or bool(_COUNTED.fullmatch(after)) or of_a_colour


def _count(words: Sequence[str], place: int, language: str) -> int | None:
    """How many of the card at this place there are: the number before it, or one after an article."""
    _, numbers, articles = _vocabulary(language)
    before = next((word for word in reversed(words[:place]) if not _BETWEEN.fullmatch(word)), "")
    if before in articles:
        return 1
    return numbers.get(before) if before in numbers and words[place] not in numbers else None


def _players(words: Sequence[str], language: str) -> int | None:
    numbers = _vocabulary(language).numbers
    for before, word in pairwise(words):
        if _PLAYERS.fullmatch(word) and before in numbers:
            return numbers[before]
        if before == "zu" and word in _TOGETHER:
            return _TOGETHER[word]
    return None
