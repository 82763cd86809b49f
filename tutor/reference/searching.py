"""Full-text search over rules, terms, readers' questions, rule sets, stages, steps and puzzles.

A small index in memory for each language, made at the first search. A word of the query finds its own forms, words that
begin with it and German compounds that end with it; a text is also found by the other names of the terms that stand in
it, in both languages, so "Posso" finds what speaks of the Ablagestapel. Several words must all be found; where nothing
has them all, what has most of them is shown.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from math import log
from pathlib import Path
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override

from engine.law.rulebook import RULES
from lessons.content.reading import Library, load, seeds_folder
from lessons.content.rulebook import TermEntry
from lessons.words.forms import LITTLE_WORDS, WORD, folded, key, keys, tokens
from lessons.words.glossing import Phrases, names_of, phrase_places, phrases_of
from tutor.reference.by_number import rules_named
from tutor.reference.search_entries import TITLE, Entry, Kind, entries

LONGEST_QUERY: Final = 120
MOST_WORDS: Final = 8

BEGINNING, STEM, COMPOUND, OTHER_NAME = 0.55, 0.4, 0.5, 0.8
"""What is left of it where only a word is there that begins with what was typed, begins with its stem or ends with it,
or a term with that other name."""
AGAIN: Final = 0.2
SHORTEST_BEGINNING: Final = 3
LONG_BEGINNING: Final = 5
SHORTEST_PART: Final = 4
LIKE_ENOUGH: Final = 0.8
SAME_TITLE: Final = 3.0
NAMED: Final = 100.0
"""What each word of a query is worth for a rule that the query names by its number or its id."""
MAIN_CHAPTERS: Final = 15
RARELY_PLAYED: Final = 0.75
"""Weight of the rules after the chapters on the game for four: other numbers of players, options, house rules."""
_SENTENCE_END: Final = re.compile(r"(?<=[.!?…])\s+(?=[^\W\d_]|„|“|\d)")
_LINKING: Final = ("", "s", "n", "en", "es")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """An entry that was found, with the words found marked: its title, the sentence to show, its other names."""

    kind: Kind
    id: str
    score: float
    title: SafeString
    excerpt: SafeString
    names: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What a query finds. ``missing`` are words that nothing at all has, ``suggestion`` a query that finds more."""

    query: str
    hits: tuple[Hit, ...] = ()
    is_partial: bool = False
    missing: tuple[str, ...] = ()
    suggestion: str = ""

    def of(self, kind: Kind) -> tuple[Hit, ...]:
        """The hits of one kind, best first."""
        return tuple(hit for hit in self.hits if hit.kind == kind)


@dataclass(slots=True)
class _Wanted:
    """A word of the query: the keys that answer it, with how well they do."""

    word: str
    answers: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """The entries of one language and where every key stands."""

    language: str
    entries: tuple[Entry, ...]
    places: dict[str, dict[int, float]]
    forms: dict[str, set[str]] = field(repr=False)
    spelling: dict[str, str] = field(repr=False)
    phrases: Phrases = field(repr=False)
    telling: dict[str, tuple[frozenset[str], ...]] = field(repr=False)
    """By term, the keys of each of its names, those that tell it from its other names."""


def search(query: str, *, language: str | None = None) -> Results:
    """What the content has for this query, in the active language if no other is named."""
    query = " ".join(query[:LONGEST_QUERY].split())
    language = "de" if (language or get_language() or "en").startswith("de") else "en"
    if not query:
        return Results(query="")
    return _search(_index(seeds_folder(), language), query)


def _search(index: Index, query: str) -> Results:
    wanted, missing = _wanted(index, query)
    scores: dict[int, list[float]] = defaultdict(list)
    for one in wanted:
        best: dict[int, float] = {}
        for answer, quality in one.answers.items():
            for place, weight in index.places.get(answer, {}).items():
                best[place] = max(best.get(place, 0.0), quality * weight)
        rarity = log(1 + len(index.entries) / max(1, len(best)))
        for place, score in best.items():
            scores[place].append(score * rarity)
    if named := rules_named(query):
        scores.update(
            (place, [NAMED] * max(1, len(wanted)))
            for place, entry in enumerate(index.entries)
            if entry.kind == "rule" and entry.id in named
        )
    most = max(map(len, scores.values()), default=0)
    marks = _marks(index, wanted)
    found = [
        (sum(parts) * _fitness(index, place, marks, query), place)
        for place, parts in scores.items()
        if len(parts) == most
    ]
    ranked = sorted(found, key=lambda one: (-one[0], one[1]))
    return Results(
        query=query,
        hits=tuple(_hit(index, index.entries[place], score, marks) for score, place in ranked),
        is_partial=bool(ranked) and most < len(wanted) + len(missing),
        missing=tuple(missing),
        suggestion=_suggestion(index, query, missing),
    )


