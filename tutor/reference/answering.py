"""The rule that answers what somebody asks in their own words.

Every rule has phrases: how people ask for it, its title, its sentence, and the readers' questions that it decides. A
query is compared with all of them, word by word. Rare words weigh more than common ones; words that mean the same at
the table ("Packerl", "Haufen") meet, and so do the names of a term in both languages; a word that nobody has written is
read as the likest one. The phrase that is likest decides, what else the rule says breaks ties.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice, product, takewhile
from math import log, sqrt
from pathlib import Path
from typing import Any, Final

from django.utils.translation import get_language, override

from engine.law.rulebook import RULES
from lessons.content.reading import Library, RulePage, load, seeds_folder
from lessons.words.forms import LITTLE_WORDS, WORD, folded, key, tokens
from lessons.words.glossing import Phrases, names_of, phrase_places, phrases_of_names
from tutor.reference.by_number import rules_named
from tutor.site.templatetags.canasta import plain

ASKED, TITLE, SENTENCE, QUESTION, NAME = 1.0, 0.7, 0.5, 0.6, 0.9
"""What it is worth to be like a phrase of this sort; a name, of a term, is one for the rule that the
glossary gives first."""
LESS_NAMED: Final = 0.8
"""What it is worth to be like the name of a term, for the other rules that the glossary gives for it."""
NEXT_BEST: Final = 0.25
"""What the second and the third of a rule's phrases are worth beside its likest."""
OFTEN, ANYWHERE = 2.0, 0.6
"""What it is worth that a rule's phrases, or its texts, have the words of the query."""
SATURATION, LENGTH = 1.2, 0.8
"""How soon a word that stands there again is worth nothing more, and how much the length of all phrases counts."""
ALIKE, TERM, BEGINNING, ENDING = 1.0, 1.0, 0.4, 0.5
"""How well a word is met by one that means the same at the table, by another name of the same term, by a longer one
that begins with it and by a compound that ends with it."""
OWN: Final = 0.6
"""How well a word that has others beside it that mean the same is met by itself."""
LITTLE: Final = 0.7
"""What words weigh that stand in every question: how many, may, when."""
SHORTEST_PART: Final = 4
LIKE_ENOUGH: Final = 0.84
MAIN_CHAPTERS: Final = 15
RARELY_PLAYED: Final = 0.9
"""Weight of the rules after the chapters on the game for four: other numbers of players, options, house rules."""
LEAST: Final = 1.5
"""What is less like the query is no answer."""
NAMED: Final = 10.0
"""How well a rule answers that the query names by its number: better than any that is only like it."""

