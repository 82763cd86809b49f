"""Ranks, suits, cards and their points; what is wild, a red three, a black three.

Cards of one kind are equal and interchangeable, so there is exactly one object for each of the 53 kinds:
``card("Kh") is card("Kh")``. Compare and hash them freely; identity and equality are the same thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Final

JOKER: Final = "JK"
TWO: Final = "2"
THREE: Final = "3"
NATURAL_RANKS: Final = ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
SUITS: Final = ("c", "d", "h", "s")
RED_SUITS: Final = frozenset("dh")

# Kinds are what the rules tell apart when suits do not matter: eleven natural ranks, then the special cards.
BLACK_THREE_KIND: Final = 11
TWO_KIND: Final = 12
JOKER_KIND: Final = 13
RED_THREE_KIND: Final = 14
KIND_COUNT: Final = 15

_POINTS: Final = {JOKER: 50, "A": 20, TWO: 20, **dict.fromkeys("89TJQK", 10), **dict.fromkeys("34567", 5)}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One kind of card. Made once by this module; get it with :func:`card`.

    ``points`` is the card value of the ledger's section 2; a red three has none (0), it is only a bonus.
    ``kind`` indexes count vectors of length ``KIND_COUNT``; ``order`` is the place in the canonical printing
    order: threes, four to ace, twos, jokers, and within a rank clubs, diamonds, hearts, spades. ``fine`` tells the
    natural cards four to ace apart by suit too: suit times eleven plus kind, -1 for all others; ``is_natural`` says
    that the card is one of them.
    """

    rank: str
    suit: str
    points: int
    kind: int
    order: int
    fine: int
    is_wild: bool
    is_red_three: bool
    is_black_three: bool
    is_natural: bool
    is_loose: bool

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f'card("{self}")'

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (str(self),)


def _one(rank: str, suit: str, points: int, kind: int, order: int) -> Card:
    natural = kind < BLACK_THREE_KIND
    return Card(
        rank,
        suit,
        points,
        kind,
        order,
        fine=SUITS.index(suit) * len(NATURAL_RANKS) + kind if natural else -1,
        is_wild=kind in (TWO_KIND, JOKER_KIND),
        is_red_three=kind == RED_THREE_KIND,
        is_black_three=kind == BLACK_THREE_KIND,
        is_natural=natural,
        is_loose=kind in (TWO_KIND, BLACK_THREE_KIND),
    )


def _make_cards() -> dict[str, Card]:
    made: dict[str, Card] = {}
    for rank in (THREE, *NATURAL_RANKS, TWO):
        for suit in SUITS:
            if rank == THREE:
                kind = RED_THREE_KIND if suit in RED_SUITS else BLACK_THREE_KIND
            else:
                kind = TWO_KIND if rank == TWO else NATURAL_RANKS.index(rank)
            points = 0 if kind == RED_THREE_KIND else _POINTS[rank]
            made[rank + suit] = _one(rank, suit, points, kind, len(made))
    made[JOKER] = _one(JOKER, "", _POINTS[JOKER], JOKER_KIND, len(made))
    return made


CARDS: Final[dict[str, Card]] = _make_cards()
"""All 53 kinds by their notation, in canonical order."""

KIND_POINTS: Final = tuple(
    next(c.points for c in CARDS.values() if c.kind == kind) for kind in range(KIND_COUNT)
)
"""Points of each kind, by kind."""

FIRST_CARDS: Final = tuple(next(c for c in CARDS.values() if c.kind == kind) for kind in range(KIND_COUNT))
"""The first card of each kind in canonical order, by kind."""

FINE_CARDS: Final = tuple(sorted((c for c in CARDS.values() if c.fine >= 0), key=lambda c: c.fine))
"""The natural cards four to ace by ``Card.fine``."""

KIND_NAMES: Final = (*NATURAL_RANKS, THREE, TWO, JOKER, THREE)
"""Rank letter of each kind; black and red threes are both ``3``."""


def card(notation: str) -> Card:
    """The card of this canonical notation, such as ``Kh`` or ``JK``. Raises KeyError for anything else."""
    return CARDS[notation]


_ORDER: Final = attrgetter("order")


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in canonical printing order."""
    return tuple(sorted(cards, key=_ORDER))


def parted(hand: Iterable[Card], came: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The hand without the cards that came, and those of them that are still there, in canonical order."""
    held, last = Counter(hand), Counter(came)
    return sort_cards((held - last).elements()), sort_cards((held & last).elements())


def points_of(cards: Iterable[Card]) -> int:
    """Sum of the card values, in points."""
    return sum(c.points for c in cards)


def counts_of(cards: Iterable[Card]) -> list[int]:
    """How many cards of each kind: a list of length ``KIND_COUNT``."""
    counts = [0] * KIND_COUNT
    for c in cards:
        counts[c.kind] += 1
    return counts


def copies_in_deck(a_card: Card, *, packs: int, jokers: int) -> int:
    """How many copies of this exact card a deck of so many packs and jokers holds."""
    return jokers if a_card.kind == JOKER_KIND else packs


@lru_cache(maxsize=64)
def full_deck(*, packs: int, jokers: int) -> tuple[Card, ...]:
    """Every card of the deck in canonical order, jokers last."""
    return tuple(c for c in CARDS.values() for _ in range(copies_in_deck(c, packs=packs, jokers=jokers)))
