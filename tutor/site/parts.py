"""Places on pages of an upper area that lower areas fill, such as a class's page with the live round that is on.

The page names the place with ``{% part %}``; whoever fills it says so when its app is ready.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Part:
    """A template, and what it is drawn from."""

    template: str
    facts: Mapping[str, Any] = field(default_factory=dict)


Fill = Callable[[HttpRequest | None, Any], Part | None]
"""Asked with the request, where there is one, and what the page is about; None leaves the place empty."""
_PLACES: Final[dict[str, list[Fill]]] = {}


def fill(place: str, part: Fill) -> None:
    """Let this stand in the place from now on, after what is there."""
    _PLACES.setdefault(place, []).append(part)


def parts_of(place: str, request: HttpRequest | None, about: Any) -> list[Part]:
    """All that stands in the place."""
    found = [part(request, about) for part in _PLACES.get(place, ())]
    return [part for part in found if part is not None]
