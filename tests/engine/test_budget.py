"""The limit of counted steps: nothing spends more, the same question has the same answer, and what stopped says so."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.api import ask
from engine.judging.best_play import turns
from engine.judging.judge import judge, legal_actions
from engine.judging.moves import MOST_STEPS, Budget, BudgetSpent
from engine.law.cards import full_deck
from engine.law.errors import EngineError
from engine.law.position import Position, Side
from engine.law.variants import RULE_SETS, rule_set
from engine.notation.as_json import position_from_json, verdict_to_json
from engine.notation.position_line import parse_position
from engine.reach import fitting, points, runs
from engine.reach.finishing import can_go_out
from engine.reach.runs import Way
from engine.turn.state import TurnState
from engine.turn.turn import Turn
from tests.dearest import Question, begun, dearest

SMALL = 12_000
"""Steps of a question in the tests that mutate: enough for every kind of search to begin."""
TRIES = 6
OF_JUDGING = 400
"""Copies of a turn that judging itself makes, of whatever list."""
SIXTY = (
    "classic | play | hand 7d Th Td 8s As 9c 4d Qd 3s 5c 3s Jd Ts Qc 7c 6s Ac 2s 8d JK Kd 8s 9d 7s Td Qh Ad Jh Jc 5h 5d"
    " Ah 6h Qc 2d 4s 5s 9h 2c 4h 7d 4h 6d 7c 8c 7h Ts 8c 9s As 9d Jc JK 4d Qd 6d 3c 7h Js Ah | own 1600 | opp 0 |"
    " pile Ks Js 2c 7s 8h 4s 9c 2h Ac | stock 1"
)
SEVENTEEN = [
    "meld 7d 7s 7c 7d 2s", "add 7c to 7", "meld 8s 8d", "meld Qd Qc Th", "ask", "add Kd to 7", "draw", "meld 5c 5h",
    "add 5d to 5", "meld As Ac 9c", "add Ah to 9", "meld 3s 3s 3c", "meld JK 2d 2c", "add 6s to 7", "meld 6h 6d 4d",
    "meld Jd Jh 9d", "discard Ts",
]  # fmt: skip


MANY_RUNS = (
    "samba | play | hand 5c 6c 7c 8c 9c Tc Jc 8d 9d Td Jd Qd Kd Ad 7h 8h 9h Th Jh Qh Kh 4s 5s 6s"
    " | own 1600: 8=8c 8d 8h 8s 8d 8h 8s K=Kc Kd Kh Ks Kh Kc Kd | stock 9 | permission yes"
)


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often a turn was copied: work that is done whether or not anybody counts it."""
    counted = [0]
    copy = TurnState.copy

    def counting(self: TurnState) -> TurnState:
        counted[0] += 1
        return copy(self)

    monkeypatch.setattr(TurnState, "copy", counting)
    return counted


def answered(question: Question, budget: Budget) -> object:
    """The answer in JSON; None for what cannot be asked."""
    try:
        position = position_from_json(question.data["position"])
        if question.command == "actions":
            return turns(position, budget=budget).to_json()
        unfinished = question.data["unfinished"]
        return verdict_to_json(
            judge(position, question.data["actions"], unfinished=unfinished, budget=budget)
        )
    except EngineError:
        return None


@pytest.mark.parametrize("command", ["judge", "actions"])
@pytest.mark.parametrize("name", RULE_SETS)
def test_the_dearest_questions_stay_within_the_steps_and_have_one_answer(
    name: str, command: str, copies: list[int]
) -> None:
    def steps(question: Question) -> float | None:
        budget, again = Budget(SMALL), Budget(SMALL)
        copies[0] = 0
        answer = answered(question, budget)
        if answer is None:
            return None
        assert copies[0] <= budget.spent + OF_JUDGING, question.line()
        assert 0 <= budget.spent <= SMALL
        assert answered(question, again) == answer, question.line()
        assert again.spent == budget.spent
        return budget.spent

    rng = Random(f"{name} {command}")
    first = [begun(rng, command, name) for _ in range(TRIES)]
    assert [cost for cost, _ in dearest(rng, first, steps, tries=TRIES)], name


