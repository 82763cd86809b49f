"""The shape of the rulebook, the glossary and the sources."""

from __future__ import annotations

from lessons.schema import ActionTexts, PositionText, Shape, Slug, Text, Words


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


class RuleEntry(Shape):
    """One rule of the rulebook: a table of ``seeds/rules.toml``."""

    title: Text
    short: Text
    text: Text
    tables: Text | None = None
    sources: tuple[RuleSource, ...] = ()
    example: RuleExample | None = None


class GermanTerm(Shape):
    term: Words
    plural: Words | None = None
    also: tuple[Words, ...] = ()


class EnglishTerm(Shape):
    term: Words
    plural: Words | None = None
    also: tuple[Words, ...] = ()


class TermEntry(Shape):
    """A word of the glossary."""

    key: Slug
    de: GermanTerm
    en: EnglishTerm
    text: Text


class GlossaryFile(Shape):
    term: tuple[TermEntry, ...]


class SourceEntry(Shape):
    """A source of rules, as the about page names it."""

    key: Slug
    title: Text
    description: Text


class SourcesFile(Shape):
    source: tuple[SourceEntry, ...]
