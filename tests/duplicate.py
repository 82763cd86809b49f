"""Duplicate deals between two players: ``python -m tests.duplicate careful random --pairs 1000``.

Each pair of deals has the same cards twice, the sides changed. Printed are what the first player's side won by, in
points a deal, with the 95 % interval of that mean over the pairs; the share of pairs won; and how the deals went. A
third of the pairs is played at each first meld's minimum of 50, 90 and 120.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from engine.law.actions import Move
from engine.law.cards import KIND_POINTS
from engine.law.position import seating
from engine.law.ruleset import RuleSet
from engine.law.variants import rule_set
from engine.play.deal import DealtCards
from engine.play.game import deal_cards, shuffled_deck
from engine.play.players.deciding import Decision, wilds_of
from engine.play.players.player import Player, RulePlayer
from engine.play.players.strong import Sampling, StrongPlayer
from engine.play.players.style import STYLES, Style
from engine.play.players.table import play_simulation
from engine.play.simulator.state import Simulation
from engine.play.view import View

SCORES = (0, 1500, 3000)
PILE_OF_SOME = 3


class RandomPlayer:
    """Every move from the complete list, each as likely as another."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, moves: Sequence[Move]) -> Decision:
        return Decision(self.rng.choice(moves), "only-move")

    def answer(self, view: View) -> bool:
        return self.rng.random() < 0.5


class ByValue:
    """Takes piles of three cards or more, lays whatever it can, most cards first, and discards its cheapest card."""

    def choose(self, view: View, moves: Sequence[Move]) -> Decision:
        moves = [move for move in moves if move.verb not in ("ask", "merge")] or moves
        takes = [move for move in moves if move.verb == "take"]
        if takes and (len(view.pile) >= PILE_OF_SOME or len(takes) == len(moves)):
            return Decision(min(takes, key=lambda move: sum(wilds_of(move))), "only-move")
        lays = [move for move in moves if move.verb in ("meld", "add", "expose", "draw", "end")]
        if lays:
            return Decision(max(lays, key=lambda move: (-sum(wilds_of(move)), len(move.kinds))), "only-move")
        throws = [move for move in moves if move.verb == "discard"]
        if not throws:
            return Decision(moves[0], "only-move")
        wilds = [move for move in throws if sum(wilds_of(move))]
        throws = [move for move in throws if move not in wilds] or throws
        return Decision(min(throws, key=lambda move: KIND_POINTS[move.kinds[0]]), "only-move")

    def answer(self, view: View) -> bool:
        return True


def player_of(name: str, rng: Random) -> Player:
    """``random``, ``by-value``, a style, or a style with changes: ``careful:pair=0,fears=0``."""
    if name == "random":
        return RandomPlayer(rng)
    if name == "by-value":
        return ByValue()
    base, _, changes = name.partition(":")
    if base == "strong":
        return StrongPlayer(sampling=_sampling(changes))
    return RulePlayer(changed(STYLES[base], changes))


def _sampling(changes: str) -> Sampling:
    """Other settings of the strong player: ``turns=4,clear=1.5,batches=12+12``."""
    values: dict[str, Any] = {}
    for change in filter(None, changes.split(",")):
        key, _, text = change.partition("=")
        values[key] = tuple(map(int, text.split("+"))) if key == "batches" else float(text)
    return replace(Sampling(), **values)


def changed(style: Style, changes: str) -> Style:
    """A style with other settings, as text."""
    values = {}
    for change in filter(None, changes.split(",")):
        key, _, text = change.partition("=")
        values[key] = type(getattr(style, key))(float(text))
    return replace(style, **values)


@dataclass(slots=True)
class Match:
    """What a match came to: ``gains`` are the points by which the first player won each pair, a deal."""

    gains: list[float] = field(default_factory=list)
    turns: int = 0
    left: int = 0
    deals: int = 0
    ends: Counter[str] = field(default_factory=Counter)

    @property
    def half_width(self) -> float:
        """Half the 95 % interval of the mean."""
        return 1.96 * stdev(self.gains) / sqrt(len(self.gains)) if len(self.gains) > 1 else float("inf")


def play_match(
    names: tuple[str, str],
    rules: RuleSet,
    *,
    pairs: int,
    seed: str,
    minimum: int | None = None,
    match: Match | None = None,
) -> Match:
    """So many pairs of deals; ``minimum`` is the place in ``SCORES``, all by turns where there is none.

    A match that is handed over goes on.
    """
    match = match or Match()
    players = rules.default_players
    for number in range(len(match.gains), len(match.gains) + pairs):
        score = SCORES[number % len(SCORES) if minimum is None else minimum]
        dealt = deal_cards(shuffled_deck(rules, Random(f"{seed}-{number}")), rules, players=players)
        first = _play(names, dealt, rules, score, f"{seed}-{number}", match)
        second = _play(names[::-1], dealt, rules, score, f"{seed}-{number}", match)
        match.gains.append((first[0] - first[1] + second[1] - second[0]) / 2)
    return match


def _play(
    names: tuple[str, ...], dealt: DealtCards, rules: RuleSet, score: int, seed: str, match: Match
) -> tuple[int, ...]:
    sides = len(seating(len(dealt.hands)).sides)
    seats = [player_of(names[seat % sides % 2], Random(f"{seed} {seat}")) for seat in range(len(dealt.hands))]
    sim = Simulation.begin(dealt, rules, scores=(score,) * sides)

    def watch(view: View, decision: Decision) -> None:
        match.turns += decision.move.verb in ("draw", "take")

    play_simulation(sim, seats, watch=watch)
    match.deals += 1
    match.left += sum(map(sum, sim.hands))
    match.ends[sim.went_out if sim.out_seat >= 0 else "stock"] += 1
    return sim.totals()


def main() -> None:
    parser = argparse.ArgumentParser(description="Duplicate deals between two players.")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", default="report")
    parser.add_argument("--minimum", type=int, choices=(0, 1, 2), help="only at 50, 90 or 120")
    parser.add_argument("--every", type=int, default=0, help="say after so many pairs how the match stands")
    options = parser.parse_args()
    began, match = time.process_time(), Match()
    names = options.first, options.second
    while len(match.gains) < options.pairs:
        pairs = min(options.every or options.pairs, options.pairs - len(match.gains))
        match = play_match(
            names,
            rule_set(options.rules),
            pairs=pairs,
            seed=options.seed,
            minimum=options.minimum,
            match=match,
        )
        print(f"{options.rules}: {names[0]} against {names[1]}: {said(match)}", end="; ")
        print(f"{time.process_time() - began:.0f} s", flush=True)


def said(match: Match) -> str:
    """What a match came to, in a line."""
    won = mean((gain > 0) + (gain == 0) / 2 for gain in match.gains)
    ends = ", ".join(f"{how} {100 * count // match.deals} %" for how, count in sorted(match.ends.items()))
    return (
        f"{mean(match.gains):+.0f} ± {match.half_width:.0f} a deal, "
        f"{100 * won:.0f} % of {len(match.gains)} pairs won; {match.turns / match.deals:.0f} turns, "
        f"{match.left / match.deals:.0f} cards left in the hands; {ends}"
    )


if __name__ == "__main__":
    main()
