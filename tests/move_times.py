"""How long the strong player takes for a move: ``python -m tests.move_times --rules classic --deals 20``.

It plays against the careful player. Printed are the median, the mean, the 95th percentile and the longest time of
its moves in milliseconds of processor time, those with one legal move included, and how often each reason fired.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import mean, median, quantiles

from engine.law.actions import Move
from engine.law.position import seating
from engine.law.variants import RULE_SETS, rule_set
from engine.play.deal import Deal
from engine.play.game import deal_cards, shuffled_deck
from engine.play.players.deciding import Decision
from engine.play.players.strong import PLAYER_NAMES, player_named
from engine.play.players.table import play_deal
from engine.play.view import View
from tests.selfplay import SCORES


class Timed:
    """A player whose moves are timed."""

    def __init__(self, name: str) -> None:
        self.player = player_named(name)
        self.times: list[float] = []
        self.reasons: Counter[str] = Counter()

    def choose(self, view: View, moves: Sequence[Move]) -> Decision:
        began = time.process_time()
        decision = self.player.choose(view, moves)
        self.times.append(1000 * (time.process_time() - began))
        self.reasons[decision.reason] += 1
        return decision

    def answer(self, view: View) -> bool:
        return self.player.answer(view)


def main() -> None:
    parser = argparse.ArgumentParser(description="How long a player takes for a move.")
    parser.add_argument("--player", default="strong", choices=PLAYER_NAMES)
    parser.add_argument("--rules", default="classic", choices=RULE_SETS)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", default="times")
    options = parser.parse_args()
    rules, timed = rule_set(options.rules), Timed(options.player)
    seats = seating(rules.default_players)
    for number in range(options.deals):
        rng = Random(f"{options.seed}-{number}")
        dealt = deal_cards(shuffled_deck(rules, rng), rules, players=rules.default_players)
        deal = Deal.begin(dealt, rules, scores=[rng.choice(SCORES) for _ in seats.sides])
        sides = len(seats.sides)
        play_deal(
            deal, [player_named("careful") if seat % sides else timed for seat in range(len(dealt.hands))]
        )
    late = quantiles(timed.times, n=20)[-1]
    print(
        f"{options.rules}: {len(timed.times)} moves: median {median(timed.times):.1f} ms, "
        f"mean {mean(timed.times):.1f}, 95 % under {late:.1f}, longest {max(timed.times):.1f}"
    )
    print(", ".join(f"{reason} {count}" for reason, count in timed.reasons.most_common()))


if __name__ == "__main__":
    main()
