"""How a player plays: which themes it knows, and what things are worth to it, in points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """A style is settings of themes on one player; whoever lacks a theme plays the rest as well as the others.

    ``fears`` weighs what the next player may take, ``keeps_pairs`` holds pairs for a frozen pile, ``freezes`` throws
    wild cards onto the pile, ``stops`` keeps black threes for large piles, ``asks`` asks the partner.

    Numbers are points unless they say cards: ``card`` is what a card more in the hand is worth, ``two`` and ``joker``
    what a wild card is worth besides, ``pair`` a pair, ``stop`` a black three. ``pile_card`` is what each card of the
    pile costs that the next player gets. ``smallest_take`` is what taking must bring more than drawing.
    ``keep_cards`` are the cards that an opening leaves at least, ``hold_cards`` those that laying leaves.
    ``out_bonus`` is added to what going out brings, and a partner who asks must wait for a turn that brings the own
    hand more. ``partner_card`` is what each card of the partner counts then; within ``doubt`` of nothing the partner is
    asked.
    """

    name: str
    fears: bool = True
    keeps_pairs: bool = True
    freezes: bool = True
    stops: bool = True
    asks: bool = True
    card: float = 14
    two: float = 40
    joker: float = 50
    pair: float = 12
    stop: float = 20
    pile_card: float = 16
    smallest_take: float = 25
    keep_cards: int = 2
    hold_cards: int = 2
    out_bonus: float = 150
    partner_card: float = 12
    doubt: float = 250


CAREFUL: Final = Style(name="careful")
BEGINNER: Final = Style(
    name="beginner", fears=False, keeps_pairs=False, freezes=False, stops=False, asks=False
)
QUICK: Final = replace(CAREFUL, name="quick", keep_cards=0, hold_cards=0, smallest_take=-10, out_bonus=1000)
SLOW: Final = replace(CAREFUL, name="slow", keep_cards=6, hold_cards=6, out_bonus=0, partner_card=40)
STYLES: Final = {style.name: style for style in (BEGINNER, CAREFUL, QUICK, SLOW)}
"""All styles by name. The slow one is for tuning."""
