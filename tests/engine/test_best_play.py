"""The answers about the best play against trying every list of actions, on hands small enough for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.judging.best_play import best_lay_down, highest_initial_meld, turns, way_out
from engine.judging.judge import judge, legal_actions
from engine.law.actions import move_of
from engine.law.cards import full_deck
from engine.law.melds import Meld
from engine.law.position import Position, Side
from engine.law.variants import rule_set
from engine.notation.position_line import parse_position
from engine.notation.text import parse_action
from engine.reach.points import value
from engine.score.sheet import ScoreSide, score_side
from engine.turn.turn import Turn
from tests.samples import sample

RULES = ("classic", "spielregeln", "global-trade", "samba", "samba-wild")
TABLES = {
    "classic": ["", "Kc Kd Kh Ks 2c", "7c 7d 7h 7s 7c 2d", "4c 4d 4h 4s 4c 4d", "Qc Qd Qh Qs Qc Qd Qh"],
    "samba": ["", "Kc Kd Kh Ks 2c", "7c 7d 7h 7s 7c 2d", "5h 6h 7h 8h 9h Th", "Qc Qd Qh Qs Qc Qd Qh"],
}
LAYING = ("meld", "add", "merge")


def hand(rng: Random, rules: str, size: int, taken: list) -> tuple:
    """A hand with few ranks, so that something can be laid."""
    rule = rule_set(rules)
    deck = list(full_deck(packs=rule.packs, jokers=rule.jokers))
    for card in taken:
        deck.remove(card)
    ranks = rng.sample("456789TJQKA", 4)
    liked = [card for card in deck if card.rank in ranks or card.is_wild]
    return tuple(rng.sample(liked, size))


def random_positions(rules: str, count: int, seed: str) -> list[Position]:
    rng = Random(f"{rules}-{seed}")
    found = []
    for _ in range(count):
        tables = TABLES["samba" if rules.startswith("samba") else "classic"]
        melds = rng.sample(tables[1:], rng.randint(0, 3))
        own = f"{rng.choice((-20, 0, 1500))}: " + " ".join(f"M={meld}" for meld in melds)
        position = parse_position(f"{rules} | play | own {own} | stock 30")
        cards = [card for meld in position.own.melds for card in meld.cards]
        found.append(replace(position, hand=hand(rng, rules, rng.randint(4, 7), cards)))
    return found


def every_list(position: Position, actions: tuple = ()) -> Iterator[tuple]:
    """Every list of laying actions that can be gone on with, in one order: later actions are not smaller."""
    yield actions
    for action in legal_actions(position, actions):
        if action.verb in LAYING:
            yield from every_list(position, (*actions, action))


def laid(position: Position, actions: tuple) -> Turn:
    turn = Turn.start(position)
    for action in actions:
        turn.apply(move_of(action, position.rules))
    return turn


@pytest.mark.parametrize("rules", RULES)
def test_highest_initial_meld_is_the_dearest_of_all(rules):
    compared = opened = 0
    for position in random_positions(rules, sample(30, 60), "initial"):
        position = replace(position, own=Side(score=position.own.score), hand=position.hand[:6])
        best = None
        for actions in every_list(position):
            if actions and judge(position, actions, remedy=False).legal:
                points = laid(position, actions).laid
                best = points if best is None else max(best, points)
        found = highest_initial_meld(position)
        assert (found.points if found else None) == best
        if found:
            assert judge(position, found.actions, remedy=False).legal
            assert laid(position, found.actions).laid == best
            opened += 1
        compared += 1
    assert opened > compared / 5


@pytest.mark.parametrize("rules", RULES)
def test_way_out_is_found_exactly_where_there_is_one(rules):
    ways = 0
    for position in random_positions(rules, 40, "out"):
        possible = any(
            judge(position, (*actions, *end), remedy=False).went_out != "no"
            for actions in every_list(position)
            for end in _ends(position, actions)
        )
        found = way_out(position)
        assert (found is not None) == possible, position
        if found:
            verdict = judge(position, found)
            assert (verdict.legal, verdict.went_out != "no") == (True, True)
            ways += 1
    assert ways > 2


def _ends(position, actions):
    left = laid(position, actions)
    if sum(left.hand) == 0:
        return [()]
    if sum(left.hand) > 1:
        return []
    return [(action,) for action in legal_actions(position, actions) if action.verb == "discard"]


@pytest.mark.parametrize("rules", RULES)
def test_best_lay_down_gains_the_most(rules):
    gains = 0
    for position in random_positions(rules, sample(20, 40), "best"):
        # Each further card multiplies the lists by about six.
        position = replace(position, hand=position.hand[:6])
        start = Turn.start(position)
        best = 0
        for actions in every_list(position):
            turn = laid(position, actions)
            if (
                sum(turn.hand) >= 2
                and not turn.black_threes_melded
                and judge(position, actions, remedy=False).legal
            ):
                best = max(best, value(turn) - value(start))
        out = way_out(position)
        if out:
            best = max(best, value(laid(position, out)) - value(start) + position.rules.going_out_bonus)
        found = best_lay_down(position)
        assert (found.points if found else 0) == best, position
        if found:
            assert judge(position, found.actions, remedy=False).legal
            gains += 1
    assert gains > 10


def test_the_value_of_a_lay_down_is_what_the_score_sheet_says():
    position = parse_position(
        "samba-wild | play | hand 7h 7s JK JK 5h 9d | own 0: 7=7c 7c 7d 7d 7h 6h-Jh=6h 7h 8h 9h Th Jh W=2c 2d 2h JK 2s"
    )
    actions = [parse_action(text) for text in ("add 7h 7s to 7", "add 5h to 6h-Jh", "add JK JK to W")]
    before, after = (
        score_side(ScoreSide(melds=tuple(Meld(meld.cards) for meld in side.melds)), position.rules).total
        for side in (position.own, judge(position, actions).after.own)
    )
    assert (
        value(laid(position, actions)) - value(Turn.start(position))
        == after - before
        == 500 + 1500 + 2000 + 115
    )


def test_turns_list_the_ways_to_open_from_which_no_card_can_be_dropped():
    position = parse_position("classic | play | hand Kc Kd Kh Ac Ad 2c 5d 6d 9c | own 0 | stock 40")
    texts = [[str(action) for action in actions] for actions in turns(position).turns]
    assert texts == [["meld Kc Kd Kh 2c"], ["meld Ac Ad 2c"]]


@pytest.mark.parametrize("rules", RULES)
def test_every_listed_turn_is_legal_and_none_is_listed_twice(rules):
    listed = 0
    for position in random_positions(rules, 40, "turns"):
        position = replace(position, own=Side(score=position.own.score))
        found = turns(position)
        assert found.complete
        for actions in found.turns:
            assert judge(position, actions, remedy=False).legal
            listed += 1
        assert len(set(found.turns)) == len(found.turns)
    assert listed > 10


def test_no_more_than_the_asked_number_of_turns_is_listed():
    position = parse_position(
        "samba | play | hand 5h 6h 7h 8c 8d 8s 2c JK Ac Ad 9h Th Jh 4c Kd Kc Ks | own 3000 | stock 60"
    )
    few, every = turns(position, most=5), turns(position)
    assert (len(few.turns), few.complete, every.complete) == (5, False, True)
    assert every.turns[:5] == few.turns
    assert every.highest_initial_meld == few.highest_initial_meld