def _wanted(index: Index, query: str) -> tuple[list[_Wanted], list[str]]:
    """The words of the query that something has, little words left out where others are there; and the others."""
    words = list(dict.fromkeys(WORD.findall(query)))[:MOST_WORDS]
    little = LITTLE_WORDS[index.language]
    telling = [word for word in words if word.casefold() not in little] or words
    found, missing = [], []
    for word in telling:
        answers = _answers(index, word)
        parts = [] if answers else _parts(index, word)
        if answers:
            found.append(_Wanted(word, answers))
        elif parts:
            found += [_Wanted(part, _answers(index, part)) for part in parts]
        else:
            missing.append(word)
    return found, missing


def _answers(index: Index, word: str) -> dict[str, float]:
    """The keys that answer a word: its own, those of words that begin with it and of compounds that end with it."""
    own = {key(word, index.language), key(word, "en" if index.language == "de" else "de"), folded(word)}
    answers = {one: 1.0 for one in own if one in index.places}
    beginning = folded(word)
    if beginning[:1].isdigit():
        return answers
    begins = len(beginning) >= SHORTEST_BEGINNING
    stems = tuple(stem for stem in {key(word, index.language), beginning} if len(stem) >= SHORTEST_PART)
    for form, standing in index.forms.items():
        if begins and form.startswith(beginning):
            quality = BEGINNING
        elif form.startswith(stems):
            quality = STEM
        elif index.language == "de" and any(_ends_compound(form, standing, stem) for stem in stems):
            quality = COMPOUND
        else:
            continue
        for one in standing:
            answers[one] = max(answers.get(one, 0.0), quality)
    return answers


def _ends_compound(form: str, standing: set[str], stem: str) -> bool:
    """Whether the word is a compound with this end: Ablagestapel with Stapel, but not unecht with echt."""
    return any(
        one.endswith(stem) and len(one) - len(stem) >= SHORTEST_BEGINNING and not one.startswith("un")
        for one in (form, *standing)
    )


def _parts(index: Index, word: str) -> list[str]:
    """A compound that nobody has written, as two words that somebody has: Jokerregel as Joker and Regel."""
    whole = folded(word)
    for end in range(len(whole) - SHORTEST_PART, SHORTEST_PART - 1, -1):
        first, last = whole[:end], whole[end:]
        for linking in _LINKING:
            start = first.removesuffix(linking) if linking else first
            if start in index.forms and last in index.forms:
                return [start, last]
    return []


def _suggestion(index: Index, query: str, missing: list[str]) -> str:
    """The query with words that nothing has replaced by the likest ones; empty without a likely one."""
    better = query
    for word in missing:
        near = get_close_matches(folded(word), index.spelling, n=1, cutoff=LIKE_ENOUGH)
        if near:
            better = better.replace(word, index.spelling[near[0]], 1)
    return better if better != query else ""


def _fitness(index: Index, place: int, marks: _Marks, query: str) -> float:
    """More for a title that hardly says anything else than what was looked for, less for rules that few tables have."""
    entry = index.entries[place]
    length = sum(word.end - word.start for word in tokens(entry.title, index.language)) or 1
    written = sum(end - start for start, end in marks.written.within(entry.title, index.language))
    meant = sum(end - start for start, end in marks.meant.within(entry.title, index.language))
    fitness = 1 + (0.6 * written + 0.3 * max(0, meant - written)) / length
    if keys(entry.title, index.language) == keys(query, index.language):
        fitness *= SAME_TITLE
    return (
        fitness * RARELY_PLAYED
        if entry.kind == "rule" and RULES[entry.id].section > MAIN_CHAPTERS
        else fitness
    )


@dataclass(frozen=True, slots=True)
class _Marks:
    """What to mark in the texts that are shown: keys, those of them that answer exactly, and names of terms."""

    keys: frozenset[str]
    exact: frozenset[str]
    phrases: Phrases

    @property
    def written(self) -> _Marks:
        """Only what stands there as it was typed."""
        return _Marks(self.exact, self.exact, {})

    @property
    def meant(self) -> _Marks:
        """That, and terms by another name."""
        return _Marks(self.exact, self.exact, self.phrases)

    def within(self, text: str, language: str) -> list[tuple[int, int]]:
        """Where to mark, in order, without overlaps."""
        words = tokens(text, language)
        spans = [(word.start, word.end) for word in words if word.key in self.keys]
        spans += [
            (words[first].start, words[last].end) for first, last, _ in phrase_places(words, self.phrases)
        ]
        joined: list[tuple[int, int]] = []
        for start, end in sorted(spans):
            if joined and start <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
            else:
                joined.append((start, end))
        return joined


