"""Whether the chances that players speak of come true: ``python -m tests.calibration --deals 2000``.

At every discard of a deal between players of several styles the player's chance that the next one can take the pile is
compared with whether the next one can, by the complete list of moves. Printed are ten classes of equally many chances,
rising, each with the mean that was said and the share that came true; and apart from them what was called proved.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from statistics import mean

from engine.law.ruleset import RuleSet
from engine.law.variants import rule_set
from engine.play.game import deal_cards, shuffled_deck
from engine.play.players.fearing import Fear, Risk
from engine.play.players.player import RulePlayer
from engine.play.players.style import STYLES
from engine.play.simulator.moves import legal_moves
from engine.play.simulator.state import Simulation
from engine.play.view import Memory, view_of_simulation

SCORES = (0, 1500, 3000)
CLASSES = 10


Said = tuple[Risk, bool]  # what a player said of a discard, and whether the next one could take the pile


def compare(rules: RuleSet, deals: int, seed: str) -> list[Said]:
    """Every discard of so many deals."""
    found: list[Said] = []
    for number in range(deals):
        rng = Random(f"{seed}-{number}")
        score = SCORES[number % len(SCORES)]
        dealt = deal_cards(shuffled_deck(rules, rng), rules, players=rules.default_players)
        seats = [RulePlayer(rng.choice(list(STYLES.values()))) for _ in dealt.hands]
        found += _watch(Simulation.begin(dealt, rules, scores=(score, score)), seats)
    return found


def classes(said: list[Said], number: int = CLASSES) -> list[tuple[int, float, float]]:
    """Classes of equally many chances that are not proved, rising: how many, the mean said, the share seen."""
    open_to_doubt = sorted([(risk.chance, came) for risk, came in said if not risk.proved])
    found = []
    for place in range(number):
        part = open_to_doubt[
            len(open_to_doubt) * place // number : len(open_to_doubt) * (place + 1) // number
        ]
        found.append((len(part), mean(chance for chance, _ in part), mean(came for _, came in part)))
    return found


def _watch(sim: Simulation, seats: list[RulePlayer]) -> Iterator[Said]:
    memory = Memory.of_table(len(seats))
    while not sim.over:
        view = view_of_simulation(sim, memory)
        move = seats[sim.seat].choose(view, legal_moves(sim)).move
        risk = Fear(view).risk(move) if move.verb == "discard" else None
        memory.note(sim.seat, move, sim.pile)
        sim.apply(move, answer="yes")
        if risk is not None and not sim.over:
            yield risk, any(after.verb == "take" for after in legal_moves(sim))


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether the chances that players speak of come true.")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", default="chances")
    options = parser.parse_args()
    said = compare(rule_set(options.rules), options.deals, options.seed)
    print(f"{'class':>6} {'discards':>9} {'said':>6} {'seen':>6}")
    for place, (count, chance, came) in enumerate(classes(said)):
        print(f"{place + 1:6} {count:9} {chance:6.3f} {came:6.3f}")
    for chance in (0.0, 1.0):
        proved = [came for risk, came in said if risk.proved and risk.chance == chance]
        print(f"proved {len(proved):9} {chance:6.3f} {mean(proved):6.3f}")


if __name__ == "__main__":
    main()
