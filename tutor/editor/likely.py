"""The moves that a laid table is most likely laid for, so that the verdict stands there before any is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.notation.text import format_cards, parse_actions

MOST: Final = 6


def likely_moves(position: Position) -> tuple[tuple[Action, ...], ...]:
    """Single moves that somebody may want to make here, allowed or not: the pile first, or what can be laid."""
    if not position.my_turn:
        return ()
    written = _taking(position) if position.phase == "draw" else _laying(position)
    moves: list[tuple[Action, ...]] = []
    for text in dict.fromkeys(written):
        try:
            moves.append(tuple(parse_actions([text])))
        except EngineError:  # what this rule set has no words for
            continue
    return tuple(moves[:MOST])


def _taking(position: Position) -> Iterator[str]:
    """The ways to take the pile, those too that are often tried in vain."""
    if not position.pile:
        return
    top = position.pile[-1]
    natural, wild = _by_rank(position.hand), [card for card in position.hand if card.is_wild]
    fitting = natural.get(top.rank, [])
    onto = f" onto {top.rank}" if _sets(position).get(top.rank) else ""
    if len(fitting) >= 2:
        yield f"take {format_cards(fitting[:2])}{onto}"
    if fitting and wild:
        yield f"take {format_cards([fitting[0], wild[0]])}{onto}"
    if onto:
        yield f"take{onto}"
    if not fitting and len(wild) >= 2 and not top.is_wild:
        yield f"take {format_cards(wild[:2])}{onto}"
    if not fitting and not onto:
        pair = next((cards for cards in natural.values() if len(cards) >= 2), None)
        yield f"take {format_cards(pair[:2])}" if pair and top.is_wild else "take"


def _laying(position: Position) -> Iterator[str]:
    """What the hand may be laid to, rank by rank, then the wild cards."""
    sets = _sets(position)
    wild = [card for card in position.hand if card.is_wild]
    for rank, cards in _by_rank(position.hand).items():
        if rank in sets:
            yield f"add {format_cards(cards)} to {rank}"
        elif len(cards) >= 3:
            yield f"meld {format_cards(cards)}"
        elif len(cards) == 2 and wild:
            yield f"meld {format_cards([*cards, wild[0]])}"
    for rank in sets if wild else ():
        yield f"add {format_cards(wild[:1])} to {rank}"
        if len(wild) > 1:
            yield f"add {format_cards(wild)} to {rank}"
    if len(wild) >= 3:
        yield f"meld {format_cards(wild)}"


def _by_rank(cards: tuple[Card, ...]) -> Mapping[str, list[Card]]:
    """The natural cards by rank, black threes among them, in the order of the hand."""
    natural = [card for card in cards if not card.is_wild and not card.is_red_three]
    return {rank: list(some) for rank, some in groupby(natural, key=lambda card: card.rank)}


def _sets(position: Position) -> Mapping[str, bool]:
    """Ranks of which the own side has a set; a wild meld and a sequence are named otherwise."""
    return {meld.rank: True for meld in position.own.melds if not meld.is_sequence and meld.rank != "W"}
