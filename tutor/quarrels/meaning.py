"""Whether a quarrel is the one that somebody means, or only sounds like it.

What is answered with a yes or a no must be what was asked: the same cards and as many of them, what the quarrel is
about, and no word of the game that it does not know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Final

from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.notation.text import parse_cards
from lessons.content.quarrels import Chosen, QuarrelEntry
from lessons.content.rulebook import Probe
from lessons.words import naming
from tutor.quarrels.said import BLACK_THREE, NATURAL, RED_THREE, SPECIAL, THREE, WILD, Named, Said, said_in
from tutor.reference.answering import Words

_WITHOUT: Final = re.compile(r"\b(?:ohne|without)\b", re.IGNORECASE)
_NOT: Final = re.compile(
    r"\b(?:ohne|without|kein\w*|nicht|nie|niemals|no|not|never|none|don[’']t|can[’']t|cannot|won[’']t)\b",
    re.IGNORECASE,
)
_ONLY: Final = re.compile(r"\b(?:nur|allein|only|just|nothing but)\b", re.IGNORECASE)
_MUST: Final = re.compile(r"\b(?:muss|müssen|pflicht|must|have to)\b", re.IGNORECASE)
_CARDS: Final = {
    "de": "zwei drei vier fünf sechs sieben acht neun zehn Ass Joker",
    "en": "two three four five six seven eight nine ten ace joker",
}
"""Words whose meaning ``said`` finds out more exactly."""
_ANYWHERE: Final = {
    "de": "nehmen melden anlegen Spieler sofort brauchen bekommen",
    "en": "take meld add players immediately need first",
}
"""Words that say little about what is asked; each stands for all that mean the same."""
_POINTS: Final = {"de": "Punkte zählt", "en": "points counts"}
_CANASTA: Final = "Canasta"
"""A word of the game that has no others beside it: what is asked of a canasta is not asked without one."""
_MOST_BESIDE: Final = 0.6
"""So large a part of what is said must be in a way of asking that it covers."""
_ESSENTIAL: Final = 0.6
"""A word of a quarrel's title is what it is about if so large a part of the ways of asking for it have the word."""
_VALUES: Final = {"A": "20", **dict.fromkeys("KQJT98", "10"), **dict.fromkeys("7654", "5")}
"""Ranks that are worth the same, as natural cards: another of them makes no difference to an initial meld."""
_OF_CARDS: Final = frozenset({"with", "wilds", "naturals", "cards", "threes", "hand", "how"})
"""Questions of quarrels that cards in the words answer."""
LONGEST_NAME: Final = 2
"""So many words without one for what is done are only the name of a card: "black three"."""

Cards = Mapping[str, int]
"""How many of each kind there are, as ``said`` names them."""


def asks_what_must_be(query: str) -> bool:
    """Whether somebody asks what one must do."""
    return bool(_MUST.search(query))


