"""What plans bring, in worlds that fit what the player saw: the same worlds for all, played on by two policies.

How many worlds are looked at is counted, never clocked, and they are drawn by a seed: the same deal brings the same
figures again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot, sqrt
from random import Random
from typing import Final

from engine.law.ruleset import RuleSet
from engine.play.players.playing_on import playout_of
from engine.play.players.playout import Playout
from engine.play.players.style import CAREFUL, SLOW, Style
from engine.play.players.valuing import worth
from engine.play.players.worlds import Worlds
from engine.play.review.plans import Plan
from engine.play.review.turns import Came
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation
from engine.play.view import View

POLICIES: Final = (CAREFUL, SLOW)
"""How everybody plays on. A loss is believed only where both find it."""
SURE: Final = 2.5
"""An estimate is certain to within so many standard errors."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error, in points, and how many worlds it comes from."""

    mean: float
    error: float
    worlds: int

    @property
    def low(self) -> float:
        return self.mean - SURE * self.error

    @property
    def high(self) -> float:
        return self.mean + SURE * self.error


def estimate(values: Sequence[float]) -> Estimate:
    """Of at least two values."""
    number = len(values)
    middle = sum(values) / number
    spread = sum([(value - middle) ** 2 for value in values]) / (number - 1)
    return Estimate(middle, sqrt(spread / number), number)


def added(*estimates: Estimate) -> Estimate:
    """The sum of at least one, each from worlds of its own."""
    return Estimate(
        sum(one.mean for one in estimates),
        hypot(*[one.error for one in estimates]),
        min(one.worlds for one in estimates),
    )


