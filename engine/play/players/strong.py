"""The player that samples: it deals the hidden cards many times and plays each of these deals on a few turns.

All candidates are tried in the same worlds, and the player leaves what the rules of thumb say only where another move
is better by a clear margin. Worlds are counted, never clocked, and drawn by a seed that is made of the view: the same
view brings the same move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Final

from engine.law.actions import RANK_COUNT, Move
from engine.play.players.deciding import Asked, Decision, points_of, rank_of_meld, wilds_of
from engine.play.players.fearing import Fear, pile_worth
from engine.play.players.laying import worth_laying
from engine.play.players.player import Player, RulePlayer
from engine.play.players.playing_on import playout_of
from engine.play.players.playout import Playout, why_not_played
from engine.play.players.style import CAREFUL, STYLES, Style
from engine.play.players.taking import gained
from engine.play.players.throwing import worth_keeping, worth_of_suit
from engine.play.players.valuing import worth
from engine.play.players.worlds import Worlds
from engine.play.simulator.state import Simulation
from engine.play.view import Memory, View, view_of_simulation


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How much is tried. ``turns`` are played on after the own one; ``batches`` are worlds, one batch after another.

    After each batch a candidate that is behind the best by ``hopeless`` standard errors is dropped. ``clear`` are the
    standard errors by which another move must be better than the usual one. ``weighted`` says that worlds are likelier
    which fit the melds and discards.
    """

    turns: int = 4
    batches: tuple[int, ...] = (8, 16, 24)
    takes: int = 2
    lays: int = 3
    discards: int = 4
    hopeless: float = 1.5
    clear: float = 1.5
    weighted: bool = True


