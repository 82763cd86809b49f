"""What an exercise of one's own is used for, so that it does not go while others work with it.

The editor knows nothing of classes. An area that uses such exercises registers when its app is ready.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from tutor.editor.models import OwnItem


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """Where an exercise is asked. ``is_own`` says that its owner may look there: only then is it named and linked."""

    title: str
    place: str
    url: str
    is_own: bool


_USES: Final[list[Callable[[OwnItem], Iterable[Use]]]] = []
_HEIRS: Final[list[Callable[[OwnItem], int | None]]] = []


def used_also(uses: Callable[[OwnItem], Iterable[Use]], heir: Callable[[OwnItem], int | None]) -> None:
    """Let another area say where it uses an exercise, and which account takes it over there."""
    _USES.append(uses)
    _HEIRS.append(heir)


def uses_of(row: OwnItem) -> list[Use]:
    """All places where an exercise is used."""
    return [use for uses in _USES for use in uses(row)]


def hand_on(row: OwnItem) -> bool:
    """Give an exercise to somebody who works with it. Returns whether there is anybody."""
    heir = next((found for find in _HEIRS if (found := find(row)) is not None), None)
    if heir is None:
        return False
    OwnItem.objects.filter(pk=row.pk).update(owner=heir)
    return True
