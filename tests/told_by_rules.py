"""What exercises say that is not so in the rule set at hand: each exercise under each change of its rule set."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final

from django.utils.translation import override

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.ruleset import ABOUT, RuleSet
from engine.law.variants import RULE_SETS
from engine.law.verdict import Verdict
from engine.notation.position_line import format_rules
from lessons.content.base import LANGUAGES
from lessons.content.reading import Item, library
from lessons.kinds.asking.hints import rule_hint
from lessons.kinds.common.reasons import offered_reasons
from lessons.kinds.registry import kind_of
from lessons.parting.probing import under_rules
from lessons.saying.verdicts import explain
from lessons.saying.wording import rule_short, rule_title, term_text
from tests.claims import false_claims
from tests.claims_of_verdicts import CLAIMS as CLAIMS_OF_VERDICTS
from tutor.site.templatetags.canasta import rich_block

PLACES: Final = (
    "rules of the exercise",
    "reasons to choose from",
    "terms that open",
    "sentences of verdicts",
    "hints",
)
_NOTE: Final = re.compile(r'<div popover class="gloss" id="t[0-9a-f]{8}-([a-z0-9-]+)">')


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """One text that is not so: where it is shown, which rule or term, under which change, and the words."""

    place: str
    what: str
    parameter: str
    words: str
    exercise: str


@lru_cache(maxsize=64)
def changed_sets(rules: RuleSet) -> tuple[tuple[str, RuleSet], ...]:
    """The rule set itself, and it with each parameter changed in every way that can be played."""
    found = [("", rules)]
    for name in ABOUT:
        for value in _other_values(name, rules):
            try:
                found.append((name, rules.changed({name: value})))
            except EngineError:
                continue
    return tuple(found)


def _other_values(name: str, rules: RuleSet) -> Iterator[Any]:
    """Values of this parameter that the rule set does not have, as JSON data."""
    own = getattr(rules, name)
    values = [getattr(other, name) for other in RULE_SETS.values()]
    if ABOUT[name].choices:
        values = list(ABOUT[name].choices)
    elif ABOUT[name].is_switch:
        values = [not own]
    elif isinstance(own, int):
        values += [own + 1, own + 100]
    if ABOUT[name].may_be_none:
        values.append(None)
    seen = []
    for value in values:
        if value != own and value not in seen:
            seen.append(value)
            yield ABOUT[name].to_json(value)


def count_wrong(items: Iterable[Item]) -> tuple[Counter[tuple[str, str]], int]:
    """How many shown texts are not so, by place and parameter, and of how many pairs of exercise and rule set."""
    counted: Counter[tuple[str, str]] = Counter()
    pairs = 0
    for item in items:
        pairs += len(changed_sets(item.rules))
        counted.update((one.place, one.parameter) for one in wrong_in(item))
    return counted, pairs


def wrong_in(item: Item) -> Iterator[Wrong]:
    """The texts of this exercise that are not so under one of the changes of its rule set."""
    shown = defaultdict(set)
    shown[PLACES[0]] = set(item.task.rules)
    shown[PLACES[1]] = set(offered_reasons(item))
    opening = terms_in(item)
    for parameter, rules in changed_sets(item.rules):
        for place, ids in shown.items():
            for rule in sorted(ids):
                if words := wrong_words(rule, rules):
                    yield Wrong(
                        place=place, what=rule, parameter=parameter, words=words[0], exercise=item.slug
                    )
        for words in wrong_in_verdicts(item, rules):
            yield Wrong(place=PLACES[3], what="", parameter=parameter, words=words, exercise=item.slug)
        for words in wrong_in_hint(item, rules):
            yield Wrong(place=PLACES[4], what="", parameter=parameter, words=words, exercise=item.slug)
        for language, term in opening:
            if words := wrong_term(term, rules, language):
                yield Wrong(
                    place=PLACES[2], what=term, parameter=parameter, words=words[0], exercise=item.slug
                )


def terms_in(item: Item) -> tuple[tuple[str, str], ...]:
    """The terms that open in what is said before the exercise: language and key."""
    found = []
    for language in LANGUAGES if item.intro else ():
        with override(language):
            found += [(language, key) for key in _NOTE.findall(rich_block(item.intro))]
    return tuple(found)


def wrong_in_verdicts(item: Item, rules: RuleSet) -> Iterator[str]:
    """What the verdicts on all that is judged in this exercise claim that is not so in this rule set."""
    for position, actions, unfinished in kind_of(item).judged(item):
        try:
            changed = under_rules(position, rules)
            verdict = judge(changed, actions, unfinished=unfinished, remedy=False)
        except EngineError:
            continue  # the position or the cards cannot be in this rule set
        yield from wrong_in_verdict(verdict, changed, actions, about=item.task.rules)


def wrong_in_hint(item: Item, rules: RuleSet) -> Iterator[str]:
    """What the hint that tells the rule claims that is not so in this rule set, in both languages."""
    for language in LANGUAGES:
        with override(language):
            try:
                hint = rule_hint(under_changed(item, rules))
            except (EngineError, ValueError):
                return  # the position or the question cannot be in this rule set
            yield from false_claims(hint, rules, language)


def under_changed(item: Item, rules: RuleSet) -> Item:
    """The exercise as it would be in this rule set. EngineError where it cannot be there."""
    if item.position is not None:
        changed: dict[str, Any] = {"position": under_rules(item.position, rules)}
    else:
        changed = {"rule_set": format_rules(rules)}
    return replace(item, task=item.task.model_copy(update=changed))


def wrong_in_verdict(
    verdict: Verdict, position: Position, actions: Sequence[Action], *, about: Iterable[str] = ()
) -> Iterator[str]:
    """What the sentences of this verdict claim that is not so in the position's rule set, in both languages."""
    for language in LANGUAGES:
        with override(language):
            told = explain(verdict, position=position, actions=actions, about=about)
            said = [str(one.text) for one in (told.deciding, told.fix, *told.further) if one]
        for text in said:
            for claim in CLAIMS_OF_VERDICTS:
                yield from claim.false_words(text, position.rules, language)


@cache
def wrong_term(key: str, rules: RuleSet, language: str) -> tuple[str, ...]:
    """What the glossary's text of this term claims that is not so in this rule set."""
    entry = next(entry for entry in library().glossary if entry.key == key)
    with override(language):
        return tuple(false_claims(term_text(entry, rules), rules, language))


@cache
def wrong_words(rule: str, rules: RuleSet) -> tuple[str, ...]:
    """What the rule's title and short sentence claim that is not so in this rule set, in both languages."""
    found = []
    for language in LANGUAGES:
        with override(language):
            for text in (
                rule_title(rule, rules), rule_short(rule, rules), rule_short(rule, rules, alone=True)
            ):  # fmt: skip
                found += false_claims(text, rules, language)
    return tuple(found)