@dataclass(slots=True)
class _Tried:
    """A candidate and what it brought in each world, in points."""

    move: Move
    brought: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class StrongPlayer:
    """Plays as the careful player, but for moves that sampling shows to be better.

    In a rule set that cannot be simulated it is the careful player.
    """

    style: Style = CAREFUL
    sampling: Sampling = Sampling()

    def choose(self, view: View, moves: Sequence[Move]) -> Decision:
        """One of the legal moves, with its reason: the careful player's, or what sampling found."""
        usual = RulePlayer(self.style).choose(view, moves)
        if len(moves) == 1 or usual.reason in ("red-three", "only-move") or why_not_played(view.rules):
            return usual
        others = self.candidates(Asked(view, moves, self.style), usual.move)
        if not others:
            return usual
        return self._compared(view, usual, others)

    def answer(self, view: View) -> bool:
        return RulePlayer(self.style).answer(view)

    def candidates(self, asked: Asked, usual: Move) -> list[Move]:
        """Moves that are tried beside the usual one: the most promising of each sort."""
        most = self.sampling
        if asked.turn.phase == "draw":
            takes = sorted(asked.of("take"), key=lambda move: -gained(asked, move))[: most.takes]
            found = takes + asked.of("draw") if takes else []
        else:
            found = self._lays(asked) + self._discards(asked)
        return [move for move in found if move != usual]

    def _lays(self, asked: Asked) -> list[Move]:
        """The lays that promise most; none before a first meld that would not be reached with few wild cards."""
        turn = asked.turn
        lays = asked.of("meld", "add")
        if not turn.opened and turn.laid < turn.minimum:
            key = {move: points_of(move.kinds) - 30 * sum(wilds_of(move)) for move in lays}
            lays = sorted(lays, key=lambda move: -key[move])[:1]
        else:
            lays = sorted(lays, key=lambda move: -worth_laying(asked, move))
        found: dict[str, Move] = {}
        for move in lays:
            rank = (
                rank_of_meld(move) or f"{move.target} {move.fine[0] // RANK_COUNT}"
            )  # each sequence by itself
            found.setdefault(rank + str(bool(sum(wilds_of(move)))), move)
        return list(found.values())[: self.sampling.lays]

    def _discards(self, asked: Asked) -> list[Move]:
        if asked.turn.owes_minimum:
            return []
        fear, style = Fear(asked.view), asked.style
        costs = []
        for move in asked.of("discard"):
            kind = move.kinds[0]
            cost = worth_keeping(asked, kind, fear) + worth_of_suit(asked, move)
            cost += fear.risk(move).chance * pile_worth(asked.view, style, kind)
            costs.append((cost, kind, move))
        cheapest: dict[int, Move] = {}
        for _, kind, move in sorted(costs):
            cheapest.setdefault(kind, move)  # one suit of a rank
        return list(cheapest.values())[: self.sampling.discards]

    def _compared(self, view: View, usual: Decision, others: list[Move]) -> Decision:
        """The usual decision, or the best of the others where that is clearly better."""
        tried = [_Tried(usual.move), *map(_Tried, others)]
        worlds = Worlds(view, weighted=self.sampling.weighted)
        rng, policy = Random(seed_of(view)), playout_of(view.rules, self.style)
        done = 0
        for batch in self.sampling.batches:
            for _ in range(batch):
                sim = worlds.deal(rng)
                for candidate in tried:
                    candidate.brought.append(self._brings(policy, sim.copy(), candidate.move))
            done += batch
            tried = self._without_losers(tried)
            if len(tried) == 1:
                return usual
        best = max(tried, key=lambda candidate: sum(candidate.brought))
        gain, error = _paired(best, tried[0])
        if best is tried[0] or gain <= self.sampling.clear * error:
            return usual
        return Decision(best.move, "sampled", {"worlds": done, "gain": round(gain)})

    def _brings(self, policy: Playout, sim: Simulation, move: Move) -> float:
        seat = sim.seat
        sim.apply(move, answer=self._answer(sim) if move.verb == "ask" else None)
        if not sim.over and sim.seat == seat:
            policy.play_turn(sim)
        policy.play(sim, turns=self.sampling.turns)
        return worth(sim, seat % sim.sides)

    def _answer(self, sim: Simulation) -> str:
        """What the partner would say in this world."""
        view = view_of_simulation(
            sim, Memory.of_table(len(sim.hands)), (sim.seat + sim.sides) % len(sim.hands)
        )
        return "yes" if self.answer(view) else "no"

    def _without_losers(self, tried: list[_Tried]) -> list[_Tried]:
        """The usual move, and those of the others that are not far behind the best or behind the usual one."""
        best = max(tried, key=lambda candidate: sum(candidate.brought))
        kept = tried[:1]
        for candidate in tried[1:]:
            gain, error = _paired(candidate, best)
            if candidate is not best and gain < -self.sampling.hopeless * error:
                continue
            gain, error = _paired(candidate, tried[0])
            if gain > -error:
                kept.append(candidate)
        return kept


def _paired(one: _Tried, other: _Tried) -> tuple[float, float]:
    """By how much one candidate was better in the same worlds, and the standard error of that, in points."""
    number = len(one.brought)
    gains = [a - b for a, b in zip(one.brought, other.brought, strict=True)]
    middle = sum(gains) / number
    spread = sum([(gain - middle) ** 2 for gain in gains]) / max(1, number - 1)
    return middle, sqrt(spread / number)


def seed_of(view: View) -> str:
    """A seed made of what the player sees."""
    melds = [sorted(melds.items()) for melds in view.melds]
    turn = view.turn
    laid = (turn.phase, turn.laid, turn.asked) if turn is not None else ()
    seen = view.seat, tuple(view.hand), tuple(view.pile), view.stock, tuple(view.cards), melds, laid
    return repr((*seen, len(view.memory.thrown)))


STRONG: Final = "strong"
PLAYER_NAMES: Final = (*STYLES, STRONG)
"""Every player that can sit at the table, by name."""


def player_named(name: str) -> Player:
    """The player of a style, or the strong one. KeyError for a name that is none of :data:`PLAYER_NAMES`."""
    return StrongPlayer() if name == STRONG else RulePlayer(STYLES[name])
