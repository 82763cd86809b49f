"""What the engine is timed on: one small function for each row, which checks its answers before it is timed."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from engine.judging.judge import judge, legal_actions
from engine.judging.moves import legal_moves, take_moves
from engine.law.cards import KIND_NAMES, NATURAL_RANKS, full_deck
from engine.law.position import Position
from engine.law.variants import rule_set
from engine.notation.as_json import position_from_json, position_to_json
from engine.play.deal import Deal
from engine.play.game import deal_cards, shuffled_deck
from engine.play.players.playout import Playout
from engine.play.simulator.moves import legal_moves as simulated_moves
from engine.play.simulator.state import Simulation
from engine.reach.finishing import can_go_out
from engine.reach.points import best_points
from engine.score.questions import score_side_from_json
from engine.score.sheet import score_side
from engine.turn.turn import Turn
from tests.benchmarks import engine_questions as questions
from tests.benchmarks.engine_questions import KEPT
from tests.oracle import legal_next

ROOT = Path(__file__).resolve().parent.parent.parent
SEED = "canasta"
CHECKED = 100  # questions of a row that are compared with a slow answer
CHECKED_LISTS = 25
CHECKED_DEALS = 10
Run = Callable[[], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """A row of the table.

    ``run`` answers some questions and says how many. ``least`` and ``aim`` are answers a second; where ``by_ratio``
    they are ratios to the first of the ``peers``, where ``in_ms`` milliseconds for one answer (less is better).
    """

    name: str
    run: Run
    least: float | None = None
    aim: float | None = None
    by_ratio: bool = False
    in_ms: bool = False
    peers: tuple[str, ...] = ()


@dataclass(slots=True)
class Shared:
    """Questions that the peers get too, with the answers."""

    melds: list[tuple[str, bool]] = field(default_factory=lambda: questions.melds(Random(SEED)))
    sides: list[questions.SideQuestion] = field(default_factory=lambda: questions.sides(Random(SEED)))

    def for_peers(self) -> dict[str, Any]:
        return {"melds": self.melds, "scores": [side.for_peer() for side in self.sides]}


def over_all(asked: list[Any], answer: Callable[[Any], object]) -> Run:
    """A run over all questions, once each."""

    def run() -> int:
        for question in asked:
            answer(question)
        return len(asked)

    return run


def turn_verdict(shared: Shared) -> Workload:
    """A meld as an action of a turn, with the position afterwards, without looking for a remedy."""
    asked = [(_holding(text), [f"meld {text}"], legal) for text, legal in shared.melds]

    def verdict(question: tuple[Position, list[str], bool]) -> bool | None:
        return judge(question[0], question[1], unfinished=True, remedy=False).legal

    for question in asked:
        assert verdict(question) is question[2], question
    return Workload(
        name="meld as an action of a turn", run=over_all(asked, verdict), peers=("games-collection melds",)
    )


def _holding(meld: str) -> Position:
    """A side that has opened, and a player who holds these cards and four that have nothing to do with them."""
    others = [rank for rank in NATURAL_RANKS if rank not in {card[0] for card in meld.split()}]
    hand = f"{meld} {' '.join(rank + 's' for rank in others[:4])}"
    own = {"melds": [" ".join(others[-1] + suit for suit in "cdh")]}
    return position_from_json({"rules": "classic", "hand": hand, "own": own, "stock": 30})


def pile_verdict(_: Shared) -> Workload:
    """May I take the pile with these cards? With the minimum of the first meld and the test that the turn can be ended.

    A question is one way to take it that the cards allow; the list of a position answers three or four of them.
    """
    asked = questions.piles(Random(SEED))
    for question in asked[:CHECKED]:
        found = [move for move in legal_moves(Turn.start(question.position)) if move.verb == "take"]
        ways = {" ".join(sorted(KIND_NAMES[kind] for kind in move.kinds)) for move in found}
        assert ways == question.legal(), question.data
    turns = [Turn.start(question.position) for question in asked]
    ways = sum(len(list(take_moves(turn))) for turn in turns)
    whole_lists = over_all(turns, legal_moves)

    def run() -> int:
        whole_lists()
        return ways

    return Workload(name="pile verdict, 11 to 15 cards", run=run, least=100_000, aim=400_000)


def highest_initial_meld(size: int, least: float, aim: float) -> Callable[[Shared], Workload]:
    """The most points of a first meld that leaves a card to discard and one to keep."""

    def workload(_: Shared) -> Workload:
        asked = questions.hands(Random(SEED), size)
        for question in asked[:CHECKED]:
            found = best_points(Turn.start(question.position), keep=KEPT)
            assert found == question.best(), question.position
        turns = [Turn.start(question.position) for question in asked]
        run = over_all(turns, lambda turn: best_points(turn, keep=KEPT))
        return Workload(name=f"highest initial meld, {size} cards", run=run, least=least, aim=aim)

    return workload


def going_out(_: Shared) -> Workload:
    """Can this hand go out in this turn?"""
    asked = questions.ends(Random(SEED))
    answers = [can_go_out(Turn.start(question.position)) for question in asked]
    assert 0.1 < sum(answers) / len(answers) < 0.9, "both answers are wanted"
    for question, answer in list(zip(asked, answers, strict=True))[:CHECKED]:
        assert answer == question.goes_out(), question.data
    turns = [Turn.start(question.position) for question in asked]
    run = over_all(turns, can_go_out)
    return Workload(name="can this hand go out", run=run, least=50_000, aim=200_000)


def move_lists(_: Shared) -> Workload:
    """Every legal next action in positions of random play, in counts."""
    deals = _random_play("classic")
    for deal in Random(SEED).sample(deals, CHECKED_LISTS):
        position, actions = deal.position(), [str(action) for action in deal.actions]
        # In a deal a question is only offered to a player who can keep to either answer.
        offered, said, tried = (
            [str(action) for action in found if str(action) != "ask"]
            for found in (
                deal.legal_actions(),
                legal_actions(position, actions),
                legal_next(position_to_json(position), actions),
            )
        )
        assert offered == said, (position, actions)
        assert set(offered) == set(tried), (position, actions)
    return Workload(
        name="legal moves in random play",
        run=over_all(deals, Deal.legal_moves),
        least=20_000,
        aim=100_000,
        peers=("python-chess",),
    )


def action_lists(_: Shared) -> Workload:
    """The same as actions with cards."""
    return Workload(
        name="the same as actions with cards", run=over_all(_random_play("classic"), Deal.legal_actions)
    )


def _random_play(name: str) -> list[Deal]:
    """Every state of a few random deals."""
    found: list[Deal] = []
    for seed in range(4):
        found += _deal(name, seed)
    return found


def _deal(name: str, seed: int) -> Iterator[Deal]:
    """A random deal, every move out of the complete list, state after state; the last one is over."""
    rules, rng = rule_set(name), Random(f"{SEED}-{seed}")
    dealt = deal_cards(shuffled_deck(rules, rng), rules, players=rules.default_players)
    deal = Deal.begin(dealt, rules, scores=(0, 1480))
    while not deal.over:
        yield deal
        moves = deal.legal_moves()
        move = moves[int(rng.random() * len(moves))]
        answer = ("yes", "no")[int(rng.random() * 2)] if move.verb == "ask" else None
        deal = deal.play_move(move, answer=answer)
    yield deal


def random_deal(name: str, least: float, aim: float, *peers: str) -> Callable[[Shared], Workload]:
    """A deal under the full law, every move out of the complete list."""

    def workload(_: Shared) -> Workload:
        rules = rule_set(name)
        deck = Counter(full_deck(packs=rules.packs, jokers=rules.jokers))
        for seed in range(CHECKED_DEALS):
            deals = list(_deal(name, seed))
            assert all(Counter(deal.cards()) == deck for deal in deals), "cards were lost"
            end = deals[-1]
            canastas = Counter(
                side for side, melds in enumerate(end.melds) for meld in melds if len(meld.cards) >= 7
            )
            if end.out_seat is not None:
                assert canastas[end.side_of(end.out_seat)] >= rules.canastas_to_go_out
            assert len(end.score().sheets) == 2
        seeds = count()

        def run() -> int:
            for _ in _deal(name, next(seeds)):
                pass
            return 1

        return Workload(name=f"random {name} deal", run=run, least=least, aim=aim, peers=peers)

    return workload


def simulated_deal(name: str, least: float, aim: float) -> Callable[[Shared], Workload]:
    """The same deals in the simulator."""
    rules = rule_set(name)

    def play(seed: int) -> Simulation:
        rng = Random(f"{SEED}-{seed}")
        dealt = deal_cards(shuffled_deck(rules, rng), rules, players=4)
        sim = Simulation.begin(dealt, rules, scores=(0, 1480))
        while not sim.over:
            moves = simulated_moves(sim)
            move = moves[int(rng.random() * len(moves))]
            sim.apply(move, answer=("yes", "no")[int(rng.random() * 2)] if move.verb == "ask" else None)
        return sim

    def workload(_: Shared) -> Workload:
        for seed in range(CHECKED_DEALS):
            *_, end = _deal(name, seed)
            assert play(seed).totals() == tuple(sheet.total for sheet in end.score().sheets)
        seeds = count()

        def run() -> int:
            play(next(seeds))
            return 1

        return Workload(name=f"random {name} deal, simulated", run=run, least=least, aim=aim)

    return workload


def playout_deal(_: Shared) -> Workload:
    """Whole deals of the policy that plays sampled worlds on, as the strong player does."""
    rules = rule_set("classic")
    policy, seeds = Playout(rules), count()

    def run() -> int:
        dealt = deal_cards(shuffled_deck(rules, Random(f"{SEED}-{next(seeds)}")), rules, players=4)
        sim = Simulation.begin(dealt, rules, scores=(0, 1480))
        policy.play(sim)
        assert sim.over
        return 1

    return Workload(name="classic deal of the playout policy", run=run, least=2_000, aim=4_000)


def score_sheet(shared: Shared) -> Workload:
    """The itemised sheet of one side, a rule on every line."""
    rules = rule_set("classic")
    sides = [score_side_from_json(side.data, rules) for side in shared.sides]
    for side, question in zip(sides, shared.sides, strict=True):
        assert score_side(side, rules).total == question.total, question.data
    return Workload(
        name="score sheet of one side",
        run=over_all(sides, lambda side: score_side(side, rules)),
        least=1,
        aim=3,
        by_ratio=True,
        peers=("games-collection scores",),
    )


QUESTION = {
    "position": {
        "rules": "classic",
        "hand": "5s 9c Kh Kd 2c 4c",
        "own": {"score": 620, "melds": ["7c 7d 7h 2s"]},
        "pile": "5h 9c",
        "stock": 42,
    },
    "actions": ["meld Kh Kd 2c", "discard 9c"],
}


def command_line(_: Shared) -> Workload:
    """One question on the command line, start to answer, compiled before as after any first start."""
    return Workload(
        name="command line, start to answer", run=_asking(keep=True), least=120, aim=60, in_ms=True
    )


def command_line_first(_: Shared) -> Workload:
    """The same as at the very first start, or where Python may keep nothing compiled."""
    return Workload(name="command line, engine not compiled", run=_asking(keep=False), in_ms=True)


def _asking(*, keep: bool) -> Run:
    """Ask a copy of the engine that has never run; ``keep`` lets Python keep what it compiles."""
    folder = tempfile.TemporaryDirectory(prefix="canasta-engine-")
    atexit.register(folder.cleanup)
    shutil.copytree(
        ROOT / "engine", Path(folder.name, "engine"), ignore=shutil.ignore_patterns("__pycache__")
    )
    set_elsewhere = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
    environment = {key: value for key, value in os.environ.items() if key not in set_elsewhere}
    environment |= {} if keep else {"PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "engine", "judge"]
    line = json.dumps(QUESTION).encode() + b"\n"

    def run() -> int:
        done = subprocess.run(command, input=line, cwd=folder.name, env=environment, capture_output=True)
        assert json.loads(done.stdout)["legal"] is True
        return 1

    run()
    return run


def bare_python(_: Shared) -> Workload:
    def run() -> int:
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        return 1

    return Workload(name="python -c pass", run=run, in_ms=True)


WORKLOADS: tuple[Callable[[Shared], Workload], ...] = (
    turn_verdict,
    pile_verdict,
    highest_initial_meld(11, 150_000, 500_000),
    highest_initial_meld(26, 50_000, 200_000),
    going_out,
    move_lists,
    action_lists,
    score_sheet,
    random_deal("classic", 300, 1_000, "open-spiel gin rummy", "rlcard gin rummy"),
    simulated_deal("classic", 1_200, 1_800),
    playout_deal,
    random_deal("samba", 150, 500, "open-spiel gin rummy", "rlcard gin rummy"),
    simulated_deal("samba", 300, 600),
    command_line,
    command_line_first,
    bare_python,
)
