"""Exercises that stand neither in the content nor in the bank: other parts of the site may bring their own.

A provider owns a prefix of slugs. Its exercises are worked on, kept and reviewed like all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from lessons.content.reading import Item


class Provider(Protocol):
    """Where exercises of a prefix come from. ``prefix`` ends with a slash."""

    prefix: str

    def find(self, slug: str) -> Item | None:
        """The exercise with this slug, None if there is none."""

    def find_many(self, slugs: Iterable[str]) -> Mapping[str, Item]:
        """Those of these exercises that there are, by slug; one query for all of them."""

    def url(self, item: Item) -> str:
        """The exercise's own page in the active language."""


_PROVIDERS: dict[str, Provider] = {}
_AHEAD: ContextVar[Mapping[str, Item | None] | None] = ContextVar("exercises read ahead", default=None)


def register(provider: Provider) -> None:
    """Let a provider bring its exercises from now on; a later one for the same prefix takes its place."""
    _PROVIDERS[provider.prefix] = provider


def provider_of(slug: str) -> Provider | None:
    """Who brings the exercise with this slug; None for content and bank."""
    return _PROVIDERS.get(f"{slug.partition('/')[0]}/")


def provided(slug: str) -> Item | None:
    """The exercise that a provider has under this slug."""
    ahead = _AHEAD.get()
    if ahead is not None and slug in ahead:
        return ahead[slug]
    provider = provider_of(slug)
    return provider.find(slug) if provider is not None else None


@contextmanager
def read_ahead(slugs: Iterable[str]) -> Iterator[None]:
    """Let the exercises of providers among these slugs be read at once, for as long as the block lasts."""
    by_prefix: dict[str, set[str]] = {}
    for slug in slugs:
        if provider_of(slug) is not None:
            by_prefix.setdefault(f"{slug.partition('/')[0]}/", set()).add(slug)
    ahead: dict[str, Item | None] = {}
    for prefix, wanted in by_prefix.items():
        ahead |= dict.fromkeys(wanted)
        ahead |= _PROVIDERS[prefix].find_many(wanted)
    token = _AHEAD.set(ahead)
    try:
        yield
    finally:
        _AHEAD.reset(token)
