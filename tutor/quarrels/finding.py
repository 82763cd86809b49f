"""The quarrel that somebody means who says it in their own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.utils.translation import get_language, override

from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from lessons.content.quarrels import Chosen, QuarrelEntry
from lessons.content.reading import Library, load, seeds_folder
from lessons.words.forms import keys
from tutor.quarrels.meaning import Meaning, asks_what_must_be
from tutor.quarrels.said import said_in
from tutor.reference.answering import ASKED, TITLE, Index, Phrase, Words, answers, words_of
from tutor.reference.rule_set_named import rule_set_named

LEAST: Final = 2.4
"""What is less like the words is not shown as the quarrel that is meant."""
NEAR: Final = 0.55
"""What share of the likest one's score another needs to be offered beside it."""
MOST: Final = 4
BY_RULE: Final = 0.35
"""What it is worth beside being like the words that the rules of a quarrel answer them."""
LESS: Final = 0.9
"""What a rule is worth that the quarrel is not about most of all; and what share of the likest rule's score a quarrel
needs to be the answer although that rule has nothing to do with it."""


@dataclass(frozen=True, slots=True)
class Meant:
    """The quarrel that the words mean, if they mean one, and others that are near, the likest first.

    ``chosen`` is what the words say of its questions, ``rules`` the rule set that they name. Where they mean none but
    name cards to lay, ``cards`` are these, as one types them. ``is_must`` says that they ask what one must do, where a
    quarrel says what one may.
    """

    quarrel: QuarrelEntry | None = None
    others: tuple[QuarrelEntry, ...] = ()
    chosen: Chosen = field(default_factory=dict)
    rules: RuleSet | None = None
    cards: str = ""
    is_must: bool = False


def quarrels_for(query: str, *, language: str | None = None) -> Meant:
    """What the words may mean. Words that a rule answers which no quarrel is about mean that rule, and no quarrel.

    Nor do words that name cards, numbers or players which no quarrel that is like them has: a yes to another question
    is worse than none.
    """
    language = "de" if (language or get_language() or "en").startswith("de") else "en"
    rules, query = rule_set_named(query, language)
    if not query:
        return Meant(rules=rules)
    content, index = load(seeds_folder()), _index(seeds_folder(), language)
    read = index.words.mended(query)
    like = {one.rule: one.score for one in index.ranked(read) if one.score >= LEAST}
    answered = {one.rule: one.score for one in answers(read, language=language, mend=False).found}
    likest = next(iter(answered), "")
    said = _said(seeds_folder(), language).get(keys(query, language), "")
    scores = {
        slug: score + BY_RULE * _answered(content.quarrels[slug], answered) for slug, score in like.items()
    }
    ranked = sorted(scores, key=lambda slug: (slug != said, -scores[slug], slug))
    likely = [slug for slug in ranked if scores[slug] >= NEAR * scores[ranked[0]]][:MOST]

    def chosen(slug: str) -> Chosen | None:
        entry = content.quarrels[slug]
        if said:
            return (_meaning(seeds_folder(), language)[slug].choices(read) or {}) if slug == said else None
        if likest and likest not in entry.rules and like[slug] < LESS * answered[likest]:
            return None
        return _meaning(seeds_folder(), language)[slug].choices(read)

    meant = next(((slug, found) for slug in likely if (found := chosen(slug)) is not None), None)
    others = tuple(content.quarrels[slug] for slug in likely if meant is None or slug != meant[0])
    named = said_in(query, language)
    if meant is None or not _is_for(named.players, rules):
        cards = "" if rules or _is_about_the_pile(index.words, read) else named.typed
        return Meant(others=others, rules=rules, cards=cards)
    return Meant(content.quarrels[meant[0]], others, meant[1], rules, is_must=asks_what_must_be(query))


def _is_about_the_pile(words: Words, query: str) -> bool:
    """Whether the cards are more than those that are named, or are not laid: with the pile, and for a discard."""
    others = (
        "Ablagestapel abwerfen werfen nehmen anlegen Canasta"
        if words.language == "de"
        else "pile discard throw take add canasta"
    )
    beside = words.weights(others)
    return any(one in beside for one in words.weights(query) if one[0] not in "?~")


def _is_for(players: int | None, rules: RuleSet | None) -> bool:
    """Whether so many play as the words say: all quarrels are about four, but for those of a rule set for others."""
    return players in (None, (rules or CLASSIC).default_players)


@lru_cache(maxsize=8)
def _meaning(root: Path, language: str) -> Mapping[str, Meaning]:
    words = words_of(root, language)
    return {slug: Meaning(entry, words) for slug, entry in load(root).quarrels.items()}


def _answered(entry: QuarrelEntry, rules: Mapping[str, float]) -> float:
    """How well the rules of a quarrel answer the words: the one it is about most of all, or a little less another."""
    most, *others = entry.rules
    return max([rules.get(most, 0.0), *(LESS * rules.get(one, 0.0) for one in others)])


@lru_cache(maxsize=8)
def _index(root: Path, language: str) -> Index:
    content, words = load(root), words_of(root, language)
    with override(language):
        texts = {slug: list(_texts(content, entry)) for slug, entry in content.quarrels.items()}
        return Index(words, _phrases(content, words), texts)


@lru_cache(maxsize=8)
def _said(root: Path, language: str) -> dict[tuple[str, ...], str]:
    """The quarrel that is said in just these words, whatever else is like them."""
    return {
        keys(asked, language): slug
        for slug, entry in load(root).quarrels.items()
        for asked in (*entry.asked.in_language(language), entry.title.in_language(language))
    }


def _phrases(content: Library, words: Words) -> Iterator[Phrase]:
    for slug, entry in content.quarrels.items():
        for asked in entry.asked.in_language(words.language):
            yield Phrase(slug, ASKED, words.weights(asked))
        yield Phrase(slug, TITLE, words.weights(str(entry.title)))


def _texts(content: Library, entry: QuarrelEntry) -> Iterator[str]:
    yield str(entry.title)
    for one in entry.decide:
        yield str(one.ask)
        yield from (str(choice.words) for choice in one.choice)
