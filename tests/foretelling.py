"""How well hidden hands are foretold: ``python -m tests.foretelling --rules classic --deals 200``.

At the beginning of some turns of deals between players of several styles the hidden cards are looked at one by one, in
random order, as worlds are dealt. Printed is how much likelier the true places of all of them are with the odds of
:mod:`engine.play.players.believing` than by the cards alone, as the mean of the natural logarithm with its 95 %
interval; in how many turns the odds did better; and the same without each single one of the odds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import log, sqrt
from random import Random
from statistics import mean, stdev
from typing import Final
from unittest.mock import patch

from engine.law.cards import RED_THREE_KIND
from engine.law.position import seating
from engine.law.ruleset import RuleSet
from engine.law.variants import rule_set
from engine.play.game import deal_cards, shuffled_deck
from engine.play.players import believing
from engine.play.players.player import RulePlayer
from engine.play.players.style import STYLES
from engine.play.simulator.moves import legal_moves
from engine.play.simulator.state import Simulation
from engine.play.view import Memory, View, view_of_simulation

SCORES = (0, 1500, 3000)
LOOKED_AT = 0.15
NAMES: Final = ("LAID", "LAID_FROZEN", "FEARED", "THROWN")

Card = tuple[int, int]  # its kind and its place: one of the hidden hands, or after them the stock
Turn = tuple[View, list[Card]]


def turns(rules: RuleSet, deals: int, seed: str) -> Iterator[Turn]:
    """Some turns of so many deals, each with the hidden cards in random order."""
    for number in range(deals):
        rng = Random(f"{seed}-{number}")
        dealt = deal_cards(shuffled_deck(rules, rng), rules, players=rules.default_players)
        sides = len(seating(len(dealt.hands)).sides)
        sim = Simulation.begin(dealt, rules, scores=[SCORES[number % len(SCORES)]] * sides)
        seats = [RulePlayer(rng.choice(list(STYLES.values()))) for _ in dealt.hands]
        memory = Memory.of_table(len(seats))
        while not sim.over:
            view = view_of_simulation(sim, memory)
            if sim.phase == "draw" and rng.random() < LOOKED_AT:
                now = view_of_simulation(sim.copy(), memory.copy())
                yield now, hidden(sim, memory, rng)
            move = seats[sim.seat].choose(view, legal_moves(sim)).move
            memory.note(sim.seat, move, sim.pile)
            sim.apply(move, answer="yes" if move.verb == "ask" else None)


def hidden(sim: Simulation, memory: Memory, rng: Random) -> list[Card]:
    """The cards that who is to act cannot know, in random order."""
    seats = [seat for seat in range(len(sim.hands)) if seat != sim.seat]
    cards = [(kind, len(seats)) for kind in sim.stock[sim.drawn :] if kind < RED_THREE_KIND]
    for place, seat in enumerate(seats):
        for kind in range(RED_THREE_KIND):
            missing = sim.hands[seat][kind] - memory.known[seat][kind]
            cards += [(kind, place)] * max(0, missing)
    rng.shuffle(cards)
    return cards


def likelihood(view: View, cards: Sequence[Card], *, weighted: bool) -> float:
    """The natural logarithm of the chance that the cards lie where they lie."""
    seats = [seat for seat in range(len(view.cards)) if seat != view.seat]
    odds = [believing.odds(view, seat) if weighted else [1.0] * RED_THREE_KIND for seat in seats]
    odds.append([1.0] * RED_THREE_KIND)
    places = [place for _, place in cards]
    free = [places.count(place) for place in range(len(odds))]
    total = 0.0
    for kind, place in cards:
        shares = [left * each[kind] for left, each in zip(free, odds, strict=True)]
        total += log(shares[place] / sum(shares))
        free[place] -= 1
    return total


def gains(looked_at: Sequence[Turn]) -> list[float]:
    """By how much the odds do better in each turn."""
    return [
        likelihood(view, cards, weighted=True) - likelihood(view, cards, weighted=False)
        for view, cards in looked_at
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="How well hidden hands are foretold.")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", default="hands")
    options = parser.parse_args()
    looked_at = list(turns(rule_set(options.rules), options.deals, options.seed))
    found = gains(looked_at)
    half_width = 1.96 * stdev(found) / sqrt(len(found))
    better = 100 * mean(gain > 0 for gain in found)
    print(
        f"{options.rules}: {len(found)} turns, {mean(found):+.2f} ± {half_width:.2f}, better in {better:.0f} %"
    )
    for name in NAMES:
        with patch.object(believing, name, 1.0):
            print(f"without {name.lower():12} {mean(gains(looked_at)):+.2f}")


if __name__ == "__main__":
    main()