class Meaning:
    """What a quarrel can be asked with, in one language."""

    def __init__(self, entry: QuarrelEntry, words: Words) -> None:
        self._entry, self._words = entry, words
        language = words.language
        self._title = entry.title.in_language(language)
        self._asked = (*entry.asked.in_language(language), self._title)
        choices = [choice for one in entry.decide for choice in one.choice]
        told = [*(one.ask for one in entry.decide), *(choice.words for choice in choices)]
        self._texts = (*self._asked, *(one.in_language(language) for one in told))

    def choices(self, query: str) -> Chosen | None:
        """What the words choose of the quarrel's questions; None where they ask for something else."""
        said = said_in(query, self._words.language)
        if not self._is_known(query, said) or not (self._has_way(query) or self._has_title(query, said)):
            return None
        return self._chosen(said)

    def _is_known(self, query: str, said: Said) -> bool:
        """Whether nothing is said that this quarrel is not about."""
        everything = " . ".join(self._texts)
        if any(one.search(query) and not one.search(everything) for one in (_NOT, _ONLY)):
            return False
        return self._game(query) <= self._known and _meets(said.special, self._special)

    def _has_way(self, query: str) -> bool:
        """Whether all that a way of asking says is said, may or must included."""
        wanted, most = self._words.weights(query).keys(), len(self._content(query)) * _MOST_BESIDE
        return any(
            content <= wanted
            and len(content) >= most
            and all(bool(kind.search(one)) == bool(kind.search(query)) for kind in (_MUST, _NOT))
            for one, content in self._ways_to_ask
        )

    def _has_title(self, query: str, said: Said) -> bool:
        """Whether what makes the title is said. A title asks what one may do, and nothing else."""
        if _MUST.search(query) or any(
            one.search(self._title) and not one.search(query) for one in (_WITHOUT, _NOT)
        ):
            return False
        game, special = self._game(query), said_in(self._title, self._words.language).special
        is_a_name = not game and len(self._content(query)) <= LONGEST_NAME
        is_told = bool(self._essential or special) or self._entry.topic == "points"
        return is_told and not is_a_name and self._essential <= game and _meets(special, said.special)

    @cached_property
    def _ways_to_ask(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """Each way of asking with what it says."""
        return tuple((one, self._content(one)) for one in self._asked)

    @cached_property
    def _special(self) -> frozenset[str]:
        said = (said_in(text, self._words.language) for text in self._texts)
        return frozenset().union(*(one.special for one in said))

    @cached_property
    def _known(self) -> frozenset[str]:
        """The words of the game that are no surprise in this quarrel."""
        counts = self._entry.topic in ("opening", "points")
        found = self._game(" . ".join(self._texts)) | self._groups(_ANYWHERE)
        return found | self._groups(_POINTS) if counts else found

    @cached_property
    def _essential(self) -> frozenset[str]:
        """The words of the game without which it is another quarrel."""
        often = Counter(one for asked in self._asked for one in self._game(asked))
        needed = {one for one in self._game(self._title) if often[one] >= _ESSENTIAL * len(self._asked)}
        return frozenset(needed) - self._groups(_ANYWHERE) - self._groups(_POINTS)

    def _game(self, text: str) -> frozenset[str]:
        """Words of the game in a text, of which several mean the same, without those for cards."""
        found = self._words.weights(text)
        canasta = found.keys() & self._words.weights(_CANASTA).keys()
        return frozenset(one for one in found if one[0] == "=") - self._groups(_CARDS) | canasta

    def _groups(self, words: Mapping[str, str]) -> frozenset[str]:
        return frozenset(one for one in self._words.weights(words[self._words.language]) if one[0] == "=")

    def _content(self, text: str) -> frozenset[str]:
        """What a text says, each word by what it means."""
        found: set[str] = set()
        for word in text.split():
            weights = [one for one in self._words.weights(word) if one[0] not in "?~"]
            found |= {one for one in weights if one[0] == "="} or set(weights)
        return frozenset(found)

    def _chosen(self, said: Said) -> Chosen | None:
        language = self._words.language
        title = said_in(self._title, language)
        if any((one.count or 1) > 1 and said.total(one.kind) not in (0, one.count) for one in title.cards):
            return None
        if all(one.kind in SPECIAL and (one.count or 1) == 1 for one in said.cards):
            return {}  # a joker may be any that the quarrel has: in the hand, in a meld or in the pile
        ways = [
            way
            for way in self._entry.ways()
            if any(self._is_same(said, cards) for cards in self._judged(way))
        ]
        if ways:
            return self._common(ways)
        asked = [said_in(text, language) for text in self._asked]
        return {} if any(self._is_said_so(said, one) for one in asked) else None

    def _common(self, ways: list[Chosen]) -> Chosen:
        """The choices of cards that all these ways share."""
        return {
            one.key: ways[0][one.key]
            for one in self._entry.decide
            if one.key in _OF_CARDS and len({way[one.key] for way in ways}) == 1
        }

    def _judged(self, way: Chosen) -> Iterator[Cards]:
        """The cards that are played, those that are laid alone, and those for which points are counted."""
        probe = self._entry.probe(way)
        if isinstance(probe, Probe):
            yield _kinds(card for action in probe.actions for card in action.cards)
            yield _kinds(
                card for action in probe.actions if action.verb != "discard" for card in action.cards
            )
            return
        for one in self._entry.decide:
            choice = one.choice_of(way[one.key])
            for cards in choice.sets.values() if choice else ():
                with suppress(EngineError):
                    yield _kinds(parse_cards(cards.strip('"')))

    def _is_same(self, said: Said, cards: Cards) -> bool:
        """Whether these cards are as many as were named; where only special ones were named, of those."""
        for kind in said.special:
            kinds = (RED_THREE, BLACK_THREE) if kind == THREE else (kind,)
            if (count := said.total(kind)) and count != sum(cards.get(one, 0) for one in kinds):
                return False
        if not said.special >= cards.keys() & SPECIAL:
            return False
        if not said.naturals:
            return True
        naturals = Said(tuple(Named(kind, count) for kind, count in cards.items() if kind not in SPECIAL))
        return self._naturals(said) == self._naturals(naturals)

    def _naturals(self, said: Said) -> Counter[tuple[str, int | None]]:
        """Natural cards without their ranks: what they count where points matter, and how many of each there are."""
        points = self._entry.topic in ("opening", "points")
        return Counter(
            (_VALUES.get(one.kind, NATURAL) if points else NATURAL, one.count) for one in said.naturals
        )

    def _is_said_so(self, said: Said, asked: Said) -> bool:
        """Whether a way of asking names the same cards, but for their ranks."""
        same = all(said.total(kind) == asked.total(kind) for kind in said.special | asked.special)
        return same and said.special == asked.special and self._naturals(said) == self._naturals(asked)


def _kinds(cards: Iterable[Card]) -> Cards:
    return Counter(WILD if card.is_wild else naming.word_key(card) for card in cards)


def _meets(wanted: frozenset[str], known: frozenset[str]) -> bool:
    """Whether all these special cards are known; a three without a colour may be any."""
    threes = {THREE, RED_THREE, BLACK_THREE}
    return all(
        one in known or (one in threes and THREE in known | {one} and known & threes) for one in wanted
    )
