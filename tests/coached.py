"""Whether what the coach says of moves is true: ``python -m tests.coached --deals 500``.

Deals of players of several styles, seen from the seat of whoever is to act. Of what is *proved* about the next player
each sentence is held against the complete list of moves after the discard; a first meld, or a way out, that was missed
is played in the deal itself. One that is untrue stops the run. Of what is *calibrated* ten classes of equally many
chances are printed, with what was said and what came true: of the discards that were made, and of one that could have
been made, drawn by lot. Last, how often each theme speaks in a deal.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from dataclasses import replace
from random import Random

from engine.law.actions import Move
from engine.law.ruleset import RuleSet
from engine.law.variants import rule_set
from engine.play.players.fearing import Risk
from engine.play.players.player import RulePlayer
from engine.play.players.style import QUICK
from engine.play.simulator.moves import legal_moves
from engine.play.simulator.state import Simulation
from engine.play.view import view_of_simulation
from lessons.coaching.calibrated import case_of
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, remarks, theme_of
from lessons.coaching.wording import keys_of
from tests.calibration import Said, classes
from tests.lessons.coaching.seeing import moments_of_deals

CAN_TAKE = {"fits-their-meld": True, "known-pair": True, "dead-rank": False}
"""What these say of the next player."""
FINE, ENOUGH = 12, 300
"""A table is made from so many classes at most, each of so many discards at least."""
EAGER = replace(QUICK, asks=False, out_bonus=1_000_000)


def check(sim: Simulation, moment: Moment, found: list[Remark]) -> None:
    """Raises AssertionError where a sentence about this move is not true."""
    for remark in found:
        taken = CAN_TAKE.get(remark.theme)
        if remark.theme == "stop-card" and not remark.missed:
            taken = False
        if taken is not None:
            after = next_can_take(sim, moment.move)
            assert after is None or after == taken, f"{remark}: {moment.move}"
        if remark.theme == "could-open":
            assert _opened(sim, remark), remark
        if remark.theme == "out-missed":
            assert _went_out(sim, moment), remark


def _opened(sim: Simulation, remark: Remark) -> bool:
    """Whether the melds that are named make the first meld and leave a discard."""
    after = sim.copy()
    for keys in remark.facts["melds"]:
        legal = [move for move in legal_moves(after) if move.verb == "meld" and keys_of(move.kinds) == keys]
        after.apply(legal[0])
    return after.laid >= remark.facts["needed"] and any(move.verb == "discard" for move in legal_moves(after))


def _went_out(sim: Simulation, moment: Moment) -> bool:
    """Whether a player whom nothing holds back goes out from here, in the same turn."""
    after, seat = sim.copy(), sim.seat
    while not after.over and after.seat == seat:
        view = view_of_simulation(after, moment.view.memory)
        after.apply(RulePlayer(EAGER).choose(view, legal_moves(after)).move, answer="yes")
    return after.over and not sum(after.hands[seat])


def next_can_take(sim: Simulation, discard: Move) -> bool | None:
    """Whether the next player can take the pile after this discard; None where the deal is over with it."""
    after = sim.copy()
    after.apply(discard)
    return None if after.over else any(move.verb == "take" for move in legal_moves(after))


def watch(rules: RuleSet, deals: int, seed: str) -> tuple[list[Said], list[Said], Counter[str]]:
    """Chances of the discards that were made, of others that could have been, and how often each theme spoke."""
    made: list[Said] = []
    possible: list[Said] = []
    spoken: Counter[str] = Counter()
    rng = Random(f"{seed} coached")
    for sim, _, moment in moments_of_deals(rules, deals, seed):
        found = remarks(moment)
        check(sim, moment, found)
        spoken.update(f"{remark.theme} ({remark.tone})" for remark in found)
        made += _said(sim, found, moment.move)
        other = rng.choice(moment.moves)
        if other.verb == "discard" and moment.move.verb == "discard":
            of_other = remarks(Moment(moment.view, moment.moves, other))
            check(sim, Moment(moment.view, moment.moves, other), of_other)
            possible += _said(sim, of_other, other)
    return made, possible, spoken


def _said(sim: Simulation, found: list[Remark], move: Move) -> list[Said]:
    came = [remark for remark in found if remark.chance is not None]
    taken = next_can_take(sim, move) if came else None
    return [(Risk(remark.chance or 0), taken) for remark in came if taken is not None]


def estimates(rules: RuleSet, deals: int, seed: str) -> dict[str, list[Said]]:
    """What the players' own estimate says of every discard that is possible, and whether it came true, case by case."""
    found: dict[str, list[Said]] = defaultdict(list)
    for sim, _, moment in moments_of_deals(rules, deals, seed):
        if moment.move.verb != "discard":
            continue
        for move, risk in moment.risks.items():
            taken = None if risk.proved else next_can_take(sim, move)
            if taken is not None:
                found[case_of(moment.fear, move.kinds[0])].append((risk, taken))
    return found


def fitted(said: list[Said]) -> tuple[tuple[float, float], ...]:
    """Estimates and what came true, in classes of equally many, never falling."""
    pooled: list[tuple[float, float, int]] = []
    for count, chance, came in classes(said, max(2, min(FINE, len(said) // ENOUGH))):
        row = (chance, came, count)
        while pooled and pooled[-1][1] >= row[1]:
            low, below, n = pooled.pop()
            whole = n + row[2]
            row = ((low * n + row[0] * row[2]) / whole, (below * n + row[1] * row[2]) / whole, whole)
        pooled.append(row)
    inner = [(round(chance, 3), round(came, 3)) for chance, came, _ in pooled]
    return ((0.0, 0.0), *[row for row in inner if 0 < row[0] < 1], (1.0, 1.0))


def furthest(table: list[tuple[int, float, float]]) -> float:
    """By how much what came true is off what was said, in the worst of the classes."""
    return max(abs(chance - came) for _, chance, came in table)


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether what the coach says of moves is true.")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", default="coached")
    parser.add_argument("--fit", action="store_true", help="print a table for lessons/coaching/calibrated.py")
    options = parser.parse_args()
    if options.fit:
        for case, said in sorted(
            estimates(rule_set(options.rules), options.deals, f"{options.seed} fit").items()
        ):
            print(f'        "{case}": {fitted(said)},')
        return
    made, possible, spoken = watch(rule_set(options.rules), options.deals, options.seed)
    for title, said in (("made", made), ("possible", possible)):
        table = classes(said)
        print(f"discards {title}: {len(said)}, furthest off {furthest(table):.3f}")
        for name, place in (("said", 1), ("seen", 2)):
            print("  ", name, " ".join(f"{row[place]:.3f}" for row in table))
    for name, count in sorted(spoken.items(), key=lambda one: theme_of(one[0].partition(" ")[0]).number):
        print(f"{name:28} {count / options.deals:6.2f} a deal")


if __name__ == "__main__":
    main()
