"""A mini-deal on the table: with its printed cards, or with other cards of the same point."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final

from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.play.deal import Deal
from engine.play.game import Game
from engine.play.prepared import Prepared, PreparedMeld, PreparedSide
from lessons.content.deals import MiniDeal, Turn
from lessons.deals.trying import by_model, by_style
from lessons.fresh.exchanging import CLASSES, Exchange, any_exchange

PRINTED: Final = 0
"""The seed of the cards as they stand in the content."""
_TRIES: Final = 6
_SHOWS: Final = ("careful", "quick")
"""Styles that show that a point can be reached, where the model's turns do not with these cards."""


def start(mini: MiniDeal, seed: int = PRINTED) -> Deal:
    """The deal of a mini-deal at its beginning. Each seed has its cards, always the same."""
    return table_of(mini, seed).deal()


def begin(mini: MiniDeal, seed: int = PRINTED) -> Game:
    """The same as a game, whose record (:func:`engine.play.record.format_game`) holds the prepared cards."""
    return Game.put_up(table_of(mini, seed))


@lru_cache(maxsize=256)
def table_of(mini: MiniDeal, seed: int = PRINTED) -> Prepared:
    """The prepared cards of this seed.

    Ranks of equal value and suits change places, and what the player does not see is shuffled, except what the content
    keeps. It is proved that the point can be reached: by the model's turns, or by a style in the player's seat.
    """
    if seed == PRINTED:
        return mini.table
    rng = Random(f"{mini.slug} {seed}")
    groups = () if mini.table.rules.sequences else CLASSES
    for trial in range(2 * _TRIES):
        exchange = any_exchange(rng, groups, colours_count=mini.table.rules.sperr_canasta)
        table = exchanged(mini.table, exchange)
        if trial < _TRIES:
            table = _shuffled(mini, table, rng)
        if _is_reachable(mini, table, tuple([_turn(turn, exchange) for turn in mini.model])):
            return table
    return mini.table


def exchanged(table: Prepared, exchange: Exchange) -> Prepared:
    """The same table with other cards."""
    return replace(
        table,
        hands=tuple(map(exchange.cards, table.hands)),
        sides=tuple(
            [
                PreparedSide(
                    score=side.score,
                    melds=tuple([PreparedMeld(meld.seat, exchange.cards(meld.cards)) for meld in side.melds]),
                    red_threes=exchange.cards(side.red_threes),
                )
                for side in table.sides
            ]
        ),
        pile=exchange.cards(table.pile),
        stock=exchange.cards(table.stock),
    )


def _turn(turn: Turn, exchange: Exchange) -> Turn:
    return tuple(map(exchange.action, turn))


def _shuffled(mini: MiniDeal, table: Prepared, rng: Random) -> Prepared:
    """What the player does not see in another order: the other hands and the stock, except what is kept."""
    kept = {mini.seat, *mini.kept_hands}
    seats = [seat for seat in range(table.players) if seat not in kept]
    unseen: list[Card] = [card for seat in seats for card in table.hands[seat]]
    unseen += table.stock[mini.kept_stock :]
    rng.shuffle(unseen)
    hands = list(table.hands)
    for seat in seats:
        size = len(hands[seat])
        hands[seat], unseen = tuple(unseen[:size]), unseen[size:]
    return replace(table, hands=tuple(hands), stock=(*table.stock[: mini.kept_stock], *unseen))


def _is_reachable(mini: MiniDeal, table: Prepared, model: tuple[Turn, ...]) -> bool:
    try:
        if by_model(mini, model, table).state == "reached":
            return True
    except EngineError:
        pass
    return any(by_style(mini, style, table).state == "reached" for style in _SHOWS)
