"""Sister positions: an exercise once more with other cards, made by exchanging ranks and suits.

Ranks change places within their value (four to seven, eight to king), so every verdict and every sum of a meld stays as
it was; where a number is asked for they change places freely, so that the number is another one. Where sequences are
played the ranks stay and only the suits change. A sister has its own texts, because the author's may name cards.

Beyond ``TURNED`` stand those whose right answer is another one: a small change of the position turns the verdict, or
what is offered stands in another order. What an earlier number means never changes, for it is kept and printed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Final

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.position import Position
from lessons.content import bank
from lessons.content.base import SideTable
from lessons.content.providers import provided
from lessons.content.reading import Item, hash_of, library
from lessons.fresh.exchanging import CLASSES, FREE, Exchange, any_exchange
from lessons.kinds.asking.goals import goal_of, look_of, other_texts
from lessons.kinds.registry import given, kind_of

MARK: Final = "~"
MOST_SISTERS: Final = 99
TURNED: Final = 100
"""Sister 102 is the turned one beside sister 2, and so on."""
_TRIES: Final = 30


@lru_cache(maxsize=1024)
def sister_of(item: Item, number: int) -> Item | None:
    """The sister with this number, from 1 on, always the same; None where other cards make no other exercise."""
    if not 1 <= number % TURNED <= MOST_SISTERS or number > 2 * TURNED or MARK in item.slug:
        return None
    kind = kind_of(item)
    if not kind.has_sisters(item):
        return None
    if not any(map(_has_cards, dict(item.task).values())):
        return None
    rng = Random(f"{item.slug} {number}")
    if number > TURNED:
        return _turned(item, number, rng)
    for trial in range(2 * _TRIES):
        # Consecutive ranks are a matter of their own (a row is no meld): then only the suits change.
        exchange = _exchange(item, rng, suits_only=item.rules.sequences or trial >= _TRIES)
        try:
            found = _exchanged(item, exchange, number)
            if kind.is_other(item, found) and _breaks(item) == _breaks(found):
                return found
        except EngineError:  # a card more often than the deck has it
            continue
    return None


def _turned(item: Item, number: int, rng: Random) -> Item | None:
    """The same question where something else is right, with other cards besides; None where no change makes it so."""
    kind = kind_of(item)
    for parts in islice(kind.turned(item, rng), _TRIES):
        other = replace(item, task=item.task.model_copy(update=parts))
        groups = () if item.rules.sequences else CLASSES  # sums stay: what turned it must not turn back
        exchange = any_exchange(rng, groups, colours_count=item.rules.sperr_canasta)
        try:
            found = _exchanged(other, exchange, number)
            if _breaks(other) != _breaks(found) or not kind.is_turned(item, found):
                continue
            if next(kind.faults(found), None) is None:
                return found
        except EngineError:  # a card more often than the deck has it
            continue
    return None


def base_item(slug: str) -> Item | None:
    """The exercise with this slug, from the content, from the bank, or from who else brings some."""
    return library().item(slug) or bank.item(slug) or provided(slug)


def find_item(slug: str) -> Item | None:
    """The item or the sister with this slug."""
    item = base_item(base_slug(slug))
    number = sister_number(slug)
    if item is None or MARK not in slug:
        return item
    return sister_of(item, number) if number is not None else None


def is_there(slug: str) -> bool:
    """Whether :func:`find_item` finds one. An exercise of the bank is not read for it."""
    return slug in bank.bank().index or find_item(slug) is not None


def base_slug(slug: str) -> str:
    """The slug of the exercise to which a sister belongs; any other slug as it is."""
    return slug.partition(MARK)[0]


def sister_number(slug: str) -> int | None:
    """The number of a sister, None for any other slug."""
    _, mark, number = slug.partition(MARK)
    return int(number) if mark and number.isdecimal() and len(number) < 4 else None


def _exchange(item: Item, rng: Random, *, suits_only: bool) -> Exchange:
    groups = () if suits_only else FREE if kind_of(item).ranks_are_free else CLASSES
    return any_exchange(rng, groups, colours_count=item.rules.sperr_canasta)


def _exchanged(item: Item, exchange: Exchange, number: int) -> Item:
    new = {name: exchange.of(value) for name, value in dict(item.task).items() if _has_cards(value)}
    new |= kind_of(item).renamed(item, exchange.name)
    changed = replace(item, task=item.task.model_copy(update=new))
    said = {"goal": goal_of(changed), "look": look_of(changed), "intro": None, "right": None}
    task = changed.task.model_copy(update=said | other_texts(changed))
    return Item(
        slug=f"{item.slug}{MARK}{number}",
        task=task,
        content_hash=hash_of([item.content_hash, number]),
        group=item.group,
        number=item.number,
        is_puzzle=item.is_puzzle,
        source=item.source,
    )


def _breaks(item: Item) -> list[tuple[bool | None, frozenset[str]]]:
    """The verdict on every list of actions that the exercise shows."""
    position = item.position
    if position is None or not kind_of(item).actions_are_judged:
        return []
    verdicts = [judge(position, actions, unfinished=True, remedy=False) for actions in given(item.task).lists]
    return [(one.legal, frozenset(finding.rule for finding in one.broken)) for one in verdicts]


def _has_cards(value: object) -> bool:
    """Whether this part of a task is made of cards, so that others can take their place."""
    if isinstance(value, tuple):
        return bool(value) and all(isinstance(one, Card | Action) or _has_cards(one) for one in value)
    return isinstance(value, Position | SideTable)
