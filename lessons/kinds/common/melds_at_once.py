"""Several melds out of one selection: who has selected three tens and three jacks lays both with one press."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext

from engine.law.cards import Card
from lessons.kinds.common.answers import AnswerError

FEWEST: Final = 3
"""Natural cards of a rank that are a meld by themselves."""


def melds_at_once(cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """The melds that selected cards are meant for: one for each rank, where each comes to three cards.

    Wild cards join the one rank that has fewer. Whatever else is selected is meant as one meld, legal or not.
    Raises AnswerError where wild cards could join any of the melds.
    """
    wilds = tuple(card for card in cards if card.is_wild)
    ranks: dict[str, tuple[Card, ...]] = {}
    for card in cards:
        if not card.is_wild:
            ranks[card.rank] = (*ranks.get(card.rank, ()), card)
    short = [rank for rank, found in ranks.items() if len(found) < FEWEST]
    if len(ranks) < 2 or len(short) > 1 or any(card.is_red_three for card in cards):
        return (tuple(cards),)
    if short:
        ranks[short[0]] += wilds
        return tuple(ranks.values()) if len(ranks[short[0]]) >= FEWEST else (tuple(cards),)
    if wilds:
        raise AnswerError(
            "cards",
            gettext(
                "These cards belong to several melds, and the wild cards could go with any of them: lay "
                "the meld with the wild cards separately."
            ),
        )
    return tuple(ranks.values())