_BEFORE_A_NUMBER: Final = re.compile(r"\b(?:regel|rule)\s+(?=\d+\.\d)", re.IGNORECASE)
"""What says only that the number is a rule's, and nothing of what it is about."""
_MARKS: Final = "?=~"
"""What a key begins with that is not a word itself: a little word, a group of words that mean the same, a term."""
Weights = Mapping[str, float]
"""Words, and what stands for several of them, with what each weighs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A rule that answers a query, how well it does, and the reader's question that is likest, if one is."""

    rule: str
    score: float
    question: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The rules that answer a query, best first. ``read_as`` is the query as it was read, where that is another."""

    query: str
    found: tuple[Answer, ...] = ()
    read_as: str = ""


def answers(query: str, *, language: str | None = None, mend: bool = True) -> Answers:
    """The rules that answer the query in this language, the active one if none is named.

    With ``mend`` words that nobody has written are read as the likest ones.
    """
    language = "de" if (language or get_language() or "en").startswith("de") else "en"
    query = " ".join(query.split())
    index = _index(seeds_folder(), language)
    read = index.words.mended(query) if mend else query
    named = [Answer(rule=rule, score=NAMED) for rule in rules_named(read)]
    others = index.ranked(_BEFORE_A_NUMBER.sub(" ", read))
    ranked = [one for one in others if all(one.rule != other.rule for other in named)]
    return Answers(query=query, found=(*named, *ranked), read_as=read if read != query else "")


class Words:
    """The words of a language: which stand for the same, which are little, and how all of them are spelt."""

    def __init__(self, content: Library, language: str) -> None:
        self.language = language
        self._little = LITTLE_WORDS[language]
        self._terms: Phrases = phrases_of_names(content.glossary, language)
        self._alike: dict[str, set[str]] = defaultdict(set)
        self._spelling: dict[str, str] = {}
        self.joins = language == "de"
        for number, group in enumerate(content.alike):
            for word in group.in_language(language):
                self._alike[self._key(word)].add(f"={number}")
        for text in _written(content, language):
            for word in WORD.findall(text):
                self._spelling.setdefault(folded(word), word)
        self._spelt = sorted(self._spelling)

    def mended(self, query: str) -> str:
        """The query with the likest known words in place of those that nobody has written."""
        for word in WORD.findall(query):
            form = folded(word)
            if len(form) < SHORTEST_PART or word[:1].isdigit() or word.casefold() in self._little:
                continue
            if any(beginning_with(form, self._spelt)):
                continue
            near = get_close_matches(form, self._spelling, n=1, cutoff=LIKE_ENOUGH)
            if near:
                query = query.replace(word, self._spelling[near[0]], 1)
        return query

    def weights(self, text: str) -> dict[str, float]:
        """Words, groups that mean the same (``=12``), terms (``~stock``) and little words (``?wie``) of a text."""
        found: dict[str, float] = {}
        words = tokens(text, self.language)
        for word in words:
            written = text[word.start : word.end]
            if written.casefold() in self._little:
                found[f"?{word.key}"] = 1.0
                continue
            groups = self._alike.get(self._key(written), ())
            found[word.key] = max(found.get(word.key, 0.0), OWN if groups else 1.0)
            found.update(dict.fromkeys(groups, ALIKE))
        for _, _, phrase in phrase_places(words, self._terms):
            found[f"~{phrase.term}"] = TERM
        return found

    def everything(self) -> set[str]:
        """Every key that a word by itself has."""
        return {one for word in self._spelling.values() for one in self.weights(word)}

    def printed_forms(self, numbers: Mapping[str, int]) -> dict[str, list[int]]:
        """For each written form, folded, the numbers of its keys."""
        little = {word: (f"?{self._key(word)}",) for word in self._little}
        found = {
            folded(word): [numbers[one] for one in keys if one in numbers] for word, keys in little.items()
        }
        found |= {
            form: [numbers[one] for one in self.weights(word)]
            for form, word in self._spelling.items()
            if word.casefold() not in self._little
        }
        return found

    def printed_terms(self, numbers: Mapping[str, int]) -> list[list[int]]:
        """Names of several words: the numbers of their keys, then that of the term."""
        return [
            [*(numbers[one] for one in phrase.keys), numbers[f"~{phrase.term}"]]
            for group in self._terms.values()
            for phrase in group
            if len(phrase.keys) > 1 and {*phrase.keys, f"~{phrase.term}"} <= numbers.keys()
        ]

    def _key(self, word: str) -> str:
        return key(word, self.language)


def _written(content: Library, language: str) -> Iterator[str]:
    """Everything in which a word is spelt rightly, names first."""
    for term in content.glossary:
        yield from names_of(term, language)
    for group in content.alike:
        yield from group.in_language(language)
    for page in content.rules.values():
        yield from page.asked.in_language(language) if page.asked else ()
        yield from _texts(page)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A way of asking for a rule, or of saying it, with what it is worth to be like it."""

    rule: str
    worth: float
    weights: Weights
    question: str = ""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A word of the query: what it weighs, and the words that meet it, with how well they do."""

    weight: float
    met_by: Weights


class _Rule:
    """All phrases of a rule together."""

    def __init__(self, often: Weights, anywhere: Iterable[str]) -> None:
        self.often = often
        self.length = sum(often.values())
        self.anywhere = frozenset(anywhere) | frozenset(often)

    def repeats(self, count: float, usual: float) -> float:
        """How much a word that its phrases have so often is what the rule speaks of (BM25): among few others more."""
        return count * (SATURATION + 1) / (count + SATURATION * (1 - LENGTH + LENGTH * self.length / usual))


class _Related:
    """Of all words those that begin or end with one, or are its beginning or end: none but these is looked at."""

    def __init__(self, words: Iterable[str]) -> None:
        self._order = {
            word: number
            for number, word in enumerate(words)
            if word[0] not in _MARKS and len(word) >= SHORTEST_PART
        }
        self._forwards = sorted(self._order)
        self._backwards = sorted(word[::-1] for word in self._order)

    def to(self, word: str, *, joins: bool) -> dict[str, float]:
        """The words that meet this one, which is none of them, in the order in which they were given."""
        found = dict.fromkeys(self._ending_alike(word), ENDING) if joins else {}
        found |= dict.fromkeys(self._beginning_alike(word), BEGINNING)
        return {other: found[other] for other in sorted(found, key=self._order.__getitem__) if other != word}

    def _beginning_alike(self, word: str) -> list[str]:
        beginnings = (word[:length] for length in range(SHORTEST_PART, len(word)))
        return [*filter(self._order.__contains__, beginnings), *beginning_with(word, self._forwards)]

    def _ending_alike(self, word: str) -> list[str]:
        ends = (word[-length:] for length in range(SHORTEST_PART, len(word)))
        longer = (other[::-1] for other in beginning_with(word[::-1], self._backwards))
        return [*filter(self._order.__contains__, ends), *longer]


def beginning_with(start: str, ordered: Sequence[str]) -> Iterator[str]:
    """Those of an ordered list of words that begin like this."""
    return takewhile(lambda word: word.startswith(start), islice(ordered, bisect_left(ordered, start), None))


class Index:
    """Phrases in one language, what they speak of, and where every word stands.

    ``texts`` is what else is said of each; ``lesser`` are those that few people mean.
    """

    def __init__(
        self,
        words: Words,
        phrases: Iterable[Phrase],
        texts: Mapping[str, Iterable[str]],
        *,
        lesser: Collection[str] = (),
    ) -> None:
        self.words = words
        self._lesser = lesser
        self._phrases = list(phrases)
        often: dict[str, Counter[str]] = defaultdict(Counter)
        self._places: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, phrase in enumerate(self._phrases):
            for word, weight in phrase.weights.items():
                often[phrase.rule][word] += weight  # type: ignore[assignment]  # a Counter adds up any number
                self._places[word].append((place, weight))
        self._related = _Related(self._places)
        self._rules = {
            rule: _Rule(often[rule], words.weights(" ".join(told))) for rule, told in texts.items()
        }
        self._usual = sum(rule.length for rule in self._rules.values()) / max(1, len(self._rules))
        self._of_word: dict[str, list[str]] = defaultdict(list)
        for name, rule in self._rules.items():
            for word in rule.anywhere:
                self._of_word[word].append(name)
        self._in_rules = Counter(word for rule in often.values() for word in rule)
        self._norms = [
            sqrt(sum((weight * self._rarity(word)) ** 2 for word, weight in phrase.weights.items()))
            for phrase in self._phrases
        ]

    def ranked(self, query: str) -> list[Answer]:
        """The rules that answer a query, best first."""
        words = self.words.weights(query)
        if all(word[0] == "?" for word in words):
            return []
        wanted = [self._wanted(word, weight) for word, weight in words.items()]
        whole = sum(one.weight for one in wanted)
        said = self._said(wanted)
        found = []
        for rule, likest in self._likest(wanted).items():
            score = likest[0][0] + NEXT_BEST * sum(score for score, _ in likest[1:3])
            often, anywhere = said[rule]
            score += (OFTEN * often + ANYWHERE * anywhere) / whole
            if rule in self._lesser:
                score *= RARELY_PLAYED
            if score >= LEAST:
                found.append(Answer(rule=rule, score=score, question=self._phrases[likest[0][1]].question))
        return sorted(found, key=lambda one: (-one.score, one.rule))

    def _said(self, wanted: Iterable[_Wanted]) -> dict[str, tuple[float, float]]:
        """For each rule that has words of the query: how much it speaks of them, and how many it has anywhere."""
        often: dict[str, float] = defaultdict(float)
        anywhere: dict[str, float] = defaultdict(float)
        for one in wanted:
            counts: dict[str, float] = defaultdict(float)
            best: dict[str, float] = {}
            for word, quality in one.met_by.items():
                for rule in self._of_word.get(word, ()):
                    counts[rule] += quality * self._rules[rule].often.get(word, 0.0)
                    if quality > best.get(rule, 0.0):
                        best[rule] = quality
            for rule, count in counts.items():
                often[rule] += one.weight * self._rules[rule].repeats(count, self._usual)
                anywhere[rule] += one.weight * best[rule]
        return {rule: (often[rule], has) for rule, has in anywhere.items()}

    def _likest(self, wanted: Iterable[_Wanted]) -> dict[str, list[tuple[float, int]]]:
        """For each rule how like its phrases are, with their places, the likest first (cosine of the weights)."""
        products: dict[int, float] = defaultdict(float)
        length = 0.0
        for one in wanted:
            length += one.weight**2
            best: dict[int, float] = {}
            for word, quality in one.met_by.items():
                met = one.weight * quality * self._rarity(word)
                for place, weight in self._places.get(word, ()):
                    product = met * weight
                    if product > best.get(place, 0.0):
                        best[place] = product
            for place, product in best.items():
                products[place] += product
        whole = sqrt(length)
        found: dict[str, list[tuple[float, int]]] = defaultdict(list)
        for place, product in products.items():
            phrase = self._phrases[place]
            found[phrase.rule].append((phrase.worth * product / (self._norms[place] * whole), place))
        return {rule: sorted(likest, reverse=True) for rule, likest in found.items()}

    def _wanted(self, word: str, weight: float) -> _Wanted:
        """A word of the query with those that meet it: itself, longer and shorter ones, compounds."""
        met_by = {word: 1.0}
        if word[0] not in _MARKS and len(word) >= SHORTEST_PART and not word.isdigit():
            met_by |= self._related.to(word, joins=self.words.joins)
        known = word in self._places
        rarity = self._rarity(word) if known else min(self._rarity(other) for other in met_by)
        return _Wanted(weight * rarity, met_by)

    def _rarity(self, word: str) -> float:
        rarity = log(1 + len(self._rules) / (self._in_rules[word] + 0.5))
        return rarity * LITTLE if word[0] == "?" else rarity

    def printed(self) -> dict[str, Any]:
        """All that ranking takes, as JSON data with numbers in the place of keys and rules (see ``printed_index``)."""
        rules = list(self._rules)
        found = {word for rule in self._rules.values() for word in rule.anywhere} | self.words.everything()
        numbers = {word: number for number, word in enumerate(sorted(found | set(self._places)))}
        questions = list(dict.fromkeys(phrase.question for phrase in self._phrases if phrase.question))
        return {
            "keys": list(numbers),
            "rarity": [round(self._rarity(word), 3) for word in numbers],
            "rules": rules,
            "numbers": [RULES[rule].number for rule in rules],
            "late": [RULES[rule].section > MAIN_CHAPTERS for rule in rules],
            "questions": questions,
            "phrases": [
                [
                    rules.index(phrase.rule),
                    phrase.worth,
                    questions.index(phrase.question) if phrase.question else -1,
                    *([numbers[word] for word, weight in phrase.weights.items() if (weight < 1) == is_less]
                      for is_less in (False, True)),
                ]
                for phrase in self._phrases
            ],
            "anywhere": [sorted(numbers[word] for word in self._rules[rule].anywhere) for rule in rules],
            "forms": self.words.printed_forms(numbers),
            "terms": self.words.printed_terms(numbers),
            "joins": self.words.joins,
            "worth": {
                "own": OWN, "beginning": BEGINNING, "ending": ENDING, "often": OFTEN, "anywhere": ANYWHERE,
                "next": NEXT_BEST, "saturation": SATURATION, "length": LENGTH, "late": RARELY_PLAYED, "least": LEAST,
                "part": SHORTEST_PART,
            },
        }  # fmt: skip


@lru_cache(maxsize=4)
def printed_index(*, language: str) -> dict[str, Any]:
    """What a page takes that ranks without asking the server, as JSON data.

    ``keys`` are words and what stands for several of them, ``forms`` says which keys each written form has, folded;
    ``terms`` are names of several words, as keys, with the key of the term. A phrase is the number of its rule, what
    it is worth, the number of its reader's question or -1, its keys and those of them that weigh less.
    """
    return _index(seeds_folder(), language).printed()


def _phrases(content: Library, words: Words) -> Iterator[Phrase]:
    """Every way of asking for a rule, and of saying it."""
    for page in content.rules.values():
        for asked in page.asked.in_language(words.language) if page.asked else ():
            yield Phrase(page.id, ASKED, words.weights(asked))
        for title in filter(None, (page.title, page.subject)):
            yield Phrase(page.id, TITLE, words.weights(plain(title)))
        yield Phrase(page.id, SENTENCE, words.weights(plain(page.short)))
    for term in content.glossary:
        for name, rule in product(names_of(term, words.language), term.rules):
            worth = NAME if rule == term.rules[0] else LESS_NAMED
            yield Phrase(rule, worth, words.weights(name))
    for slug, question in content.questions.items():
        for text in (question.title, question.asked):
            yield Phrase(question.rules[0], QUESTION, words.weights(plain(text)), slug)


def _texts(page: RulePage) -> Iterator[str]:
    return (plain(text) for text in (page.title, page.short, page.text, page.tables) if text)


@lru_cache(maxsize=8)
def words_of(root: Path, language: str) -> Words:
    """The words of the content in a language: the same for all that is found by them."""
    with override(language):
        return Words(load(root), language)


@lru_cache(maxsize=8)
def _index(root: Path, language: str) -> Index:
    content, words = load(root), words_of(root, language)
    with override(language):
        return Index(
            words,
            _phrases(content, words),
            {page.id: _texts(page) for page in content.rules.values()},
            lesser={rule for rule in content.rules if RULES[rule].section > MAIN_CHAPTERS},
        )
