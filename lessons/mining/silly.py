"""What nobody would try at a table: a ten on the fives, a king among the queens. It is nowhere offered as an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from engine.law.actions import Action
from engine.law.cards import NATURAL_RANKS, Card


def is_silly(actions: Iterable[Action], *, rows: bool = False) -> bool:
    """Whether one of these actions is believed by nobody; ``rows`` says that there are melds in sequence at this table.

    A natural card on a meld of another rank, two melds of different ranks joined, or a new meld of several ranks: but
    who knows rummy tries consecutive cards of one suit, and where there are sequences, consecutive ones of any.
    """
    return any(_is_silly(action, rows=rows) for action in actions)


def _is_silly(action: Action, *, rows: bool) -> bool:
    rank, naturals = _rank(action.target), [card for card in action.cards if card.is_natural]
    match action.verb:
        case "add":
            return rank in NATURAL_RANKS and any(card.rank != rank for card in naturals)
        case "merge":
            return {rank, _rank(action.source)} <= set(NATURAL_RANKS) and rank != _rank(action.source)
        case "meld":
            return len({card.rank for card in naturals}) > 1 and not _looks_like_a_row(naturals, rows=rows)
    return False


def _rank(meld: str) -> str:
    return meld.partition("#")[0]


def _looks_like_a_row(naturals: Sequence[Card], *, rows: bool) -> bool:
    """Whether they follow one another, perhaps with a card left out; where there are rows, an ace may be low, too."""
    if not rows and len({card.suit for card in naturals}) > 1:
        return False
    kinds = [card.kind for card in naturals]
    turned = [[(kind + turn) % len(NATURAL_RANKS) for kind in kinds] for turn in range(3 if rows else 1)]
    return any(all(high - low in (1, 2) for low, high in pairwise(sorted(one))) for one in turned)
