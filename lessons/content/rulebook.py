"""The shape of the rulebook, the glossary and the sources."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BeforeValidator, StrictBool, model_validator

from engine.law.ruleset import RuleSet
from lessons.content.base import (
    ActionTexts,
    PositionText,
    RuleId,
    RuleSetName,
    Shape,
    Slug,
    Text,
    Words,
    not_empty,
)

NONE: Final = "none"
"""How a file writes that a parameter has no value."""


def _known_names(value: dict[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    for name, values in value.items():
        if not hasattr(RuleSet, name):
            raise ValueError(f"a rule set has no “{name}”")
        if not values:
            raise ValueError(f"no value of “{name}” is given")
    return value


Holds = Annotated[dict[str, tuple[Any, ...]], AfterValidator(_known_names)]
"""For which values of a rule set's parameters words are so, as JSON data; all parameters must have one of theirs."""


class Otherwise(Shape):
    """What is said where other words do not hold: of a rule with ``short``, of a term with ``text``."""

    holds: Holds = {}
    title: Text | None = None
    short: Text | None = None
    text: Text | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if (self.short is None) == (self.text is None):
            raise ValueError("either “short” or “text” says it")
        return self


class RuleSource(Shape):
    """Where a rule is found and how it stands there, in the words of sources.toml and the rules ledger."""

    source: Slug
    standing: Words
    note: Text | None = None


class RuleExample(Shape):
    """A position with what is legal in it and what is not."""

    position: PositionText
    legal: ActionTexts | None = None
    illegal: ActionTexts | None = None
    text: Text | None = None


class Probe(Shape):
    """Actions on which rule sets part. The position is judged under each of them; its own rule set is only a start."""

    position: PositionText
    actions: ActionTexts


def _read_question(value: Any) -> dict[str, Any]:
    if not isinstance(value, str):
        raise ValueError("this must be a text")
    try:
        question = json.loads(value)
    except ValueError as error:
        raise ValueError(f"this is not JSON: {error}") from None
    if not isinstance(question, dict) or set(question) != {"side"}:
        raise ValueError('this must be an object such as {"side": {"melds": ["Kh Kd Ks"]}}')
    return question


ScoreQuestion = Annotated[dict[str, Any], BeforeValidator(_read_question)]
"""A question of the command ``score`` without its rule set: what one side has when the deal ends."""


class Asked(Shape):
    """How people ask for a rule, in each language; only for finding it."""

    de: Annotated[tuple[Words, ...], AfterValidator(not_empty)]
    en: Annotated[tuple[Words, ...], AfterValidator(not_empty)]

    def in_language(self, language: str) -> tuple[str, ...]:
        return self.de if language.startswith("de") else self.en


class RuleEntry(Shape):
    """One rule of the rulebook: a table of ``seeds/rules/``.

    ``subject`` names what the rule is about where the title already tells the classic value ("Four jokers").
    ``holds`` says for which values of further parameters title and short sentence are so, ``otherwise`` what is said
    instead, the first that holds. ``alone`` is the short sentence as it is said to those who play without a partner.
    ``asked`` is how people ask for it.
    """

    title: Text
    subject: Text | None = None
    short: Text
    alone: Text | None = None
    holds: Holds = {}
    otherwise: tuple[Otherwise, ...] = ()
    text: Text
    asked: Asked | None = None
    tables: Text | None = None
    sources: tuple[RuleSource, ...] = ()
    example: RuleExample | None = None
    probe: tuple[Probe, ...] = ()
    score_probe: tuple[ScoreQuestion, ...] = ()


class RuleSetEntry(Shape):
    """A rule set as the rulebook presents it.

    ``players`` says in words who plays it, ``text`` what else to know, ``examples`` names rules whose example or
    probe shows best how it is played; ``called`` is how people name it who ask for what holds there.
    """

    name: RuleSetName
    title: Text
    summary: Text
    players: Text
    text: Text | None = None
    parent: RuleSetName | None = None
    sources: tuple[Slug, ...]
    examples: tuple[RuleId, ...] = ()
    called: Asked | None = None


class RuleSetsFile(Shape):
    rule_set: tuple[RuleSetEntry, ...]


class GermanTerm(Shape):
    """A term in one language. An ``everyday`` word is explained in the glossary, but not where it stands in a text."""

    term: Words
    plural: Words | None = None
    also: tuple[Words, ...] = ()
    everyday: StrictBool = False


class EnglishTerm(Shape):
    """As GermanTerm."""

    term: Words
    plural: Words | None = None
    also: tuple[Words, ...] = ()
    everyday: StrictBool = False


class TermEntry(Shape):
    """A word of the glossary, and the rules that say more about it.

    ``[[target]]`` in the text stands for the number of that parameter. ``holds`` and ``otherwise`` as of a rule.
    """

    key: Slug
    de: GermanTerm
    en: EnglishTerm
    text: Text
    holds: Holds = {}
    otherwise: tuple[Otherwise, ...] = ()
    rules: tuple[RuleId, ...] = ()


class GlossaryFile(Shape):
    term: tuple[TermEntry, ...]


class AlikeEntry(Shape):
    """Words that mean the same to those who ask, in each language: any of them finds what the others find."""

    de: tuple[Words, ...] = ()
    en: tuple[Words, ...] = ()

    def in_language(self, language: str) -> tuple[str, ...]:
        return self.de if language.startswith("de") else self.en


class AlikeFile(Shape):
    alike: tuple[AlikeEntry, ...]


class SourceEntry(Shape):
    """A source of rules, as the about page names it."""

    key: Slug
    title: Text
    description: Text


class SourcesFile(Shape):
    source: tuple[SourceEntry, ...]
