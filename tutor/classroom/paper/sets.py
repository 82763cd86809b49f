"""What is printed or taken out together: the exercises of an assignment, or some of a theme."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lessons.content.providers import provider_of, read_ahead
from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug, find_item
from tutor.classroom.models import Assignment
from tutor.learning.addresses import item_url
from tutor.puzzles import printing
from tutor.puzzles.printing import KeyEntry, SheetItem


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSet:
    """Exercises with the number that each has in the set. ``missing`` are the numbers of those that are gone."""

    title: str
    note: str
    items: tuple[tuple[int, Item], ...]
    missing: tuple[int, ...] = ()


def of_assignment(assignment: Assignment) -> PaperSet:
    """The exercises of an assignment as all pupils know them, whatever cards each was given."""
    with read_ahead(map(base_slug, assignment.questions)):
        found = [(number, find_item(slug)) for number, slug in enumerate(assignment.questions, 1)]
    return PaperSet(
        title=assignment.name,
        note=assignment.classroom.name,
        items=tuple((number, item) for number, item in found if item is not None),
        missing=tuple(number for number, item in found if item is None),
    )


def of_theme(slug: str, title: str, *, note: str, **chosen_by: Any) -> PaperSet:
    """The exercises of a theme that :func:`printing.sheet_items` draws by this."""
    items = printing.sheet_items(slug, **chosen_by)
    return PaperSet(title=title, note=note, items=tuple(enumerate(items, 1)))


def sheet_items(chosen: PaperSet, *, host: str) -> list[SheetItem]:
    """The exercises as they are printed, each with the address of its online twin."""
    return [
        _with_twin(printing.sheet_item(item, number=number, host=host), host) for number, item in chosen.items
    ]


def key_entries(chosen: PaperSet) -> list[KeyEntry]:
    """What the key says of each."""
    entries = []
    for number, item in chosen.items:
        entry = printing.key_entry(item, number=number)
        entries.append(replace(entry, code="") if _is_own(item) else entry)
    return entries


def _with_twin(one: SheetItem, host: str) -> SheetItem:
    """An exercise of a teacher has no short code: its own address already carries one."""
    return replace(one, code="", address=f"{host}{item_url(one.item)}") if _is_own(one.item) else one


def _is_own(item: Item) -> bool:
    return provider_of(item.slug) is not None
