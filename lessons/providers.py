"""Exercises that stand neither in the content nor in the bank: other parts of the site may bring their own.

A provider owns a prefix of slugs. Its exercises are worked on, kept and reviewed like all others.
"""

from __future__ import annotations

from typing import Protocol

from lessons.content import Item


class Provider(Protocol):
    """Where exercises of a prefix come from. ``prefix`` ends with a slash."""

    prefix: str

    def find(self, slug: str) -> Item | None:
        """The exercise with this slug, None if there is none."""

    def url(self, item: Item) -> str:
        """The exercise's own page in the active language."""


_PROVIDERS: dict[str, Provider] = {}


def register(provider: Provider) -> None:
    """Let a provider bring its exercises from now on; a later one for the same prefix takes its place."""
    _PROVIDERS[provider.prefix] = provider


def provider_of(slug: str) -> Provider | None:
    """Who brings the exercise with this slug; None for content and bank."""
    return _PROVIDERS.get(f"{slug.partition('/')[0]}/")


def provided(slug: str) -> Item | None:
    """The exercise that a provider has under this slug."""
    provider = provider_of(slug)
    return provider.find(slug) if provider is not None else None
