"""What tells exercises of a list apart whose sentence is the same: the cards that they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from engine.law.cards import Card, sort_cards
from engine.notation.text import parse_cards
from lessons.content.reading import Item
from lessons.kinds.registry import given, kind_of

MOST_CARDS: Final = 12
"""More cards than this are not looked through in a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An exercise in a list. ``item`` is None where the content has it no more; ``more`` cards are left out."""

    number: int
    item: Item | None
    cards: tuple[Card, ...]
    more: int

    @property
    def goal(self) -> str:
        return str(self.item.goal) if self.item else ""

    @property
    def kind(self) -> str:
        return str(kind_of(self.item).title) if self.item else ""


def entries_of(items: Iterable[Item | None], *, always: bool = False) -> tuple[Entry, ...]:
    """The exercises, counted from one; with cards where another one has the same sentence, or ``always``."""
    numbered = tuple(enumerate(items, 1))
    alike: dict[str, list[tuple[int, Item]]] = defaultdict(list)
    for number, item in numbered:
        if item is not None:
            alike[str(item.goal)].append((number, item))
    cards: dict[int, tuple[Card, ...]] = {}
    for group in alike.values():
        if always or len(group) > 1:
            seen = _cards_that_differ([item for _, item in group])
            cards |= {number: some for (number, _), some in zip(group, seen, strict=True)}
    return tuple(_entry(number, item, cards.get(number, ())) for number, item in numbered)


def _entry(number: int, item: Item | None, cards: tuple[Card, ...]) -> Entry:
    return Entry(number=number, item=item, cards=cards[:MOST_CARDS], more=max(0, len(cards) - MOST_CARDS))


def _cards_that_differ(items: Sequence[Item]) -> list[tuple[Card, ...]]:
    """The cards of each, looked at in the way that tells most of them apart: what is laid, shown, held or left."""
    return max(
        ([look(item) for item in items] for look in _LOOKS),
        key=lambda seen: len({cards for cards in seen if cards}),  # the first of the best
    )


def _laid(item: Item) -> tuple[Card, ...]:
    """The cards of the actions that are asked about. Those of a turn to be put in order would tell the order."""
    asked = kind_of(item).order_is_asked
    actions = () if asked else given(item.task).actions
    return tuple(chain.from_iterable(action.cards for action in actions))


def _shown(item: Item) -> tuple[Card, ...]:
    return given(item.task).cards


def _held(item: Item) -> tuple[Card, ...]:
    position = item.position
    return tuple(sort_cards(position.hand)) if position else ()


def _left(item: Item) -> tuple[Card, ...]:
    """What a side has left at the end of a deal."""
    side = given(item.task).side
    return tuple(sort_cards(parse_cards(" ".join(side.hands)))) if side else ()


_LOOKS: Final[tuple[Callable[[Item], tuple[Card, ...]], ...]] = (_laid, _shown, _held, _left)
