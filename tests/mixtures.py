"""Deals of every mixture of players under the law: ``python -m tests.mixtures --deals 99``.

The strong one is among them but ``--without-strong``.

Each deal is the one that counts: a move that is not legal, a card that is lost, a going out without its canastas, a
sheet that does not add up, or a pile that can be taken although a player was sure that it cannot, stops the run with
the deal. Printed are, for each rule set, how the deals went and ended, and how often each reason fired.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from random import Random

from engine.judging.moves import legal_moves
from engine.law.position import seating
from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS, rule_set
from engine.play.deal import Deal
from engine.play.game import deal_cards, shuffled_deck
from engine.play.players.deciding import Decision
from engine.play.players.player import Player, RulePlayer
from engine.play.players.strong import Sampling, StrongPlayer
from engine.play.players.style import STYLES
from engine.play.players.table import play_deal
from engine.play.view import View
from tests.selfplay import SCORES, check_end

LITTLE = Sampling(batches=(2,), turns=2)
"""So little that a deal with the strong player is quick; it plays the worse for it, and as lawfully."""


def play_one(rules: RuleSet, seed: str, reasons: Counter[str], *, strong: bool = True) -> Deal:
    """One deal to its end, with the ``strong`` player among the others. AssertionError where the law is not kept."""
    rng = Random(seed)
    count = rng.choice(rules.player_counts)
    seats = seating(count)
    deck = shuffled_deck(rules, rng)
    dealt = deal_cards(deck, rules, players=count, hands=len(seats.at_table(0)))
    deal = Deal.begin(dealt, rules, scores=[rng.choice(SCORES) for _ in seats.sides], players=count)
    everybody: list[Player] = [RulePlayer(style) for style in STYLES.values()]
    everybody += [StrongPlayer(sampling=LITTLE)] if strong else []
    players = [rng.choice(everybody) for _ in dealt.hands]

    last = ""

    def watch(view: View, decision: Decision) -> None:
        nonlocal last
        assert view.turn is not None
        takes = last == "throw-dead" and any(move.verb == "take" for move in legal_moves(view.turn))
        assert not takes, f"a taking was called impossible: seed {seed}"
        last = decision.reason
        reasons[last] += 1

    deal = play_deal(deal, players, watch=watch)
    assert deal.over
    assert Counter(deal.cards()) == Counter(deck), f"cards were lost: seed {seed}"
    check_end(deal)
    return deal


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Deals of players of every mixture of styles, under the full law."
    )
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--rules", default="all", choices=["all", *RULE_SETS])
    parser.add_argument("--seed", default="0")
    parser.add_argument("--without-strong", action="store_true", help="only players that do not sample")
    options = parser.parse_args()
    reasons: Counter[str] = Counter()
    for name in RULE_SETS if options.rules == "all" else [options.rules]:
        began, ends, turns = time.process_time(), Counter[str](), 0
        for number in range(options.deals):
            seed = f"{options.seed}-{name}-{number}"
            deal = play_one(rule_set(name), seed, reasons, strong=not options.without_strong)
            ends[deal.went_out if deal.out_seat is not None else "stock"] += 1
            turns += len(deal.played)
        told = ", ".join(f"{how} {count}" for how, count in sorted(ends.items()))
        taken = time.process_time() - began
        print(
            f"{name:18} {options.deals:6} deals, {turns / options.deals:5.1f} turns, {taken:5.1f} s: {told}"
        )
    print(", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))


if __name__ == "__main__":
    main()
