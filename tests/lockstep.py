"""Random deals in lock-step, in the simulator and in the deal that counts: ``python -m tests.lockstep --deals 1000``.

Before every step both give their complete list of moves, which must be the same up to suits; after every step the
hand, the melds, the pile and the stock must be; at the end the scores. ``--house`` changes a rule set at random for
each deal; rule sets that the simulator refuses are counted by its reason. A difference stops the run with the seed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.law.actions import FIRST_SEQUENCE, Move
from engine.law.cards import RED_THREE_KIND, counts_of
from engine.law.errors import EngineError
from engine.law.position import seating
from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS, rule_set
from engine.play.deal import Deal
from engine.play.game import deal_cards, shuffled_deck
from engine.play.simulator.moves import legal_moves
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import CannotSimulate
from engine.turn.state import suited_counts
from tests.agree_positions import CHANGES
from tests.selfplay import SCORES

BY_RANK = ("classic", "classic-2p", "overview", "spielregeln", "global-trade", "wiener", "house-joker-1000")
WITH_SEQUENCES = ("samba", "samba-wild", "samba-15000", "samba-aces")
PLAYED = (*BY_RANK, *WITH_SEQUENCES)
MORE_CHANGES = {
    "several_melds_per_rank": (True,),
    "merge_melds": (True,),
    "wild_top_takeable": ("with_pair",),
    "upcard_cover_black_three": (False,),
    "hand_size": ({"4": 13}, {"2": 11, "3": 13, "4": 15}, {"4": 11, "5": 11, "6": 11}),
    "packs": (3,),
    "jokers": (2, 6),
    "initial_steps": (({"from": None, "minimum": 0}, {"from": 1500, "minimum": 70}),),
    "sperr_canasta": (True,),
    "bonus_aces": ({"natural": 1000, "mixed": 500},),
    "wild_only_melds": ("any", "canasta_only"),
    "sequence_max": (5, 8),
}
ALL_CHANGES = {name: tuple(values) for name, values in {**CHANGES, **MORE_CHANGES}.items()}
WEIGHTS = {"discard": 1, "draw": 1, "ask": 0.2}


class Parted(AssertionError):
    """The simulator and the deal say different things."""


@dataclass(slots=True)
class Seen:
    """What some deals came to."""

    deals: int = 0
    steps: int = 0
    asked: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)


def random_house_rules(rng: Random, bases: Sequence[str] = BY_RANK) -> RuleSet:
    """One of these rule sets with one to four random changes; what cannot be played is drawn again."""
    asked = random_changes(rng, bases)
    return rule_set(asked["base"]).changed(asked["changes"])


def random_changes(rng: Random, bases: Sequence[str]) -> dict[str, Any]:
    """The same as it is written in a position."""
    while True:
        base = rule_set(rng.choice(bases))
        names = rng.sample(sorted(ALL_CHANGES), rng.randint(1, 4))
        changes = {name: rng.choice(ALL_CHANGES[name]) for name in names}
        if "initial_steps" in changes:
            changes["initial_steps"] = list(changes["initial_steps"])
        if changes.get("merge_melds"):
            changes["several_melds_per_rank"] = True
        if "wild_only_melds" in changes:
            changes["bonus_wild"] = {"jokers": 2000, "twos": 1000, "mixed": 1500}
        try:
            base.changed(changes)
        except EngineError:
            continue
        return {"base": base.name, "changes": changes}


def play_together(rules: RuleSet, seed: str, seen: Seen) -> None:
    """One random deal in both. Raises Parted with the seed where they part, CannotSimulate for rules not played."""
    rng = Random(seed)
    players = rng.choice(rules.player_counts)
    seats = seating(players)
    dealt = deal_cards(shuffled_deck(rules, rng), rules, players=players, hands=len(seats.at_table(0)))
    scores = [rng.choice(SCORES) for _ in seats.sides]
    sim = Simulation.begin(dealt, rules, scores=scores, players=players)
    deal = Deal.begin(dealt, rules, scores=scores, players=players)
    eager = rng.random() < 0.5
    while not deal.over:
        moves = deal.legal_moves()
        _same(legal_moves(sim), moves, "moves", deal, seed)
        _same(bool(moves), True, "a legal move", deal, seed)
        move = rng.choices(moves, [WEIGHTS.get(move.verb, 4) for move in moves] if eager else None)[0]
        answer = rng.choice(("yes", "no")) if move.verb == "ask" else None
        if rng.random() < 0.02:
            sim = sim.copy()
        deal = deal.play_move(move, answer=answer)
        sim.apply(move, answer=answer)
        seen.steps += 1
        seen.asked += move.verb == "ask"
        compare(sim, deal, move, seed)
    totals = tuple(sheet.total for sheet in deal.score().sheets)
    _same(sim.totals(), totals, "scores", deal, seed)
    seen.deals += 1
    seen.ends[deal.went_out if deal.out_seat is not None else "stock"] += 1


def compare(sim: Simulation, deal: Deal, move: Move, seed: str) -> None:
    """Raise Parted where the two deals differ after this move."""
    _same(sim.over, deal.over, "end", deal, seed)
    _same(sim.went_out, deal.went_out, "way of going out", deal, seed)
    _same(sim.out_seat, -1 if deal.out_seat is None else deal.out_seat, "who went out", deal, seed)
    if deal.steps:  # in a turn: counts only
        turn = deal.turn
        _same(sim.hands[sim.seat], turn.hand, "hand", deal, seed)
        _same(sim.melds[sim.side], turn.melds, "melds", deal, seed)
        _same(tuple(sim.sequences[sim.side]), turn.sequences, "sequences", deal, seed)
        if isinstance(sim, SuitedSimulation):
            suited = (sim.suited[sim.seat], sim.held_suited, sim.fresh_sequences)
            _same(suited, (turn.suited, turn.held_suited, turn.fresh_sequences), "suits", deal, seed)
            fines = [card.fine for card in turn.pile]
            _same(sim.fine_pile, fines, "pile by suit", deal, seed)
        _same(sim.pile, [card.kind for card in turn.pile], "pile", deal, seed)
        _same(sim.stock_left, turn.stock, "stock", deal, seed)
        now = (sim.phase, sim.drew, sim.laid, sim.held, sim.fresh, sim.touched_old, sim.frozen or None)
        then = (turn.phase, turn.drew, turn.laid, turn.held, turn.fresh, turn.touched_old, turn.freeze_cause)
        _same(now, then, "turn", deal, seed)
        return
    _same(sim.seat, deal.seat, "seat", deal, seed)
    _same(sim.hands, [counts_of(hand) for hand in deal.hands], "hands", deal, seed)
    sets = [{m.number: m.counts for m in melds if m.number < FIRST_SEQUENCE} for melds in deal.melds]
    _same(sim.melds, sets, "melds", deal, seed)
    runs = [tuple([m.number for m in melds if m.number >= FIRST_SEQUENCE]) for melds in deal.melds]
    _same(list(sim.sequences), runs, "sequences", deal, seed)
    if isinstance(sim, SuitedSimulation):
        _same(sim.suited, [suited_counts(hand) for hand in deal.hands], "suits", deal, seed)
        _same(sim.fine_pile, [card.fine for card in deal.pile], "pile by suit", deal, seed)
        fines = [card.fine for card in deal.stock]
        _same(list(sim.fine_stock[sim.drawn :]), fines, "stock by suit", deal, seed)
    _same(sim.red_threes, [len(reds) for reds in deal.red_threes], "red threes", deal, seed)
    _same(sim.has_melded, list(deal.has_melded), "who has melded", deal, seed)
    _same(sim.pile, [card.kind for card in deal.pile], "pile", deal, seed)
    _same(list(sim.stock[sim.drawn :]), [card.kind for card in deal.stock], "stock", deal, seed)
    if not deal.over:
        _same(sim.frozen or None, deal.turn.freeze_cause, "freeze", deal, seed)
        _same((sim.laid, sim.held, sim.fresh), (0, None, frozenset()), "turn", deal, seed)
    reds = sum(hand[RED_THREE_KIND] for hand in sim.hands) + sum(sim.red_threes)
    reds += sim.pile.count(RED_THREE_KIND) + list(sim.stock[sim.drawn :]).count(RED_THREE_KIND)
    _same(reds, 2 * deal.rules.packs, "red threes in all", deal, seed)


def _same(found: object, expected: object, what: str, deal: Deal, seed: str) -> None:
    if found != expected:
        rules = f"{deal.rules.base or deal.rules.name} {dict(deal.rules.changes)}"
        raise Parted(
            f"{what}: {found} instead of {expected}; {rules}, seed {seed}, {deal.steps}, {deal.turn.hand}"
        )


def play_many(deals: int, seed: str, rules: RuleSet | None, bases: Sequence[str] = BY_RANK) -> Seen:
    """So many deals of a rule set, or each of a random house rule set that changes one of the bases."""
    seen = Seen()
    for number in range(deals):
        name = f"{seed}-{number}"
        try:
            play_together(rules or random_house_rules(Random(f"house-{name}"), bases), name, seen)
        except CannotSimulate as refusal:
            seen.refused[refusal.reason] += 1
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description="Random deals in the simulator and in the deal that counts.")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", default="0")
    parser.add_argument(
        "--rule-set",
        choices=[*RULE_SETS, "all"],
        default="all",
        help="all: every one that is played, and after them random house rule sets",
    )
    parser.add_argument("--house", action="store_true", help="a random house rule set for each deal")
    options = parser.parse_args()
    bases = BY_RANK if options.rule_set == "all" else (options.rule_set,)
    names = [options.rule_set] if options.rule_set != "all" else [*PLAYED, "house"]
    if options.house:
        names = ["house"]
    sum_of_deals = 0
    print(f"{'rule set':18} {'deals':>7} {'steps':>9} {'asked':>6} {'refused':>8} {'seconds':>8}  ends")
    for name in names:
        began = time.process_time()
        seen = play_many(options.deals, options.seed, None if name == "house" else rule_set(name), bases)
        ends = ", ".join(f"{how} {count}" for how, count in sorted(seen.ends.items()))
        taken = time.process_time() - began
        refused = seen.refused.total()
        print(f"{name:18} {seen.deals:7} {seen.steps:9} {seen.asked:6} {refused:8} {taken:8.1f}  {ends}")
        for reason, count in sorted(seen.refused.items()):
            print(f"{'':18} refused for {reason}: {count} of {options.deals}")
        sum_of_deals += seen.deals
        sys.stdout.flush()  # a row takes minutes
    print(f"{'together':18} {sum_of_deals:7}")


if __name__ == "__main__":
    main()
