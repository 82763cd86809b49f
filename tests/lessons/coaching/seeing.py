"""Moments for tests: of a position as text, and of deals that players of several styles play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from engine.judging.moves import legal_moves
from engine.law.actions import FIRST_SEQUENCE, Move, move_of
from engine.law.cards import FIRST_CARDS, KIND_COUNT, counts_of
from engine.law.position import Position, Side
from engine.law.ruleset import RuleSet
from engine.notation.position_line import parse_position
from engine.notation.text import parse_action
from engine.play.game import deal_cards, shuffled_deck
from engine.play.players.player import RulePlayer
from engine.play.players.style import STYLES
from engine.play.simulator.moves import legal_moves as simulated_moves
from engine.play.simulator.state import Simulation
from engine.play.view import Memory, View, view_of_simulation
from engine.turn.state import Counts, meld_numbers
from engine.turn.turn import Turn
from lessons.coaching.moments import Moment
from lessons.coaching.wording import keys_of

USUAL_HAND = 10
KEYS = {key: kind for kind in range(KIND_COUNT - 1) for key in keys_of([kind])}


def kinds(text: str) -> list[int]:
    """How many cards of each kind: ``K K 2 3b``."""
    return counts_of([FIRST_CARDS[KEYS[key]] for key in text.split()])


def view_of(position: Position, turn: Turn, case: Mapping[str, Any]) -> View:
    """What the player of this turn sees; ``hands`` are the sizes of the others' hands, ``known`` cards in them."""
    seats = position.players
    sides = [position.own, *position.opponents]
    hands = case.get("hands", [USUAL_HAND] * (seats - 1))
    if "hands" not in case and position.partner_hand is not None:
        hands[1] = position.partner_hand
    memory = Memory.of_table(seats)
    for seat, text in case.get("known", {}).items():
        memory.known[int(seat)] = kinds(text)
    return View(
        rules=position.rules,
        players=seats,
        seat=0,
        sides=len(sides),
        hand=turn.hand,
        melds=[turn.melds, *[_sets(side) for side in position.opponents]],
        sequences=[turn.sequences, *[_runs(side) for side in position.opponents]],
        red_threes=[len(side.red_threes) for side in sides],
        cards=[sum(turn.hand), *hands],
        pile=[card.kind for card in turn.pile],
        stock=turn.stock or 0,
        frozen=turn.freeze_cause or "",
        minimums=[Turn.begun(position.rules, (), score=side.score).minimum for side in sides],
        scores=[side.score for side in sides],
        memory=memory,
        turn=turn,
    )


def _sets(side: Side) -> dict[int, Counts]:
    found: dict[int, Counts] = {}
    for number, meld in zip(meld_numbers(side.melds), side.melds, strict=True):
        if number < FIRST_SEQUENCE:
            jokers = sum(card.rank == "JK" for card in meld.cards)
            found[number] = (len(meld.naturals), len(meld.wilds) - jokers, jokers)
    return found


def _runs(side: Side) -> list[int]:
    return [number for number in meld_numbers(side.melds) if number >= FIRST_SEQUENCE]


def moment_of(case: Mapping[str, Any]) -> Moment:
    """The moment of a case. The actions before its last one are done first."""
    position = parse_position(case["position"])
    turn = Turn.start(position)
    *before, last = case["do"].split("; ")
    for text in before:
        turn.apply(_legal(turn, text))
    return Moment(view_of(position, turn, case), legal_moves(turn), _legal(turn, last))


def _legal(turn: Turn, text: str) -> Move:
    move = move_of(parse_action(text), turn.rules)
    if move.verb == "take":
        move = move._replace(target=turn.taken_onto(move))
    assert move in legal_moves(turn), f"{text} is not legal"
    return move


def moments_of_deals(rules: RuleSet, deals: int, seed: str) -> Iterator[tuple[Simulation, Memory, Moment]]:
    """Every move of so many deals, with the deal as it stands before it; of all styles, and at all minimums."""
    for number in range(deals):
        rng = Random(f"{seed}-{number}")
        score = (0, 1500, 3000)[number % 3]
        dealt = deal_cards(shuffled_deck(rules, rng), rules, players=rules.default_players)
        players = [RulePlayer(rng.choice(list(STYLES.values()))) for _ in dealt.hands]
        sim, memory = Simulation.begin(dealt, rules, scores=(score, score)), Memory.of_table(len(dealt.hands))
        while not sim.over:
            moves = simulated_moves(sim)
            view = view_of_simulation(sim, memory)
            move = players[sim.seat].choose(view, moves).move
            yield sim, memory, Moment(view, moves, move)
            memory.note(sim.seat, move, sim.pile)
            sim.apply(move, answer="yes" if number % 2 else "no")