@dataclass(slots=True)
class Tried:
    """A plan and what it brought, a list for each policy with a value for each world, in points."""

    plan: Plan
    brought: list[list[float]] = field(default_factory=list)

    def means(self) -> list[float]:
        """What it brought in each world, on the average of the policies."""
        return [sum(values) / len(values) for values in zip(*self.brought, strict=True)]

    def expected(self) -> Estimate:
        """What it brings, on the average of the policies."""
        return estimate(self.means())

    def better_than(self, other: Tried) -> Estimate:
        """By how much, on the average of the policies."""
        return estimate([a - b for a, b in zip(self.means(), other.means(), strict=True)])

    def better_by_policy(self, other: Tried) -> list[Estimate]:
        """By how much, under each policy."""
        return [
            estimate([a - b for a, b in zip(mine, theirs, strict=True)])
            for mine, theirs in zip(self.brought, other.brought, strict=True)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scales:
    """How plans are weighed: by these policies, playing on so many ``turns`` after the own one; -1 to the end."""

    policies: tuple[Style, ...] = POLICIES
    turns: int = 8

    def players(self, rules: RuleSet) -> list[Playout]:
        return [playout_of(rules, style) for style in self.policies]

    def tried(self, plans: Sequence[Plan]) -> list[Tried]:
        return [Tried(plan, [[] for _ in self.policies]) for plan in plans]

    def weigh(self, view: View, tried: Sequence[Tried], worlds: int, rng: Random) -> None:
        """Try every plan in so many more worlds, the same for all."""
        players = self.players(view.rules)
        for sim in _worlds(view, worlds, rng):
            for one in tried:
                for player, brought in zip(players, one.brought, strict=True):
                    brought.append(self.brings(player, sim.copy(), one.plan))

    def brings(self, player: Playout, sim: Simulation, plan: Plan) -> float:
        """What the plan brings the side of who is to act in this world, which is changed."""
        seat = sim.seat
        for move in plan:
            sim.apply(move, answer="no")
        if not sim.over and sim.seat == seat:
            player.play_turn(sim)
        player.play(sim, turns=self.turns)
        return worth(sim, seat % sim.sides)

    def luck(self, view: View, draw: Plan, came: Sequence[Came], worlds: int, rng: Random) -> Drawing:
        """What is to be expected before a draw, and by how much more once these cards have come."""
        players = self.players(view.rules)
        before, gains = [], []
        for sim in _worlds(view, worlds, rng):
            other = with_next(sim, came, view.memory.known, rng)
            usual = [self.brings(player, sim.copy(), draw) for player in players]
            lucky = [self.brings(player, other.copy(), draw) for player in players]
            before.append(sum(usual) / len(usual))
            gains.append((sum(lucky) - sum(usual)) / len(usual))
        return Drawing(estimate(before), estimate(gains))


USUAL_SCALES: Final = Scales()


@dataclass(frozen=True, slots=True)
class Drawing:
    """What was to be expected before a draw, and what the cards that came were worth, in points."""

    before: Estimate
    gain: Estimate


def _worlds(view: View, count: int, rng: Random) -> Iterator[Simulation]:
    worlds = Worlds(view)
    for _ in range(count):
        yield worlds.deal(rng)


def with_next(
    sim: Simulation, came: Sequence[Came], known: Sequence[Sequence[int]], rng: Random
) -> Simulation:
    """The same world, but for these cards lying on top of the stock: each changes places with the card that does.

    ``known`` are the cards of each seat that are known to be in its hand: they stay there.
    """
    other = sim.copy()
    stock = _Stock(other)
    for place, (kind, fine) in enumerate(came, start=sim.drawn):
        if not stock.has(place, kind, fine):
            stock.bring(place, kind, fine, known, rng)
    stock.put()
    return other


class _Stock:
    """The stock of a world while cards in it change places; by suit where suits matter."""

    def __init__(self, sim: Simulation) -> None:
        self.sim = sim
        self.kinds = list(sim.stock)
        self.fine = list(sim.fine_stock) if isinstance(sim, SuitedSimulation) else None

    def put(self) -> None:
        self.sim.stock = tuple(self.kinds)
        if isinstance(self.sim, SuitedSimulation) and self.fine is not None:
            self.sim.fine_stock = self.fine

    def has(self, place: int, kind: int, fine: int) -> bool:
        return self.kinds[place] == kind and (self.fine is None or fine < 0 or self.fine[place] == fine)

    def bring(self, place: int, kind: int, fine: int, known: Sequence[Sequence[int]], rng: Random) -> None:
        """Put a hidden card of this kind at this place, any of them as likely as another."""
        in_stock = [at for at in range(place + 1, len(self.kinds)) if self.has(at, kind, fine)]
        in_hands = [
            seat
            for seat in range(len(self.sim.hands))
            if seat != self.sim.seat
            for _ in range(self._hidden_in(seat, kind, fine, known))
        ]
        number = rng.randrange(max(1, len(in_stock) + len(in_hands)))
        if number < len(in_stock):
            self._swap(place, in_stock[number])
        elif in_hands:
            self._give(place, kind, fine, in_hands[number - len(in_stock)])
        self.kinds[place] = kind
        if self.fine is not None:
            self.fine[place] = fine

    def _hidden_in(self, seat: int, kind: int, fine: int, known: Sequence[Sequence[int]]) -> int:
        hidden = self.sim.hands[seat][kind] - known[seat][kind]
        if isinstance(self.sim, SuitedSimulation) and fine >= 0:
            return min(hidden, self.sim.suited[seat][fine])
        return hidden

    def _swap(self, place: int, other: int) -> None:
        self.kinds[other] = self.kinds[place]
        if self.fine is not None:
            self.fine[other] = self.fine[place]

    def _give(self, place: int, kind: int, fine: int, seat: int) -> None:
        """The hand gets what lay here for the card that it loses."""
        hand = self.sim.hands[seat]
        hand[kind] -= 1
        hand[self.kinds[place]] += 1
        if isinstance(self.sim, SuitedSimulation) and self.fine is not None:
            suited = self.sim.suited[seat]
            if fine >= 0:
                suited[fine] -= 1
            if self.fine[place] >= 0:
                suited[self.fine[place]] += 1
