"""Cards as they are typed for a table: ranks with suits or without, jokers as ``*`` or the word.

Suits that nobody typed are chosen among the cards that lie nowhere else on the table, so the rank is enough where the
suit decides nothing. Where it does, for a three and where there are sequences, it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.translation import gettext

from engine.law.cards import CARDS, Card
from lessons.kinds.common.answers import AnswerError, wanted_in

JOKER: Final = "Joker"
"""A joker in a field; in links and files it is ``JK``, which a reader may take for jack and king."""
RED, BLACK, SUITS = "hd", "cs", "cdhs"


def as_typed(cards: Iterable[Card]) -> str:
    """Cards as a field shows them."""
    return " ".join(str(card) if card.suit else JOKER for card in cards)


def from_notation(text: str) -> str:
    """A text in the notation of links as a field shows it."""
    return " ".join(JOKER if word == "JK" else word for word in text.split())


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards of a field, every suit typed or chosen. Raises AnswerError."""
    if not text.strip():
        return ()
    wanted = wanted_in(text)
    missing = [rank for rank, suit in wanted if rank != "JK" and not suit]
    if missing:  # whether a three is red or black is asked for everywhere, the other suits only for sequences
        raise AnswerError("typed", _suit_is_missing("3" if "3" in missing else missing[0]))
    return tuple(CARDS[rank + suit] for rank, suit in wanted)


def with_suits(texts: Mapping[str, str], *, sequences: bool) -> dict[str, str]:
    """The texts of all places with the suits that nobody typed; what cannot be read, or needs its suit, stays."""
    wanted = {place: _wanted(text) for place, text in texts.items()}
    taken = Counter(CARDS[rank + suit] for some in wanted.values() for rank, suit in some if suit)
    found = dict(texts)
    for place, some in wanted.items():
        if all(suit or rank == "JK" for rank, suit in some):
            continue
        if (chosen := _chosen(place, some, taken, sequences=sequences)) is not None:
            taken += Counter(
                card for card, (_, suit) in zip(chosen, some, strict=True) if card.suit and not suit
            )
            found[place] = as_typed(chosen)
    return found


def _wanted(text: str) -> list[tuple[str, str]]:
    try:
        return wanted_in(text) if text.strip() else []
    except AnswerError:
        return []


def _chosen(
    place: str, wanted: list[tuple[str, str]], taken: Counter[Card], *, sequences: bool
) -> list[Card] | None:
    """The cards of a place with their suits; None where one has to be typed."""
    is_meld = place.partition("-")[2].isdecimal()
    ranks = [rank for rank, suit in wanted if not suit and rank not in ("JK", "2", "3")]
    in_a_row = sequences and is_meld and len(set(ranks)) == len(ranks) > 1
    if sequences and ranks and not is_meld:
        return None
    used, found = Counter(taken), []
    row = min(SUITS, key=lambda suit: max((used[CARDS[rank + suit]] for rank in ranks), default=0))
    for rank, suit in wanted:
        suits = SUITS
        if rank == "3" and not suit:
            if not is_meld and not place.endswith("threes"):
                return None
            suits = BLACK if is_meld else RED
        if rank == "JK":
            found.append(CARDS["JK"])
            continue
        if not suit:
            suit = row if in_a_row and rank in ranks else min(suits, key=lambda one: used[CARDS[rank + one]])
            used[CARDS[rank + suit]] += 1
        found.append(CARDS[rank + suit])
    return found


def _suit_is_missing(rank: str) -> str:
    if rank == "3":
        return gettext("Red or black? Write 3h or 3d for a red three, 3c or 3s for a black one.")
    return gettext(
        "In sequences the suit matters. Write it after the rank: c for clubs, d for "
        "diamonds, h for hearts or s for spades."
    )