def _marks(index: Index, wanted: Iterable[_Wanted]) -> _Marks:
    answers: dict[str, float] = {}
    named = set()
    for one in wanted:
        for answer, quality in one.answers.items():
            answers[answer] = max(answers.get(answer, 0.0), quality)
            if quality == 1 or (quality == BEGINNING and len(one.word) >= LONG_BEGINNING):
                named.add(answer)
    meant = {term for term, names in index.telling.items() if any(keys <= named for keys in names)}
    phrases = {
        first: found
        for first, group in index.phrases.items()
        if (found := tuple(one for one in group if one.term in meant))
    }
    exact = frozenset(answer for answer, quality in answers.items() if quality == 1)
    return _Marks(frozenset(answers), exact, phrases)


def _hit(index: Index, entry: Entry, score: float, marks: _Marks) -> Hit:
    texts = [text for text in entry.shown if text]
    excerpt = texts[0] if texts else ""
    if not marks.within(excerpt, index.language):
        sentences = (sentence for text in texts for sentence in _SENTENCE_END.split(text))
        excerpt = next((one for one in sentences if marks.within(one, index.language)), excerpt)
    names = ", ".join(entry.names)
    return Hit(
        kind=entry.kind,
        id=entry.id,
        score=score,
        title=marked(entry.title, marks.within(entry.title, index.language)),
        excerpt=marked(excerpt, marks.within(excerpt, index.language)),
        names=marked(names, marks.within(names, index.language)),
    )


def marked(text: str, spans: Iterable[tuple[int, int]]) -> SafeString:
    """The text as markup, with these parts of it as ``mark`` elements."""
    html, done = [], 0
    for start, end in spans:
        html += [escape(text[done:start]), "<mark>", escape(text[start:end]), "</mark>"]
        done = end
    return mark_safe("".join([*html, escape(text[done:])]))


@lru_cache(maxsize=8)
def _index(root: Path, language: str) -> Index:
    content = load(root)
    with override(language):
        found = tuple(entries(content))
    phrases = phrases_of(content.glossary, language)
    places: dict[str, dict[int, float]] = defaultdict(dict)
    forms: dict[str, set[str]] = defaultdict(set)
    spelling: dict[str, str] = {}
    abroad = _names_abroad(content, language)
    names = {term.key: _name_words(term) for term in content.glossary}
    for place, entry in enumerate(found):
        for weight, text in entry.texts:
            words = tokens(text, language)
            for word in words:
                _stand(places[word.key], place, weight)
                written = text[word.start : word.end]
                forms[folded(written)].add(word.key)
                if text not in abroad:
                    spelling.setdefault(folded(written), written)
            if entry.kind == "term":
                continue
            for _, _, phrase in phrase_places(words, phrases):
                for name in names[phrase.term]:
                    _stand(places[key(name, language)], place, weight * OTHER_NAME)
        for term in content.glossary:
            if entry.kind == "rule" and entry.id in term.rules:
                for name in names[term.key]:
                    _stand(places[key(name, language)], place, TITLE * OTHER_NAME)
    return Index(
        language=language,
        entries=found,
        places=dict(places),
        forms=dict(forms),
        spelling=spelling,
        phrases=phrases,
        telling={term.key: _telling(term, language) for term in content.glossary},
    )


def _names_abroad(content: Library, language: str) -> set[str]:
    """The names that terms have in the other language only: they are found, but not suggested."""
    here, there = ("de", "en") if language == "de" else ("en", "de")
    names = {
        one: {name for term in content.glossary for name in names_of(term, one)} for one in (here, there)
    }
    return names[there] - names[here]


def _stand(standing: dict[int, float], place: int, weight: float) -> None:
    """A word stands there once more: its best place counts, the others a little."""
    before = standing.get(place, 0.0)
    standing[place] = max(before, weight) + AGAIN * min(before, weight)


def _name_words(term: TermEntry) -> tuple[str, ...]:
    """The words of all names of a term in both languages."""
    return tuple(word for name in (*names_of(term, "de"), *names_of(term, "en")) for word in _words(name))


def _telling(term: TermEntry, language: str) -> tuple[frozenset[str], ...]:
    """The keys of every name of a term, without those of its first name: "echt" of "echtes Canasta" is enough."""
    own = frozenset(key(word, language) for word in _words(names_of(term, language)[0]))
    found = {own}
    for name in (*names_of(term, "de"), *names_of(term, "en")):
        found.add(frozenset(key(word, language) for word in _words(name)) - own)
    return tuple(found - {frozenset()})


def _words(name: str) -> list[str]:
    """The words of a name without the little ones."""
    little = LITTLE_WORDS["de"] | LITTLE_WORDS["en"]
    return [word for word in WORD.findall(name) if word.casefold() not in little]
