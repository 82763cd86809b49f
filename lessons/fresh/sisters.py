"""Sister positions: an exercise once more with other cards, made by exchanging ranks and suits.

Ranks change places within their value (four to seven, eight to king), so every verdict and every sum of a meld stays as
it was; where a number is asked for they change places freely, so that the number is another one. Where sequences are
played the ranks stay and only the suits change. A sister has its own texts, because the author's may name cards.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, Final

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import CARDS, NATURAL_RANKS, Card, sort_cards
from engine.law.errors import EngineError
from engine.law.melds import Meld
from engine.law.position import Position, Side
from engine.notation.text import format_cards, parse_cards
from lessons.content import bank
from lessons.content.base import SideTable
from lessons.content.providers import provided
from lessons.content.reading import Item, hash_of, library
from lessons.kinds.asking.goals import goal_of, look_of, other_texts
from lessons.kinds.registry import given, kind_of

MARK: Final = "~"
MOST_SISTERS: Final = 99
_TRIES: Final = 30
_CLASSES: Final = ("4567", "89TJQK", "A")
_FREE: Final = ("456789TJQK", "A")
_NAME: Final = re.compile(r"([4-9TJQKA])([cdhs]?)")


@dataclass(frozen=True, slots=True)
class _Exchange:
    """Which card stands for which. Threes keep their colour, wild cards their kind."""

    ranks: Mapping[str, str]
    suits: Mapping[str, str]

    def card(self, card: Card) -> Card:
        if not card.suit:
            return card
        if card.rank == "3":
            partner = {"c": "s", "s": "c", "h": "d", "d": "h"}[card.suit]
            crossed = self.suits["c"] in "sd" if card.is_black_three else self.suits["d"] in "hc"
            return CARDS["3" + (partner if crossed else card.suit)]
        return CARDS[self.ranks.get(card.rank, card.rank) + self.suits[card.suit]]

    def cards(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(map(self.card, cards))

    def name(self, name: str) -> str:
        """A meld as actions name it: ``K``, ``K#2``, ``5h-7h``, ``W``, ``opp:K``."""
        prefix, colon, plain = name.rpartition(":")
        new = _NAME.sub(
            lambda match: self.ranks[match[1]] + (self.suits[match[2]] if match[2] else ""), plain
        )
        return f"{prefix}{colon}{new}"

    def action(self, action: Action) -> Action:
        return replace(
            action,
            cards=self.cards(action.cards),
            others=self.cards(action.others),
            target=self.name(action.target),
            source=self.name(action.source),
        )

    def side(self, side: Side) -> Side:
        return replace(
            side,
            melds=tuple(Meld(self.cards(meld.cards), by=meld.by) for meld in side.melds),
            red_threes=self.cards(side.red_threes),
        )

    def position(self, position: Position) -> Position:
        return replace(
            position,
            hand=self.cards(position.hand),
            own=self.side(position.own),
            opponents=tuple(map(self.side, position.opponents)),
            pile=self.cards(position.pile),
        )

    def of(self, value: Any) -> Any:
        """A part of a task with the other cards, whatever it is: see :func:`_has_cards`."""
        if isinstance(value, tuple):
            return tuple(map(self.of, value))
        match value:
            case Card():
                return self.card(value)
            case Action():
                return self.action(value)
            case Position():
                return self.position(value)
            case SideTable():
                return self.side_table(value)
        raise TypeError(f"{type(value).__name__} is made of no cards")

    def side_table(self, side: SideTable) -> SideTable:
        def text(cards: str) -> str:
            return format_cards(sort_cards(self.cards(parse_cards(cards))))

        return side.model_copy(
            update={
                "melds": tuple(map(text, side.melds)),
                "red_threes": text(side.red_threes),
                "hands": tuple(map(text, side.hands)),
            }
        )


@lru_cache(maxsize=1024)
def sister_of(item: Item, number: int) -> Item | None:
    """The sister with this number, from 1 on, always the same; None where other cards make no other exercise."""
    if not 1 <= number <= MOST_SISTERS or MARK in item.slug:
        return None
    kind = kind_of(item)
    if not kind.has_sisters(item):
        return None
    if not any(map(_has_cards, dict(item.task).values())):
        return None
    rng = Random(f"{item.slug} {number}")
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


def base_slug(slug: str) -> str:
    """The slug of the exercise to which a sister belongs; any other slug as it is."""
    return slug.partition(MARK)[0]


def sister_number(slug: str) -> int | None:
    """The number of a sister, None for any other slug."""
    _, mark, number = slug.partition(MARK)
    return int(number) if mark and number.isdecimal() and len(number) < 4 else None


def _exchange(item: Item, rng: Random, *, suits_only: bool) -> _Exchange:
    ranks = {rank: rank for rank in NATURAL_RANKS}
    if not suits_only:
        for group in _FREE if kind_of(item).ranks_are_free else _CLASSES:
            shuffled = list(group)
            rng.shuffle(shuffled)
            ranks |= dict(zip(group, shuffled, strict=True))
    return _Exchange(ranks, _suits(rng, colours_count=item.rules.sperr_canasta))


def _suits(rng: Random, *, colours_count: bool) -> dict[str, str]:
    """Any exchange of suits; where the colour of twos counts, clubs with spades and hearts with diamonds only."""
    if colours_count:
        black, red = rng.choice(("cs", "sc")), rng.choice(("dh", "hd"))
        return {"c": black[0], "s": black[1], "d": red[0], "h": red[1]}
    suits = list("cdhs")
    rng.shuffle(suits)
    return dict(zip("cdhs", suits, strict=True))


def _exchanged(item: Item, exchange: _Exchange, number: int) -> Item:
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
