"""The cheapest way to open that keeps the pair: the pile is frozen, and only a natural pair will take it.

Every way to open is listed, so the fewest points are exact. The way that is cheapest of all breaks the pair; what
tempts keeps it and would do with one rule, or one number, otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import NATURAL_RANKS, Card
from engine.law.position import Position
from lessons.kinds.common.accepting import PAIR
from lessons.mining.ask_decide import one_forbidden
from lessons.mining.exact import cheapest_first, keeps
from lessons.mining.spec import Maker, Record, Scene
from lessons.mining.weighing import Plan, plans, worth
from lessons.table.staging import stage

MOST_HAND: Final = 14
TRIED, TEMPTED = 24, 40
FEWEST: Final = 5
"""Fewer different turns make no choice."""


def keep_pair(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """At most one puzzle of a scene."""
    position = scene.drawn
    if position is None or not _is_fit(position):
        return
    asked = _asked(position)
    if asked is None:
        return
    accept, found = asked
    found += plans(position, rng, number=TRIED)
    if len({plan.actions for plan in found}) < FEWEST:
        return
    yield from one_forbidden(maker, scene, position, asked=[accept], found=found, rng=rng, tries=TEMPTED)


def _is_fit(position: Position) -> bool:
    return (
        position.is_frozen
        and not position.own.opened
        and position.initial_minimum is not None
        and 6 <= len(position.hand) <= MOST_HAND
        and not position.unknown_cards
    )


def _asked(position: Position) -> tuple[dict[str, Any], list[Plan]] | None:
    """What to ask for: the fewest points with a pair kept that the cheapest way of all would break."""
    ways = cheapest_first(position)
    if len(ways) < 2:  # one way is no choice
        return None
    least = ways[0][0]
    for rank in NATURAL_RANKS:
        if sum(card.rank == rank for card in position.hand) < PAIR:
            continue
        keeping = [(laid, way) for laid, way in ways if keeps(position, way, rank)]
        breaking = [laid for laid, way in ways if not keeps(position, way, rank)]
        if keeping and breaking and breaking[0] == least < keeping[0][0]:
            found = [plan for _, way in keeping for plan in _whole(position, way, rank)]
            if found:
                return {"opens": True, "keeps_pair": rank, "cheapest": keeping[0][0]}, found
    return None


def _whole(position: Position, way: tuple[Action, ...], rank: str) -> Iterator[Plan]:
    """The turn with a discard that leaves the pair, if there is one."""
    left = stage(position, way).hand
    for card in sorted(left, key=_parting):
        if card.rank == rank and sum(one.rank == rank for one in left) <= PAIR:
            continue
        actions = (*way, Action(verb="discard", cards=(card,)))
        verdict = judge(position, actions, remedy=False)
        if verdict.legal:
            yield Plan(actions, verdict, worth(position, verdict))
            return


def _parting(card: Card) -> tuple[bool, int]:
    return card.is_wild, card.points
