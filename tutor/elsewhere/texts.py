"""Cards, positions and sheets as plain text that can be pasted into a message."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext, pgettext

from engine.law.cards import Card
from engine.law.melds import Meld
from engine.law.position import Position, Side
from lessons.table import position_words
from lessons.words import naming

SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
JOKER: Final = "Joker"


def cards_as_text(cards: Iterable[Card]) -> str:
    """Cards with the signs of their suits, ``K♥ 10♠ 2♣ Joker``, with the letters of the active language."""
    return " ".join(
        f"{naming.index_letter(card.rank)}{SIGNS[card.suit]}" if card.suit else JOKER for card in cards
    )


def position_as_text(position: Position) -> str:
    """What there is to see, a line for each place."""
    lines = [" · ".join(str(fact) for fact in position_words.facts(position))]
    hand = cards_as_text(position.hand)
    if position.unknown_cards:
        hand = f"{hand} +{position.unknown_cards}".strip()
    rows = [
        (pgettext("editor", "Your hand"), hand),
        (gettext("Discard pile, top card last"), cards_as_text(position.pile)),
        (position_words.own_title(position, "you"), _side_as_text(position.own)),
        *(
            (position_words.opponents_title(position, place), _side_as_text(side))
            for place, side in enumerate(position.opponents, 1)
        ),
    ]
    lines += [f"{name}: {text}" for name, text in rows if text]
    return "\n".join(line for line in lines if line)


def _side_as_text(side: Side) -> str:
    melds = [_meld_as_text(meld) for meld in side.melds]
    if side.red_threes:
        melds.append(cards_as_text(side.red_threes))
    return " | ".join(melds)


def _meld_as_text(meld: Meld) -> str:
    return cards_as_text(meld.cards)