def test_sixty_cards_and_seventeen_actions_say_that_the_search_stopped() -> None:
    budget = Budget()
    verdict = judge(parse_position(SIXTY), SEVENTEEN, budget=budget)
    assert verdict.legal is False
    assert verdict.remedy_limit is True
    assert budget.spent <= MOST_STEPS
    line = json.dumps({"position": SIXTY, "actions": SEVENTEEN})
    assert ask("judge", line)["remedy_limit"] is True


def test_the_key_stands_only_where_the_search_stopped() -> None:
    position = "classic | play | hand 4c 5c Kd Kh | own 0 | opp 0 | stock 20"
    answer = ask("judge", json.dumps({"position": position, "actions": ["meld Kd Kh"]}))
    assert answer["legal"] is False
    assert "remedy_limit" not in answer


def test_two_questions_share_the_steps() -> None:
    position = parse_position(SIXTY)
    budget = Budget()
    judge(position, SEVENTEEN, budget=budget)
    spent = budget.spent
    judge(position, SEVENTEEN, budget=budget)
    assert spent <= budget.spent <= MOST_STEPS
    assert judge(position, SEVENTEEN, budget=Budget(0)).remedy is None


def test_looking_for_a_way_out_is_counted_and_known_answers_count_as_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A large hand that has to go out: each way to lay runs is a part of the steps, whoever asked before."""
    looked = [0]
    sums = Way.sums

    def counting(self: Way) -> tuple[int, ...]:
        looked[0] += 1
        return sums(self)

    monkeypatch.setattr(Way, "sums", counting)
    turn = Turn.start(parse_position(MANY_RUNS))
    first, again = Budget(), Budget()
    assert can_go_out(turn, first.spend) is True
    ways = looked[0]
    assert first.spent >= ways > 500
    assert can_go_out(turn, again.spend) is True
    assert again.spent == first.spent
    assert looked[0] == ways, "the second answer was known"
    with pytest.raises(BudgetSpent):
        can_go_out(turn, Budget(first.spent - 1).spend)


def test_fifty_cards_in_samba_list_their_turns_as_far_as_the_steps_reach() -> None:
    rules = rule_set("samba")
    deck = [card for card in full_deck(packs=rules.packs, jokers=rules.jokers) if not card.is_red_three]
    Random(50).shuffle(deck)
    position = Position(rules=rules, hand=tuple(deck[:50]), phase="draw", pile=(deck[50],), stock=20)
    found = turns(position)
    assert found.complete is False
    assert legal_actions(position)


def large_hands() -> list[Turn]:
    """Samba hands of which some can be laid whole, with runs that sets alone would not do without."""
    rng = Random(7)
    rules = rule_set("samba")
    found = []
    while len(found) < 120:
        deck = [card for card in full_deck(packs=rules.packs, jokers=rules.jokers) if not card.is_red_three]
        rng.shuffle(deck)
        named = {
            suit: [c for c in deck if str(c)[1:] == suit and c.is_natural and c.fine >= 0] for suit in "cdhs"
        }
        hand = []
        for suit in rng.sample("cdhs", 2):
            low = rng.randrange(5)
            for rank in "456789TJQKA"[low : low + rng.randint(3, 7)]:
                hand += [c for c in named[suit] if str(c)[0] == rank][:1]
        rank = rng.choice("456789TJQKA")
        hand += [c for c in deck if str(c)[0] == rank and str(c) != "JK" and c not in hand][:7]
        hand += [c for c in deck if c.is_wild][: rng.choice((0, 1, 2))]
        hand += rng.sample([c for c in deck if c.fine >= 0], rng.choice((0, 0, 1, 2)))
        try:
            position = Position(rules=rules, hand=tuple(hand), own=Side(opened=rng.random() < 0.5), stock=9)
        except EngineError:
            continue
        found.append(Turn.start(position))
    return found


def test_the_runs_that_a_hand_needs_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Going out and first melds come out alike, whether all ways to lay runs are tried or only the needed ones."""

    def outcomes(large: int) -> list[tuple[bool, int, bool]]:
        monkeypatch.setattr(fitting, "LARGE", large)
        monkeypatch.setattr(runs, "LARGE_TO_LEAVE", large)
        return [
            (
                can_go_out(turn),
                points.best_points(turn, keep=2),
                points.reaches(turn, 120, keep=2),
            )
            for turn in large_hands()
        ]

    all_ways = outcomes(1000)
    assert outcomes(-1) == all_ways
    assert {out for out, _, _ in all_ways} == {True, False}
